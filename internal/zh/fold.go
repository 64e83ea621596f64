package zh

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold removes differences in width and case. Full-width and other compatibility forms become plain
// forms, and capitals become small letters.
func Fold(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// FoldSimplified is like Fold, and also replaces traditional characters by simplified
// ones.
func FoldSimplified(s string) string { return strings.Map(Simplify, Fold(s)) }

// halfWidth maps marks and spaces outside the range of full-width ASCII to similar ASCII characters.
var halfWidth = map[rune]rune{
	'　': ' ', '\u00a0': ' ', '。': '.', '、': ',', '“': '"', '”': '"', '‘': '\'', '’': '\'',
	'×': '*', '✕': '*', '✖': '*', '÷': '/', '−': '-', '–': '-', '—': '-', '\t': ' ',
}

// FoldRune returns the half-width, lower-case, simplified form of r, for patterns that match
// character by character. The Chinese full stop becomes '.', and × becomes '*'. The result is
// always one character, so that character positions in the folded text and in the source are the
// same.
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
