package export

import (
	"context"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// indent is one step to the right, in twentieths of a point.
const indent = 420

// wordWriter writes the body of the document and remembers what its other
// parts must hold.
type wordWriter struct {
	doc      *document
	out      strings.Builder
	links    []string       // targets, in the order of their ids
	linkID   map[string]int // from 1
	numbered []numbered     // one for every ordered list
	part     int            // which answer is being written, from 1; names its bookmarks
	sources  part
}

type numbered struct{ level, start int }

// around is where a block stands.
type around struct {
	style string // of its paragraphs; empty: the usual one
	left  int    // steps to the right
	list  int    // depth of the list, from 1
	num   int    // of the list whose item begins here; 0: none begins
	down  int    // how far headings move down
}

func (w *wordWriter) body(ctx context.Context) error {
	d := w.doc
	w.paragraph(around{style: "Title"}, []run{{text: d.title}})
	w.paragraph(around{style: "Subtitle"}, []run{{text: d.madeBy()}})
	for i, p := range d.parts {
		w.part, w.sources = i+1, p
		down := 0
		if p.heading != "" {
			down = 1
			w.paragraph(around{style: "Heading1"}, []run{{text: p.heading}})
		}
		if p.question != "" {
			w.paragraph(around{style: "Quote"}, lines(p.question))
		}
		for _, t := range p.texts {
			if err := ctx.Err(); err != nil {
				return err
			}
			if t.name != "" {
				w.paragraph(around{}, []run{{text: t.name, style: bold}})
			}
			w.blocks(parse(t.markdown), around{down: down})
		}
		if p.note != "" {
			w.paragraph(around{style: "Note"}, []run{{text: p.note}})
		}
		w.references(p)
		if p.model != "" {
			w.paragraph(around{style: "Note"}, []run{{text: d.model + p.model}})
		}
	}
	return ctx.Err()
}

// lines are the runs of a text that is not Markdown.
func lines(s string) []run {
	var out []run
	for i, line := range strings.Split(printable(s), "\n") {
		if i > 0 {
			out = append(out, run{kind: lineEnd})
		}
		out = append(out, run{text: line})
	}
	return out
}

// references lists the sources; every number is a bookmark that its citations
// lead to.
func (w *wordWriter) references(p part) {
	if len(p.sources) == 0 {
		return
	}
	w.paragraph(around{style: "Note"}, []run{{text: w.doc.sources, style: bold}})
	for i, s := range p.sources {
		w.open(around{style: "Note"})
		id := strconv.Itoa(w.part*1000 + i)
		w.write(`<w:bookmarkStart w:id="` + id + `" w:name="` + w.bookmark(s.number) + `"/>`)
		w.run(run{text: "[" + strconv.Itoa(s.number) + "] "})
		w.write(`<w:bookmarkEnd w:id="` + id + `"/>`)
		w.run(run{text: s.title, link: s.url})
		if s.site != "" {
			w.run(run{text: " · " + s.site})
		}
		w.write("</w:p>")
	}
}

func (w *wordWriter) bookmark(number int) string {
	return "source_" + strconv.Itoa(w.part) + "_" + strconv.Itoa(number)
}

func (w *wordWriter) write(s string) { w.out.WriteString(s) }

func (w *wordWriter) blocks(blocks []block, at around) {
	for _, b := range blocks {
		w.block(b, at)
		at.num = 0 // only the first block of an item bears its number
	}
}

func (w *wordWriter) block(b block, at around) {
	switch b := b.(type) {
	case heading:
		at.style = "Heading" + strconv.Itoa(min(6, b.level+at.down))
		w.paragraph(at, b.text)
	case paragraph:
		w.paragraph(at, b.text)
	case quote:
		if at.style == "" {
			at.style = "Quote"
		}
		at.left++
		w.blocks(b.blocks, at)
	case list:
		w.list(b, at)
	case code:
		w.code(b, at)
	case table:
		w.table(b, at)
	case formula:
		w.open(at)
		w.write("<m:oMathPara><m:oMath>")
		omml(&w.out, readLatex(b.tex))
		w.write("</m:oMath></m:oMathPara></w:p>")
	case rule:
		w.write(`<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="D1D5DB"/></w:pBdr></w:pPr></w:p>`)
	}
}

func (w *wordWriter) paragraph(at around, runs []run) {
	w.open(at)
	for _, r := range runs {
		w.run(r)
	}
	w.write("</w:p>")
}

// open begins a paragraph.
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

func (w *wordWriter) list(l list, at around) {
	at.list++
	at.num = 1
	if l.ordered {
		w.numbered = append(w.numbered, numbered{min(at.list, wordLevels) - 1, l.start})
		at.num = len(w.numbered) + 1
	}
	for _, it := range l.items {
		blocks := it.blocks
		if len(blocks) == 0 {
			blocks = []block{paragraph{}}
		}
		if _, ok := blocks[0].(paragraph); !ok {
			blocks = append([]block{paragraph{}}, blocks...) // the number needs a line of its own
		}
		if it.task != noTask {
			box := map[task]string{openTask: "☐ ", doneTask: "☑ "}[it.task]
			first := blocks[0].(paragraph)
			blocks = append([]block{paragraph{append([]run{{text: box}}, first.text...)}}, blocks[1:]...)
		}
		w.blocks(blocks, at)
	}
}

func (w *wordWriter) code(c code, at around) {
	at.style = "CodeBlock"
	for line := range strings.SplitSeq(strings.TrimRight(c.text, "\n"), "\n") {
		w.paragraph(at, []run{{text: line}})
		at.num = 0
	}
	w.write("<w:p/>")
}

var wordAlign = map[alignment]string{alignStart: "left", alignCenter: "center", alignEnd: "right"}

func (w *wordWriter) table(t table, at around) {
	columns := len(t.align)
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
	for i, cells := range t.rows {
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
			w.write(`</w:tcPr><w:p><w:pPr><w:spacing w:after="0"/><w:jc w:val="` + wordAlign[t.align[j]] + `"/></w:pPr>`)
			for _, r := range c {
				if i == 0 {
					r.style |= bold
				}
				w.run(r)
			}
			w.write("</w:p></w:tc>")
		}
		w.write("</w:tr>")
	}
	w.write("</w:tbl><w:p/>")
}

// columnWidths shares the width by the longest text of each column, within
// bounds that keep a short column readable beside a long one.
func columnWidths(t table, all int) []string {
	weights, sum := make([]int, len(t.align)), 0
	for j := range weights {
		for _, cells := range t.rows {
			weights[j] = max(weights[j], text.Width(plain(cells[j])))
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
