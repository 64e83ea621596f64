// Package html converts Markdown to HTML that is safe on the pages of the app. All text is escaped.
// Links in a text lead only to http, https and mailto. Nothing is loaded from other servers. HTML
// in a text is shown as text, except line breaks.
package html

import (
	"html"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/formula"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

// Cite returns the address of the source with a number. If the address is empty, the citation is left
// out, as on the page.
type Cite func(number int) string

// above is the number of heading levels used by the page around a text: a heading of level 1 in the
// text becomes h3. A heading is at most one level below the previous heading, so that no level is
// skipped.
const above = 2

// Write returns the HTML of a Markdown text.
func Write(text string, cite Cite) string {
	w := writer{cite: cite, level: above}
	w.blocks(markdown.Parse(text))
	return w.b.String()
}

type writer struct {
	b     strings.Builder
	cite  Cite
	level int // level of the last heading
}

func (w *writer) blocks(all []markdown.Block) {
	for _, b := range all {
		w.block(b)
	}
}

func (w *writer) block(b markdown.Block) {
	switch b := b.(type) {
	case markdown.Heading:
		w.level = min(6, b.Level+above, w.level+1)
		tag := "h" + strconv.Itoa(w.level)
		w.b.WriteString("<" + tag + ">")
		w.runs(b.Text)
		w.b.WriteString("</" + tag + ">")
	case markdown.Paragraph:
		w.b.WriteString("<p>")
		w.runs(b.Text)
		w.b.WriteString("</p>")
	case markdown.List:
		w.list(b)
	case markdown.Quote:
		w.b.WriteString("<blockquote>")
		w.blocks(b.Blocks)
		w.b.WriteString("</blockquote>")
	case markdown.Code:
		w.b.WriteString(`<pre tabindex="0"><code>`)
		w.b.WriteString(highlighted(b.Text, b.Language))
		w.b.WriteString("</code></pre>")
	case markdown.Table:
		w.table(b)
	case markdown.Formula:
		w.b.WriteString(`<div class="formula" tabindex="0">`)
		formula.WriteMathML(&w.b, b.TeX, true)
		w.b.WriteString("</div>")
	case markdown.Rule:
		w.b.WriteString("<hr>")
	}
}

func (w *writer) list(l markdown.List) {
	tag := "ul"
	if l.Ordered {
		tag = "ol"
		w.b.WriteString(`<ol start="` + strconv.Itoa(l.Start) + `">`)
	} else {
		w.b.WriteString("<ul>")
	}
	for _, it := range l.Items {
		w.b.WriteString("<li>")
		switch it.Task {
		case markdown.OpenTask:
			w.b.WriteString("☐ ")
		case markdown.DoneTask:
			w.b.WriteString("☑ ")
		}
		// If an item consists of one paragraph, its text has no p element.
		if p, ok := only(it.Blocks); ok {
			w.runs(p.Text)
		} else {
			w.blocks(it.Blocks)
		}
		w.b.WriteString("</li>")
	}
	w.b.WriteString("</" + tag + ">")
}

func only(blocks []markdown.Block) (markdown.Paragraph, bool) {
	if len(blocks) != 1 {
		return markdown.Paragraph{}, false
	}
	p, ok := blocks[0].(markdown.Paragraph)
	return p, ok
}

var sides = map[markdown.Alignment]string{markdown.AlignStart: "", markdown.AlignCenter: ` class="center"`, markdown.AlignEnd: ` class="right"`}

func (w *writer) table(t markdown.Table) {
	w.b.WriteString(`<div class="table" tabindex="0"><table>`)
	for i, row := range t.Rows {
		tag := "td"
		switch i {
		case 0:
			tag = "th"
			w.b.WriteString("<thead>")
		case 1:
			w.b.WriteString("<tbody>")
		}
		w.b.WriteString("<tr>")
		for j, cell := range row {
			w.b.WriteString("<" + tag + sides[t.Align[j]] + ">")
			w.runs(cell)
			w.b.WriteString("</" + tag + ">")
		}
		w.b.WriteString("</tr>")
		if i == 0 {
			w.b.WriteString("</thead>")
		}
	}
	if len(t.Rows) > 1 {
		w.b.WriteString("</tbody>")
	}
	w.b.WriteString("</table></div>")
}

var styles = []struct {
	style markdown.Style
	tag   string
}{{markdown.Bold, "strong"}, {markdown.Italic, "em"}, {markdown.Strike, "del"}, {markdown.Raised, "sup"}}

func (w *writer) runs(all []markdown.Run) {
	for _, r := range all {
		w.run(r)
	}
}

func (w *writer) run(r markdown.Run) {
	switch r.Kind {
	case markdown.LineBreak:
		w.b.WriteString("<br>")
		return
	case markdown.Citation:
		if at := w.cite(r.Number); at != "" {
			n := strconv.Itoa(r.Number)
			w.b.WriteString(`<a class="cite" href="` + html.EscapeString(at) + `">` + n + `</a>`)
		}
		return
	}
	if r.Link != "" {
		w.b.WriteString(`<a href="` + html.EscapeString(r.Link) + `" rel="nofollow noopener noreferrer ugc" target="_blank">`)
	}
	for _, s := range styles {
		if r.Style&s.style != 0 {
			w.b.WriteString("<" + s.tag + ">")
		}
	}
	switch r.Kind {
	case markdown.CodeRun:
		w.b.WriteString("<code>")
		w.text(r.Text)
		w.b.WriteString("</code>")
	case markdown.MathRun:
		formula.WriteMathML(&w.b, r.Text, false)
	default:
		w.text(r.Text)
	}
	for i := len(styles) - 1; i >= 0; i-- {
		if r.Style&styles[i].style != 0 {
			w.b.WriteString("</" + styles[i].tag + ">")
		}
	}
	if r.Link != "" {
		w.b.WriteString("</a>")
	}
}

func (w *writer) text(s string) { w.b.WriteString(html.EscapeString(s)) }
