package docx

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

// A diagram drawn by the browser becomes a picture, also in a list. If the drawing is not a PNG, the
// source of the diagram is shown.
func TestDiagrams(t *testing.T) {
	t.Parallel()
	d := exporttest.Of("图", "```mermaid\ngraph TD\n  a --> b<c\n```\n\n- 项\n\n  ```mermaid\n  pie\n  ```\n\n```mermaid\nother\n```")
	d.Diagrams = picture.Drawings{{Source: "graph TD\na --> b<c", PNG: exporttest.PNG(t, 4000, 1000)}, {Source: "pie", PNG: exporttest.PNG(t, 192, 96)}, {Source: "other", PNG: []byte("x")}}
	p := exporttest.Unzip(t, write(t, d))
	for part, wants := range map[string][]string{
		"[Content_Types].xml":          {`Extension="png"`},
		"word/_rels/document.xml.rels": {`Target="media/image1.png"`, `Target="media/image2.png"`},
		"word/document.xml":            {`descr="graph TD a --&gt; b&lt;c"`, `r:embed="picture2"`, `cx="914400" cy="457200"`, `cx="5731510" cy="1432877"`, ">other<"},
	} {
		for _, want := range wants {
			if !strings.Contains(p[part], want) {
				t.Errorf("%s lacks %s: %s", part, want, p[part])
			}
		}
	}
	if strings.Contains(p["word/document.xml"], ">pie<") || p["word/media/image1.png"] == "" || p["word/media/image2.png"] == "" || p["word/media/image3.png"] != "" {
		t.Error("the pictures are not those that were drawn")
	}
}
