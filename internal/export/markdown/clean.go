package markdown

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	bounded "github.com/wenqu-ai/wenqu/internal/markdown"
)

// maxDepth bounds how deep blocks and styles stand in each other; what is
// deeper is kept, on the deepest level.
const maxDepth = 24

// clean drops what no file can hold, and containers past all sense.
func clean(markdown string) string {
	return bounded.LimitNesting(content.Printable(strings.ReplaceAll(markdown, "\r\n", "\n")))
}
