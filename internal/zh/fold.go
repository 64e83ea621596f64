package zh

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold writes s so that what people take for the same is the same: full-width
// and other compatibility forms become plain ones, capitals small ones.
func Fold(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// FoldSimplified is Fold with simplified characters for traditional ones.
func FoldSimplified(s string) string { return strings.Map(Simplify, Fold(s)) }

// halfWidth are the half-width forms of marks that are not simply full-width
// ASCII characters.
var halfWidth = map[rune]rune{
	'　': ' ', '\u00a0': ' ', '。': '.', '、': ',', '“': '"', '”': '"', '‘': '\'', '’': '\'',
	'×': '*', '✕': '*', '✖': '*', '÷': '/', '−': '-', '–': '-', '—': '-', '\t': ' ',
}

// FoldRune gives the half-width, small, simplified form of r, for patterns that
// are matched character by character: the full stop of either script is '.', ×
// is '*'. It is always one character for one, so that places in a folded text
// are places in its source.
func FoldRune(r rune) rune {
	if m, ok := halfWidth[r]; ok {
		return m
	}
	if r >= '！' && r <= '～' {
		r -= '！' - '!'
	}
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	return Simplify(unicode.ToLower(r))
}

// FoldRunes folds each character of a text by FoldRune.
func FoldRunes(runes []rune) string {
	out := make([]rune, len(runes))
	for i, r := range runes {
		out[i] = FoldRune(r)
	}
	return string(out)
}
