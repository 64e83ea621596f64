package main

import (
	"strings"
	"testing"
)

// TestFigures compares measured values with their goals. A ratio whose baseline is not positive meets
// no goal.
func TestFigures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		f     figure
		holds bool
		says  string
	}{
		{figure{"a", ratio(3, 2), 2, "×", true}, true, "1.50×  (goal ≤ 2×: holds)"},
		{figure{"a", ratio(5, 2), 2, "×", true}, false, "2.50×  (goal ≤ 2×: MISSED)"},
		{figure{"a", 0.5, 0.65, "×", false}, false, "0.50×  (goal ≥ 0.65×: MISSED)"},
		{figure{"a", 700, 0.65, "×", false}, true, "700×  (goal ≥ 0.65×: holds)"},
		{figure{"a", ratio(5, 0), 2, "×", true}, false, "not measured"},
		{figure{"a", ratio(5, -1), 2, "×", true}, false, "not measured"},
	} {
		if got := test.f.String(); test.f.holds() != test.holds || !strings.Contains(got, test.says) {
			t.Errorf("%v %q", test.f.holds(), got)
		}
	}
}
