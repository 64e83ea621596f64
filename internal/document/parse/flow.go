package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// A file without pages is split into sections. A section of at least minSection runes ends before a
// heading. A section also ends before a block that would make the section longer than MaxSection runes.
const (
	minSection = 800
	MaxSection = 3_000
)

// Flow adds a block to a file without pages. A block longer than a section is split.
func (c *Collector) Flow(b parsed.Block) error {
	if b.Kind == parsed.Table {
		return c.flowTable(b)
	}
	for {
		n := utf8.RuneCountInString(b.Text)
		if b.Kind == parsed.Title && c.Runes >= minSection || c.Runes > 0 && c.Runes+n > MaxSection {
			if err := c.Flush(); err != nil {
				return err
			}
		}
		head, rest := b.Text, ""
		if n > MaxSection {
			head, rest = splitText(b.Text, MaxSection)
		}
		part := b
		part.Text = head
		if b.Kind == parsed.Title && strings.TrimSpace(head) != "" {
			c.Heading(b.Level, Clean(head), c.Next())
			c.Chapter = head
		}
		c.Add(part)
		if rest == "" {
			return nil
		}
		if b.First > 0 {
			b.First += strings.Count(head, "\n")
		}
		b.Text = rest
	}
}

// Add adds a block to the unfinished section, whatever the block's length.
func (c *Collector) Add(b parsed.Block) {
	if strings.TrimSpace(b.Text) == "" && b.Kind != parsed.Table {
		return
	}
	if c.pending.Name == "" {
		c.pending.Name = c.Chapter
	}
	c.pending.Blocks = append(c.pending.Blocks, b)
	c.Runes += utf8.RuneCountInString(b.Text) + 1
}

// flowTable adds a table, split into parts of whole rows. A part is at most as long as a section,
// unless it is a single row.
func (c *Collector) flowTable(b parsed.Block) error {
	for i := range b.Rows {
		b.Rows[i] = c.cells(b.Rows[i])
	}
	for len(b.Rows) > 0 {
		rows, n := 0, 0
		for _, row := range b.Rows {
			m := 0
			for _, cell := range row {
				m += utf8.RuneCountInString(cell) + 1
			}
			if rows > 0 && n+m > MaxSection {
				break
			}
			rows, n = rows+1, n+m
		}
		if c.Runes > 0 && c.Runes+n > MaxSection {
			if err := c.Flush(); err != nil {
				return err
			}
		}
		c.Add(parsed.Block{Kind: parsed.Table, Rows: b.Rows[:rows:rows]})
		c.Runes += n
		b.Rows = b.Rows[rows:]
	}
	return nil
}

// Flush passes the unfinished section to the sink.
func (c *Collector) Flush() error {
	if len(c.pending.Blocks) == 0 {
		return nil
	}
	u := c.pending
	u.Kind = parsed.Section
	c.pending, c.Runes = parsed.Unit{}, 0
	err := c.Unit(u)
	clear(u.Blocks)
	c.pending.Blocks = u.Blocks[:0] // the next section uses the same memory
	return err
}

// splitText splits s into a head of at most n characters and the rest. It looks for a place to split
// in the second half of these characters: the last line end, or else the last end of a sentence,
// or else the last comma or space. Otherwise it splits after n characters.
func splitText(s string, n int) (head, rest string) {
	end := len(s)
	for i := range s {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	if end == len(s) {
		return s, ""
	}
	at := end
	for _, ends := range []string{"\n", "。！？!?；;", "，, \t"} {
		if i := strings.LastIndexAny(s[:end], ends); i > end/2 {
			_, w := utf8.DecodeRuneInString(s[i:])
			at = i + w
			break
		}
	}
	return s[:at], s[at:]
}
