// Package zh holds what all readers of Chinese text share: numerals, sentences,
// and folding of the ways of writing that count as equal: width, case, and
// simplified or traditional characters.
package zh

import (
	"strings"
	"unicode"
)

// HasHan reports whether s holds a Han character.
func HasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
