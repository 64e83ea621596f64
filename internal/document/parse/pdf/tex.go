package pdf

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// texEncoding is an encoding of TeX's fonts for Greek or Cyrillic. Fonts of bitmaps have no map, and the
// names of their glyphs only repeat the codes, so the encoding is derived from the text.
type texEncoding struct {
	first   rune    // the code of codes[0]
	codes   []rune  // the characters of the codes from `first` on; U+FFFD stands for a code without a character
	ascii   bool    // the letters have the codes of Latin letters; else their codes are beyond ASCII
	gain    float64 // only with ascii: the mean bits of a pair of letters must be lower than in Latin letters by more than this; may be negative
	bitmaps bool    // the encoding is only expected in fonts without a name, such as fonts of bitmaps
}

// texEncodings are the encodings to try. If two of them fit equally well, the first one is used.
// Windows-1251 differs from T2A only in a few letters. It is in the list because its text would
// otherwise be taken for T2A.
var texEncodings = []*texEncoding{
	lgr,
	ot2,
	{first: 16, codes: []rune(t2aSigns + printed + t2a), bitmaps: true},
	{first: ' ', codes: []rune(printed + windows1251), bitmaps: true},
	{first: ' ', codes: []rune(lcyASCII + lcy)},
}

// lgr is an encoding of Greek. Text of a language with Latin letters takes more bits when it is decoded
// as Greek, unless the text is very short.
var lgr = &texEncoding{first: ' ', ascii: true, gain: 0.5, codes: []rune("" +
	"\ufffd!¨΅῭%·΄()*+,-./0123456789:·῾=᾿;" +
	"῟ΑΒ῝ΔΕΦΓΗΙΘΚΛΜΝΟΠΧΡΣΤΥ῞ΩΞΨΖ[῏]῎῍" +
	"`αβςδεφγηιθκλμνοπχρστυ\ufffdωξψζ«ͺ»῀—" +
	"ὰἁἀἃᾲᾁᾀᾃάἅἄἂᾴᾅᾄᾂᾶἇἆϝᾷᾇᾆ\ufffdὴἡἠ\ufffdῂᾑᾐ\ufffd" +
	"ήἥἤἣῄᾕᾔᾓῆἧἦἢῇᾗᾖᾒὼὡὠὣῲᾡᾠᾣώὥὤὢῴᾥᾤᾢ" +
	"ῶὧὦϜῷᾧᾦ\ufffdὶἱἰἳὺὑὐὓίἵἴἲύὕὔὒῖἷἶΪῦὗὖΫ" +
	"ὲἑἐἓὸὁὀὃέἕἔἒόὅὄὂϊῒΐῗϋῢΰῧᾳῃῳῥῤ\ufffdʹ͵")}

// ot2 is the encoding of the Cyrillic fonts of the American Mathematical Society. The
// control codes are letters, too. Most letters sound like the Latin letters with the same codes, so
// reading a text as OT2 saves hardly any bits compared with Latin letters. Therefore the bits do not
// suffice: fit accepts a text as OT2 only if onlyOT2 also reports true.
var ot2 = &texEncoding{ascii: true, gain: -0.2, codes: []rune("" +
	"ЊЉЏЭІЄЂЋњљџэієђћЮЖЙЁѴѲЅЯюжйёѵѳѕя" +
	"¨!”Ѣ˘%´’()*ѣ,-./0123456789:;«і»?" +
	"˘АБЦДЕФГХИЈКЛМНОПЧРСТУВЩШЫЗ[“]ЬЪ" +
	"‘абцдефгхијклмнопчрстувщшыз–—№ьъ")}

