package export

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// A Word file shows a diagram as the drawing sent with the request. A request with too many drawings
// is refused.
func TestDrawings(t *testing.T) {
	t.Parallel()
	s := service(Transcript{Rounds: []Round{{Question: "问", Answer: answered(stream.Text{Msg: "```mermaid\npie\n```"})}}})
	o := order(Word)
	o.Diagrams = picture.Drawings{{Source: "pie", PNG: exporttest.PNG(t, 10, 10)}}
	f, err := s.Export(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if got := textOf(t, f); !strings.Contains(got, `r:embed="picture1"`) || strings.Contains(got, ">pie<") {
		t.Error("the diagram is not drawn")
	}
	o.Diagrams = make(picture.Drawings, picture.MaxCount+1)
	if _, err := s.Export(t.Context(), o); !errs.Is(err, errs.TooLarge) {
		t.Error(err)
	}
}
