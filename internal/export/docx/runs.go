package docx

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/formula"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

func (w *wordWriter) run(r markdown.Run) {
	switch r.Kind {
	case markdown.LineBreak:
		w.write("<w:r><w:br/></w:r>")
		return
	case markdown.MathRun:
		w.write("<m:oMath>")
		formula.WriteOMML(&w.out, r.Text)
		w.write("</m:oMath>")
		return
	case markdown.Citation:
		if !w.sources.Has(r.Number) {
			return
		}
		w.write(`<w:hyperlink w:anchor="` + w.bookmark(r.Number) + `" w:history="1"><w:r><w:rPr><w:color w:val="0563C1"/><w:vertAlign w:val="superscript"/></w:rPr><w:t>[` +
			strconv.Itoa(r.Number) + "]</w:t></w:r></w:hyperlink>")
		return
	}
	if r.Text == "" {
		return
	}
	if r.Link != "" {
		w.write(`<w:hyperlink r:id="link` + strconv.Itoa(w.link(r.Link)) + `" w:history="1">`)
		defer w.write("</w:hyperlink>")
	}
	w.write("<w:r>" + wordLook(r))
	w.text(r.Text)
	w.write("</w:r>")
}

// link returns the id of a link target, from 1.
func (w *wordWriter) link(target string) int {
	if id, ok := w.linkID[target]; ok {
		return id
	}
	if w.linkID == nil {
		w.linkID = map[string]int{}
	}
	w.links = append(w.links, target)
	w.linkID[target] = len(w.links)
	return len(w.links)
}

// wordLook returns the properties of a run, in the order required by the schema.
func wordLook(r markdown.Run) string {
	var b strings.Builder
	switch {
	case r.Kind == markdown.CodeRun:
		b.WriteString(`<w:rStyle w:val="Code"/>`)
	case r.Link != "":
		b.WriteString(`<w:rStyle w:val="Hyperlink"/>`)
	}
	if r.Style&markdown.Bold != 0 {
		b.WriteString("<w:b/><w:bCs/>")
	}
	if r.Style&markdown.Italic != 0 {
		b.WriteString("<w:i/><w:iCs/>")
	}
	if r.Style&markdown.Strike != 0 {
		b.WriteString("<w:strike/>")
	}
	if r.Style&markdown.Raised != 0 {
		b.WriteString(`<w:vertAlign w:val="superscript"/>`)
	}
	if b.Len() == 0 {
		return ""
	}
	return "<w:rPr>" + b.String() + "</w:rPr>"
}

// text writes the text of a run; tabs and line ends are separate elements.
func (w *wordWriter) text(s string) {
	start := 0
	flush := func(end int) {
		if end > start {
			w.write(`<w:t xml:space="preserve">`)
			escape(&w.out, s[start:end])
			w.write("</w:t>")
		}
		start = end + 1
	}
	for i := range len(s) {
		switch s[i] {
		case '\t':
			flush(i)
			w.write("<w:tab/>")
		case '\n':
			flush(i)
			w.write("<w:br/>")
		}
	}
	flush(len(s))
}

// escape escapes s for an element or an attribute of XML; characters forbidden in XML
// become U+FFFD.
func escape(b *strings.Builder, s string) {
	_ = xml.EscapeText(b, []byte(s)) // a strings.Builder never fails
}