// The characters of T2A, Windows-1251 and LCY, in the order of their codes. The ASCII part includes
// code 127.
const (
	printed = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~-"

	t2aSigns = "“”\ufffd\ufffd˘–—\ufffd\ufffdıȷﬀﬁﬂﬃﬄ"
	t2a      = "ҐҒЂЋҺҖҘЉЇҚҠҜӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ№¤§ґғђћһҗҙљїқҡҝӕңҥѕөҫўүұҳџҹҷєәњё„«»" + cyrillicAlphabet

	windows1251 = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\ufffd™љ›њќћџ ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї" + cyrillicAlphabet

	lcyASCII = " !”#$%&’()*+,-./0123456789:;¡=¿?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[“]^_‘abcdefghijklmnopqrstuvwxyz–—}~-"
	lcy      = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd" +
		"\ufffd\ufffd\ufffd\ufffd—¤\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd" +
		"рстуфхцчшщъыьэюяЁёҐґЄєІіЇїЎў№«»„"

	cyrillicAlphabet = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
)

// Limits for accepting the text of a font as encoded in one of texEncodings.
const (
	leastOnlyOT2    = 0.015                // share of letters with codes that are no letters in Latin fonts; OT2 text has 0.017 to 0.33
	mostLatinOT2    = 0.01                 // share of obsolete letters, and of capitals after small letters; in Latin fonts, their codes are accents and ligatures
	usedOT2         = "\v\f\r\x0e\x0f#+^_" // codes of letters that are ligatures or signs in fonts for Latin letters
	leastGainKnown  = -0.5                 // replaces ot2.gain for fewer than leastPairs pairs if another font has OT2; shortTeX uses it, too
	leastPairsKnown = 12                   // pairs of letters if another font of the document has the same encoding
)

// char returns the character of a code, or U+FFFD for a code without a character.
func (e *texEncoding) char(code rune) rune {
	if code < e.first || int(code-e.first) >= len(e.codes) {
		return 0xfffd
	}
	return e.codes[code-e.first]
}

// decode returns the character of a code; a space stays a space.
func (e *texEncoding) decode(code rune) rune {
	if code == ' ' {
		return code
	}
	return e.char(code)
}

// digraphs maps Latin digraphs to the Cyrillic letters of OT2 with the same glyph names.
var digraphs = map[rune]rune{'Ǉ': 'Љ', 'ǉ': 'љ', 'Ǌ': 'Њ', 'ǌ': 'њ'}

// namedOT2 reports whether the name of a font shows that it has the encoding OT2. The glyphs of such
// a font have the names of Latin letters.
func namedOT2(name string) bool {
	if _, after, ok := strings.Cut(name, "+"); ok {
		name = after
	}
	return strings.HasPrefix(strings.ToLower(name), "wncy")
}

// withTeX decodes the codes of fonts with text in one of texEncodings. Without this decoding
// such text consists of Latin letters and looks like an unknown language.
func (d *document) withTeX(p *page) {
	codes := map[*font]*strings.Builder{}
	found := map[*font]*texEncoding{}
	var last *glyph
	for i := range p.glyphs {
		g := &p.glyphs[i]
		switch {
		case g.font == nil:
			continue
		case g.font.ot2:
			found[g.font] = ot2
			continue
		case !g.font.guesses.some || g.r != ' ' && !g.font.guessed(g.r):
			continue
		}
		b := codes[g.font]
		if b == nil {
			b = &strings.Builder{}
			codes[g.font] = b
		}
		if g.r == ' ' || last != nil && (last.font != g.font || apart(last, g)) {
			b.WriteByte(' ')
		}
		if last = g; g.r != ' ' {
			b.WriteRune(g.r)
		}
	}
	for f, b := range codes {
		if e := texOf(f, b.String(), texEncodings, false); e != nil {
			found[f] = e
		}
	}
	for _, e := range texEncodings {
		if !slices.Contains(d.tex, e) && slices.Contains(slices.Collect(maps.Values(found)), e) {
			d.tex = append(d.tex, e)
		}
		if e.bitmaps && d.encoding == nil && slices.Contains(d.tex, e) {
			d.encoding = charmap.Windows1251 // so that recode also decodes fonts with only a few letters
		}
	}
	for f, b := range codes {
		if found[f] == nil && len(d.tex) > 0 {
			if e := texOf(f, b.String(), d.tex, true); e != nil {
				found[f] = e
			}
		}
	}
	for f, b := range codes {
		if found[f] == nil && f.name == "" {
			if e := shortTeX(b.String()); e != nil {
				found[f] = e
			}
		}
	}
	if len(found) > 0 {
		p.decode(found)
	}
}

