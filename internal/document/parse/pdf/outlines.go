package pdf

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"io"
	"maps"
	"slices"
	"sort"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Limits of the search for programs of composite fonts.
const (
	maxHead      = 64 << 10 // bytes of an object that are searched
	maxPrograms  = 2_000    // font programs; for fonts and descriptors together the limit is 3 * maxPrograms
	maxPacked    = 4_000    // object streams that are unpacked
	maxUnpacked  = 4 << 20  // bytes of one object stream
	maxInflation = 64 << 20 // bytes of all object streams together
)

// hiddenProgram is the place of a font program in the file. In its place, PDFium reads a font without
// outlines.
type hiddenProgram struct {
	at     int64 // offset of the data of the stream
	packed bool  // the stream is compressed
}

func (h hiddenProgram) replacement() []byte {
	if h.packed {
		return emptyFontPacked
	}
	return emptyFont
}

// withoutOutlines is a file with replacements for some font programs.
//
// PDFium interprets the outline of every character of a composite font when it loads a page, and
// again when it reads the text. It keeps no results. Without the replacements, the outlines take
// more than half of the time of a page. Reading the text does not need the outlines: the codes,
// widths and heights of composite fonts are in their dictionaries. Simple fonts are not replaced,
// because sometimes only the program of a simple font states the meaning of its codes.
type withoutOutlines struct {
	io.ReadSeeker
	at       int64
	programs []hiddenProgram // ascending
}

func (w *withoutOutlines) Seek(offset int64, whence int) (int64, error) {
	at, err := w.ReadSeeker.Seek(offset, whence)
	w.at = at
	return at, err
}

func (w *withoutOutlines) Read(p []byte) (int, error) {
	n, err := w.ReadSeeker.Read(p)
	p = p[:n]
	from, to := w.at, w.at+int64(n)
	w.at = to
	first := sort.Search(len(w.programs), func(i int) bool {
		h := w.programs[i]
		return h.at+int64(len(h.replacement())) > from
	})
	for _, h := range w.programs[first:] {
		if h.at >= to {
			break
		}
		copy(p[max(h.at-from, 0):], h.replacement()[max(from-h.at, 0):])
	}
	return n, err
}

// fontPrograms collects what the objects of a file state about font programs.
type fontPrograms struct {
	hidden    map[hiddenProgram]bool // programs to replace; `object` adds those in a format only for composite fonts, then `quicker` adds others
	programs  map[int]hiddenProgram  // programs that may be TrueType, by object number
	composite map[int]bool           // descriptors of composite fonts with TrueType outlines
	simple    map[int]bool           // descriptors of all other fonts
	file      map[int]int            // object number of a program, by the object number of its descriptor
	packed    map[int64]int          // length of the index of an object stream, by the offset of its data
	full      bool                   // there are too many fonts to count all of them
	widths    map[widthList]bool     // widths of composite fonts
	arrays    map[int][]byte         // arrays that may contain widths, by object number; nil if two arrays with this number differ
	maps      map[int]int            // Unicode map by the number of the descendant font; noObject: no usable map, see mapsOf
	streams   map[int]int64          // offsets of the data of packed streams, by object number; noObject: two streams have this number
	room      int                    // bytes available for further arrays
}

// changes are replacements for parts of a file and additions to it. With them, PDFium reads
// the text in less time.
type changes struct {
	programs []hiddenProgram
	tail     []byte // bytes after the end of the file; see revision
	identity bool   // the file contains identityMap: in at least one font, a code is the number of its character
}

// identityMap is a range that maps each code to the character with the same number. FPDF and its relatives
// write this range. PDFium reads only its first 256 codes.
const identityMap = "<0000> <FFFF> <0000>"

// reader returns the changed file and its size.
func (c changes) reader(in *parse.Input) (io.ReadSeeker, int64) {
	file, size := in.Reader(), in.Size
	if len(c.tail) > 0 {
		size += int64(len(c.tail))
		file = io.NewSectionReader(extended{in.ReaderAt, in.Size, c.tail}, 0, size)
	}
	if len(c.programs) > 0 {
		return &withoutOutlines{ReadSeeker: file, programs: c.programs}, size
	}
	return file, size
}

