// Package zh contains functions for Chinese text: numerals, sentences and clauses, conversion between
// simplified and traditional characters, and folding (removal of differences in width, case and script).
package zh

import (
	"strings"
	"unicode"
)

// HasHan reports whether s contains a Han character.
func HasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
