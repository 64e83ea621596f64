package docx

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

func FuzzDocumentXML(f *testing.F) {
	in := parsetest.Sample(f, "contract.docx")
	a, err := archive.Open(strings.NewReader(string(in)), int64(len(in)))
	if err != nil {
		f.Fatal(err)
	}
	part := func(name string) string {
		b, err := a.ReadShort(name, 1<<20)
		if err != nil {
			f.Fatal(err)
		}
		return string(b)
	}
	f.Add(part("word/document.xml"), part("word/numbering.xml"), part("word/styles.xml"))
	f.Add(`<w:p><w:pPr><w:numPr><w:ilvl w:val="3"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r><w:tbl><w:tc><w:tcPr><w:gridSpan w:val="9"/><w:vMerge/></w:tcPr><w:p><w:t>b</w:t>`,
		`<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="3"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%9.%4"/>`, `<w:style w:styleId="1"><w:basedOn w:val="1"/>`)
	f.Fuzz(func(t *testing.T, document, numbers, styles string) {
		data := parsetest.Zip(t, "word/document.xml", document, 1, "word/numbering.xml", numbers, 1, "word/styles.xml", styles, 1, "word/footnotes.xml", document, 1)
		in := &parse.Input{ReaderAt: strings.NewReader(string(data)), Size: int64(len(data)), Ext: "docx"}
		parsetest.Collect(t, func(c *parse.Collector) error { return Read(t.Context(), in, c) })
	})
}
