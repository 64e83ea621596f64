package cite

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Quoted reports whether quote occurs in source. White space, control and format characters are
// ignored. Variants of a character are equal, for example full-width forms, Kangxi radicals and
// variants of punctuation. Otherwise letters, their case, and digits must match, and neither end may
// cut a number of the source. A quote with fewer than minQuote letters and digits is never
// found.
func Quoted(source, quote string) bool {
	q := layoutless(quote)
	solid := 0
	for _, r := range q {
		if unicode.In(r, unicode.L, unicode.N) {
			solid++
		}
	}
	if solid < minQuote {
		return false
	}
	s := layoutless(source)
	for at := 0; ; {
		i := strings.Index(s[at:], q)
		if i < 0 {
			return false
		}
		at += i
		if wholeWords(s, at, at+len(q)) {
			return true
		}
		at++
	}
}

// wholeWords reports whether s[from:to] neither begins nor ends inside a number: 5元 is not a
// quote of 15元. White space has been removed, so word boundaries cannot be checked.
func wholeWords(s string, from, to int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	return !(digit(from-1) && digit(from)) && !(digit(to-1) && digit(to))
}

// shapes unifies variants of punctuation.
var shapes = strings.NewReplacer(
	"“", `"`, "”", `"`, "„", `"`, "「", `"`, "」", `"`, "『", `"`, "』", `"`, "«", `"`, "»", `"`,
	"‘", "'", "’", "'", "`", "'", "。", ".", "．", ".", "、", ",", "，", ",", "；", ";", "：", ":", "？", "?", "！", "!",
	"【", "[", "】", "]", "〔", "[", "〕", "]", "《", "<", "》", ">", "〈", "<", "〉", ">", "（", "(", "）", ")",
	"—", "-", "–", "-", "―", "-", "−", "-", "‐", "-", "‑", "-", "～", "~", "〜", "~", "…", "...", "·", ".", "•", ".",
)

// layoutless normalises a text for comparison: it unifies variants of characters, and removes white
// space, control characters and format characters.
func layoutless(s string) string {
	s = shapes.Replace(norm.NFKC.String(s))
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf) {
			return -1
		}
		return text.Radical(r)
	}, s)
}
