package ole

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// FuzzWordStreams reads the pieces and paragraphs of arbitrary streams of Word 97 to
// 2003.
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

// FuzzWord95 reads arbitrary streams of Word 6 and 95.
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

// stream returns the main stream of a sample.
func stream(t testing.TB, name string) []byte {
	t.Helper()
	data := parsetest.Sample(t, name)
	d, err := Open(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return d.Stream("WordDocument")
}
