package parse

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// collect runs a reader on its own and gives what it hands on.
func collect(t *testing.T, read func(c *collector) error) {
	t.Helper()
	k := &kept{}
	c := &collector{ctx: context.WithoutCancel(t.Context()), sink: k, maxChars: 100_000, maxUnits: 200}
	if err := read(c); err != nil && c.sinkErr != nil {
		t.Fatal(err)
	}
	if c.flush() == nil && c.sum.Chars > 0 {
		sound(t, c.summary(), k.units, nil, Options{})
	}
}

func FuzzCSV(f *testing.F) {
	for _, name := range []string{"gbk.csv", "tabs.tsv"} {
		f.Add(sample(f, name))
	}
	for _, s := range []string{"a,b\n\"c\nd\",e\n", "\"", "a\tb|c;d，e\n", ",,,\n\n,1", "=1+1,@x,-1,+2\n", "a,\"b\"c\",d\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{ReaderAt: strings.NewReader(string(data)), size: int64(len(data)), ext: "csv"}
		collect(t, func(c *collector) error { return readCSV(t.Context(), in, c) })
	})
}

func FuzzHTML(f *testing.F) {
	f.Add(string(sample(f, "page.html")))
	for _, s := range []string{"<table><tr><td rowspan=9 colspan=99>a<table><td>b</table><tr><td>c", "<ol start=-5><li>a<li>b</ol>", "<pre>a\n b</pre>", "<p hidden>a<p>b", "<title>a", "<li><p>a", "</table></td></tr></li></ul>", "<caption>a<td>b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		collect(t, func(c *collector) error { return (&page{emit: c.flow}).read(t.Context(), strings.NewReader(s)) })
	})
}

func FuzzMarkdown(f *testing.F) {
	f.Add(string(sample(f, "notes.md")))
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 8<<10 {
			t.Skip("long enough")
		}
		in := &input{ReaderAt: strings.NewReader(s), size: int64(len(s)), ext: "md"}
		collect(t, func(c *collector) error { return readMarkdown(t.Context(), in, c) })
	})
}

func FuzzDocumentXML(f *testing.F) {
	in := sample(f, "contract.docx")
	a, err := openArchive(strings.NewReader(string(in)), int64(len(in)))
	if err != nil {
		f.Fatal(err)
	}
	part := func(name string) string {
		b, err := a.read(name)
		if err != nil {
			f.Fatal(err)
		}
		return string(b)
	}
	f.Add(part("word/document.xml"), part("word/numbering.xml"), part("word/styles.xml"))
	f.Add(`<w:p><w:pPr><w:numPr><w:ilvl w:val="3"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r><w:tbl><w:tc><w:tcPr><w:gridSpan w:val="9"/><w:vMerge/></w:tcPr><w:p><w:t>b</w:t>`,
		`<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="3"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%9.%4"/>`, `<w:style w:styleId="1"><w:basedOn w:val="1"/>`)
	f.Fuzz(func(t *testing.T, document, numbers, styles string) {
		data := zipped(t, "word/document.xml", document, 1, "word/numbering.xml", numbers, 1, "word/styles.xml", styles, 1, "word/footnotes.xml", document, 1)
		in := &input{ReaderAt: strings.NewReader(string(data)), size: int64(len(data)), ext: "docx"}
		collect(t, func(c *collector) error { return readDocx(t.Context(), in, c) })
	})
}

func FuzzSlideXML(f *testing.F) {
	in := sample(f, "deck.pptx")
	a, err := openArchive(strings.NewReader(string(in)), int64(len(in)))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"ppt/slides/slide1.xml", "ppt/slides/slide2.xml"} {
		b, err := a.read(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, slide string) {
		data := zipped(t, "ppt/presentation.xml", `<p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst>`, 1, "ppt/_rels/presentation.xml.rels", `<Relationship Id="r1" Target="slides/s.xml"/>`, 1, "ppt/slides/s.xml", slide, 1)
		in := &input{ReaderAt: strings.NewReader(string(data)), size: int64(len(data)), ext: "pptx"}
		collect(t, func(c *collector) error { return readPptx(t.Context(), in, c) })
	})
}

