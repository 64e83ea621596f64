// Package pdf writes documents as PDF files with an embedded font.
package pdf

import (
	"context"
	"io"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

// Sizes on the page, in millimetres; font sizes are in points.
const (
	pageLeft   = 22.0
	pageRight  = 210.0 - 22.0
	pageTop    = 20.0
	pageBottom = 297.0 - 24.0
	bodySize   = 10.5
	noteSize   = 8.5
	smallGap   = 1.6
	gap        = 2.8
	step       = 7.0       // indentation of lists and quotes
	mm         = 25.4 / 72 // millimetres per point
)

// ink is a colour.
type ink struct{ r, g, b int }

var (
	black = ink{31, 41, 55}
	grey  = ink{107, 114, 128}
	blue  = ink{5, 99, 193}
	pale  = ink{243, 244, 246}
	line  = ink{209, 213, 219}
)

// writer draws a document from top to bottom. fpdf provides pages, fonts and
// links. The layout is done here, because a line may have several styles.
type writer struct {
	*fpdf.Fpdf
	doc     *content.Document
	face    *typeface
	math    *mathFace // loaded for the first formula
	y       float64
	left    float64       // left end of the text
	bars    []float64     // positions of the bars of the surrounding quotes
	marker  string        // mark of the list item that starts with the next line
	task    markdown.Task // checkbox of the list item that starts with the next line
	down    int
	deepest int         // level of the last bookmark, from 0; the next one is at most one level deeper; -1: no bookmark yet
	links   map[int]int // links to the sources of this answer, by number
	sources content.Part
	widths  map[rune]float64
	mode    int // current text mode: 0 filled, 2 filled with an outline
	font    string
	size    float64

	pictures int // number of pictures so far; used in the names of pictures
}

// Write writes A4 pages. Formulas are drawn as outlines. If a formula cannot be parsed or does not
// fit, its source is shown.
func Write(ctx context.Context, w io.Writer, d *content.Document) error {
	face, err := openFont(fontFile)
	if err != nil {
		return err
	}
	return draw(ctx, w, d, face)
}

func draw(ctx context.Context, w io.Writer, d *content.Document, face *typeface) error {
	p := &writer{Fpdf: fpdf.New("P", "mm", "A4", ""), doc: d, face: face, left: pageLeft, deepest: -1, widths: map[rune]float64{}}
	p.AddUTF8FontFromBytes("noto", "", face.data)
	p.SetAutoPageBreak(false, 0)
	p.SetTitle(p.plane0(d.Title), true)
	p.SetAuthor(p.plane0(d.Product), true)
	p.SetCreator(p.plane0(d.Product), true)
	p.SetSubject(d.Label, true)
	if label := d.AIGCLabel(); label != "" {
		p.SetKeywords("AIGC "+label, true)
	}
	p.SetLang(d.Lang)
	p.SetCreationDate(d.Made)
	p.SetModificationDate(d.Made)
	p.newPage()
	if err := p.document(ctx); err != nil {
		return err
	}
	if err := p.Error(); err != nil {
		return err
	}
	return p.Output(w)
}

func (p *writer) document(ctx context.Context) error {
	d := p.doc
	p.text([]markdown.Run{{Text: d.Title, Style: markdown.Bold}}, setting{size: 18})
	p.y += smallGap
	p.text([]markdown.Run{{Text: d.MadeBy()}}, setting{size: noteSize, ink: grey})
	p.y += 2 * gap
	for _, part := range d.Parts {
		p.sources, p.links, p.down = part, map[int]int{}, 0
		if part.Heading != "" {
			p.down = 1
			p.heading(markdown.Heading{Level: 1, Text: []markdown.Run{{Text: part.Heading}}}, 0)
		}
		if part.Question != "" {
			p.quoted(func() { p.paragraph(markdown.Lines(part.Question)) })
		}
		for _, t := range part.Texts {
			if t.Name != "" {
				p.paragraph([]markdown.Run{{Text: t.Name, Style: markdown.Bold}})
			}
			for _, b := range markdown.Parse(t.Markdown) {
				if err := ctx.Err(); err != nil {
					return err
				}
				p.block(b)
			}
		}
		if part.Note != "" {
			p.note(markdown.Run{Text: part.Note})
		}
		p.references()
		if part.Model != "" {
			p.note(markdown.Run{Text: d.Model + part.Model})
		}
		p.y += gap
	}
	return ctx.Err()
}

func (p *writer) note(runs ...markdown.Run) {
	p.text(runs, setting{size: noteSize, ink: grey})
	p.y += smallGap
}

func (p *writer) references() {
	if len(p.sources.Sources) == 0 {
		return
	}
	p.y += gap
	p.note(markdown.Run{Text: p.doc.Sources, Style: markdown.Bold})
	for _, s := range p.sources.Sources {
		p.room(noteSize * mm * lead)
		if link, ok := p.links[s.Number]; ok {
			p.SetLink(link, p.y, p.PageNo())
		}
		runs := []markdown.Run{{Text: "[" + strconv.Itoa(s.Number) + "] "}, {Text: s.Title, Link: s.URL}}
		if s.Site != "" {
			runs = append(runs, markdown.Run{Text: " · " + s.Site})
		}
		p.note(runs...)
	}
}

// newPage starts a page with the label and the page number at its foot.
func (p *writer) newPage() {
	p.AddPage()
	p.font = ""
	p.SetTextRenderingMode(0)
	p.mode = 0
	p.y = 297 - 14
	kept := p.left
	p.left = pageLeft
	foot := setting{size: noteSize - 0.5, ink: grey}
	p.put(pageLeft, p.y, p.glyphs([]markdown.Run{{Text: p.doc.Label}}, foot), foot)
	number := p.glyphs([]markdown.Run{{Text: strconv.Itoa(p.PageNo())}}, foot)
	p.put(pageRight-width(number), p.y, number, foot)
	p.left, p.y = kept, pageTop
}

// room starts a new page if the current page has room for less than h millimetres.
func (p *writer) room(h float64) {
	if p.y+h > pageBottom {
		p.newPage()
	}
}

func (p *writer) block(b markdown.Block) {
	switch b := b.(type) {
	case markdown.Heading:
		p.heading(b, p.down)
	case markdown.Paragraph:
		p.paragraph(b.Text)
	case markdown.Quote:
		p.quoted(func() { p.blocks(b.Blocks) })
	case markdown.List:
		p.list(b)
	case markdown.Code:
		if drawn, ok := p.doc.Diagrams.Of(b.Language, b.Text); ok {
			p.picture(drawn)
		} else if chart, ok := p.doc.Chart(b.Language, b.Text); ok {
			if drawn, ok := picture.OfChart(chart, p.doc.Locale, p.face.data); ok {
				p.picture(drawn)
			}
		} else {
			p.source(b.Text, markdown.CodeRun)
		}
	case markdown.Formula:
		p.display(b.TeX)
	case markdown.Table:
		p.table(b)
	case markdown.Rule:
		p.room(3 * gap)
		p.ruler()
	}
}

func (p *writer) blocks(blocks []markdown.Block) {
	for _, b := range blocks {
		p.block(b)
	}
}

// headingSizes are the font sizes of headings by level, from 1.
var headingSizes = [...]float64{15, 13.5, 12, 11, bodySize, bodySize}

func (p *writer) heading(h markdown.Heading, down int) {
	level := min(len(headingSizes), h.Level+down)
	size := headingSizes[level-1]
	p.y += 1.5 * gap
	p.room(size*mm*lead + 3*bodySize*mm*lead) // so that text fits below a heading of one or two lines
	p.deepest = min(level-1, p.deepest+1)     // the levels of bookmarks have no gaps
	p.Bookmark(p.plane0(content.OneLine(markdown.Plain(h.Text), content.MaxHeading)), p.deepest, p.y)
	for i := range h.Text {
		h.Text[i].Style |= markdown.Bold
	}
	p.text(h.Text, setting{size: size})
	p.y += gap
}

func (p *writer) paragraph(text []markdown.Run) {
	p.text(text, setting{size: bodySize})
	p.y += gap
}

func (p *writer) quoted(inside func()) {
	deep := p.left > pageRight-60 // at this depth, a quote gets no bar and no indentation, so that its text has enough room
	if !deep {
		p.bars = append(p.bars, p.left+1)
		p.left += step
		defer func() {
			p.left -= step
			p.bars = p.bars[:len(p.bars)-1]
		}()
	}
	inside()
}

func (p *writer) list(l markdown.List) {
	indent := step
	if p.left > pageRight-60 {
		indent = 0
	}
	p.left += indent
	for i, it := range l.Items {
		p.marker, p.task = "•", it.Task
		if l.Ordered {
			p.marker = strconv.Itoa(l.Start+i) + "."
		}
		if len(it.Blocks) == 0 {
			p.paragraph([]markdown.Run{{Text: " "}})
		}
		before := p.y
		p.blocks(it.Blocks)
		if p.y > before {
			p.y -= gap - smallGap
		}
	}
	p.left -= indent
	p.marker, p.task = "", markdown.NoTask
	p.y += gap - smallGap
}

// source draws program text or TeX on a light background.
func (p *writer) source(text string, kind markdown.RunKind) {
	s := setting{size: 9, ground: true}
	p.y += smallGap
	for l := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		p.text([]markdown.Run{{Kind: kind, Text: strings.ReplaceAll(l, "\t", "    ") + " "}}, s)
	}
	p.y += gap + smallGap
}

func (p *writer) ruler() {
	p.y += gap
	p.SetDrawColor(line.r, line.g, line.b)
	p.SetLineWidth(0.2)
	p.Line(p.left, p.y, pageRight, p.y)
	p.y += gap
}

// plane0 replaces characters beyond U+FFFF, which fpdf cannot write.
func (p *writer) plane0(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return '□'
		}
		return r
	}, content.Printable(s))
}
