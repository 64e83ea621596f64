package ole

import (
	"encoding/binary"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
)

// codePages are the code pages of languages that are not West European. The keys are primary
// language numbers, or full numbers for Chinese.
var codePages = map[int]int{
	0x0804: 936, 0x1004: 936, 0x0404: 950, 0x0c04: 950, 0x1404: 950, 0x11: 932, 0x12: 949, 0x1e: 874,
	0x05: 1250, 0x0e: 1250, 0x15: 1250, 0x18: 1250, 0x1a: 1250, 0x1b: 1250, 0x1c: 1250, 0x24: 1250,
	0x02: 1251, 0x19: 1251, 0x22: 1251, 0x23: 1251, 0x08: 1253, 0x1f: 1254, 0x0d: 1255, 0x01: 1256, 0x29: 1256,
	0x25: 1257, 0x26: 1257, 0x27: 1257, 0x2a: 1258,
}

// codePageOf returns the code page for a Windows language number.
func codePageOf(language int) int {
	if page, ok := codePages[language]; ok {
		return page
	}
	if page, ok := codePages[language&0x3ff]; ok {
		return page
	}
	return 1252
}

// open95 returns the pieces of a text of Word 6 or 95: one piece, or several if the file was
// written by Word's fast save. All tables of a file of Word 6 or 95 are in the main stream.
func (d *wordBinary) open95() ([]wordPiece, error) {
	flags := d.u16(10)
	if flags&0x100 != 0 {
		return nil, parse.Failf(parse.Unsupported, "encrypted as by Word 95")
	}
	d.counts = 0x34
	from, to := int64(d.u32(0x18)), int64(d.u32(0x1c))
	chars := int64(0)
	for i := range 8 {
		chars += int64(d.u32(d.counts + 4*i))
	}
	// East Asian versions may write two bytes for each character.
	wide := flags&0x5000 != 0 && to-from >= 2*chars
	page := 10_000 // the code page of a file that was written on a Macintosh
	if d.u16(0x14) != 0x100 {
		page = codePageOf(d.u16(6))
	}
	d.page = charset.CodePage(page)
	if page == 1252 && from > 0 && from < to && to <= int64(len(d.main)) {
		d.guess(d.main[from:min(to, from+charset.SampleSize)])
	}
	if flags&4 == 0 {
		if from <= 0 || from > to || to > int64(len(d.main)) {
			return nil, nil
		}
		p := wordPiece{n: int(to - from), at: int(from), narrow: !wide}
		if wide {
			p.n /= 2
		}
		return []wordPiece{p}, nil
	}
	at, n := int64(d.u32(0x160)), int64(d.u32(0x164))
	if n <= 0 || at+n > int64(len(d.main)) {
		return nil, nil
	}
	out := piecesOf(d.main[at:at+n], false)
	for i := range out {
		out[i].narrow = flags&0x5000 == 0
	}
	return out, nil
}

// guess detects the encoding of b if more than a quarter of its bytes are not ASCII. Such text is
// probably not West European, and not every document states its language.
func (d *wordBinary) guess(b []byte) {
	high := 0
	var words []byte
	for _, c := range b {
		if c >= 0x80 {
			high++
		}
		if c >= 0x20 {
			words = append(words, c)
		}
	}
	if enc, ok := charset.Of(words); ok && high > len(b)/4 {
		d.page = enc
	}
}

// decode95 decodes the text of a narrow piece. The result has one rune for each byte, because the file
// counts characters in bytes: after each run of text, a zero is added for each two-byte character in it.
func (d *wordBinary) decode95(b []byte) []rune {
	out := make([]rune, 0, len(b))
	for len(b) > 0 {
		n := 0
		for n < len(b) && b[n] >= 0x20 {
			n++
		}
		if n == 0 { // a control character; a second byte is never less than 0x20
			out, b = append(out, rune(b[0])), b[1:]
			continue
		}
		end := len(out) + n
		s, err := d.page.NewDecoder().Bytes(b[:n])
		if err == nil {
			for _, r := range string(s) {
				if len(out) < end {
					out = append(out, r)
				}
			}
		}
		for len(out) < end {
			out = append(out, 0)
		}
		b = b[n:]
	}
	return out
}

// paragraphs95 reads the properties of the paragraphs of Word 6 or 95.
func (d *wordBinary) paragraphs95() paraLooks {
	at, n := int64(d.u32(0xc0)), int64(d.u32(0xc4))
	if n < 10 || at+n > int64(len(d.main)) {
		return nil
	}
	return d.looks(d.main[at:at+n], 2, 7, lookOf95)
}

// changes95 are the sizes in bytes of the operands of paragraph properties, by the number of the
// property; 0 means that the property is unknown. If the size is negative, the first byte of the
// operand states how many bytes follow.
var changes95 = [52]int8{
	2: 2, 3: -1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: -1, 13: 1, 14: 1, 15: -1, 16: 2, 17: 2, 18: 2, 19: 2, 20: 4, 21: 2, 22: 2, 23: -1,
	24: 1, 25: 1, 26: 2, 27: 2, 28: 2, 29: 1, 30: 2, 31: 2, 32: 2, 33: 2, 34: 2, 35: 2, 36: 2, 37: 1, 38: 2, 39: 2, 40: 2, 41: 2, 42: 2, 43: 2,
	44: 1, 45: 2, 46: 2, 47: 2, 48: 2, 49: 2, 50: 1, 51: 1,
}

// lookOf95 reads the properties of a paragraph: their size in 16-bit words, the style,
// and a list of changes to the style.
func lookOf95(b []byte) (l paraLook) {
	if len(b) < 3 {
		return l
	}
	b = b[1:min(len(b), 1+2*int(b[0]))]
	if len(b) < 2 {
		return l
	}
	if style := int(binary.LittleEndian.Uint16(b)); style >= 1 && style <= 9 {
		l.heading = style
	}
	for b = b[2:]; len(b) >= 2; {
		change, value := b[0], b[1:]
		switch change {
		case 24:
			l.inTable = value[0] != 0
		case 25:
			l.rowEnd = value[0] != 0
		}
		size := 0
		if int(change) < len(changes95) {
			size = int(changes95[change])
		}
		if size < 0 {
			size = int(value[0]) + 1
		}
		if size == 0 || size >= len(value) {
			break
		}
		b = value[size:]
	}
	return l
}
