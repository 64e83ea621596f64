package export

import (
	"context"
	"io"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// Measures of the page, in millimetres; sizes of type are in points.
const (
	pageLeft   = 22.0
	pageRight  = 210.0 - 22.0
	pageTop    = 20.0
	pageBottom = 297.0 - 24.0
	bodySize   = 10.5
	noteSize   = 8.5
	smallGap   = 1.6
	gap        = 2.8
	step       = 7.0 // of lists and quotes to the right
	mm         = 25.4 / 72
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

// pdf draws a document from top to bottom. fpdf gives pages, fonts and links;
// where things stand is decided here, because a line may hold several styles.
type pdf struct {
	*fpdf.Fpdf
	doc     *document
	face    *typeface
	y       float64
	left    float64   // of the text
	bars    []float64 // of the quotes around
	marker  string    // of the list item that begins with the next line
	task    task      // the same, for a box
	down    int
	deepest int         // level of the last bookmark; -1: none yet
	links   map[int]int // of this answer: number of a source → link
	sources part
	widths  map[rune]float64
	mode    int // of text: 0 filled, 2 filled and drawn around
	font    string
	size    float64
}

// writePDF writes pages of A4 with an embedded font. Formulas stand as their
// source.
func writePDF(ctx context.Context, w io.Writer, d *document) error {
	face, err := openFont(fontFile)
	if err != nil {
		return err
	}
	return drawPDF(ctx, w, d, face)
}

func drawPDF(ctx context.Context, w io.Writer, d *document, face *typeface) error {
	p := &pdf{Fpdf: fpdf.New("P", "mm", "A4", ""), doc: d, face: face, left: pageLeft, deepest: -1, widths: map[rune]float64{}}
	p.AddUTF8FontFromBytes("noto", "", face.data)
	p.SetAutoPageBreak(false, 0)
	p.SetTitle(p.plane0(d.title), true)
	p.SetAuthor(p.plane0(d.product), true)
	p.SetCreator(p.plane0(d.product), true)
	p.SetSubject(d.label, true)
	if label := d.aigc(); label != "" {
		p.SetKeywords("AIGC "+label, true)
	}
	p.SetLang(d.lang)
	p.SetCreationDate(d.made)
	p.SetModificationDate(d.made)
	p.page()
	if err := p.document(ctx); err != nil {
		return err
	}
	if err := p.Error(); err != nil {
		return err
	}
	return p.Output(w)
}

func (p *pdf) document(ctx context.Context) error {
	d := p.doc
	p.text([]run{{text: d.title, style: bold}}, setting{size: 18})
	p.y += smallGap
	p.text([]run{{text: d.madeBy()}}, setting{size: noteSize, ink: grey})
	p.y += 2 * gap
	for _, part := range d.parts {
		p.sources, p.links, p.down = part, map[int]int{}, 0
		if part.heading != "" {
			p.down = 1
			p.heading(heading{1, []run{{text: part.heading}}}, 0)
		}
		if part.question != "" {
			p.quoted(func() { p.paragraph(lines(part.question)) })
		}
		for _, t := range part.texts {
			if t.name != "" {
				p.paragraph([]run{{text: t.name, style: bold}})
			}
			for _, b := range parse(t.markdown) {
				if err := ctx.Err(); err != nil {
					return err
				}
				p.block(b)
			}
		}
		if part.note != "" {
			p.note(run{text: part.note})
		}
		p.references()
		if part.model != "" {
			p.note(run{text: d.model + part.model})
		}
		p.y += gap
	}
	return ctx.Err()
}

func (p *pdf) note(runs ...run) {
	p.text(runs, setting{size: noteSize, ink: grey})
	p.y += smallGap
}

func (p *pdf) references() {
	if len(p.sources.sources) == 0 {
		return
	}
	p.y += gap
	p.note(run{text: p.doc.sources, style: bold})
	for _, s := range p.sources.sources {
		p.room(noteSize * mm * lead)
		if link, ok := p.links[s.number]; ok {
			p.SetLink(link, p.y, p.PageNo())
		}
		runs := []run{{text: "[" + strconv.Itoa(s.number) + "] "}, {text: s.title, link: s.url}}
		if s.site != "" {
			runs = append(runs, run{text: " · " + s.site})
		}
		p.note(runs...)
	}
}

// page begins a page, with the label and the number at its foot.
func (p *pdf) page() {
	p.AddPage()
	p.font = ""
	p.SetTextRenderingMode(0)
	p.mode = 0
	p.y = 297 - 14
	kept := p.left
	p.left = pageLeft
	foot := setting{size: noteSize - 0.5, ink: grey}
	p.put(pageLeft, p.y, p.glyphs([]run{{text: p.doc.label}}, foot), foot)
	number := p.glyphs([]run{{text: strconv.Itoa(p.PageNo())}}, foot)
	p.put(pageRight-width(number), p.y, number, foot)
	p.left, p.y = kept, pageTop
}

// room begins a page when less than h is left on this one.
func (p *pdf) room(h float64) {
	if p.y+h > pageBottom {
		p.page()
	}
}

func (p *pdf) block(b block) {
	switch b := b.(type) {
	case heading:
		p.heading(b, p.down)
	case paragraph:
		p.paragraph(b.text)
	case quote:
		p.quoted(func() { p.blocks(b.blocks) })
	case list:
		p.list(b)
	case code:
		p.source(b.text, codeRun)
	case formula:
		p.source(b.tex, mathRun)
	case table:
		p.table(b)
	case rule:
		p.room(3 * gap)
		p.ruler()
	}
}

func (p *pdf) blocks(blocks []block) {
	for _, b := range blocks {
		p.block(b)
	}
}

// headingSizes are by level, from 1.
var headingSizes = [...]float64{15, 13.5, 12, 11, bodySize, bodySize}

func (p *pdf) heading(h heading, down int) {
	level := min(len(headingSizes), h.level+down)
	size := headingSizes[level-1]
	p.y += 1.5 * gap
	p.room(size*mm*lead + 3*bodySize*mm*lead) // not alone at the foot of a page
	p.deepest = min(level-1, p.deepest+1)     // bookmarks may not leave a level out
	p.Bookmark(p.plane0(oneLine(plain(h.text), maxHeading)), p.deepest, p.y)
	for i := range h.text {
		h.text[i].style |= bold
	}
	p.text(h.text, setting{size: size})
	p.y += gap
}

func (p *pdf) paragraph(text []run) {
	p.text(text, setting{size: bodySize})
	p.y += gap
}

func (p *pdf) quoted(inside func()) {
	deep := p.left > pageRight-60 // a bar at most so far right that text fits beside it
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

func (p *pdf) list(l list) {
	indent := step
	if p.left > pageRight-60 {
		indent = 0
	}
	p.left += indent
	for i, it := range l.items {
		p.marker, p.task = "•", it.task
		if l.ordered {
			p.marker = strconv.Itoa(l.start+i) + "."
		}
		if len(it.blocks) == 0 {
			p.paragraph([]run{{text: " "}})
		}
		before := p.y
		p.blocks(it.blocks)
		if p.y > before {
			p.y -= gap - smallGap
		}
	}
	p.left -= indent
	p.marker, p.task = "", noTask
	p.y += gap - smallGap
}

// source draws program text or TeX on a pale ground.
func (p *pdf) source(text string, kind runKind) {
	s := setting{size: 9, ground: true}
	p.y += smallGap
	for l := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		p.text([]run{{kind: kind, text: strings.ReplaceAll(l, "\t", "    ") + " "}}, s)
	}
	p.y += gap + smallGap
}

func (p *pdf) ruler() {
	p.y += gap
	p.SetDrawColor(line.r, line.g, line.b)
	p.SetLineWidth(0.2)
	p.Line(p.left, p.y, pageRight, p.y)
	p.y += gap
}

// plane0 replaces what fpdf cannot write: it ends a file at runes past U+FFFF.
func (p *pdf) plane0(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return '□'
		}
		return r
	}, printable(s))
}
