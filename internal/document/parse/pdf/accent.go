package pdf

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// accents maps an accent drawn as a separate character to the combining mark of the accent. TeX draws
// accents this way if the font has no accented letters.
var accents = map[rune]rune{
	'`': 0x300, '´': 0x301, 'ˆ': 0x302, '˜': 0x303, '¯': 0x304, '˘': 0x306, '˙': 0x307,
	'¨': 0x308, '˚': 0x30a, '˝': 0x30b, 'ˇ': 0x30c, '¸': 0x327, '˛': 0x328,
}

// withAccents combines each accent drawn on a letter with the letter, if Unicode has the combined
// letter. TeX draws an accent before its letter. A few macros draw it after the letter.
func withAccents(glyphs []glyph) []glyph {
	out := glyphs[:0]
	for i := 0; i < len(glyphs); i++ {
		g := glyphs[i]
		mark := rune(0)
		if g.r == '`' || g.r > 0x7f {
			mark = accents[g.r]
		}
		if mark == 0 {
			out = append(out, g)
			continue
		}
		if i+1 < len(glyphs) {
			next := glyphs[i+1]
			if r, ok := accented(next, g, mark); ok {
				next.r = r
				out = append(out, next)
				i++
				continue
			}
		}
		if n := len(out); n > 0 {
			if r, ok := accented(out[n-1], g, mark); ok {
				out[n-1].r = r
				continue
			}
		}
		out = append(out, g)
	}
	return out
}

// accented returns the combination of letter and accent. It returns false if the accent is not drawn
// on the letter, or if Unicode lacks the combination.
func accented(letter, accent glyph, mark rune) (rune, bool) {
	if !unicode.IsLetter(letter.r) || letter.quarter != accent.quarter || !overlaid(letter.box, accent.box) {
		return 0, false
	}
	base := letter.r
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	s := norm.NFC.String(string([]rune{base, mark}))
	r, n := utf8.DecodeRuneInString(s)
	return r, n == len(s)
}

// overlaid reports whether the common area of two boxes is more than half of the smaller box.
func overlaid(a, b parsed.Box) bool {
	w := min(a.X1, b.X1) - max(a.X0, b.X0)
	h := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	least := min((a.X1-a.X0)*(a.Y1-a.Y0), (b.X1-b.X0)*(b.Y1-b.Y0))
	return w > 0 && h > 0 && w*h > least/2
}
