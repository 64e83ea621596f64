// Package docx reads Word documents.
package docx

import (
	"context"
	"encoding/xml"
	"path"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Read reads a Word document: headings (by outline level, style or bold text), lists with their
// displayed numbers, tables, notes, comments and text boxes, and at the end its headers and footers.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	o, err := office.Open(ctx, in, c)
	if err != nil {
		return err
	}
	if o.Main == "" {
		o.Main = "word/document.xml"
	}
	dir := path.Dir(o.Main) + "/"
	rels := o.Relations(ctx, o.Main)
	w := &word{c: c, put: c.Flow, links: rels.Links, chart: func(id string) []parsed.Block { return o.Chart(ctx, rels.ByID[id]).Blocks() }, styles: docxStyles(ctx, o, dir+"styles.xml"), numbers: docxNumbering(ctx, o, dir+"numbering.xml"), notes: map[string]string{}}
	for _, part := range []string{"footnotes", "endnotes", "comments"} {
		w.readNotes(ctx, o, dir+part+".xml")
	}
	r, err := o.Open(o.Main)
	if err != nil {
		return parse.OrBroken(err)
	}
	defer r.Close()
	if err := archive.DecodeXML(ctx, r, w.token); err != nil {
		if !c.Recoverable(err) || c.Sum.Units == 0 && c.Runes == 0 {
			return err
		}
		c.Warn(parsed.Unreadable)
	}
	if err := w.finish(); err != nil {
		return err
	}
	if c.Sum.Units == 0 && c.Runes == 0 {
		if err := picture.NewInside(in, c).All(ctx, o.Archive); err != nil {
			return err
		}
	}
	return w.margins(ctx, o, append(rels.ByType["header"], rels.ByType["footer"]...))
}

// finish ends tables and paragraphs left open by a damaged file.
func (w *word) finish() error {
	for len(w.tables) > 0 {
		if err := w.endTable(); err != nil {
			return err
		}
	}
	for len(w.paras) > 0 {
		if err := w.endPara(); err != nil {
			return err
		}
	}
	return nil
}

// margins adds the headers and footers of a document, each once.
func (w *word) margins(ctx context.Context, o *office.Package, parts []string) error {
	m := parse.Margins{}
	for _, part := range office.Once(parts) {
		r, err := o.Open(part)
		if err != nil {
			continue
		}
		var text strings.Builder
		h := &word{c: w.c, styles: w.styles, numbers: w.numbers, put: func(b parsed.Block) error {
			for _, row := range b.Rows {
				b.Text += " " + strings.Join(row, " ")
			}
			text.WriteString(b.Text + " ")
			return nil
		}}
		err = archive.DecodeXML(ctx, r, h.token) // a damaged part is used as far as it can be read
		_ = h.finish()
		r.Close()
		if m.Add(w.c, text.String()); ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !w.c.Recoverable(err) {
			break // the part is malicious or exceeds a limit, so the other parts are not read either
		}
	}
	return nil
}

// word is the state of reading a document.
type word struct {
	c       *parse.Collector
	put     func(parsed.Block) error
	chart   func(id string) []parsed.Block
	styles  map[string]paraStyle
	numbers *numbering
	notes   map[string]string // texts of notes by kind and id
	links   map[string]string // addresses of links by relationship id
	paras   []*wordPara       // the open paragraph, and the open paragraphs of the text boxes in it
	tables  []*office.Table
	skip    int // depth inside a skipped element
	nested  int // number of open tables nested deeper than parse.MaxTables; these tables are not in `tables`
}

// wordPara is a paragraph that is being read.
type wordPara struct {
	text    strings.Builder
	style   string
	numID   string // "0": the paragraph has no number, whatever the style says
	level   int
	outline int
	notes   []string
	charts  []parsed.Block
	link    parse.Link
	field   field

	inProps, inRunProps bool
	reading             bool // inside an element that contains text
	bold, hidden        bool // properties of the current run
	plain               bool // part of the paragraph's text is not bold
	inTable             bool
}

// dropped are the elements whose content is left out, for example tracked deletions,
// fallback copies for old programs, and phonetic guides above characters.
var dropped = map[string]bool{"del": true, "moveFrom": true, "delText": true, "Fallback": true, "rt": true, "delInstrText": true, "sdtPr": true}

func (w *word) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if w.skip > 0 || dropped[t.Name.Local] && t.Name.Space != "m" {
			w.skip++
			return nil
		}
		w.start(t)
	case xml.EndElement:
		if w.skip > 0 {
			w.skip--
			return nil
		}
		return w.end(t.Name)
	case xml.CharData:
		p := w.para()
		if w.skip == 0 && p != nil && p.field.reading {
			p.field.read(string(t))
			return nil
		}
		if w.skip == 0 && p != nil && p.reading && !p.hidden {
			p.text.Write(t)
			p.plain = p.plain || !p.bold && strings.TrimSpace(string(t)) != ""
		}
	}
	return nil
}

func (w *word) para() *wordPara {
	if len(w.paras) == 0 {
		return nil
	}
	return w.paras[len(w.paras)-1]
}