// quicker returns the changes for the composite fonts of a file: their programs, by
// ascending offset, and their widths. It recognises the usual structure of files. If
// it misses a font, PDFium reads the unchanged font, which only takes longer.
func quicker(in *parse.Input) changes {
	f := fontPrograms{
		hidden: map[hiddenProgram]bool{}, programs: map[int]hiddenProgram{}, composite: map[int]bool{}, simple: map[int]bool{}, file: map[int]int{},
		packed: map[int64]int{}, widths: map[widthList]bool{}, arrays: map[int][]byte{},
		maps: map[int]int{}, streams: map[int]int64{}, room: maxWidths,
	}
	encrypted, identity := false, false
	_ = eachChunk(in, maxHead, func(b []byte, at int64) bool { // a read error ends the search
		identity = identity || bytes.Contains(b, []byte(identityMap))
		eachObject(b, func(number int, head []byte, data int) { f.object(number, head, b, data, at) })
		encrypted = bytes.Contains(b, []byte("/Encrypt"))
		return !encrypted
	})
	if encrypted {
		return changes{identity: identity} // a replacement would have to be encrypted
	}
	if len(f.programs)+len(f.hidden) > 0 {
		f.unpack(in)
	}
	if f.full {
		return changes{identity: identity} // a simple font that was not counted may need a program
	}
	for descriptor, number := range f.file {
		if h, ok := f.programs[number]; ok && f.composite[descriptor] {
			f.hidden[h] = true
		}
	}
	for descriptor := range f.simple { // a program may also belong to the descriptor of a simple font
		if h, ok := f.programs[f.file[descriptor]]; ok {
			delete(f.hidden, h)
		}
	}
	return changes{
		programs: slices.SortedFunc(maps.Keys(f.hidden), func(a, b hiddenProgram) int { return cmp.Compare(a.at, b.at) }),
		tail:     revision(in, f.quick(in)),
		identity: identity,
	}
}

// eachObject calls `visit` with the number and the first bytes of each object in b. The first bytes
// of a stream end where its data begins. `data` is the index of this data in b; 0 if the object is
// no stream.
func eachObject(b []byte, visit func(number int, head []byte, data int)) {
	word := []byte("obj")
	next := bytes.Index(b, word)
	for next >= 0 {
		number, ok := numberBefore(b[:next])
		begin := next + len(word)
		length := bytes.Index(b[begin:], word) // the next "obj" is part of "endobj", or it begins the next object
		if next = begin + length; length < 0 {
			length, next = len(b)-begin, -1
		}
		if !ok {
			continue
		}
		head := b[begin : begin+min(length, maxHead)]
		data := 0
		if i := bytes.Index(head, []byte("stream")); i >= 0 {
			head, data = head[:i], begin+i+len("stream")
			for _, c := range []byte("\r\n") {
				if data < len(b) && b[data] == c {
					data++
				}
			}
		}
		visit(number, head, data)
	}
}

