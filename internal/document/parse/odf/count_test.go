package odf

import "testing"

// TestCountsFromZero checks a numbered list that begins with 0.
func TestCountsFromZero(t *testing.T) {
	t.Parallel()
	levels := [maxLevels]level{{format: "decimal", suffix: ".", start: 0, shown: 1}, {format: "decimal", start: 1, shown: 2}}
	var n counts
	for i, want := range []struct {
		depth int
		shown string
	}{{0, "0."}, {0, "1."}, {1, "1.1"}, {1, "1.2"}, {0, "2."}, {1, "2.1"}} {
		if got := n.next(&levels, want.depth); got != want.shown {
			t.Errorf("item %d: %q, want %q", i+1, got, want.shown)
		}
	}
}
