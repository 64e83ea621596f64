package parse

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// MaxOutline is the maximum number of headings kept per file.
const MaxOutline = 5_000

// Collector receives the content from a reader, and passes the content on to the sink. It numbers
// units, normalises text, counts characters, and ends the reading at the limits.
type Collector struct {
	ctx      context.Context
	sink     Sink
	sinkErr  error
	MaxChars int
	MaxUnits int
	Pictures int   // number of units with a picture and little or no text, even after recognition
	Drawn    bool  // the file has pictures; used only when the file has no text
	Garbled  []int // numbers of the units whose characters cannot be identified
	Total    int   // number of units of the file; 0 if the reader does not know it
	Sum      parsed.Summary
	kind     parsed.UnitKind

	filledCells int // table cells with text so far
	emptyCells  int // empty table cells kept so far

	pending parsed.Unit // the unfinished section of a file without pages
	Runes   int         // number of runes in pending, plus one for each block and each cell of a table
	Chapter string
}

// NewCollector returns a collector that passes units to the sink s within the limits of o.
func NewCollector(ctx context.Context, s Sink, o Options) *Collector {
	c := &Collector{ctx: ctx, sink: s, MaxChars: o.MaxChars, MaxUnits: o.MaxPages}
	if c.MaxChars <= 0 {
		c.MaxChars = MaxChars
	}
	if c.MaxUnits <= 0 {
		c.MaxUnits = MaxPages
	}
	return c
}

// SinkFailed reports whether the sink ended the reading.
func (c *Collector) SinkFailed() bool { return c.sinkErr != nil }

// Discard drops the unfinished section.
func (c *Collector) Discard() { c.pending, c.Runes = parsed.Unit{}, 0 }

// Warn adds a warning unless it is there already.
func (c *Collector) Warn(w parsed.Warning) {
	if !slices.Contains(c.Sum.Warnings, w) {
		c.Sum.Warnings = append(c.Sum.Warnings, w)
	}
}

// Heading adds a heading to the outline. unit is the number of the unit that contains
// it.
func (c *Collector) Heading(level int, text string, unit int) {
	if text = OneLine(text); text != "" && len(c.Sum.Outline) < MaxOutline {
		c.Sum.Outline = append(c.Sum.Outline, parsed.Heading{Level: max(1, min(level, 9)), Text: Cut(text, 200), Unit: unit})
	}
}

// Next returns the number of the next unit.
func (c *Collector) Next() int { return c.Sum.Units + 1 }

// Unit numbers and normalises a unit and passes it to the sink. It returns ErrEnough
// when a limit is reached.
func (c *Collector) Unit(u parsed.Unit) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.Sum.Units >= c.MaxUnits {
		c.Warn(parsed.Truncated)
		return ErrEnough
	}
	full := false
	blocks := slices.Grow(u.Blocks[:0:0], len(u.Blocks)) // a copy, because the caller may use its slice again
	for _, b := range u.Blocks {
		// c.cells has already handled the rows of sheets and sections. It has not yet handled the rows of
		// pages, slides and charts from odf.ReadChart; such a chart becomes part of a slide.
		if u.Kind == parsed.Page || u.Kind == parsed.Slide {
			for i := range b.Rows {
				b.Rows[i] = c.cells(b.Rows[i])
			}
		}
		TidyBlock(&b)
		if b.Text == "" {
			continue
		}
		n := utf8.RuneCountInString(b.Text)
		if room := c.MaxChars - c.Sum.Chars; n > room {
			full = true
			if b = cutBlock(b, room); b.Text == "" {
				break
			}
			n = utf8.RuneCountInString(b.Text)
		}
		c.Sum.Chars += n
		blocks = append(blocks, b)
		if full {
			break
		}
	}
	c.Sum.Units++
	u.Number, u.Blocks, u.Name = c.Sum.Units, blocks, Cut(OneLine(Clean(u.Name)), 200)
	c.kind = u.Kind
	if err := c.sink.Unit(u); err != nil {
		c.sinkErr = err
		return err
	}
	c.sink.Progress(c.Sum.Units, c.Total)
	if full || c.Sum.Chars >= c.MaxChars {
		c.Warn(parsed.Truncated)
		return ErrEnough
	}
	return nil
}

// TidyBlock normalises a block's text. The text of a table is made from its rows.
func TidyBlock(b *parsed.Block) {
	if b.Kind != parsed.Table {
		b.Text = Clean(b.Text)
		if b.Kind == parsed.Code {
			text := strings.TrimLeft(b.Text, "\n")
			if b.First > 0 {
				b.First += len(b.Text) - len(text)
			}
			b.Text = strings.TrimRight(text, "\n")
		} else {
			b.Text = strings.TrimSpace(b.Text)
		}
		return
	}
	for _, row := range b.Rows {
		for i := range row {
			row[i] = strings.TrimSpace(Clean(row[i]))
		}
	}
	b.Text = tableText(b.Rows)
}

// tableText joins cells by tabs and rows by newlines. A cell with several lines or tabs is put on
// one line. The text of a table without any text is empty.
func tableText(rows [][]string) string {
	var t strings.Builder
	some := false
	for i, row := range rows {
		if i > 0 {
			t.WriteByte('\n')
		}
		for j, cell := range row {
			if j > 0 {
				t.WriteByte('\t')
			}
			some = some || cell != ""
			if strings.ContainsAny(cell, "\t\n") {
				cell = OneLine(cell)
			}
			t.WriteString(cell)
		}
	}
	if !some {
		return ""
	}
	return t.String()
}

// cutBlock shortens a block to at most n characters. A table is shortened by whole rows.
func cutBlock(b parsed.Block, n int) parsed.Block {
	if b.Kind != parsed.Table {
		b.Text = Cut(b.Text, n)
		return b
	}
	rows, left := 0, n
	for _, row := range b.Rows {
		for _, cell := range row {
			left -= utf8.RuneCountInString(cell) + 1
		}
		if left < 0 {
			break
		}
		rows++
	}
	b.Rows = b.Rows[:rows]
	b.Text = tableText(b.Rows)
	return b
}

// Summary describes what was read. If the reader knows the file's number of units, the field Units
// also counts the units not read.
func (c *Collector) Summary() parsed.Summary {
	s := c.Sum
	s.Units = max(s.Units, c.Total)
	if (c.kind == parsed.Section || c.kind == parsed.Slide) && len(s.Outline) > 0 && s.Title == "" && s.Outline[0].Level == 1 && s.Outline[0].Unit == 1 {
		s.Title = s.Outline[0].Text
	}
	s.Title = Cut(OneLine(Clean(s.Title)), 200)
	for i := range s.Outline {
		s.Outline[i].Text = Clean(s.Outline[i].Text)
	}
	closeLevels(s.Outline)
	if c.Pictures > 0 {
		c.Warn(parsed.NoText)
		s.Warnings = c.Sum.Warnings
	}
	if len(c.Garbled) > 0 {
		s.Warnings = append(s.Warnings, parsed.GarbledUnits(c.Garbled))
	}
	slices.Sort(s.Warnings)
	return s
}

// closeLevels renumbers the levels of an outline so that the levels in use are 1, 2, 3
// and so on.
func closeLevels(outline []parsed.Heading) {
	var used [10]bool
	for _, h := range outline {
		used[h.Level] = true
	}
	var level [10]int
	n := 0
	for i := range used {
		if used[i] {
			n++
			level[i] = n
		}
	}
	for i := range outline {
		outline[i].Level = level[outline[i].Level]
	}
}
