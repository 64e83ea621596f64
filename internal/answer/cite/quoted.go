package cite

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Quoted says whether quote stands in source. White space, the width of
// characters, Kangxi radicals and the shape of punctuation do not matter;
// letters, their case, and digits do.
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

// wholeWords says that s[from:to] neither begins nor ends inside a number: 5元 is no
// quote of 15元. White space is already removed, so the ends of words cannot be checked.
func wholeWords(s string, from, to int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	return !(digit(from-1) && digit(from)) && !(digit(to-1) && digit(to))
}

// shapes brings the shapes of the same punctuation together.
var shapes = strings.NewReplacer(
	"“", `"`, "”", `"`, "„", `"`, "「", `"`, "」", `"`, "『", `"`, "』", `"`, "«", `"`, "»", `"`,
	"‘", "'", "’", "'", "`", "'", "。", ".", "．", ".", "、", ",", "，", ",", "；", ";", "：", ":", "？", "?", "！", "!",
	"【", "[", "】", "]", "〔", "[", "〕", "]", "《", "<", "》", ">", "〈", "<", "〉", ">", "（", "(", "）", ")",
	"—", "-", "–", "-", "―", "-", "−", "-", "‐", "-", "‑", "-", "～", "~", "〜", "~", "…", "...", "·", ".", "•", ".",
)

// layoutless writes a text as it is compared: without what only its layout has put
// in it.
func layoutless(s string) string {
	s = shapes.Replace(norm.NFKC.String(s))
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf) {
			return -1
		}
		return text.Radical(r)
	}, s)
}
