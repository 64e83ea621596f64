package pdf

import (
	"bytes"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

// A diagram drawn by the browser becomes a picture, also in a quote. A picture taller than a page is
// also accepted.
func TestDiagrams(t *testing.T) {
	t.Parallel()
	face(t)
	d := exporttest.Of("图", "```mermaid\ngraph TD\n```\n\n> ```mermaid\n> pie\n> ```\n\n```mermaid\nother\n```")
	d.Diagrams = picture.Drawings{{Source: "graph TD", PNG: exporttest.PNG(t, 600, 4000)}, {Source: "pie", PNG: exporttest.PNG(t, 192, 96)}, {Source: "other", PNG: []byte("x")}}
	var b bytes.Buffer
	if err := Write(t.Context(), &b, d); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte("/Subtype /Image")); n != 2 {
		t.Errorf("%d pictures", n)
	}
}
