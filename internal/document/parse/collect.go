package parse

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxOutline bounds the headings of a file that are kept.
const maxOutline = 5_000

// collector stands between a reader and the sink: it numbers units, normalises
// text, counts, and ends the reading at the limits.
type collector struct {
	ctx      context.Context
	sink     Sink
	sinkErr  error
	maxChars int
	maxUnits int
	pictures int // units that are pictures of text
	total    int // units of the file, where the reader knows
	sum      parsed.Summary
	kind     parsed.UnitKind

	pending parsed.Unit // of a file that flows
	runes   int         // of pending
	chapter string
}

func (c *collector) warn(w parsed.Warning) {
	if !slices.Contains(c.sum.Warnings, w) {
		c.sum.Warnings = append(c.sum.Warnings, w)
	}
}

// heading adds an entry to the outline, of the unit with that number.
func (c *collector) heading(level int, text string, unit int) {
	if text = oneLine(text); text != "" && len(c.sum.Outline) < maxOutline {
		c.sum.Outline = append(c.sum.Outline, parsed.Heading{Level: max(1, min(level, 9)), Text: cut(text, 200), Unit: unit})
	}
}

// next is the number of the unit that comes next.
func (c *collector) next() int { return c.sum.Units + 1 }

// unit hands a unit on, numbered and normalised. Past the limits it gives
// errEnough.
func (c *collector) unit(u parsed.Unit) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.sum.Units >= c.maxUnits {
		c.warn(parsed.Truncated)
		return errEnough
	}
	full := false
	blocks := u.Blocks[:0:0]
	for _, b := range u.Blocks {
		tidyBlock(&b)
		if b.Text == "" {
			continue
		}
		n := utf8.RuneCountInString(b.Text)
		if room := c.maxChars - c.sum.Chars; n > room {
			full = true
			if b = cutBlock(b, room); b.Text == "" {
				break
			}
			n = utf8.RuneCountInString(b.Text)
		}
		c.sum.Chars += n
		blocks = append(blocks, b)
		if full {
			break
		}
	}
	c.sum.Units++
	u.Number, u.Blocks, u.Name = c.sum.Units, blocks, cut(oneLine(clean(u.Name)), 200)
	c.kind = u.Kind
	if err := c.sink.Unit(u); err != nil {
		c.sinkErr = err
		return err
	}
	c.sink.Progress(c.sum.Units, c.total)
	if full || c.sum.Chars >= c.maxChars {
		c.warn(parsed.Truncated)
		return errEnough
	}
	return nil
}

// tidyBlock normalises a block's text. A table's text is made of its rows.
func tidyBlock(b *parsed.Block) {
	if b.Kind != parsed.Table {
		b.Text = clean(b.Text)
		if b.Kind == parsed.Code {
			b.Text = strings.Trim(b.Text, "\n")
		} else {
			b.Text = strings.TrimSpace(b.Text)
		}
		return
	}
	for _, row := range b.Rows {
		for i := range row {
			row[i] = strings.TrimSpace(clean(row[i]))
		}
	}
	b.Text = tableText(b.Rows)
}

// tableText joins cells by tabs and rows by newlines; white space in a cell
// becomes a space. A table without any text is empty.
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
				cell = oneLine(cell)
			}
			t.WriteString(cell)
		}
	}
	if !some {
		return ""
	}
	return t.String()
}

// cutBlock shortens a block to at most n runes; of a table whole rows stay.
func cutBlock(b parsed.Block, n int) parsed.Block {
	if b.Kind != parsed.Table {
		b.Text = cut(b.Text, n)
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

// summary is what was read. Units counts those of the file, also the unread.
func (c *collector) summary() parsed.Summary {
	s := c.sum
	s.Units = max(s.Units, c.total)
	if (c.kind == parsed.Section || c.kind == parsed.Slide) && len(s.Outline) > 0 && s.Title == "" && s.Outline[0].Level == 1 && s.Outline[0].Unit == 1 {
		s.Title = s.Outline[0].Text
	}
	s.Title = cut(oneLine(clean(s.Title)), 200)
	for i := range s.Outline {
		s.Outline[i].Text = clean(s.Outline[i].Text)
	}
	closeLevels(s.Outline)
	if c.pictures > 0 {
		c.warn(parsed.NoText)
		s.Warnings = c.sum.Warnings
	}
	slices.Sort(s.Warnings)
	return s
}

// closeLevels makes the levels of an outline follow each other: where no
// heading has a level, those below move up.
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
