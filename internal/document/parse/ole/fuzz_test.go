package ole

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// FuzzWordStreams walks the pieces and paragraphs of the old Word.
func FuzzWordStreams(f *testing.F) {
	data := parsetest.Sample(f, "contract.doc")
	d, err := Open(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Stream("WordDocument"), d.Stream("1Table"))
	f.Fuzz(func(t *testing.T, main, table []byte) {
		d := &wordBinary{main: main}
		looks := d.paragraphs(table)
		n := 0
		for _, p := range d.pieces(table) {
			for i := range d.piece(p) {
				looks.at(p.offset(i))
			}
			if n += p.n; n > 1_000_000 {
				break
			}
		}
	})
}

// FuzzWord95 reads the stream of Word 6 and 95.
func FuzzWord95(f *testing.F) {
	for _, name := range []string{"gbk95.doc", "fast6.doc", "wide95.doc"} {
		f.Add(stream(f, name))
	}
	f.Fuzz(func(t *testing.T, main []byte) {
		d := &wordBinary{main: main}
		pieces, err := d.open95()
		if err != nil {
			return
		}
		parsetest.Collect(t, func(c *parse.Collector) error { return d.read(t.Context(), pieces, d.paragraphs95(), c) })
	})
}

// stream is the main stream of a sample.
func stream(t testing.TB, name string) []byte {
	t.Helper()
	data := parsetest.Sample(t, name)
	d, err := Open(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return d.Stream("WordDocument")
}

// FuzzPptStreams walks the records of the old PowerPoint.
func FuzzPptStreams(f *testing.F) {
	data := parsetest.Sample(f, "deck.ppt.gz")
	d, err := Open(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	user := d.Stream("Current User")
	f.Add(d.Stream("PowerPoint Document"), binary.LittleEndian.Uint32(user[16:]))
	rec := func(head, kind uint16, body ...byte) []byte {
		b := binary.LittleEndian.AppendUint16(nil, head)
		b = binary.LittleEndian.AppendUint16(b, kind)
		return append(binary.LittleEndian.AppendUint32(b, uint32(len(body))), body...)
	}
	f.Add(rec(15, pptSlide, rec(0, pptHeader, 0, 0, 0, 0)...), uint32(0))
	f.Add(append(rec(15, pptSlide, rec(0, pptChars, 'a', 0, '\r', 0, 'b', 0)...), rec(0, pptUserEdit, make([]byte, 28)...)...), uint32(22))
	f.Fuzz(func(t *testing.T, b []byte, edit uint32) {
		p := &powerPoint{b: b}
		p.directory(edit)
		for _, which := range []int{0, 2} {
			for _, item := range p.list(which) {
				texts, _ := p.texts(item)
				for _, text := range texts {
					text.blocks()
				}
			}
		}
	})
}
