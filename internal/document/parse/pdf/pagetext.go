package pdf

import (
	"encoding/binary"

	"github.com/tetratelabs/wazero/api"
)

// pageText reads the characters of a page. It reads many characters with one call of PDFium, because
// a call for each character would take longer.
type pageText struct {
	d      *document
	text   uint64
	of     api.Function
	number int
	from   int      // index of the first character in `known`
	known  []uint16 // characters in UTF-16; empty if they cannot be used; see read
}

// atOnce is the maximum number of UTF-16 units written by one call: atOnce-1 characters and a final zero.
const atOnce = 8_000

func newPageText(d *document, text uint64, number int) *pageText {
	return &pageText{d: d, text: text, of: d.function("FPDFText_GetUnicode"), number: number, known: make([]uint16, 0, min(number, atOnce))}
}

// at returns the character with the index i, which may be one half of a surrogate pair. It must be
// called with all indices in order, from 0.
func (c *pageText) at(i int) rune {
	if i%(atOnce-1) == 0 {
		c.read(i)
	}
	if i -= c.from; i < len(c.known) {
		// In these ranges, `known` has the same character as FPDFText_GetUnicode. In other
		// ranges, `known` may have another character, so FPDFText_GetUnicode is called.
		if r := rune(c.known[i]); r >= ' ' && r < 0x7f || r > 0xa0 && r < 0xd800 && r != 0xad {
			return r
		}
	}
	return rune(uint32(c.d.invoke(c.of, c.text, uint64(i+c.from))))
}

// read reads the characters from an index on. PDFium leaves out characters without a meaning, and
// writes some characters as two. If it does not write exactly one character for each index, or if it
// writes surrogates, `known` stays empty.
func (c *pageText) read(from int) {
	c.from, c.known = from, c.known[:0]
	n := min(c.number-from, atOnce-1)
	if written := int(int32(c.d.call("FPDFText_GetText", c.text, uint64(from), uint64(n), uint64(c.d.scratch)))); written != n+1 {
		return
	}
	b, ok := c.d.mod.Memory().Read(c.d.scratch, uint32(2*n))
	if !ok {
		return
	}
	for i := 0; i < len(b); i += 2 {
		u := binary.LittleEndian.Uint16(b[i:])
		if u >= 0xd800 && u < 0xe000 {
			c.known = c.known[:0]
			return
		}
		c.known = append(c.known, u)
	}
}

// objectRuns finds the text objects of characters. The characters of an object have consecutive
// indices. The object of most characters is therefore known without a call of PDFium.
type objectRuns struct {
	d      *document
	text   uint64
	of     api.Function
	chars  int    // number of characters of the page
	object uint64 // the object that was returned last
	until  int    // for indices below `until`, the method `at` returns `object` without a call of PDFium
}

// at returns the object of the character with the index i. It must be called with ascending
// indices.
func (o *objectRuns) at(i int) uint64 {
	if i < o.until {
		return o.object
	}
	object := o.d.invoke(o.of, o.text, uint64(i))
	const ahead = 8
	if next := i + ahead; object != 0 && object == o.object && next < o.chars && o.d.invoke(o.of, o.text, uint64(next)) == object {
		o.until = next + 1
	}
	o.object = object
	return object
}
