package odf

import (
	"encoding/xml"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxSpaces is the maximum number of spaces for one element.
const maxSpaces = 100

// reader converts the content of a document to blocks.
type reader struct {
	d     *document
	put   func(parsed.Block) error             // receives whole tables, and all blocks outside of notes, tables and cells
	note  func(text string)                    // receives a comment or a footnote
	hook  func(t xml.StartElement) (took bool) // called with a start tag; if it returns true, the reader ignores this tag, but not the content and the end tag
	leave func(name xml.Name) error            // called with the end of an element, after the reader has handled the end
	inner bool                                 // reads an embedded object; objects inside this object are not read
	any   bool                                 // some content was read

	skip   int
	paras  []*para
	notes  []*strings.Builder // open notes
	done   []string           // texts of finished notes; they are passed on when the paragraph ends
	tables []*office.Table
	nested int // number of open tables nested deeper than parse.MaxTables; these tables are not in `tables`
	lists  []*list
	kept   map[string]counts // numbers of lists that may be continued later
	heads  counts
	cell   *strings.Builder // current cell of a sheet
}

// para is a paragraph that is being read.
type para struct {
	text   strings.Builder
	link   parse.Link
	style  string
	level  int // level of a heading
	number string
}

// list is a list that is being read.
type list struct {
	style  string
	counts *counts
	number string // number of the current item; it is added to the item's first paragraph
	item   bool   // the current item has no paragraph yet
}

// dropped are the elements whose content is left out.
var dropped = map[string]bool{
	"tracked-changes": true, "ruby-text": true, "note-citation": true, "forms": true, "creator": true, "date-string": true,
	"table-of-content": true, "alphabetical-index": true, "illustration-index": true, "table-index": true, "object-index": true, "user-index": true,
	"bibliography": true, "sequence-decls": true, "variable-decls": true, "user-field-decls": true, "event-listeners": true, "scripts": true, "script": true,
	"hidden-text": true, "hidden-paragraph": true, "named-expressions": true, "database-ranges": true, "calculation-settings": true, "content-validations": true,
	"header-decl": true, "footer-decl": true, "date-time-decl": true, "desc": true, "binary-data": true, "image-map": true, "dde-links": true,
	"label-ranges": true, "data-pilot-tables": true, "tracked-change": true, "sender-initials": true, "creator-initials": true,
}

func (r *reader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if r.skip > 0 || dropped[t.Name.Local] || t.Name.Space == "dc" || t.Name.Space == "meta" {
			r.skip++
			return nil
		}
		return r.start(t)
	case xml.EndElement:
		if r.skip > 0 {
			r.skip--
			return nil
		}
		if err := r.close(t.Name); err != nil || r.leave == nil {
			return err
		}
		return r.leave(t.Name)
	case xml.CharData:
		if r.skip == 0 {
			r.words(string(t))
		}
	}
	return nil
}

// words adds running text to the current paragraph. White space becomes one space.
func (r *reader) words(s string) {
	p := r.para()
	if p == nil {
		return
	}
	if strings.ContainsAny(s, "\n\t\r") || strings.Contains(s, "  ") {
		lead, trail := s != strings.TrimLeft(s, " \t\r\n"), s != strings.TrimRight(s, " \t\r\n")
		s = strings.Join(strings.Fields(s), " ")
		if lead {
			s = " " + s
		}
		if trail {
			s += " "
		}
	}
	p.text.WriteString(s)
}

func (r *reader) para() *para {
	if len(r.paras) == 0 {
		return nil
	}
	return r.paras[len(r.paras)-1]
}

func (r *reader) start(t xml.StartElement) error {
	if r.hook != nil && r.hook(t) {
		return nil
	}
	switch t.Name.Local {
	case "h", "p":
		if t.Name.Space != "text" {
			return nil
		}
		p := &para{style: archive.Attr(t, "style-name")}
		if t.Name.Local == "h" {
			p.level = max(1, min(9, parse.Atoi(archive.Attr(t, "outline-level"))))
			if number := r.heads.next(&r.d.styles.heads, p.level-1); number != "" && archive.Attr(t, "is-list-header") != "true" {
				p.number = number
			}
		}
		r.paras = append(r.paras, p)
	case "s":
		if p := r.para(); p != nil {
			p.text.WriteString(strings.Repeat(" ", max(1, min(maxSpaces, parse.Atoi(archive.Attr(t, "c"))))))
		}
	case "tab":
		if p := r.para(); p != nil {
			p.text.WriteByte('\t')
		}
	case "a":
		if p := r.para(); p != nil && t.Name.Space == "text" {
			p.link.Begin(archive.Attr(t, "href"), &p.text)
		}
	case "line-break":
		if p := r.para(); p != nil {
			p.text.WriteByte('\n')
		}
	case "annotation", "note-body":
		r.notes = append(r.notes, &strings.Builder{})
	case "list":
		r.startList(t)
	case "list-item":
		if n := len(r.lists) - 1; n >= 0 {
			l := r.lists[n]
			l.number, l.item = l.counts.next(r.d.styles.lists[l.style], n), true
		}
	case "object":
		return r.object(archive.Attr(t, "href"))
	case "table":
		r.startTable()
	case "table-row":
		if t := r.table(); t != nil {
			t.Rows = append(t.Rows, nil)
		}
	case "table-cell", "covered-table-cell":
		r.startCell(t)
	}
	return nil
}

