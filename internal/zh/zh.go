// Package zh contains functions for Chinese text: numerals, sentences, and folding of differences
// in width, case, and simplified or traditional characters.
package zh

import (
	"strings"
	"unicode"
)

// HasHan reports whether s contains a Han character.
func HasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
