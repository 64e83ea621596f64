package pdf

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// alphabets are the single-byte encodings to try for a font with a wrong map of its codes
// or without a map. ASCII is the same in all of these encodings.
var alphabets = []*charmap.Charmap{charmap.Windows1251, charmap.KOI8U, charmap.ISO8859_5, charmap.ISO8859_7}

// Limits for accepting a text as encoded in one of the `alphabets`.
const (
	leastPairs     = 60   // pairs of letters; fewer are enough in recode if an earlier page has the encoding
	leastGlyphs    = 12   // glyphs of a font; withoutHighBytes skips fonts with fewer glyphs
	mostBits       = 4.6  // mean bits of a pair of letters; see package plausible
	leastBitsWrong = 5.45 // a text with at least this many mean bits is surely wrong
	mostASCII      = 0.95 // minimum share of ASCII; so much ASCII does not occur by chance
)

// withoutHighBytes repairs fonts with a map that adds the same high byte to every code. Some programs
// write such a map for a part of a Korean font. Without the repair, Cyrillic and English text is read
// as rare Hangul.
func (d *document) withoutHighBytes(p *page) {
	if !slices.ContainsFunc(p.glyphs, func(g glyph) bool { return hangul(g.r) }) {
		return
	}
	runes := map[*font][]rune{}
	for _, g := range p.glyphs {
		if g.font != nil && g.r != ' ' {
			runes[g.font] = append(runes[g.font], g.r)
		}
	}
	for f, all := range runes {
		if len(all) < leastGlyphs || !uncommonHangul(all) {
			continue
		}
		one := map[*font]bool{f: true}
		text := decoded(p, one, charmap.Windows1251)
		_, pairs, bits := text.Foreign()
		if ascii(all) < mostASCII && (pairs < leastPairs || bits >= mostBits) {
			continue
		}
		for i := range p.glyphs {
			if g := &p.glyphs[i]; g.font == f && g.r != ' ' {
				g.r = charmap.Windows1251.DecodeByte(byte(g.r))
				g.font.guesses.set(g.r, false)
			}
		}
	}
}

// uncommonHangul reports whether all characters are Hangul of one block of 256 and only
// few of them are common.
func uncommonHangul(all []rune) bool {
	common := 0
	for _, r := range all {
		if !hangul(r) || r>>8 != all[0]>>8 {
			return false
		}
		if plausible.CommonHangul(r) {
			common++
		}
	}
	return common*5 < len(all)
}

// hangul reports whether r is a syllable of Korean.
func hangul(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }

// ascii returns the share of characters whose lowest byte is printable ASCII other than the space.
func ascii(all []rune) float64 {
	n := 0
	for _, r := range all {
		if b := byte(r); b > ' ' && b < 0x7f {
			n++
		}
	}
	return float64(n) / float64(len(all))
}

// recode decodes the gibberish of the fonts `bad`, and of the fonts found by beyondASCII, with one
// of the `alphabets`. It assumes that PDFium took the bytes for Latin-1. If no alphabet fits, recode
// changes nothing and returns false.
func (d *document) recode(p *page, bad map[*font]bool) bool {
	if p.unmapped*3 > len(p.glyphs) {
		return false
	}
	fonts := p.beyondASCII(bad)
	best, least := (*charmap.Charmap)(nil), 0.0
	for _, e := range alphabets {
		switch bits, ok := recoded(p, fonts, e, e == d.encoding); {
		case d.encoding != nil && e != d.encoding: // an earlier page has another encoding
		case ok && (best == nil || bits < least):
			best, least = e, bits
		}
	}
	if best == nil {
		return false
	}
	d.encoding = best
	for i := range p.glyphs {
		if g := &p.glyphs[i]; fonts[g.font] {
			g.r = inLatin1(g.r, best)
		}
	}
	return true
}

// beyondASCII returns the given fonts, and fonts with at least four letters if more than two thirds of
// the letters are in Latin-1 outside ASCII. No language with Latin letters has so many letters outside
// ASCII. This finds fonts that are used only for a few words, such as headings.
func (p *page) beyondASCII(fonts map[*font]bool) map[*font]bool {
	count := map[*font][2]int{}
	for _, g := range p.glyphs {
		if g.font != nil && unicode.IsLetter(g.r) {
			n := count[g.font]
			n[0]++
			if g.r >= 0xc0 && g.r < 0x100 {
				n[1]++
			}
			count[g.font] = n
		}
	}
	out := maps.Clone(fonts)
	for f, n := range count {
		if n[0] >= 4 && n[1]*3 > n[0]*2 {
			out[f] = true
		}
	}
	return out
}

// recoded decodes the glyphs of the given fonts by e. It returns the mean bits of a pair of letters,
// and whether the result is a text in this encoding. If `known` is set, an earlier page has this
// encoding, and weaker evidence is enough.
func recoded(p *page, fonts map[*font]bool, e *charmap.Charmap, known bool) (bits float64, ok bool) {
	text := decoded(p, fonts, e)
	letters, pairs, bits := text.Foreign()
	high, signs := 0, 0
	for _, g := range p.glyphs {
		if fonts[g.font] && g.r >= 0xa0 && g.r < 0x100 {
			high++
			if !unicode.IsLetter(inLatin1(g.r, e)) {
				signs++
			}
		}
	}
	switch {
	case signs*10 > high, letters*3 < text.Letters(), text.Gibberish(false):
		return bits, false
	case known && letters > 0:
		return bits, bits < leastBitsWrong
	}
	return bits, pairs >= leastPairs && bits < mostBits
}

// inLatin1 decodes a byte that was taken for a character of Latin-1. Other characters
// are returned unchanged.
func inLatin1(r rune, e *charmap.Charmap) rune {
	if r < 0xa0 || r > 0xff {
		return r
	}
	return e.DecodeByte(byte(r))
}

// decoded returns the text of fonts, decoded by e. The bytes to decode are the characters of Latin-1
// and the low bytes of Hangul.
func decoded(p *page, fonts map[*font]bool, e *charmap.Charmap) *plausible.Text {
	var text plausible.Text
	var b strings.Builder
	var last *glyph
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if !fonts[g.font] {
			continue
		}
		if last != nil && (g.r == ' ' || apart(last, g)) {
			b.WriteByte(' ')
		}
		switch last = g; {
		case g.r == ' ':
		case unicode.Is(unicode.Hangul, g.r):
			b.WriteRune(e.DecodeByte(byte(g.r)))
		default:
			b.WriteRune(inLatin1(g.r, e))
		}
	}
	text.Add(b.String())
	return &text
}