func (r *reader) close(name xml.Name) error {
	switch name.Local {
	case "h", "p":
		if name.Space == "text" {
			return r.endPara()
		}
	case "a":
		if p := r.para(); p != nil && name.Space == "text" {
			p.link.End(&p.text)
		}
	case "annotation", "note-body":
		if n := len(r.notes) - 1; n >= 0 {
			if s := parse.OneLine(r.notes[n].String()); s != "" && len(r.done) < 1_000 {
				r.done = append(r.done, s)
			}
			r.notes = r.notes[:n]
		}
		if len(r.paras) == 0 {
			return r.flushNotes()
		}
	case "list":
		r.endList()
	case "table":
		return r.endTable()
	case "table-cell", "covered-table-cell":
		return r.endCell()
	}
	return nil
}

// object reads an object. The blocks of the object come before the paragraph around the object.
func (r *reader) object(href string) error {
	if r.inner || href == "" || len(r.notes) > 0 {
		return nil
	}
	for _, b := range r.d.object(href) {
		if r.table() != nil || r.cell != nil {
			b = parsed.Block{Kind: parsed.Paragraph, Text: b.Text}
		}
		if err := r.place(b); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) startList(t xml.StartElement) {
	l := &list{style: archive.Attr(t, "style-name")}
	if n := len(r.lists); n > 0 {
		l.counts = r.lists[0].counts
		if l.style == "" {
			l.style = r.lists[n-1].style
		}
	} else {
		l.counts = new(counts)
		if archive.Attr(t, "continue-numbering") == "true" || archive.Attr(t, "continue-list") != "" {
			*l.counts = r.kept[l.style]
		}
	}
	r.lists = append(r.lists, l)
}

func (r *reader) endList() {
	n := len(r.lists) - 1
	if n < 0 {
		return
	}
	if l := r.lists[n]; n == 0 && len(r.kept) < parse.MaxEntries {
		if r.kept == nil {
			r.kept = map[string]counts{}
		}
		r.kept[l.style] = *l.counts
	}
	r.lists = r.lists[:n]
}

// endPara adds a paragraph to the current note, the current cell or the file.
func (r *reader) endPara() error {
	p := r.para()
	if p == nil {
		return nil
	}
	r.paras = r.paras[:len(r.paras)-1]
	s := p.text.String()
	if n := len(r.notes) - 1; n >= 0 {
		r.notes[n].WriteString(s + "\n")
		return nil
	}
	if strings.TrimSpace(s) != "" {
		if err := r.place(r.block(p)); err != nil {
			return err
		}
	}
	if len(r.paras) == 0 {
		return r.flushNotes()
	}
	return nil
}

// block returns the block of a paragraph. Its kind depends on the paragraph's level, style and
// list.
func (r *reader) block(p *para) parsed.Block {
	s := p.text.String()
	b := parsed.Block{Kind: parsed.Paragraph, Text: strings.TrimSpace(s)}
	name := strings.TrimSpace(p.link.Without(s))
	kind := r.d.styles.kindOf(p.style)
	switch {
	case p.level > 0:
		b.Kind, b.Level, b.Text = parsed.Title, p.level, name
		if p.number != "" {
			b.Text = parse.JoinNumber(p.number, name)
		}
	case kind == "Title", kind == "Subtitle":
		b.Kind, b.Level, b.Text = parsed.Title, 1, name
		if kind == "Subtitle" {
			b.Level = 2
		}
	case kind == "Caption":
		b.Kind = parsed.Caption
	case len(r.lists) > 0:
		l := r.lists[len(r.lists)-1]
		b.Kind, b.Level = parsed.List, min(9, len(r.lists))
		if l.item && l.number != "" {
			b.Text = parse.JoinNumber(l.number, b.Text)
		}
		l.item = false
	}
	return b
}

// place adds a block to the current note or cell, or passes it on.
func (r *reader) place(b parsed.Block) error {
	r.any = true
	switch {
	case len(r.notes) > 0:
		r.notes[len(r.notes)-1].WriteString(b.Text + "\n")
	case r.cell != nil:
		if r.cell.Len() > 0 {
			r.cell.WriteByte('\n')
		}
		if r.cell.Len() < parse.MaxPart {
			r.cell.WriteString(b.Text)
		}
	case r.table() != nil:
		r.table().Add(b.Text)
	default:
		return r.put(b)
	}
	return nil
}

// flushNotes passes on the notes of the last paragraph.
func (r *reader) flushNotes() error {
	done := r.done
	r.done = nil
	for _, s := range done {
		if t := r.table(); t != nil {
			t.Add(s)
		} else {
			r.note(s)
		}
	}
	return nil
}

// end ends paragraphs and tables left open by a damaged file.
func (r *reader) end() error {
	for len(r.paras) > 0 {
		if err := r.endPara(); err != nil {
			return err
		}
	}
	for len(r.tables) > 0 {
		if err := r.endTable(); err != nil {
			return err
		}
	}
	return nil
}
