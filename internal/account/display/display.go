// Package display makes names and words of strangers fit to be shown.
package display

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxName is the longest name, in characters.
const MaxName = 24

// Line puts words on one line, without control characters and without those
// that cannot be seen.
func Line(words string) string {
	words = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(words, ""))
	return text.OneLine(words)
}

// Name is the name that a provider knows somebody by, cut to MaxName.
func Name(name string) string { return text.Cut(Line(name), MaxName) }
