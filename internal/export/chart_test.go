package export

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestCharts checks that Word and PDF files contain the drawn chart. Word and Markdown files
// must contain the chart's table.
func TestCharts(t *testing.T) {
	t.Parallel()
	chart := stream.Card{
		ID: "c", Kind: "chart", Title: "销售", Data: []byte(`{"kind":"pie","labels":["甲","乙"],"series":[{"values":[1,3]}]}`), Fallback: "|名|数|\n|-|-|\n|甲|1|",
	}
	broken := chart
	broken.ID, broken.Data = "d", []byte(`{"kind":"pie"}`)
	s := service(Transcript{Rounds: []Round{{Question: "问", Answer: answered(stream.Text{Msg: "见图\n\n```wenqu-chart\n7\n```"}, chart, broken)}}})
	files := map[Format]string{}
	for _, format := range []Format{PDF, Markdown, Word} {
		f, err := s.Export(t.Context(), order(format))
		if errs.Is(err, errs.NoFont) {
			t.Skip("built without the font")
		}
		if err != nil {
			t.Fatal(format, err)
		}
		if files[format] = string(f.Data); format == Word {
			files[format] = textOf(t, f)
		}
	}
	word := files[Word]
	if strings.Count(word, "r:embed=") != 1 || !strings.Contains(word, `descr="销售`) || !strings.Contains(word, ">甲<") || !strings.Contains(word, ">7<") {
		t.Errorf("%d pictures", strings.Count(word, "r:embed="))
	}
	if n := bytes.Count([]byte(files[PDF]), []byte("/Subtype /Image")); n != 1 {
		t.Errorf("%d pictures in the PDF", n)
	}
	if md := files[Markdown]; strings.Contains(md, "wenqu-chart\n0") || !strings.Contains(md, "甲") {
		t.Error(md)
	}
}