// numberBefore returns the object number of "12 0 obj" from the bytes before "obj".
func numberBefore(b []byte) (int, bool) {
	b = b[max(0, len(b)-24):]
	fields := bytes.Fields(b)
	if len(fields) < 2 || len(b) == 0 || !space(b[len(b)-1]) {
		return 0, false
	}
	return digits(fields[len(fields)-2])
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// digits returns the number at the end of b.
func digits(b []byte) (int, bool) {
	begin := len(b)
	for begin > 0 && b[begin-1] >= '0' && b[begin-1] <= '9' {
		begin--
	}
	if n := len(b) - begin; n == 0 || n > 9 {
		return 0, false
	}
	return parse.Number(b[begin:]), true
}

// object adds the needed data of one object to f. `b` is the piece of the file around the object, and `at`
// is the offset of `b` in the file. The other parameters are the same as for `visit` in eachObject.
func (f *fontPrograms) object(number int, head, b []byte, data int, at int64) {
	has := func(name string) bool { return bytes.Contains(head, []byte(name)) }
	h := hiddenProgram{at + int64(data), has("/FlateDecode")}
	switch {
	case data == 0:
		f.dictionary(number, head)
	case len(f.hidden)+len(f.programs) >= maxPrograms:
	case has("/CIDFontType0C") && replaceable(head, b[data:], h):
		f.hidden[h] = true
	case has("/Length1") && !has("/Length2") && replaceable(head, b[data:], h):
		f.programs[number] = h
	case has("/ObjStm") && has("/FlateDecode") && len(f.packed) < maxPacked:
		if first, ok := numberAfter(head, "/First"); ok {
			f.packed[h.at] = first
		}
	case !has("/Type"):
		f.stream(number, head, h)
	}
}

// replaceable reports whether a stream can be replaced. It must be at least as long as its replacement,
// and have the same filter, if any.
func replaceable(head, data []byte, h hiddenProgram) bool {
	n := len(h.replacement())
	filters := bytes.Count(head, []byte("Decode")) // also counts /DecodeParms: a stream with parameters is not replaced
	if !h.packed && bytes.Contains(head, []byte("/Filter")) || h.packed && filters != 1 {
		return false
	}
	return len(data) >= n && !bytes.Contains(data[:n], []byte("endstream"))
}

// dictionary adds to f a font, a font descriptor or an array.
func (f *fontPrograms) dictionary(number int, head []byte) {
	if trimmed := bytes.TrimLeft(head, " \r\n\t"); len(trimmed) > 0 && trimmed[0] == '[' {
		f.array(number, trimmed)
		return
	}
	if len(f.composite)+len(f.simple)+len(f.file) >= 3*maxPrograms {
		f.full = true
		return
	}
	if program, ok := numberAfter(head, "/FontFile2"); ok {
		f.file[number] = program
	}
	if bytes.Contains(head, []byte("/CIDFontType")) {
		f.widthsOf(number, head)
	}
	if bytes.Contains(head, []byte("/DescendantFonts")) {
		f.mapsOf(head)
	}
	if descriptor, ok := numberAfter(head, "/FontDescriptor"); ok {
		if bytes.Contains(head, []byte("/CIDFontType2")) {
			f.composite[descriptor] = true
		} else {
			f.simple[descriptor] = true
		}
	}
}

// numberAfter returns the number after a name in a dictionary. If the entry is a reference,
// the number is the object number.
func numberAfter(head []byte, name string) (int, bool) {
	_, rest, _ := bytes.Cut(head, []byte(name))
	rest = bytes.TrimLeft(rest, " \r\n\t")
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	return digits(rest[:end])
}

// unpack records the objects in object streams.
func (f *fontPrograms) unpack(in *parse.Input) {
	left := int64(maxInflation)
	for at, first := range f.packed {
		if left <= 0 || at >= in.Size {
			return
		}
		z, err := zlib.NewReader(io.NewSectionReader(in.ReaderAt, at, in.Size-at))
		if err != nil {
			continue
		}
		b, _ := io.ReadAll(io.LimitReader(z, min(left, maxUnpacked))) // a damaged stream is used as far as it can be read
		left -= int64(len(b))
		if first <= 0 || first > len(b) {
			continue
		}
		f.members(bytes.Fields(b[:first]), b[first:])
	}
}

// members adds to f the objects of an object stream. `index` has the number and the offset of each
// object.
func (f *fontPrograms) members(index [][]byte, b []byte) {
	for i := 0; i+1 < len(index); i += 2 {
		number, ok := digits(index[i])
		from, good := digits(index[i+1])
		to := len(b)
		if i+3 < len(index) {
			to, _ = digits(index[i+3])
		}
		if ok && good && from <= to && to <= len(b) {
			f.dictionary(number, b[from:min(to, from+maxHead)])
		}
	}
}
