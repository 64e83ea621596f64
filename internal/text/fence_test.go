package text

import (
	"strings"
	"testing"
)

// TestFence checks the length of the fence, also around a text that is one long run of backticks.
func TestFence(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"": 3, "a`b``c": 3, "```": 4, "````a```": 5, strings.Repeat("`", 5<<20): 5<<20 + 1} {
		if got := Fence(s); got != strings.Repeat("`", want) {
			t.Errorf("%.20q: %d backticks, want %d", s, len(got), want)
		}
	}
}
