package parse

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// The number of a block of program text stays that of its first line when empty lines above it are
// dropped.
func TestTidyBlockCountsDroppedLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text        string
		first, want int
	}{{"\n\na\n", 1, 3}, {"a\n\nb", 4, 4}, {"\r\n\n a", 2, 4}, {"\na", 0, 0}} {
		b := parsed.Block{Kind: parsed.Code, Text: tt.text, First: tt.first}
		if TidyBlock(&b); b.First != tt.want {
			t.Errorf("%q from %d: from %d, want %d", tt.text, tt.first, b.First, tt.want)
		}
	}
}
