package ole

import (
	"context"
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Magic numbers at the beginning of the main stream.
const (
	word97 = 0xa5ec
	word95 = 0xa5dc // Word 95 and Word 6
)

// stories are the kinds of blocks in the parts of a document ("stories"), in their
// order: main text, footnotes, headers and footers, macros, comments, endnotes, text
// boxes. The empty kind means that the part is not read.
var stories = []parsed.BlockKind{parsed.Paragraph, parsed.Note, margin, "", parsed.Note, parsed.Note, parsed.Paragraph}

// margin is the kind of headers and footers while the text is read. At the end of the text, each
// header and footer is added once as a note.
const margin parsed.BlockKind = "margin"

// ReadDoc reads a document of Word 6 to 2003. The text is found with the piece table. In a file of
// Word 6 or 95, the piece table is needed only after a fast save. Tables are found by the properties of
// paragraphs, and headings by these properties or by chapter numbers.
func ReadDoc(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	f, err := Open(in, in.Size)
	if err != nil {
		return err
	}
	if f.Has("Macros") || f.Has("VBA") {
		c.Warn(parsed.Scripts)
	}
	c.Drawn = len(f.Head("Data", 1)) > 0 || f.Has("ObjectPool")
	d := &wordBinary{main: f.Stream("WordDocument")}
	if len(d.main) < 0x1aa {
		return parse.Failf(parse.Broken, "no header of Word")
	}
	var pieces []wordPiece
	var look paraLooks
	switch d.u16(0) {
	case word97:
		name := "0Table"
		if d.u16(10)&0x200 != 0 {
			name = "1Table"
		}
		table := f.Stream(name)
		if d.u16(10)&0x100 != 0 {
			if err := d.unlock(table, in.Password); err != nil {
				return err
			}
		}
		d.counts = 0x4c
		pieces, look = d.pieces(table), d.paragraphs(table)
	case word95:
		if pieces, err = d.open95(); err != nil {
			return err
		}
		look = d.paragraphs95()
	default:
		return parse.Failf(parse.Unsupported, "Word of version %#x", d.u16(0))
	}
	if pieces == nil {
		return parse.Failf(parse.Broken, "no table of pieces")
	}
	return d.read(ctx, pieces, look, c)
}

// read reads the text of the pieces.
func (d *wordBinary) read(ctx context.Context, pieces []wordPiece, look paraLooks, c *parse.Collector) error {
	var text []rune
	ends := map[int]paraLook{}
	for _, p := range pieces {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, r := range d.piece(p) {
			if r == 7 || r == 13 {
				ends[len(text)] = look.at(p.offset(i))
			}
			text = append(text, r)
		}
		if len(text) > 2*c.MaxChars {
			c.Warn(parsed.Truncated)
			break
		}
	}
	at := 0
	var margins []parsed.Block
	for i, kind := range stories {
		n := int(int32(d.u32(d.counts + 4*i)))
		if n < 0 || at+n > len(text) || n == 0 && i == 0 {
			n = len(text) - at
		}
		if kind != "" {
			w := flowing{put: c.Flow, kind: kind}
			if kind == margin {
				w.put = func(b parsed.Block) error { margins = append(margins, b); return nil }
			}
			for i, r := range text[at : at+n] {
				if err := w.rune(r, ends[at+i]); err != nil {
					return err
				}
			}
			if err := w.close(); err != nil {
				return err
			}
		}
		at += n
	}
	m := parse.Margins{}
	for _, b := range margins {
		parse.TidyBlock(&b)
		m.Add(c, b.Text)
	}
	return nil
}

// wordBinary is the main stream of a document.
type wordBinary struct {
	main   []byte
	counts int               // offset in `main` of the list with the lengths of the stories
	page   encoding.Encoding // encoding of one-byte characters, before Word 97
}

func (d *wordBinary) u16(at int) int {
	if at < 0 || at+2 > len(d.main) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(d.main[at:]))
}

func (d *wordBinary) u32(at int) uint32 {
	if at < 0 || at+4 > len(d.main) {
		return 0
	}
	return binary.LittleEndian.Uint32(d.main[at:])
}

// unlock decrypts the main stream and the table stream. The beginning of the table
// stream states how they are encrypted. This beginning and the first 68 bytes of the main
// stream are not encrypted.
func (d *wordBinary) unlock(table []byte, password string) error {
	n := int(min(int64(d.u32(14)), int64(len(table))))
	if d.u16(10)&0x8000 != 0 {
		return parse.Failf(parse.Unsupported, "obfuscated as by Word 95")
	}
	key, err := NewKey(table[:n], password, "")
	if err != nil {
		return err
	}
	for _, s := range []struct {
		b     []byte
		clear int
	}{{d.main, 68}, {table, n}} {
		c := key.Stream(512)
		c.Skip(s.clear)
		c.Next(s.b[s.clear:])
	}
	return nil
}

// wordPiece is a run of the text: its length in characters and its offset.
type wordPiece struct {
	n, at  int
	narrow bool // the piece has one byte per character
}

// pieces reads the piece table from the table stream.
func (d *wordBinary) pieces(table []byte) []wordPiece {
	at, n := int64(d.u32(0x1a2)), int64(d.u32(0x1a6))
	if n <= 0 || at+n > int64(len(table)) {
		return nil
	}
	return piecesOf(table[at:at+n], true)
}