func (w *word) start(t xml.StartElement) {
	name := t.Name.Local
	switch name {
	case "p":
		if t.Name.Space != "a" && len(w.paras) < 32 {
			w.paras = append(w.paras, &wordPara{inTable: len(w.tables) > 0})
		}
		return
	case "tbl":
		w.startTable()
		return
	}
	if len(w.tables) > 0 && w.nested == 0 && w.startCell(t) {
		return
	}
	p := w.para()
	if p == nil {
		return
	}
	switch name {
	case "pPr":
		p.inProps = true
	case "rPr":
		p.inRunProps = true
	case "r":
		p.bold, p.hidden = false, false
	case "hyperlink":
		p.link.Begin(w.links[archive.AttrNS(t, "r", "id")], &p.text)
	case "fldSimple":
		p.link.Begin(linkOf(archive.Attr(t, "instr")), &p.text)
	case "fldChar":
		p.fieldChar(archive.Attr(t, "fldCharType"))
	case "instrText":
		p.field.reading = true
	case "pStyle":
		p.style = archive.Attr(t, "val")
	case "numId":
		p.numID = archive.Attr(t, "val")
	case "ilvl":
		p.level = parse.Atoi(archive.Attr(t, "val"))
	case "outlineLvl":
		p.outline = parse.Atoi(archive.Attr(t, "val")) + 1
	case "b":
		p.bold = p.bold || p.inRunProps && !p.inProps && on(t)
	case "vanish":
		p.hidden = p.hidden || p.inRunProps && !p.inProps && on(t)
	case "t":
		p.reading = true
	case "tab":
		if !p.inProps {
			p.text.WriteByte('\t')
		}
	case "br", "cr":
		p.text.WriteByte('\n')
	case "noBreakHyphen":
		p.text.WriteByte('-')
	case "den":
		p.text.WriteByte('/')
	case "sup":
		p.text.WriteByte('^')
	case "sub":
		p.text.WriteByte('_')
	case "rad":
		p.text.WriteString("√")
	case "chart":
		if id := archive.AttrNS(t, "r", "id"); id != "" && w.chart != nil {
			p.charts = append(p.charts, w.chart(id)...)
		}
	case "textpath": // the text of a watermark
		p.text.WriteString(archive.Attr(t, "string"))
	case "footnoteReference", "endnoteReference", "commentReference":
		key := strings.TrimSuffix(name, "Reference") + archive.Attr(t, "id")
		if note := w.notes[key]; note != "" && len(p.notes) < 100 {
			p.notes = append(p.notes, note)
			delete(w.notes, key)
		}
	}
}

func (w *word) end(name xml.Name) error {
	switch name.Local {
	case "p":
		if name.Space == "a" {
			return nil
		}
		return w.endPara()
	case "tbl":
		return w.endTable()
	case "tc":
		w.endCell()
		return nil
	}
	if p := w.para(); p != nil {
		switch name.Local {
		case "pPr":
			p.inProps = false
		case "rPr":
			p.inRunProps = false
		case "t":
			p.reading = false
		case "instrText":
			p.field.reading = false
		case "hyperlink", "fldSimple":
			p.link.End(&p.text)
		}
	}
	return nil
}

// endPara adds a paragraph to the current cell or to the file.
func (w *word) endPara() error {
	p := w.para()
	if p == nil {
		return nil
	}
	w.paras = w.paras[:len(w.paras)-1]
	err := w.place(p)
	for _, b := range p.charts {
		if err == nil {
			err = w.beside(b)
		}
	}
	for _, note := range p.notes {
		w.queueNote(note)
	}
	return err
}

func (w *word) place(p *wordPara) error {
	p.link.End(&p.text)
	name, s := strings.TrimSpace(p.link.Without(p.text.String())), strings.TrimSpace(p.text.String())
	style := resolve(w.styles, p.style)
	if p.numID == "" {
		p.numID = style.numID
		if p.numID != "" && p.level == 0 {
			p.level = style.level
		}
	}
	if s != "" && p.numID != "" && p.numID != "0" {
		if number := w.numbers.next(p.numID, p.level); number != "" {
			name, s = parse.JoinNumber(number, name), parse.JoinNumber(number, s)
		}
	}
	if s == "" {
		return nil
	}
	if p.inTable && len(w.tables) > 0 {
		w.tables[len(w.tables)-1].Add(s)
		return nil
	}
	b := parsed.Block{Kind: parsed.Paragraph, Text: s}
	level := p.outline
	if level == 0 {
		level = style.outline
	}
	if level == 0 {
		level = headingLevel(style)
	}
	lower := strings.ToLower(style.name)
	switch {
	case strings.HasPrefix(lower, "toc ") || strings.HasPrefix(lower, "目录"):
		return nil // a table of contents repeats the outline
	case level >= 1 && level <= 9:
		b.Kind, b.Level, b.Text = parsed.Title, level, name
		if w.c.Sum.Title == "" && (lower == "title" || lower == "标题" || lower == "標題") {
			w.c.Sum.Title = name
		}
	case strings.HasPrefix(lower, "caption") || strings.HasPrefix(lower, "题注"):
		b.Kind = parsed.Caption
	case !p.plain && parse.LooksHeading(name):
		b.Kind, b.Level, b.Text = parsed.Title, boldLevel(name), name
	case p.numID != "" && p.numID != "0":
		b.Kind, b.Level = parsed.List, max(0, min(8, p.level))+1
	}
	return w.put(b)
}

// beside adds a block of a chart after the paragraph that contains the chart. Inside a
// table it adds the block's text to the cell.
func (w *word) beside(b parsed.Block) error {
	if len(w.tables) == 0 {
		return w.put(b)
	}
	parse.TidyBlock(&b)
	w.tables[len(w.tables)-1].Add(b.Text)
	return nil
}

// queueNote adds a note after the paragraph with the reference. Inside a table, it adds
// the note after the text of the cell.
func (w *word) queueNote(note string) {
	if len(w.tables) > 0 {
		w.tables[len(w.tables)-1].Add(note)
		return
	}
	w.c.Add(parsed.Block{Kind: parsed.Note, Text: note})
}

// boldLevel returns the heading level of a bold line without heading style: the result of
// parse.ChapterLevel for a chapter title such as 第一章, and 4 for any other line.
func boldLevel(s string) int {
	if level := parse.ChapterLevel(s); level > 0 {
		return level
	}
	return 4
}
