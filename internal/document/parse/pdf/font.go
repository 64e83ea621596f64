package pdf

import (
	"maps"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// font is a font of a page, with statistics about its characters.
type font struct {
	name    string // empty if it is unknown, for example for fonts of bitmaps
	bold    bool
	ot2     bool // the name says that the letters have the encoding OT2
	guesses guesses

	identity bool // a guessed code is the Unicode number of its character
	codes    int  // glyphs without a Unicode mapping
	glyphs   int  // glyphs with a character, which may be guessed
	unknown  int  // further glyphs, whose character is unknown
	han      int  // glyphs without a Unicode mapping whose code is the number of a Han character
	common   int  // glyphs counted in `han` whose Han character is common
	text     plausible.Text
}

// guesses records which characters of a font are guessed. A character is guessed if PDFium has no
// Unicode mapping for a code and returns the code itself.
type guesses struct {
	low  [0x250]guess // characters of Latin alphabets, which are the most frequent
	rest map[rune]bool
	some bool // a character was guessed
}

// guess is what is known about a character.
type guess uint8

const (
	unseen guess = iota
	mapped
	unmapped
)

// of returns whether r is guessed. `known` is true if the method `set` has been called for r.
func (g *guesses) of(r rune) (is, known bool) {
	if r >= 0 && int(r) < len(g.low) {
		return g.low[r] == unmapped, g.low[r] != unseen
	}
	is, known = g.rest[r]
	return is, known
}

func (g *guesses) set(r rune, is bool) {
	g.some = g.some || is
	switch {
	case r < 0 || int(r) >= len(g.low):
		if g.rest == nil {
			g.rest = map[rune]bool{}
		}
		g.rest[r] = is
	case is:
		g.low[r] = unmapped
	default:
		g.low[r] = mapped
	}
}

// guessed reports whether r is a guessed character.
func (f *font) guessed(r rune) bool {
	is, _ := f.guesses.of(r)
	return is
}

// isCode reports whether r is a guessed character of a font, which may be nil.
func (f *font) isCode(r rune) bool { return f != nil && f.guessed(r) }

// isBold reports whether a font, which may be nil, is bold.
func (f *font) isBold() bool { return f != nil && f.bold }

// fontOf returns the font of a text object of p, or nil if object is 0. The character at
// the index `at` of the page's text must belong to the object.
func (d *document) fontOf(object, text, at uint64, p *page) *font {
	if object == 0 {
		return nil
	}
	handle := d.call("FPDFTextObj_GetFont", object)
	f := p.fonts[handle]
	if f == nil {
		f = d.newFont(text, at)
		if p.fonts == nil {
			p.fonts = map[uint64]*font{}
		}
		p.fonts[handle] = f
		d.keep(handle)
	}
	return f
}

// newFont returns the font of the character at an index.
func (d *document) newFont(text, at uint64) *font {
	const semibold = 600
	name := d.fontName(text, at)
	return &font{
		name: string(name),
		bold: boldName(name) || int32(d.call("FPDFText_GetFontWeight", text, at)) >= semibold,
		ot2:  namedOT2(string(name)),

		identity: d.changed.identity,
	}
}

// addUnknown counts a glyph whose character is unknown.
func (f *font) addUnknown() {
	if f != nil {
		f.unknown++
	}
}

// gibberish reports whether the characters of a font are wrong, or so many of them are
// unknown that words are incomplete.
func (f *font) gibberish() bool {
	return f.unknown*3 > f.glyphs || f.text.Gibberish(f.codes*2 > f.glyphs)
}

// known reports whether r may be the right character. If a font does not map a code to Unicode,
// PDFium returns the code itself. A one-byte code may be the character; this is decided later from
// the text. A code that is a Han character may be right, too: many programs write a map of all
// codes to themselves, and PDFium reads only the first 256 entries of such a map. Any other code counts
// as the number of a glyph, unless it is punctuation of Han text or f.identity is set.
func (d *document) known(f *font, text, at uint64, r rune) bool {
	if f == nil {
		return true
	}
	guessed, seen := f.guesses.of(r)
	if !seen {
		guessed = d.withoutMap(text, at)
		f.guesses.set(r, guessed)
	}
	switch {
	case !guessed || r > 0 && r < 0x100 || f.identity:
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

// withoutMap reports whether the font of a character does not map its code to Unicode.
func (d *document) withoutMap(text, at uint64) bool {
	return d.call("FPDFText_HasUnicodeMapError", text, at) == 1
}

// eastern reports whether r is punctuation or a sign that occurs among Han characters.
func eastern(r rune) bool {
	return r >= 0x2010 && r <= 0x2027 || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xfff0
}

// leastHan is the minimum number of a font's codes that must be Han characters, so that
// the codes are accepted as Han characters.
const leastHan = 4

// withoutNumbers drops codes that are numbers of glyphs. Codes of two bytes are kept if f.identity is
// set. They are also kept if at least leastHan of them are Han characters and at least half of these
// characters are common, as in Chinese text. Codes of one byte are kept unless they are control codes.
func (p *page) withoutNumbers() {
	kept := p.glyphs[:0]
	for _, g := range p.glyphs {
		f := g.font
		control := g.r >= 0x7f && g.r < 0xa0 || g.r < ' '
		if g.r == 0xa0 {
			g.r = ' '
		}
		if f == nil || !f.guessed(g.r) || !control && (g.r < 0x100 || f.identity || f.han >= leastHan && f.common*2 >= f.han) {
			kept = append(kept, g)
			continue
		}
		p.unmapped++
		f.addUnknown()
	}
	p.glyphs = kept
}

// withoutGibberish decodes fonts with wrong codes if it recognises the codes. If the text of a font is
// still gibberish, its characters are wrong, so its glyphs are dropped. An alphabet may be divided
// into many fonts, so the text of all fonts together is judged, too.
func (d *document) withoutGibberish(p *page) {
	d.withTeX(p)
	p.withoutNumbers()
	d.withoutHighBytes(p)
	all := p.readFonts()
	bad := map[*font]bool{}
	for _, f := range p.fonts {
		if all || f.gibberish() {
			bad[f] = true
		}
	}
	runs := p.accentedRuns(bad)
	wrong := maps.Clone(bad)
	for i := range runs {
		wrong[p.glyphs[i].font] = true
	}
	if len(wrong) == 0 || d.recode(p, wrong) {
		return
	}
	kept := p.glyphs[:0]
	for i, g := range p.glyphs {
		if g.font == nil || !bad[g.font] && !runs[i] {
			kept = append(kept, g)
		} else if g.r != ' ' {
			p.unmapped++
		}
	}
	p.glyphs = kept
}

// Limits for accented letters that follow each other.
const (
	leastRun   = 4  // no word in Latin letters has so many accented letters in a row
	leastInRun = 20 // letters in all such runs of a font; fewer may be signs
)

// accentedRuns returns the indexes of glyphs in runs of guessed characters of Latin-1 outside ASCII. Such
// runs are wrongly decoded text of another script, such as Thai. They are searched for separately, because
// a font with much English text does not count as gibberish. Glyphs of fonts in `bad` are left out.
func (p *page) accentedRuns(bad map[*font]bool) map[int]bool {
	byFont := map[*font][]int{}
	begin := 0
	for i := range len(p.glyphs) + 1 {
		if i < len(p.glyphs) && p.glyphs[i].isAccented() && (i == begin || p.glyphs[i].font == p.glyphs[begin].font) {
			continue
		}
		if i-begin >= leastRun && !bad[p.glyphs[begin].font] {
			for k := begin; k < i; k++ {
				byFont[p.glyphs[k].font] = append(byFont[p.glyphs[k].font], k)
			}
		}
		if begin = i; i < len(p.glyphs) && !p.glyphs[i].isAccented() {
			begin++
		}
	}
	out := map[int]bool{}
	for _, all := range byFont {
		if len(all) >= leastInRun {
			for _, i := range all {
				out[i] = true
			}
		}
	}
	return out
}

// isAccented reports whether a glyph is a guessed character of Latin-1 outside ASCII.
func (g *glyph) isAccented() bool { return g.r > 0xa0 && g.r < 0x100 && g.font.isCode(g.r) }

// readFonts collects the words of each font, and reports whether the text of the whole
// page is gibberish.
func (p *page) readFonts() bool {
	texts := map[*font]*plausible.Reader{} // words within each font
	var whole plausible.Text               // words across fonts
	all := whole.Reader()
	var own *plausible.Reader // the text of the last glyph's font
	var last *glyph
	several := len(p.fonts) > 1
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.font == nil {
			continue
		}
		if last != nil {
			end := g.r == ' ' || apart(last, g)
			if end || g.font != last.font {
				own.Read('\n')
			}
			if end && several {
				all.Read('\n')
			}
		}
		if last == nil || g.font != last.font {
			if own = texts[g.font]; own == nil {
				own = g.font.text.Reader()
				texts[g.font] = own
			}
		}
		if last = g; g.r == ' ' {
			continue
		}
		own.Read(g.r)
		if several {
			all.Read(g.r)
		}
		g.font.glyphs++
		if g.font.guessed(g.r) {
			g.font.codes++
		}
	}
	for _, text := range texts {
		text.End()
	}
	all.End()
	if !several && last != nil {
		return last.font.text.Gibberish(false)
	}
	return whole.Gibberish(false)
}

// apart reports whether two glyphs belong to different words.
func apart(a, b *glyph) bool {
	if a.quarter != b.quarter || a.quarter == slanted {
		return true
	}
	from, to := turnedBox(a.box, a.quarter, 0, 0), turnedBox(b.box, a.quarter, 0, 0)
	gap := to.X0 - from.X1
	return overlapY(from, to) < 0.5 || gap > 0.2*a.size || gap < -a.size
}
