package xlsx

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// FuzzBeside reads arbitrary comments and drawings.
func FuzzBeside(f *testing.F) {
	data := string(parsetest.Sample(f, "beside.xlsx"))
	a, err := archive.Open(strings.NewReader(data), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"xl/comments1.xml", "xl/drawings/drawing1.xml", "xl/threadedComments/threadedComment1.xml"} {
		b, err := a.ReadShort(name, 1<<20)
		if err != nil {
			f.Fatal(name, err)
		}
		f.Add(string(b))
	}
	f.Add(`<comment><comment ref="A1"><rPh></rPh></rPh><t>a</comment><sp><sp><t>b</t></sp></Fallback>`)
	f.Fuzz(func(t *testing.T, content string) { besides(t, content) })
}

// besides reads a part as comments and as a drawing, and checks the limits for both.
func besides(t *testing.T, content string) {
	t.Helper()
	parsetest.Collect(t, func(c *parse.Collector) error {
		s := parse.NewSheet(c, "a")
		n := &notes{book: &book{}, out: s, left: 1_000, threads: map[string]bool{}}
		d := &drawing{out: s, left: 1_000, chart: func(string) *office.Chart { return nil }}
		for _, visit := range []func(xml.Token){n.token, d.token} {
			_ = archive.DecodeXML(t.Context(), strings.NewReader(content), func(x xml.Token) error { visit(x); return nil })
		}
		if n.left < 0 || d.left < 0 || n.count > maxNotes || d.count > maxNotes {
			t.Errorf("%d and %d are left, %d and %d were kept", n.left, d.left, n.count, d.count)
		}
		return s.End()
	})
}

// TestManyNotes checks the limits for the number and length of a sheet's comments and
// text boxes.
func TestManyNotes(t *testing.T) {
	t.Parallel()
	besides(t, strings.Repeat(`<comment ref="A1"><t>a</t></comment><sp><t>b</t></sp>`, 2*maxNotes))
	besides(t, strings.Repeat(`<comment ref="A1"><t>`+strings.Repeat("渠", 5_000)+`</t></comment><sp><t>`+strings.Repeat("水", 5_000)+`</t></sp>`, 20))
}
