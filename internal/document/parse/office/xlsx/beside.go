package xlsx

import (
	"context"
	"encoding/xml"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxNotes is the maximum number of comments per sheet, and the maximum number of text boxes per sheet.
const maxNotes = 10_000

// threadNotice is the beginning of a placeholder comment. The placeholder tells old programs that the
// cell has a comment of the newer kind.
const threadNotice = "[Threaded comment]"

// book is a workbook with the parts of the sheets and the authors of comments.
type book struct {
	*office.Package
	sheets  map[string]string // part of each sheet, by the sheet's name
	persons map[string]string // authors of comments, by id
}

// openBook reads the names of the sheets, their parts, and the authors of comments.
func openBook(ctx context.Context, o *office.Package) *book {
	b := &book{o, map[string]string{}, map[string]string{}}
	main := o.Main
	if main == "" {
		main = "xl/workbook.xml"
	}
	rels := o.Relations(ctx, main)
	b.read(ctx, main, func(t xml.Token) {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "sheet" && len(b.sheets) < parse.MaxEntries {
			if part := rels.ByID[archive.AttrNS(e, "r", "id")]; part != "" {
				b.sheets[archive.Attr(e, "name")] = part
			}
		}
	})
	for _, part := range rels.ByType["person"] {
		b.read(ctx, part, func(t xml.Token) {
			if e, ok := t.(xml.StartElement); ok && e.Name.Local == "person" && len(b.persons) < parse.MaxEntries {
				b.persons[archive.Attr(e, "id")] = parse.Cut(archive.Attr(e, "displayName"), 100)
			}
		})
	}
	return b
}

// read reads a part as XML. A damaged part is used as far as it can be read.
func (b *book) read(ctx context.Context, part string, visit func(xml.Token)) {
	r, err := b.Open(part)
	if err != nil {
		return
	}
	defer r.Close()
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { visit(t); return nil })
}

// beside adds the content of a sheet outside its cells: comments, text boxes, charts. It adds at most
// `most` characters of comments and text boxes.
func (b *book) beside(ctx context.Context, name string, s *parse.Sheet, most int) {
	rels := b.Relations(ctx, b.sheets[name])
	n := &notes{book: b, out: s, left: most, threads: map[string]bool{}}
	for _, part := range office.Once(rels.ByType["threadedComment"]) {
		b.read(ctx, part, n.token)
	}
	for _, part := range office.Once(rels.ByType["comments"]) {
		b.read(ctx, part, n.token)
	}
	boxes, left := 0, n.left // the limits apply to the sheet, not to each drawing
	for _, part := range office.Once(rels.ByType["drawing"]) {
		charts := b.Relations(ctx, part)
		d := &drawing{out: s, count: boxes, left: left, chart: func(id string) *office.Chart { return b.Chart(ctx, charts.ByID[id]) }}
		b.read(ctx, part, d.token)
		boxes, left = d.count, d.left
	}
}

// notes reads the comments of a sheet, both the newer and the older kind.
type notes struct {
	*book
	out     *parse.Sheet
	threads map[string]bool // cells with comments of the newer kind
	count   int
	left    int // characters that may still be stored

	cell, who string
	text      strings.Builder
	reading   bool
	skip      int
}

func (n *notes) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		switch t.Name.Local {
		case "threadedComment":
			n.cell, n.who = archive.Attr(t, "ref"), n.persons[archive.Attr(t, "personId")]
			n.threads[n.cell] = true
			n.text.Reset()
		case "comment":
			n.cell, n.who = archive.Attr(t, "ref"), ""
			n.text.Reset()
		case "t", "text":
			n.reading = n.skip == 0
		case "rPh": // a phonetic guide
			n.skip++
		}
	case xml.EndElement:
		switch t.Name.Local {
		case "threadedComment":
			n.end()
		case "comment":
			if text := n.text.String(); !n.threads[n.cell] && !strings.HasPrefix(text, threadNotice) {
				n.end()
			}
		case "t", "text":
			n.reading = false
		case "rPh":
			n.skip = max(0, n.skip-1)
		}
	case xml.CharData:
		if n.reading && n.text.Len() < 4*n.left {
			n.text.Write(t)
		}
	}
}

func (n *notes) end() {
	s := strings.TrimSpace(n.text.String())
	if s == "" || n.count >= maxNotes || n.left <= 0 {
		return
	}
	if n.who != "" {
		s = n.who + ": " + s
	}
	s = parse.Cut(n.cell+": "+s, n.left)
	n.count++
	n.left -= utf8.RuneCountInString(s)
	n.out.Note(s)
}

// drawing is the state of reading the drawing of a sheet.
type drawing struct {
	out   *parse.Sheet
	chart func(id string) *office.Chart
	count int // text boxes of the sheet so far
	left  int // characters of text boxes that may still be stored

	text    strings.Builder
	reading bool
	skip    int
}

func (d *drawing) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		if d.skip > 0 || t.Name.Local == "Fallback" {
			d.skip++
			return
		}
		switch t.Name.Local {
		case "sp":
			d.text.Reset()
		case "t":
			d.reading = true
		case "br":
			d.text.WriteByte('\n')
		case "chart":
			if id := archive.AttrNS(t, "r", "id"); id != "" {
				d.put(d.chart(id))
			}
		}
	case xml.EndElement:
		if d.skip > 0 {
			d.skip--
			return
		}
		switch t.Name.Local {
		case "t":
			d.reading = false
		case "p":
			d.text.WriteByte('\n')
		case "sp":
			d.box()
		}
	case xml.CharData:
		if d.reading && d.text.Len() < 4*d.left {
			d.text.Write(t)
		}
	}
}

// box adds the text of a text box.
func (d *drawing) box() {
	s := parse.Cut(strings.TrimSpace(d.text.String()), d.left)
	d.text.Reset()
	if s == "" || d.count >= maxNotes {
		return
	}
	d.count++
	d.left -= utf8.RuneCountInString(s)
	d.out.Text(s)
}

// put adds a chart. If the chart's values are also in cells of the file, only the titles of the chart
// and the names of the series are added.
func (d *drawing) put(c *office.Chart) {
	if c == nil {
		return
	}
	if c.Own {
		if s := strings.Join(append(c.Titles, c.Names...), "\n"); s != "" {
			d.out.Text(s)
		}
		return
	}
	for _, b := range c.Blocks() {
		if b.Kind == parsed.Table {
			d.out.Table(b.Rows)
		} else {
			d.out.Caption(b.Text)
		}
	}
}
