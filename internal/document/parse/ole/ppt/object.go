package ppt

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/odf"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office/xlsx"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole/xls"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Limits for embedded objects.
const (
	maxObjects     = 100
	maxObject      = 16 << 20 // bytes of one object
	maxObjectBytes = 64 << 20 // bytes of all objects
	maxObjectChars = 200_000  // characters of one object
	maxObjectUnits = 20       // sheets of one object
)

// embedded returns the references to the embedded objects, by the object numbers used in
// shapes.
func (p *powerPoint) embedded() map[uint32]uint32 {
	out := map[uint32]uint32{}
	p.records(p.one(p.at[p.doc]).body, func(r record) bool {
		if r.kind != pptObjects {
			return true
		}
		p.records(r.body, func(r record) bool {
			if !r.container {
				return true
			}
			p.records(r.body, func(r record) bool {
				if r.kind == pptObject && len(r.body) >= 20 && len(out) < maxObjects {
					out[binary.LittleEndian.Uint32(r.body[8:])] = binary.LittleEndian.Uint32(r.body[16:])
				}
				return true
			})
			return true
		})
		return false
	})
	return out
}

// object reads the embedded object with that number. If nothing of the object can be read, it adds a
// warning. A second call for the same number returns nothing.
func (p *powerPoint) object(number uint32) []parsed.Block {
	id, ok := p.objects[number]
	if !ok {
		return nil
	}
	delete(p.objects, number)
	blocks := p.readObject(p.storage(id))
	if len(blocks) == 0 {
		p.c.Warn(parsed.Objects)
	}
	return blocks
}

// storage returns the compound file of an embedded object. It returns nil if the object is missing or
// cannot be unpacked, or if an uncompressed object exceeds the limits. A compressed object begins with
// the unpacked length, and is unpacked only up to the limits.
func (p *powerPoint) storage(id uint32) []byte {
	at, ok := p.at[id]
	if !ok {
		return nil
	}
	r := p.one(at)
	if r.kind != pptStorage {
		return nil
	}
	b := r.body
	if r.instance == 1 {
		if len(b) < 4 {
			return nil
		}
		z, err := zlib.NewReader(bytes.NewReader(b[4:]))
		if err != nil {
			return nil
		}
		b, _ = io.ReadAll(io.LimitReader(z, min(maxObject, int64(maxObjectBytes-p.spent)))) // a damaged object is used as far as it can be read
	}
	p.spent += len(b)
	if len(b) > maxObject || p.spent > maxObjectBytes {
		return nil
	}
	return b
}

// readObject reads an embedded object: a chart of Microsoft Graph or of LibreOffice, or a workbook
// of Excel or of LibreOffice. It returns no blocks for any other object.
func (p *powerPoint) readObject(b []byte) []parsed.Block {
	in := object(b)
	f, err := ole.Open(in, in.Size)
	if err != nil {
		return nil
	}
	for _, name := range []string{"Workbook", "Book"} {
		if f.Has(name) {
			return p.collect(xls.Read, in)
		}
	}
	for _, name := range []string{"package_stream", "Package"} {
		if f.Has(name) {
			in = object(f.Stream(name))
			return p.collect(packaged(in), in)
		}
	}
	return nil
}

// object returns an embedded object as an input for a reader.
func object(b []byte) *parse.Input {
	return &parse.Input{ReaderAt: bytes.NewReader(b), Size: int64(len(b))}
}

// packaged returns the reader for an archive with a workbook or with a chart of LibreOffice. It returns
// nil for any other object.
func packaged(in *parse.Input) parse.Reader {
	a, err := archive.Open(in, in.Size)
	if err != nil {
		return nil
	}
	if r, err := a.Open("xl/workbook.xml"); err == nil {
		r.Close()
		return xlsx.Read
	}
	r, err := a.Open("mimetype")
	if err != nil {
		return nil
	}
	defer r.Close()
	kind, _ := io.ReadAll(io.LimitReader(r, 200)) // after an error, the bytes before it are used
	switch {
	case strings.HasSuffix(string(kind), ".chart"):
		return odf.ReadChart
	case strings.HasSuffix(string(kind), ".spreadsheet"):
		return odf.ReadSheets
	}
	return nil
}

// collect calls a reader and returns the blocks read. Content beyond the limits
// of an object is dropped with the warning parsed.Truncated.
func (p *powerPoint) collect(read parse.Reader, in *parse.Input) []parsed.Block {
	if read == nil {
		return nil
	}
	in.Options = parse.Options{MaxChars: maxObjectChars, MaxPages: maxObjectUnits}
	var kept blocks
	c := parse.NewCollector(p.ctx, &kept, in.Options)
	if err := read(p.ctx, in, c); err == nil {
		_ = c.Flush() // the sink never fails; at a limit, the content so far is kept
	}
	for _, w := range c.Sum.Warnings {
		p.c.Warn(w)
	}
	return kept
}

// blocks is a sink that stores the blocks of all units.
type blocks []parsed.Block

func (k *blocks) Unit(u parsed.Unit) error {
	for _, b := range u.Blocks {
		b.First = 0 // the row numbers of an embedded sheet mean nothing in the presentation
		*k = append(*k, b)
	}
	return nil
}

func (k *blocks) Progress(int, int) {}
