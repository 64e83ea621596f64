package pdf

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Limits for rewriting widths.
const (
	leastWidths = 64      // bytes; shorter arrays of widths are not rewritten
	maxWidths   = 4 << 20 // bytes of all arrays together
	lastCode    = 65535
	leastWide   = 256    // a range with more codes than this comes first
	mostWide    = 4      // maximum number of added ranges: long ranges of codes without a width in the array
	defaultDW   = "1000" // default width of codes without a width in the array
)

// span is a range of codes with the same width. The width is written as in the file.
type span struct {
	from, to  int
	width     string
	frequency int // sum of the frequencies of its characters, if they are known; see the function frequency
}

// widthList refers to the array of widths of a composite font.
type widthList struct {
	font  int    // object number of the font
	array int    // object number of the array
	usual string // width of codes without a width in the array
}

// quickWidths returns the array of widths of a composite font in another order. PDFium searches the
// array from its beginning several times for each character, so the widths of frequent codes should
// come early. If the array has at least leastSpans ranges and the function `characters` returns enough
// characters of the font, their frequency sets the order. Otherwise long ranges of codes come first, and
// then the usual codes of letters. Long ranges without a width in the array are mostly Han characters;
// they are added with the width `usual`. quickWidths returns nil if codeSpans cannot read the array, or if
// a code has two widths.
func quickWidths(array []byte, usual string, characters func() *characters) []byte {
	spans := codeSpans(array)
	if len(spans) == 0 {
		return nil
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	merged := spans[:1]
	var wide []span
	rest := func(from, to int) {
		if to-from >= leastWide {
			wide = append(wide, span{from: from, to: to, width: usual})
		}
	}
	for _, s := range spans[1:] {
		last := &merged[len(merged)-1]
		switch {
		case s.from <= last.to:
			return nil // a code has two widths
		case s.from == last.to+1 && s.width == last.width:
			last.to = s.to
			continue
		}
		rest(last.to+1, s.from-1)
		merged = append(merged, s)
	}
	if len(merged) >= leastSpans {
		if c := characters(); c != nil {
			if ranges := c.ranges(merged, usual); ranges != nil {
				return widthArray(ranges)
			}
		}
	}
	rest(merged[len(merged)-1].to+1, lastCode)
	slices.SortStableFunc(wide, func(a, b span) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	merged = append(merged, wide[:min(len(wide), mostWide)]...)
	slices.SortStableFunc(merged, func(a, b span) int { return cmp.Compare(b.weight(), a.weight()) })
	return widthArray(merged)
}

// widthArray writes an array of widths.
func widthArray(spans []span) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for _, s := range spans {
		fmt.Fprintf(&b, "%d %d %s ", s.from, s.to, s.width)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// letterOrder has the Latin letters, from the rarest to the most frequent one in European languages.
const letterOrder = "zqxjkwvybgfphmcdulrsoitnae"

// weight is greater for a range that should come earlier in an array of widths. It assumes that the
// letter `a` has the code 68, as in most TrueType fonts. In Adobe's collections of characters, its code
// is 66.
func (s span) weight() int {
	const a, space = 68, 3
	switch {
	case s.to-s.from >= leastWide:
		return 3 * len(letterOrder)
	case s.from <= space && s.to >= space:
		return 2 * len(letterOrder)
	}
	most := 0
	for code := max(s.from, a); code <= min(s.to, a+25); code++ {
		most = max(most, 1+strings.IndexByte(letterOrder, byte('a'+code-a)))
	}
	return most
}

// codeSpans reads an array of widths, such as [ 3 [250 333] 7 9 500 ]. It returns nil if
// the array is empty, is not complete, or has values of another form.
func codeSpans(array []byte) []span {
	array = bytes.TrimSpace(array)
	if len(array) < 2 || array[0] != '[' || array[len(array)-1] != ']' {
		return nil
	}
	array = array[1 : len(array)-1]
	if bytes.Count(array, []byte("[")) != bytes.Count(array, []byte("]")) {
		return nil
	}
	fields := bytes.Fields(bytes.ReplaceAll(bytes.ReplaceAll(array, []byte("["), []byte(" [ ")), []byte("]"), []byte(" ] ")))
	var out []span
	i := 0
	for i+2 < len(fields) {
		from, ok := code(fields[i])
		if !ok {
			return nil
		}
		i++
		if string(fields[i]) != "[" {
			to, ok := code(fields[i])
			if !ok || to < from || !width(fields[i+1]) {
				return nil
			}
			out = append(out, span{from: from, to: to, width: string(fields[i+1])})
			i += 2
			continue
		}
		for i++; i < len(fields) && string(fields[i]) != "]"; i++ {
			if from > lastCode || !width(fields[i]) {
				return nil
			}
			out = append(out, span{from: from, to: from, width: string(fields[i])})
			from++
		}
		i++
	}
	if i != len(fields) {
		return nil
	}
	return out
}

// code parses a code of a font. It returns false if b is not a number or is greater than lastCode.
func code(b []byte) (int, bool) {
	n, ok := digits(b)
	return n, ok && n <= lastCode && len(bytes.Trim(b, "0123456789")) == 0
}

// width reports whether b looks like a number: at most 12 digits, signs and points.
func width(b []byte) bool { return len(b) <= 12 && len(bytes.Trim(b, "+-.0123456789")) == 0 }

// array adds to f an object that may be an array of widths.
func (f *fontPrograms) array(number int, object []byte) {
	object = bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(object), []byte("end")))
	if len(object) < leastWidths || object[0] != '[' || object[len(object)-1] != ']' {
		return
	}
	if have, ok := f.arrays[number]; ok {
		if !bytes.Equal(have, object) {
			f.arrays[number] = nil // it is not known which of the two arrays is valid
		}
		return
	}
	if f.room -= len(object); f.room > 0 {
		f.arrays[number] = bytes.Clone(object)
	}
}

// widthsOf records the widths of a composite font.
func (f *fontPrograms) widthsOf(object int, font []byte) {
	_, rest, found := bytes.Cut(font, []byte("/W "))
	fields := bytes.Fields(rest[:min(len(rest), 40)])
	if !found || len(fields) < 3 || !bytes.HasPrefix(fields[2], []byte("R")) {
		return
	}
	number, ok := digits(fields[0])
	if !ok {
		return
	}
	usual := defaultDW
	if _, rest, found := bytes.Cut(font, []byte("/DW")); found {
		rest = bytes.TrimLeft(rest, " \r\n\t")
		end := bytes.IndexAny(rest, " \r\n\t/>")
		if end <= 0 || !width(rest[:end]) {
			return
		}
		usual = string(rest[:end])
	}
	f.widths[widthList{object, number, usual}] = true
}

// quick returns arrays of widths in a better order. Each key is the object number of the replaced array.
func (f *fontPrograms) quick(in *parse.Input) map[int][]byte {
	fonts := map[int][]widthList{}
	for w := range f.widths {
		fonts[w.array] = append(fonts[w.array], w)
	}
	out := map[int][]byte{}
	var c characters
	read := 0
	for _, array := range slices.Sorted(maps.Keys(fonts)) {
		lists := fonts[array]
		usual := lists[0].usual
		if slices.ContainsFunc(lists, func(w widthList) bool { return w.usual != usual }) {
			continue // fonts with different usual widths share the array
		}
		q := quickWidths(f.arrays[array], usual, func() *characters {
			if len(lists) > 1 || read == maxMaps {
				return nil // the fonts that share the array may use different codes, or enough maps were read
			}
			if read++; !f.charactersOf(in, lists[0].font, &c) {
				return nil
			}
			return &c
		})
		if q != nil {
			out[array] = q
		}
	}
	return out
}

// revision returns an incremental update of a PDF: bytes to append to the file. With them, `objects` replace
// the objects of the file with the same numbers. revision returns nil if `objects` is empty, or if the
// structure or the size of the file does not allow such an update.
func revision(in *parse.Input, objects map[int][]byte) []byte {
	t, ok := trailerOf(in)
	if !ok || len(objects) == 0 {
		return nil
	}
	var b bytes.Buffer
	b.WriteByte('\n')
	numbers := slices.Sorted(maps.Keys(objects))
	at := map[int]int64{}
	for _, n := range numbers {
		if n >= t.size {
			return nil
		}
		at[n] = in.Size + int64(b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, objects[n])
	}
	begin := in.Size + int64(b.Len())
	if begin > 1<<32-1 {
		return nil
	}
	keys := fmt.Sprintf("/Root %s/Prev %d", t.root, t.at)
	if t.info != "" {
		keys += "/Info " + t.info
	}
	if !t.stream {
		b.WriteString("xref\n")
		for _, n := range numbers {
			fmt.Fprintf(&b, "%d 1\n%010d 00000 n \n", n, at[n])
		}
		fmt.Fprintf(&b, "trailer\n<</Size %d%s>>\n", t.size, keys)
	} else {
		var index strings.Builder
		var data bytes.Buffer
		at[t.size] = begin
		for _, n := range append(numbers, t.size) {
			fmt.Fprintf(&index, "%d 1 ", n)
			o := at[n]
			data.Write([]byte{1, byte(o >> 24), byte(o >> 16), byte(o >> 8), byte(o), 0})
		}
		fmt.Fprintf(&b, "%d 0 obj\n<</Type/XRef/W[1 4 1]/Index[%s]/Size %d%s/Length %d>>\nstream\n", t.size, index.String(), t.size+1, keys, data.Len())
		b.Write(data.Bytes())
		b.WriteString("\nendstream\nendobj\n")
	}
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", begin)
	return b.Bytes()
}
