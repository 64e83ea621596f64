// Package rtf reads documents in Rich Text Format.
package rtf

import (
	"bufio"
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Read reads a document: headings by their styles and outline levels, lists with their displayed numbers,
// tables, notes, comments and text boxes, and at the end its headers and footers.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	r := &reader{ctx: ctx, c: c, in: bufio.NewReaderSize(in.Reader(), 64<<10), page: 1252, fonts: map[int]int{}, styles: map[int]int{}}
	r.cur = state{bytes: 1}
	err := r.read()
	if err == nil {
		err = r.finish()
	}
	return err
}

// maxDepth is the maximum number of nested groups with a state of their own. Deeper
// groups share the last state.
const maxDepth = 2_000

// maxText is the length, in bytes, above which a paragraph is split. A cell or a note of this length
// gets no further text.
const maxText = 1 << 20

// destination is where the text of a group is stored.
type destination byte

const (
	toText   destination = iota // the current paragraph or cell
	toNote                      // a foot note or a comment
	toMargin                    // a header or a footer
	toNumber                    // the number of a list item
	toTitle                     // the title of the document
	toFont                      // the font table
	toStyle                     // the style sheet
	nowhere
)

// state is the state of a group.
type state struct {
	to      destination
	bytes   int // number of bytes after a Unicode character that repeat the character for old programs
	font    int
	hidden  bool
	box     bool // the group began a text box
	star    bool // the group may be ignored by programs that do not know it
	instead bool // the text of the group takes the place of the group around it
}

// reader is the state of reading a document.
type reader struct {
	ctx    context.Context
	c      *parse.Collector
	in     *bufio.Reader
	page   int         // the code page of the file
	fonts  map[int]int // code pages of fonts
	styles map[int]int // heading levels of styles, by number

	cur   state
	stack []state
	over  int // number of open groups beyond maxDepth
	skip  int // bytes still to be skipped, because they repeat the last character

	raw  []byte // bytes not decoded yet, in the code page of the font
	high rune   // the first half of a surrogate pair

	para    paragraph
	boxes   []paragraph // paragraphs interrupted by text boxes
	aside   strings.Builder
	name    strings.Builder // name of a style
	style   int
	level   int // outline level of the style whose name is being read, from 1; 0: none
	notes   []string
	margins []string

	row  []string
	cell strings.Builder
	rows [][]string
	n    int // number of cells of the table so far
}

// paragraph is a paragraph that is being read.
type paragraph struct {
	text    strings.Builder
	number  string
	style   int
	outline int // heading level of the paragraph, from 1
	list    int // list level of the paragraph, from 1
	inTable bool
}

// emit adds text to its destination.
func (r *reader) emit(s string) {
	if r.cur.hidden {
		return
	}
	switch r.cur.to {
	case toText:
		if r.para.text.WriteString(s); r.para.text.Len() > maxText {
			_ = r.endPara() // after an error, storing the next section fails with the same error
		}
	case toNote, toMargin, toNumber, toTitle:
		if r.aside.Len() < maxText {
			r.aside.WriteString(s)
		}
	case toStyle:
		if r.name.Len() < 200 {
			r.name.WriteString(s)
		}
	default:
	}
}

// endPara adds a paragraph to the current cell or to the file.
func (r *reader) endPara() error {
	r.flush()
	p := &r.para
	s := strings.TrimSpace(p.text.String())
	p.text.Reset()
	number := strings.TrimSpace(p.number)
	p.number = ""
	if s != "" && strings.ContainsAny(number, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ一二三四五六七八九十①②③④⑤⑥⑦⑧⑨⑩甲乙丙丁") {
		s = parse.JoinNumber(number, s)
	}
	if p.inTable && len(r.boxes) == 0 {
		r.addCell(s)
		return nil
	}
	if err := r.endTable(); err != nil || s == "" {
		return err
	}
	b := parsed.Block{Kind: parsed.Paragraph, Text: s}
	level := p.outline
	if level == 0 {
		level = r.styles[p.style]
	}
	switch {
	case level > 0:
		b.Kind, b.Level = parsed.Title, level
	case number != "" || p.list > 0:
		b.Kind, b.Level = parsed.List, max(1, p.list)
	}
	if err := r.c.Flow(b); err != nil {
		return err
	}
	r.flushNotes()
	return nil
}

// flushNotes adds the notes of the last paragraph or table.
func (r *reader) flushNotes() {
	for _, s := range r.notes {
		r.c.Add(parsed.Block{Kind: parsed.Note, Text: s})
	}
	r.notes = nil
}

func (r *reader) addCell(s string) {
	if s == "" || r.cell.Len() >= maxText {
		return
	}
	if r.cell.Len() > 0 {
		r.cell.WriteByte('\n')
	}
	r.cell.WriteString(text.CutBytes(s, maxText-r.cell.Len()))
}

// endCell ends a table cell. The cells of a nested table are part of the outer cell.
func (r *reader) endCell() error {
	if err := r.endPara(); err != nil {
		return err
	}
	if r.n++; r.n <= parse.MaxTableCells && len(r.row) < parse.MaxCells {
		r.row = append(r.row, r.cell.String())
	}
	r.cell.Reset()
	return nil
}

func (r *reader) endRow() {
	if len(r.row) > 0 {
		r.rows = append(r.rows, r.row)
	}
	r.row = nil
	r.cell.Reset()
}

// endTable passes on the collected table. The rows of a table with a single column become
// paragraphs, because such a table is a frame around text.
func (r *reader) endTable() error {
	if r.cell.Len() > 0 {
		r.row = append(r.row, r.cell.String())
	}
	r.endRow()
	rows := r.rows
	r.rows, r.n = nil, 0
	wide := 0
	for _, row := range rows {
		wide = max(wide, len(row))
	}
	if wide > 1 {
		if err := r.c.Flow(parsed.Block{Kind: parsed.Table, Rows: rows}); err != nil {
			return err
		}
	} else {
		for _, row := range rows {
			if err := r.c.Flow(parsed.Block{Kind: parsed.Paragraph, Text: row[0]}); err != nil {
				return err
			}
		}
	}
	if wide > 0 {
		r.flushNotes()
	}
	return nil
}

// finish passes on the last paragraph, table and notes, and the headers and footers.
func (r *reader) finish() error {
	r.para.inTable = false
	if err := r.endPara(); err != nil {
		return err
	}
	r.flushNotes()
	seen := map[string]bool{}
	for _, s := range r.margins {
		if s = parse.OneLine(s); s != "" && !seen[s] {
			seen[s] = true
			r.c.Add(parsed.Block{Kind: parsed.Note, Text: s})
		}
	}
	return nil
}
