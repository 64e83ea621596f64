package pdf

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// lgrCodes are the characters of LGR, the encoding of TeX's fonts for Greek, from code 32
// on: ASCII letters are the codes of Greek ones. U+FFFD is a code without a character.
var lgrCodes = []rune("" +
	"\ufffd!¨΅῭%·΄()*+,-./0123456789:·῾=᾿;" +
	"῟ΑΒ῝ΔΕΦΓΗΙΘΚΛΜΝΟΠΧΡΣΤΥ῞ΩΞΨΖ[῏]῎῍" +
	"`αβςδεφγηιθκλμνοπχρστυ\ufffdωξψζ«ͺ»῀—" +
	"ὰἁἀἃᾲᾁᾀᾃάἅἄἂᾴᾅᾄᾂᾶἇἆϝᾷᾇᾆ\ufffdὴἡἠ\ufffdῂᾑᾐ\ufffd" +
	"ήἥἤἣῄᾕᾔᾓῆἧἦἢῇᾗᾖᾒὼὡὠὣῲᾡᾠᾣώὥὤὢῴᾥᾤᾢ" +
	"ῶὧὦϜῷᾧᾦ\ufffdὶἱἰἳὺὑὐὓίἵἴἲύὕὔὒῖἷἶΪῦὗὖΫ" +
	"ὲἑἐἓὸὁὀὃέἕἔἒόὅὄὂϊῒΐῗϋῢΰῧᾳῃῳῥῤ\ufffdʹ͵")

// leastGain is the number of bits by which a pair of letters must be cheaper in Greek than in
// Latin letters. For text of any language in Latin letters the difference is below zero.
const leastGain = 0.5

// lgr returns the character of a code of LGR.
func lgr(code rune) rune {
	if code < ' ' || int(code-' ') >= len(lgrCodes) {
		return 0xfffd
	}
	return lgrCodes[code-' ']
}

// withGreek decodes the codes of fonts without a map whose text is Greek in LGR. Without this
// decoding such text consists of Latin letters and looks like an unknown language. In fonts of
// bitmaps the letter ή is missing, because PDFium takes its code, 160, for a space.
func (p *page) withGreek() {
	latin, greek := map[*font]*strings.Builder{}, map[*font]*strings.Builder{}
	var last *glyph
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.font == nil || !g.font.guesses.some || g.r != ' ' && !g.font.guessed(g.r) {
			continue
		}
		if latin[g.font] == nil {
			latin[g.font], greek[g.font] = &strings.Builder{}, &strings.Builder{}
		}
		if g.r == ' ' || last != nil && (last.font != g.font || apart(last, g)) {
			latin[g.font].WriteByte(' ')
			greek[g.font].WriteByte(' ')
		}
		if last = g; g.r != ' ' {
			latin[g.font].WriteRune(g.r)
			greek[g.font].WriteRune(lgr(g.r))
		}
	}
	found := map[*font]bool{}
	for f := range greek {
		if greekText(latin[f].String(), greek[f].String()) {
			found[f] = true
		}
	}
	if len(found) == 0 {
		return
	}
	kept := p.glyphs[:0]
	for _, g := range p.glyphs {
		if found[g.font] && g.font.guessed(g.r) {
			if g.r = lgr(g.r); g.r == 0xfffd {
				p.unmapped++
				continue
			}
			g.font.guesses.set(g.r, false)
		}
		kept = append(kept, g)
	}
	p.glyphs = kept
}

// greekText reports whether a text is Greek, and not in Latin letters.
func greekText(latin, greek string) bool {
	var a, b plausible.Text
	a.Add(latin)
	b.Add(greek)
	_, pairs, bits := b.Foreign()
	return pairs >= leastPairs && bits < mostBits && a.Latin()-bits > leastGain
}
