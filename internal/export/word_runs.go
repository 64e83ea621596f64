package export

import (
	"strconv"
	"strings"
)

// run writes one run.
func (w *wordWriter) run(r run) {
	switch r.kind {
	case lineEnd:
		w.write("<w:r><w:br/></w:r>")
		return
	case mathRun:
		w.write("<m:oMath>")
		omml(&w.out, readLatex(r.text))
		w.write("</m:oMath>")
		return
	case citation:
		if !w.sources.has(r.n) {
			return
		}
		w.write(`<w:hyperlink w:anchor="` + w.bookmark(r.n) + `" w:history="1"><w:r><w:rPr><w:color w:val="0563C1"/><w:vertAlign w:val="superscript"/></w:rPr><w:t>[` +
			strconv.Itoa(r.n) + "]</w:t></w:r></w:hyperlink>")
		return
	}
	if r.text == "" {
		return
	}
	if r.link != "" {
		w.write(`<w:hyperlink r:id="link` + strconv.Itoa(w.link(r.link)) + `" w:history="1">`)
		defer w.write("</w:hyperlink>")
	}
	w.write("<w:r>" + wordLook(r))
	w.text(r.text)
	w.write("</w:r>")
}

// link gives the id of a target, from 1.
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

// wordLook is the properties of a run, in the order of the schema.
func wordLook(r run) string {
	var b strings.Builder
	switch {
	case r.kind == codeRun:
		b.WriteString(`<w:rStyle w:val="Code"/>`)
	case r.link != "":
		b.WriteString(`<w:rStyle w:val="Hyperlink"/>`)
	}
	if r.style&bold != 0 {
		b.WriteString("<w:b/><w:bCs/>")
	}
	if r.style&italic != 0 {
		b.WriteString("<w:i/><w:iCs/>")
	}
	if r.style&strike != 0 {
		b.WriteString("<w:strike/>")
	}
	if r.style&raised != 0 {
		b.WriteString(`<w:vertAlign w:val="superscript"/>`)
	}
	if b.Len() == 0 {
		return ""
	}
	return "<w:rPr>" + b.String() + "</w:rPr>"
}

// text writes the words of a run; tabs and line ends have elements of their own.
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
