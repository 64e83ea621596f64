// Package display makes text from strangers safe to show.
package display

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxName is the longest name, in characters.
const MaxName = 24

// Line puts a text on one line: each run of white space, control and format characters becomes one
// space, or is removed if it is at the beginning or the end. Invalid UTF-8 is removed.
func Line(words string) string {
	words = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(words, ""))
	return text.OneLine(words)
}

// Name cleans a name that comes from a provider and shortens it to MaxName.
func Name(name string) string { return text.Cut(Line(name), MaxName) }
