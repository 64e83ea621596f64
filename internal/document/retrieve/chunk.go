package retrieve

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Sizes in characters.
const (
	chunkSize  = 500 // maximum size of a chunk, not counting the sentence repeated from the previous chunk
	chunkFull  = 250 // a chunk of at least this size ends before a block that does not fit
	maxOverlap = 120 // a longer sentence is not repeated in the next chunk
	maxHeader  = 200 // maximum size of the row of column names
	maxLevel   = 9   // maximum level of headings
)

// chunk is a piece of a unit that is indexed, found and read as a whole.
type chunk struct {
	start  int // offset of the field `text` in the unit's text, in bytes
	path   path
	header string // column names, when `text` is a later part of a table
	text   string
}

// cutter cuts one unit. Sentences are added only in their order, so that a chunk is a
// contiguous part of the unit's text.
type cutter struct {
	unit   string
	path   path
	out    []chunk
	cur    zh.Span
	runes  int
	body   bool    // the current chunk has more than headings
	fresh  bool    // the current chunk has text that is not in the previous chunk
	last   zh.Span // the sentence added last
	header string
}

// chunks cuts a unit; `above` contains the headings that apply at the beginning of the unit.
func chunks(u parsed.Unit, above path) []chunk {
	c := cutter{unit: u.Text(), path: above}
	if u.Name != "" {
		c.path = c.path.under(0, u.Name)
	}
	at := 0
	columns := "" // the header of a table that continues over several blocks
	for _, b := range u.Blocks {
		switch b.Kind {
		case parsed.Title:
			c.heading(b, at)
		case parsed.Table:
			if b.First <= 1 {
				columns, _, _ = strings.Cut(b.Text, "\n")
				columns = text.Cut(columns, maxHeader)
			}
			c.table(b, at, columns)
		default:
			c.prose(b, at)
		}
		at += len(b.Text) + 1
	}
	c.flush(false)
	return c.out
}

func (c *cutter) heading(b parsed.Block, at int) {
	if c.body {
		c.flush(false)
	}
	c.path = c.path.under(min(max(b.Level, 1), maxLevel), b.Text)
	for _, s := range zh.Clauses(b.Text, chunkSize) {
		c.add(zh.Span{Start: at + s.Start, End: at + s.End})
	}
	c.body = false
}

func (c *cutter) prose(b parsed.Block, at int) {
	if c.runes >= chunkFull && c.runes+text.Len(b.Text) > chunkSize {
		c.flush(true)
	}
	cut := zh.Clauses
	if b.Kind == parsed.Code {
		cut = zh.Lines
	}
	for _, s := range cut(b.Text, chunkSize) {
		c.add(zh.Span{Start: at + s.Start, End: at + s.End})
		c.body = true
	}
}

// table adds a table row by row. Every chunk without the row of column names stores
// that row as its header.
func (c *cutter) table(b parsed.Block, at int, columns string) {
	if c.body {
		c.flush(false)
	}
	for i, s := range zh.Lines(b.Text, chunkSize) {
		row := zh.Span{Start: at + s.Start, End: at + s.End}
		if c.runes+text.Len(row.Of(c.unit)) > chunkSize {
			c.flush(false)
		}
		if !c.body && (i > 0 || b.First > 1) { // the first row of the chunk is not the row of column names
			c.header = columns
		}
		c.add(row)
		c.body = true
	}
	c.flush(false)
}

// add appends a sentence to the current chunk, or begins the next chunk with the sentence.
func (c *cutter) add(s zh.Span) {
	n := text.Len(s.Of(c.unit))
	if c.runes > 0 && c.runes+n > chunkSize {
		c.flush(c.body)
	}
	if c.runes == 0 {
		c.cur = zh.Span{Start: s.Start, End: s.Start}
	}
	c.runes += text.Len(c.unit[c.cur.End:s.Start]) + n // line ends between blocks count as well
	c.cur.End = s.End
	c.fresh = c.fresh || strings.TrimSpace(s.Of(c.unit)) != ""
	c.last = s
}

// flush ends the current chunk. If `overlap` is set, the next chunk begins with the last sentence of the
// current chunk, provided that this sentence is short and is not the first.
func (c *cutter) flush(overlap bool) {
	last, begun := c.last, c.runes > 0
	if c.fresh {
		c.out = append(c.out, chunk{start: c.cur.Start, path: c.path, header: c.header, text: c.cur.Of(c.unit)})
	}
	repeat := overlap && begun && last.Start > c.cur.Start && text.Len(last.Of(c.unit)) <= maxOverlap
	c.cur, c.runes, c.body, c.fresh, c.header = zh.Span{}, 0, false, false, ""
	if repeat {
		c.add(last)
		c.body, c.fresh = true, false
	}
}

// indexed returns the searchable text of a chunk.
func (c chunk) indexed() string {
	return c.path.shown() + "\n" + c.header + "\n" + c.text
}