// FuzzWordStreams walks the pieces and paragraphs of the old Word.
func FuzzWordStreams(f *testing.F) {
	data := sample(f, "contract.doc")
	d, err := openCompound(&input{ReaderAt: strings.NewReader(string(data)), size: int64(len(data))})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.stream("WordDocument"), d.stream("1Table"))
	f.Fuzz(func(t *testing.T, main, table []byte) {
		d := wordBinary{main: main}
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

// FuzzPptStreams walks the records of the old PowerPoint.
func FuzzPptStreams(f *testing.F) {
	data := sample(f, "deck.ppt.gz")
	d, err := openCompound(&input{ReaderAt: strings.NewReader(string(data)), size: int64(len(data))})
	if err != nil {
		f.Fatal(err)
	}
	user := d.stream("Current User")
	f.Add(d.stream("PowerPoint Document"), binary.LittleEndian.Uint32(user[16:]))
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

// FuzzLayout lays out letters that stand anywhere, with lines between them: no
// letter is lost but those that repeat.
func FuzzLayout(f *testing.F) {
	f.Add([]byte("\x10\x10\x05\x00\x18\x10\x05\x01\x10\x20\x05\x02\x80\x20\x05\x03"), []byte("\x08\x08\x90\x08\x08\x08\x08\x90\x90\x08\x90\x90\x08\x90\x90\x90\x40\x08\x40\x90"))
	f.Add([]byte(strings.Repeat("\x10\x10\x0a\x07", 50)), []byte{})
	f.Fuzz(func(t *testing.T, letters, lines []byte) {
		p := pdfPage{width: 600, height: 800}
		in := map[rune]int{}
		for ; len(letters) >= 4 && len(p.glyphs) < 2_000; letters = letters[4:] {
			x, y, size := float64(letters[0])*2.3, float64(letters[1])*3.1, 4+float64(letters[2]%40)
			r := rune('a' + letters[3]%26)
			if letters[3]%3 == 0 {
				r = '一' + rune(letters[3])
			}
			in[r]++
			p.glyphs = append(p.glyphs, glyph{r: r, size: size, bold: letters[3]%7 == 0, quarter: int(letters[3])%5 - 1,
				box: parsed.Box{X0: x, Y0: y, X1: x + size*0.7, Y1: y + size}})
		}
		for ; len(lines) >= 4 && len(p.rules) < 300; lines = lines[4:] {
			b := parsed.Box{X0: float64(min(lines[0], lines[2])) * 2.3, Y0: float64(min(lines[1], lines[3])) * 3.1, X1: float64(max(lines[0], lines[2])) * 2.3, Y1: float64(max(lines[1], lines[3])) * 3.1}
			p.rules = append(p.rules, rulesOf(b, b.X1-b.X0, b.Y1-b.Y0)...)
		}
		l := p.layout(1)
		l.withoutRepeats(nil, 10)
		out, some := map[rune]int{}, 0
		for _, b := range l.blocks(usual{size: 10}) {
			tidyBlock(&b)
			for _, r := range b.Text {
				out[r]++
			}
			if x := b.Box; x == nil || x.X0 > x.X1 || x.Y0 > x.Y1 {
				t.Fatalf("%q in the box %+v", b.Text, x)
			}
		}
		for r, n := range out {
			if r > ' ' && n > in[r] && r != '…' {
				t.Fatalf("%q comes out %d times, and goes in %d times", r, n, in[r])
			}
			some += n
		}
		for _, g := range p.glyphs {
			if g.quarter != slanted && some == 0 && !strings.ContainsRune("ivxlc", g.r) {
				t.Fatal("all letters are lost")
			}
		}
	})
}
