package pptx

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

func FuzzSlideXML(f *testing.F) {
	in := parsetest.Sample(f, "deck.pptx")
	a, err := archive.Open(strings.NewReader(string(in)), int64(len(in)))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"ppt/slides/slide1.xml", "ppt/slides/slide2.xml"} {
		b, err := a.ReadShort(name, 1<<20)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, slide string) {
		data := parsetest.Zip(t, "ppt/presentation.xml", `<p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst>`, 1, "ppt/_rels/presentation.xml.rels", `<Relationship Id="r1" Target="slides/s.xml"/>`, 1, "ppt/slides/s.xml", slide, 1)
		in := &parse.Input{ReaderAt: strings.NewReader(string(data)), Size: int64(len(data)), Ext: "pptx"}
		parsetest.Collect(t, func(c *parse.Collector) error { return Read(t.Context(), in, c) })
	})
}
