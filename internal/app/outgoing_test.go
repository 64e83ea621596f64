package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// waysOut contains the files with code that can connect to other machines. The value of a file is
// its guard against forbidden addresses, or the reason why it needs no guard.
var waysOut = map[string]string{
	"cmd/wenqu/e2e.go":                 "tools of the browser tests, which no release build has: the test's own server",
	"cmd/wenqu/health.go":              "wenqu health: where the operator's own command line says, no redirects",
	"internal/account/account.go":      "login providers: past Options.Guard, no redirects",
	"internal/clamd/clamd.go":          "a virus scanner: where the operator's setting says, with files alone",
	"internal/guard/client.go":         "servers that an operator names and gives a key: past guard.Rule, no redirects",
	"internal/llm/openai/client.go":    "a provider that cannot be used: connects to nobody",
	"internal/llm/openai/transport.go": "models: by guard.Server",
	"internal/llm/probe.go":            "this machine alone, by targets of the program's own",
	"internal/mcp/login.go":            "logins at MCP servers: by newTransport of wire.go, no redirects, HTTPS alone",
	"internal/mcp/wire.go":             "MCP servers: past guard.Rule, no other origin, no redirects to one",
	"internal/webpage/fetch.go":        "pages of the web: past guard.Rule, five redirects",
	"internal/llm/registry.go":         "models that bring no client of their own, as in tests",
	"internal/websearch/transport.go":  "search sources: by guard.Server",
}

var connects = regexp.MustCompile(`\bhttp\.(Client|Transport)\{|\bhttp\.(Get|Post|PostForm|Head|DefaultClient|DefaultTransport)\b|\bnet\.(Dial\w*\(|Dialer\{)`)

// Only the listed files contain code that connects to other machines.
func TestWaysOutAreKnown(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	found := map[string]string{}
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			if strings.Contains(name, "clamdtest") || strings.Contains(name, "accounttest") || strings.Contains(name, "llmtest") || strings.Contains(name, "dbtest") {
				return nil // test support
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if connects.Match(b) {
				at, err := filepath.Rel(root, name)
				found[filepath.ToSlash(at)] = waysOut[filepath.ToSlash(at)]
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(waysOut, found); diff != "" {
		t.Errorf("the ways out and what is listed differ:\n%s", diff)
	}
}
