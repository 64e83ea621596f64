package words

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestGroups checks the form of Groups and Everyday. A group has at least two words. A word occurs
// once in its group and is in lower case. A Chinese word has at most 12 characters. TestGroups also
// checks Alike.
func TestGroups(t *testing.T) {
	t.Parallel()
	n := 0
	for line := range strings.Lines(Groups + Everyday) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		group := strings.Fields(line)
		if len(group) < 2 {
			t.Errorf("alone: %q", line)
		}
		for i, w := range group {
			if slices.Contains(group[:i], w) || w != strings.ToLower(w) || w[0] >= utf8.RuneSelf && utf8.RuneCountInString(w) > 12 {
				t.Errorf("%q in %q", w, line)
			}
		}
	}
	if n < 1_000 {
		t.Errorf("%d groups", n)
	}
	if all := Alike("竣工"); !slices.Contains(all, "完工") || slices.Contains(all, "竣工") {
		t.Error(all)
	}
	if Alike("") != nil || Alike("龘") != nil {
		t.Error("words of nothing")
	}
}
