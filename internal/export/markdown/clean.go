package markdown

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	bounded "github.com/wenqu-ai/wenqu/internal/markdown"
)

// maxDepth is the maximum nesting depth of blocks and styles; deeper content moves to the deepest
// level.
const maxDepth = 24

// clean changes \r\n to \n, makes the text printable (see content.Printable), and limits nesting.
func clean(markdown string) string {
	return bounded.LimitNesting(content.Printable(strings.ReplaceAll(markdown, "\r\n", "\n")))
}
