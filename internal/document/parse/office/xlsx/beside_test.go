package xlsx

import (
	"bytes"
	"encoding/xml"
	"strconv"
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

// TestManyDrawings checks that the limits apply to a sheet, however many drawings it has.
func TestManyDrawings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		box         string
		boxes, most int
		want        int // characters
	}{
		"length": {"<sp><t>" + strings.Repeat("水", 300) + "</t></sp>", 2, 1_000, 1_000},
		"number": {"<sp><t>水</t></sp>", maxNotes / 2, 1 << 20, maxNotes},
	} {
		var rels string
		parts := []any{}
		for i := range 3 {
			part := "drawing" + strconv.Itoa(i) + ".xml"
			rels += `<Relationship Id="` + part + `" Type="x/drawing" Target="` + part + `"/>`
			parts = append(parts, part, "<wsDr>"+strings.Repeat(tt.box, tt.boxes)+"</wsDr>", 1)
		}
		data := parsetest.Zip(t, append(parts, "_rels/sheet.xml.rels", "<Relationships>"+rels+"</Relationships>", 1)...)
		a, err := archive.Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		b := &book{Package: &office.Package{Archive: a}, sheets: map[string]string{"a": "sheet.xml"}}
		k := &parsetest.Sink{}
		c := parse.NewCollector(t.Context(), k, parse.Options{})
		s := parse.NewSheet(c, "a")
		b.beside(t.Context(), "a", s, tt.most)
		if err := s.End(); err != nil || len(k.Units) != 1 {
			t.Fatalf("%s: %d units, %v", name, len(k.Units), err)
		}
		if got := strings.Count(k.Units[0].Text(), "水"); got != tt.want {
			t.Errorf("%s: %d characters, want %d", name, got, tt.want)
		}
	}
}
