package pdf

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// font is a font of a page, with what is known of its characters.
type font struct {
	guessed map[rune]bool // what its characters are taken for; true: they are codes that nothing maps
	codes   int           // glyphs that are such codes
	glyphs  int           // all that are taken for characters
	unknown int           // glyphs besides, whose character is not known
	han     int           // codes that may well be Han characters
	common  int           // of them, those that are common characters
	text    plausible.Text
}

// fontOf is the font of a text object of a page.
func (d *document) fontOf(object uint64, p *page) *font {
	if object == 0 {
		return nil
	}
	at := d.call("FPDFTextObj_GetFont", object)
	f := p.fonts[at]
	if f == nil {
		f = &font{guessed: map[rune]bool{}}
		if p.fonts == nil {
			p.fonts = map[uint64]*font{}
		}
		p.fonts[at] = f
	}
	return f
}

// lost counts a glyph whose character is not known.
func (f *font) lost() {
	if f != nil {
		f.unknown++
	}
}

// gibberish reports a font whose characters are not what they are taken for, or
// whose text has lost so many that words fall apart.
func (f *font) gibberish() bool {
	return f.unknown*3 > f.glyphs || f.text.Gibberish(f.codes*2 > f.glyphs)
}

// known reports whether a character may be one. Where a font does not say what a
// code means, PDFium gives the code. A code of one byte may well be the character,
// which the text will tell. So may one of a Han character: many programs write a
// map of all codes to themselves, of which PDFium reads the first 256. Any other
// code is the number of a glyph.
func (d *document) known(f *font, text, at uint64, r rune) bool {
	if f == nil {
		return true
	}
	guessed, seen := f.guessed[r]
	if !seen {
		guessed = d.call("FPDFText_HasUnicodeMapError", text, at) == 1
		f.guessed[r] = guessed
	}
	switch {
	case !guessed || r > ' ' && r < 0x7f || r > 0xa0 && r < 0x100:
		return true
	case unicode.Is(unicode.Han, r):
		f.han++
		if plausible.CommonHan(r) {
			f.common++
		}
		return true
	}
	return eastern(r)
}

// eastern reports the punctuation and signs that stand among Han characters.
func eastern(r rune) bool {
	return r >= 0x2010 && r <= 0x2027 || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xfff0
}

// leastHan is how many codes must be Han characters before they are believed.
const leastHan = 4

// withoutNumbers drops the codes of a font that are numbers of glyphs: taken for
// Han characters, few of them are common ones, while half of any text is.
func (p *page) withoutNumbers() {
	kept := p.glyphs[:0]
	for _, g := range p.glyphs {
		f := g.font
		if f == nil || g.r < 0x100 || !f.guessed[g.r] || f.han >= leastHan && f.common*2 >= f.han {
			kept = append(kept, g)
			continue
		}
		p.unmapped++
		f.lost()
	}
	p.glyphs = kept
}

// withoutGibberish drops the glyphs of fonts whose text is none: their
// characters are not known either. Where an alphabet is cut into many fonts, only
// all of them together tell.
func (d *document) withoutGibberish(p *page) {
	p.withoutNumbers()
	d.withoutHighBytes(p)
	all := p.tellFonts()
	bad := map[*font]bool{}
	for _, f := range p.fonts {
		if all || f.gibberish() {
			bad[f] = true
		}
	}
	if len(bad) == 0 || d.recode(p, bad) {
		return
	}
	kept := p.glyphs[:0]
	for _, g := range p.glyphs {
		if g.font == nil || !bad[g.font] {
			kept = append(kept, g)
		} else if g.r != ' ' {
			p.unmapped++
		}
	}
	p.glyphs = kept
}

// tellFonts returns each font its words, and reports a page whose words are none
// as a whole.
func (p *page) tellFonts() bool {
	var whole plausible.Text
	var own, word strings.Builder // what goes on in one font, and in any
	var last *glyph
	tell := func(b *strings.Builder, to *plausible.Text) {
		if b.Len() > 0 {
			to.Add(b.String())
			b.Reset()
		}
	}
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.font == nil {
			continue
		}
		if last != nil {
			end := g.r == ' ' || apart(last, g)
			if end || g.font != last.font {
				tell(&own, &last.font.text)
			}
			if end {
				tell(&word, &whole)
			}
		}
		if last = g; g.r == ' ' {
			continue
		}
		own.WriteRune(g.r)
		word.WriteRune(g.r)
		g.font.glyphs++
		if g.font.guessed[g.r] {
			g.font.codes++
		}
	}
	if last != nil {
		tell(&own, &last.font.text)
	}
	tell(&word, &whole)
	return whole.Gibberish(false)
}

// apart reports glyphs that are not of one word.
func apart(a, b *glyph) bool {
	if a.quarter != b.quarter || a.quarter == slanted {
		return true
	}
	from, to := turnedBox(a.box, a.quarter, 0, 0), turnedBox(b.box, a.quarter, 0, 0)
	gap := to.X0 - from.X1
	return overlapY(from, to) < 0.5 || gap > 0.2*a.size || gap < -a.size
}
