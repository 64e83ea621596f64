package markdown

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	bounded "github.com/wenqu-ai/wenqu/internal/markdown"
)

// maxDepth bounds how deeply blocks and styles are nested; what is deeper is
// kept at the deepest level.
const maxDepth = 24

// clean removes characters that files cannot hold, and nesting beyond the
// bound.
func clean(markdown string) string {
	return bounded.LimitNesting(content.Printable(strings.ReplaceAll(markdown, "\r\n", "\n")))
}
