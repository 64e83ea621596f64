package docx

import (
	"context"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/formula"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
	"github.com/wenqu-ai/wenqu/internal/export/pdf"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// indent is one level of indentation, in twentieths of a point.
const indent = 420

// wordWriter writes the body of the document and collects the content of its other parts.
type wordWriter struct {
	doc      *content.Document
	out      strings.Builder
	links    []string       // targets of links, in the order of their ids
	linkID   map[string]int // number of each link target, from 1
	numbered []numbered     // for every ordered list, its level and the number of its first item
	part     int            // number of the current part of doc, from 1; used in the names of bookmarks
	sources  content.Part
	pictures [][]byte // PNGs, in the order of their ids
	font     []byte   // font for charts; nil before the first chart, and in a server built without a font
}

type numbered struct{ level, start int }

// around describes the surroundings of a block.
type around struct {
	style string // style of its paragraphs; empty: the default
	left  int    // number of quotes around the block
	list  int    // depth of the list, from 1; 0: not in a list
	num   int    // w:numId of the list, if the block is the first of an item; otherwise 0
	down  int    // by how many levels headings are lowered
}

func (w *wordWriter) body(ctx context.Context) error {
	d := w.doc
	w.paragraph(around{style: "Title"}, []markdown.Run{{Text: d.Title}})
	w.paragraph(around{style: "Subtitle"}, []markdown.Run{{Text: d.MadeBy()}})
	for i, p := range d.Parts {
		w.part, w.sources = i+1, p
		down := 0
		if p.Heading != "" {
			down = 1
			w.paragraph(around{style: "Heading1"}, []markdown.Run{{Text: p.Heading}})
		}
		if p.Question != "" {
			w.paragraph(around{style: "Quote"}, markdown.Lines(p.Question))
		}
		for _, t := range p.Texts {
			if err := ctx.Err(); err != nil {
				return err
			}
			if t.Name != "" {
				w.paragraph(around{}, []markdown.Run{{Text: t.Name, Style: markdown.Bold}})
			}
			w.blocks(markdown.Parse(t.Markdown), around{down: down})
		}
		if p.Note != "" {
			w.paragraph(around{style: "Note"}, []markdown.Run{{Text: p.Note}})
		}
		w.references(p)
		if p.Model != "" {
			w.paragraph(around{style: "Note"}, []markdown.Run{{Text: d.Model + p.Model}})
		}
	}
	return ctx.Err()
}

// references writes the list of sources, each with a bookmark for the links from its citations.
func (w *wordWriter) references(p content.Part) {
	if len(p.Sources) == 0 {
		return
	}
	w.paragraph(around{style: "Note"}, []markdown.Run{{Text: w.doc.Sources, Style: markdown.Bold}})
	for i, s := range p.Sources {
		w.open(around{style: "Note"})
		id := strconv.Itoa(w.part*1000 + i)
		w.write(`<w:bookmarkStart w:id="` + id + `" w:name="` + w.bookmark(s.Number) + `"/>`)
		w.run(markdown.Run{Text: "[" + strconv.Itoa(s.Number) + "] "})
		w.write(`<w:bookmarkEnd w:id="` + id + `"/>`)
		w.run(markdown.Run{Text: s.Title, Link: s.URL})
		if s.Site != "" {
			w.run(markdown.Run{Text: " · " + s.Site})
		}
		w.write("</w:p>")
	}
}

func (w *wordWriter) bookmark(number int) string {
	return "source_" + strconv.Itoa(w.part) + "_" + strconv.Itoa(number)
}

func (w *wordWriter) write(s string) { w.out.WriteString(s) }

func (w *wordWriter) blocks(blocks []markdown.Block, at around) {
	for _, b := range blocks {
		w.block(b, at)
		at.num = 0 // only the first block of an item has the number
	}
}

func (w *wordWriter) block(b markdown.Block, at around) {
	switch b := b.(type) {
	case markdown.Heading:
		at.style = "Heading" + strconv.Itoa(min(6, b.Level+at.down))
		w.paragraph(at, b.Text)
	case markdown.Paragraph:
		w.paragraph(at, b.Text)
	case markdown.Quote:
		if at.style == "" {
			at.style = "Quote"
		}
		at.left++
		w.blocks(b.Blocks, at)
	case markdown.List:
		w.list(b, at)
	case markdown.Code:
		w.code(b, at)
	case markdown.Table:
		w.table(b, at)
	case markdown.Formula:
		w.open(at)
		w.write("<m:oMathPara><m:oMath>")
		formula.WriteOMML(&w.out, b.TeX)
		w.write("</m:oMath></m:oMathPara></w:p>")
	case markdown.Rule:
		w.write(`<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="D1D5DB"/></w:pBdr></w:pPr></w:p>`)
	}
}

func (w *wordWriter) paragraph(at around, runs []markdown.Run) {
	w.open(at)
	for _, r := range runs {
		w.run(r)
	}
	w.write("</w:p>")
}

// open starts a paragraph.
func (w *wordWriter) open(at around) {
	w.write("<w:p><w:pPr>")
	style := at.style
	if style == "" && at.list > 0 {
		style = "ListParagraph"
	}
	if style != "" {
		w.write(`<w:pStyle w:val="` + style + `"/>`)
	}
	left := (at.left + min(at.list, wordLevels)) * indent
	switch {
	case at.num > 0:
		w.write(`<w:numPr><w:ilvl w:val="` + strconv.Itoa(min(at.list, wordLevels)-1) + `"/><w:numId w:val="` + strconv.Itoa(at.num) + `"/></w:numPr>`)
		if at.left > 0 {
			w.write(`<w:ind w:left="` + strconv.Itoa(left) + `" w:hanging="` + strconv.Itoa(indent) + `"/>`)
		}
	case left > 0:
		w.write(`<w:ind w:left="` + strconv.Itoa(left) + `"/>`)
	}
	w.write("</w:pPr>")
}

func (w *wordWriter) list(l markdown.List, at around) {
	at.list++
	at.num = 1
	if l.Ordered {
		w.numbered = append(w.numbered, numbered{min(at.list, wordLevels) - 1, l.Start})
		at.num = len(w.numbered) + 1
	}
	for _, it := range l.Items {
		blocks := it.Blocks
		if len(blocks) == 0 {
			blocks = []markdown.Block{markdown.Paragraph{}}
		}
		if _, ok := blocks[0].(markdown.Paragraph); !ok {
			blocks = append([]markdown.Block{markdown.Paragraph{}}, blocks...) // the empty paragraph shows the number or bullet of the item
		}
		if it.Task != markdown.NoTask {
			box := map[markdown.Task]string{markdown.OpenTask: "☐ ", markdown.DoneTask: "☑ "}[it.Task]
			first := blocks[0].(markdown.Paragraph)
			blocks = append([]markdown.Block{markdown.Paragraph{Text: append([]markdown.Run{{Text: box}}, first.Text...)}}, blocks[1:]...)
		}
		w.blocks(blocks, at)
	}
}

func (w *wordWriter) code(c markdown.Code, at around) {
	if p, ok := w.doc.Diagrams.Of(c.Language, c.Text); ok {
		w.picture(p, c.Text, at)
		return
	}
	if chart, ok := w.doc.Chart(c.Language, c.Text); ok {
		if w.font == nil {
			w.font, _ = pdf.Font() // without the font, no chart is drawn; the table after this block shows the figures
		}
		if p, ok := picture.OfChart(chart, w.doc.Locale, w.font); ok {
			w.picture(p, chart.Title+"\n"+chart.Table(2*maxAlt), at)
		}
		return
	}
	at.style = "CodeBlock"
	for line := range strings.SplitSeq(strings.TrimRight(c.Text, "\n"), "\n") {
		w.paragraph(at, []markdown.Run{{Text: line}})
		at.num = 0
	}
	w.write("<w:p/>")
}

var wordAlign = map[markdown.Alignment]string{markdown.AlignStart: "left", markdown.AlignCenter: "center", markdown.AlignEnd: "right"}

func (w *wordWriter) table(t markdown.Table, at around) {
	columns := len(t.Align)
	if columns == 0 {
		return
	}
	left := (at.left + min(at.list, wordLevels)) * indent
	widths := columnWidths(t, pageWidth-left)
	w.write(`<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/><w:tblInd w:w="` + strconv.Itoa(left) + `" w:type="dxa"/></w:tblPr><w:tblGrid>`)
	for _, width := range widths {
		w.write(`<w:gridCol w:w="` + width + `"/>`)
	}
	w.write("</w:tblGrid>")
	for i, cells := range t.Rows {
		w.write("<w:tr><w:trPr><w:cantSplit/>")
		if i == 0 {
			w.write("<w:tblHeader/>")
		}
		w.write("</w:trPr>")
		for j, c := range cells {
			w.write(`<w:tc><w:tcPr><w:tcW w:w="` + widths[j] + `" w:type="dxa"/>`)
			if i == 0 {
				w.write(`<w:shd w:val="clear" w:color="auto" w:fill="F3F4F6"/>`)
			}
			w.write(`</w:tcPr><w:p><w:pPr><w:spacing w:after="0"/><w:jc w:val="` + wordAlign[t.Align[j]] + `"/></w:pPr>`)
			for _, r := range c {
				if i == 0 {
					r.Style |= markdown.Bold
				}
				w.run(r)
			}
			w.write("</w:p></w:tc>")
		}
		w.write("</w:tr>")
	}
	w.write("</w:tbl><w:p/>")
}

// columnWidths divides the width `all` in proportion to the longest text of each column. A text counts
// as at least 6 and at most 48 wide, so that a short column stays readable beside a long one.
func columnWidths(t markdown.Table, all int) []string {
	weights, sum := make([]int, len(t.Align)), 0
	for j := range weights {
		for _, cells := range t.Rows {
			weights[j] = max(weights[j], text.Width(markdown.Plain(cells[j])))
		}
		weights[j] = min(max(weights[j], 6), 48)
		sum += weights[j]
	}
	out := make([]string, len(weights))
	for j, weight := range weights {
		out[j] = strconv.Itoa(max(300, all*weight/sum))
	}
	return out
}
