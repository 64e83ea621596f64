// Package zh holds what Chinese text needs and every reader of it shares:
// numerals, sentences, and the ways of writing that count as the same: width,
// case, simplified and traditional characters.
package zh

import (
	"strings"
	"unicode"
)

// HasHan reports whether s holds a Han character.
func HasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
