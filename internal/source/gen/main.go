// Command gen writes the web app's table of source kinds: the names of each kind, and how the web app
// opens its sources. Run the command in the repository's root: go run ./internal/source/gen
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/source"
)

const output = "web/src/features/chat/state/source-kinds.gen.ts"

func main() {
	if err := os.WriteFile(filepath.FromSlash(output), []byte(typescript()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func typescript() string {
	var b strings.Builder
	b.WriteString("// Generated from internal/source/kind.go by `go run ./internal/source/gen`. Do not edit.\n\n")
	b.WriteString("/** How a source is opened: a file beside the conversation, a page of ours, another site, or its quote alone. */\n")
	fmt.Fprintf(&b, "export type Opening = %q | %q | %q | %q\n\n", source.Viewer, source.Page, source.Site, source.Quoted)
	b.WriteString("export const sourceKinds = {\n")
	for _, k := range source.Kinds() {
		fmt.Fprintf(&b, "  %s: { opens: %q, name: { 'zh-CN': %q, 'zh-TW': %q, en: %q } },\n", k, k.Opens(), k.Name("zh-CN"), k.Name("zh-TW"), k.Name("en"))
	}
	b.WriteString("} as const\n")
	return b.String()
}