// piecesOf reads a piece table. If `halves` is set, a bit of each offset marks pieces with one byte per
// character, and the offsets of these pieces are stored doubled.
func piecesOf(clx []byte, halves bool) []wordPiece {
	for len(clx) > 5 {
		switch clx[0] {
		case 1: // properties, which are not needed
			skip := 3 + int(binary.LittleEndian.Uint16(clx[1:]))
			if skip > len(clx) {
				return nil
			}
			clx = clx[skip:]
			continue
		case 2:
		default:
			return nil
		}
		size := int64(binary.LittleEndian.Uint32(clx[1:]))
		if size < 16 || size > int64(len(clx)-5) {
			return nil
		}
		plc := clx[5 : 5+size]
		count := (len(plc) - 4) / 12
		out := make([]wordPiece, 0, count)
		for i := range count {
			from, to := binary.LittleEndian.Uint32(plc[4*i:]), binary.LittleEndian.Uint32(plc[4*i+4:])
			fc := binary.LittleEndian.Uint32(plc[4*(count+1)+8*i+2:])
			p := wordPiece{n: int(to) - int(from), at: int(fc)}
			if halves {
				if p.at, p.narrow = int(fc&0x3fffffff), fc&0x40000000 != 0; p.narrow {
					p.at /= 2
				}
			}
			if p.n > 0 {
				out = append(out, p)
			}
		}
		return out
	}
	return nil
}

func (d *wordBinary) piece(p wordPiece) []rune {
	width := 2
	if p.narrow {
		width = 1
	}
	if p.at >= len(d.main) {
		return nil
	}
	b := d.main[p.at:]
	b = b[:min(len(b), p.n*width)]
	if p.narrow && d.page != nil {
		return d.decode95(b)
	}
	if p.narrow {
		out := make([]rune, len(b))
		for i, c := range b {
			out[i] = charmap.Windows1252.DecodeByte(c)
			if c < 0x20 {
				out[i] = rune(c)
			}
		}
		return out
	}
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	// The result has one rune for each UTF-16 unit, because the file counts characters in these units. A
	// surrogate pair becomes its character and a zero.
	out := make([]rune, 0, len(u))
	for i := 0; i < len(u); i++ {
		if r := rune(u[i]); utf16.IsSurrogate(r) && i+1 < len(u) {
			if pair := utf16.DecodeRune(r, rune(u[i+1])); pair != 0xfffd {
				out = append(out, pair, 0)
				i++
				continue
			}
		}
		out = append(out, rune(u[i]))
	}
	return out
}

// offset returns the offset of the character i in the stream.
func (p wordPiece) offset(i int) uint32 {
	if p.narrow {
		return uint32(p.at + i)
	}
	return uint32(p.at + 2*i)
}

// flowing converts a run of Word's text with its control characters to blocks: 13 and 12 (a page
// break) end a paragraph, 7 ends a cell or a row. The code of a field is between 19 and 20, and its
// displayed text between 20 and 21. A field without 20 displays nothing. Both parts may contain other fields.
type flowing struct {
	put    func(parsed.Block) error
	kind   parsed.BlockKind
	par    strings.Builder
	row    []string
	rows   [][]string
	fields int // number of open fields
	code   int // number of the outermost open field whose code is being read, from 1; 0 outside of codes
}

func (w *flowing) rune(r rune, look paraLook) error {
	switch r {
	case 19:
		if w.fields++; w.code == 0 {
			w.code = w.fields
		}
	case 20, 21:
		if w.code == w.fields {
			w.code = 0
		}
		if r == 21 {
			w.fields = max(0, w.fields-1)
		}
	case 7:
		if look.rowEnd {
			w.rows, w.row = append(w.rows, w.row), nil
			w.par.Reset()
			return nil
		}
		w.row = append(w.row, strings.TrimSpace(w.par.String()))
		w.par.Reset()
	case 13:
		if look.inTable {
			w.par.WriteByte('\n')
			return nil
		}
		return w.end(look.heading)
	case 12:
		return w.end(0)
	case 11:
		w.write('\n')
	case 30:
		w.write('-')
	default:
		if r >= ' ' || r == '\t' {
			w.write(r)
		}
	}
	return nil
}

// write adds a character of the text. Characters of a field code are left out.
func (w *flowing) write(r rune) {
	if w.code == 0 {
		w.par.WriteRune(r)
	}
}

// end ends the previous table, if there is one, and adds a paragraph.
func (w *flowing) end(heading int) error {
	if err := w.table(); err != nil {
		return err
	}
	s := strings.TrimSpace(w.par.String())
	w.par.Reset()
	if s == "" {
		return nil
	}
	b := parsed.Block{Kind: w.kind, Text: s}
	if heading == 0 {
		heading = parse.ChapterLevel(s)
	}
	if heading > 0 && w.kind == parsed.Paragraph {
		b.Kind, b.Level = parsed.Title, heading
	}
	return w.put(b)
}

func (w *flowing) table() error {
	if len(w.row) > 0 {
		w.rows, w.row = append(w.rows, w.row), nil
	}
	rows := w.rows
	w.rows = nil
	if len(rows) == 0 {
		return nil
	}
	return w.put(parsed.Block{Kind: parsed.Table, Rows: rows})
}

func (w *flowing) close() error { return w.end(0) }
