package text

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// AnyOf returns a regular expression that matches any of `words`. Longer words come first, so that
// the expression does not match only the beginning of a longer word.
func AnyOf(words iter.Seq[string]) string {
	all := slices.SortedFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for i, w := range all {
		all[i] = regexp.QuoteMeta(w)
	}
	return "(?:" + strings.Join(all, "|") + ")"
}