// texOf returns the encoding in the list `of` that fits the codes of a font best; nil if none fits. If
// `known` is set, other text of the document has the encodings of the list, and weaker evidence is enough.
func texOf(f *font, codes string, of []*texEncoding, known bool) *texEncoding {
	var best *texEncoding
	least, lowest := leastPairs, mostBits
	if known {
		least, lowest = leastPairsKnown, leastBitsWrong
	}
	for _, e := range of {
		if e.bitmaps && (f.name != "" || known) { // e is only expected in fonts without a name; if `known` is set, recode decodes these fonts
			continue
		}
		if pairs, bits := e.fit(codes, known); pairs >= least && bits < lowest {
			best, lowest = e, bits
		}
	}
	return best
}

// fit decodes a text by e and returns its number of pairs of letters and their mean bits. If the text does
// not fit e, the number is 0. For example, the text has too many signs or is more probable in Latin letters.
func (e *texEncoding) fit(codes string, known bool) (pairs int, bits float64) {
	var latin, text plausible.Text
	decoded := strings.Map(e.decode, codes)
	text.Add(decoded)
	letters, pairs, bits := text.Foreign()
	if e != lgr && signs(decoded)*10 > letters {
		return 0, bits
	}
	if !e.ascii {
		if letters*3 < text.Letters() || text.Gibberish(false) {
			return 0, bits
		}
		return pairs, bits
	}
	latin.Add(strings.Map(withoutControls, codes))
	gain := e.gain
	if e == ot2 {
		short := known && pairs < leastPairs
		if !onlyOT2(codes, short) {
			return 0, bits
		}
		if short {
			gain = leastGainKnown
		}
	}
	if latin.Latin()-bits <= gain {
		return 0, bits
	}
	return pairs, bits
}

// signs returns the number of characters that are not expected in running text.
func signs(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .,:;-()?!«»“”„’–—…№", r) {
			n++
		}
	}
	return n
}

// onlyOT2 reports whether enough codes are letters in OT2 but ligatures, accents or signs in
// Latin fonts. It returns false if too many letters would be obsolete letters, or capitals after
// small letters: such codes are ligatures and accents of a Latin font. If short is set, the codes in
// usedOT2 do not count as letters of OT2 alone.
func onlyOT2(codes string, short bool) bool {
	letters, only, latin := 0, 0, 0
	last := ' '
	for _, r := range codes {
		c := ot2.decode(r)
		if unicode.IsLetter(c) {
			letters++
			switch {
			case c == 'ѵ' || c == 'ѳ', unicode.IsUpper(c) && unicode.IsLower(last):
				latin++
			case !asciiLetter(r) && !(short && strings.ContainsRune(usedOT2, r)):
				only++
			}
		}
		last = c
	}
	return float64(only) >= leastOnlyOT2*float64(letters) && float64(latin) <= mostLatinOT2*float64(letters)
}

// decode replaces the codes of fonts by characters. In a font with glyph names, the letters of ot2 have
// the names of the ASCII letters with the same codes. PDFium therefore returns these ASCII letters,
// and decode replaces them, too.
func (p *page) decode(fonts map[*font]*texEncoding) {
	kept := p.glyphs[:0]
	for _, g := range p.glyphs {
		e := fonts[g.font]
		switch {
		case e == nil || g.r == ' ':
		case g.font.guessed(g.r) || g.font.name != "" && e == ot2 && asciiLetter(g.r):
			if g.r = e.char(g.r); g.r == 0xfffd {
				p.unmapped++
				continue
			}
			g.font.guesses.set(g.r, false)
		case digraphs[g.r] != 0 && e == ot2:
			g.r = digraphs[g.r]
		}
		kept = append(kept, g)
	}
	p.glyphs = kept
}

func asciiLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
