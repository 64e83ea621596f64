package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// A sheet is passed on in blocks of at most tableRows rows. If the text of a unit exceeds
// sheetBytes bytes, the unit ends and the next unit continues the sheet.
const (
	tableRows  = 500
	sheetBytes = 1_000_000
)

// Sheet collects the rows of one sheet.
type Sheet struct {
	c     *Collector
	name  string
	rows  [][]string
	first int // sheet row of the first element of rows
	bytes int
	unit  parsed.Unit
	any   bool
	notes []parsed.Block
}

// NewSheet returns a collector for the rows of a sheet. name is empty for a file that is
// a single table.
func NewSheet(c *Collector, name string) *Sheet { return &Sheet{c: c, name: name} }

// Row adds a row with its number, counted from 1. Empty rows are dropped but counted,
// and a new block begins after them.
func (s *Sheet) Row(number int, cells []string) error {
	if len(cells) > MaxCells {
		cells = cells[:MaxCells]
		s.c.Warn(parsed.Truncated)
	}
	room := s.c.MaxChars - s.c.Sum.Chars
	for i, cell := range cells { // the row is cut at the file's limit of characters: many cells may refer to the same long text
		if room -= utf8.RuneCountInString(cell) + 1; room < 0 {
			cells = cells[:max(i, 1)]
			s.c.Warn(parsed.Truncated)
			break
		}
	}
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	if cells = s.c.cells(cells); len(cells) == 0 {
		return nil
	}
	if len(s.rows) > 0 && (len(s.rows) == tableRows || number != s.first+len(s.rows)) {
		if err := s.block(); err != nil {
			return err
		}
	}
	if len(s.rows) == 0 {
		s.first = number
	}
	s.rows = append(s.rows, cells)
	for _, cell := range cells {
		s.bytes += len(cell) + 1
	}
	if s.bytes > sheetBytes {
		if err := s.block(); err != nil {
			return err
		}
		return s.flush()
	}
	return nil
}

func (s *Sheet) block() error {
	if len(s.rows) > 0 {
		s.unit.Blocks = append(s.unit.Blocks, parsed.Block{Kind: parsed.Table, Rows: s.rows, First: s.first})
		s.rows = nil
	}
	return nil
}

func (s *Sheet) flush() error {
	if len(s.unit.Blocks) == 0 {
		return nil
	}
	u := s.unit
	u.Kind, u.Name = parsed.Sheet, s.name
	if !s.any {
		s.any = true
		s.c.Heading(1, s.name, s.c.Next())
	}
	s.unit, s.bytes = parsed.Unit{}, 0
	return s.c.Unit(u)
}

// Note adds a comment. Comments and texts are placed after the rows.
func (s *Sheet) Note(text string) {
	s.notes = append(s.notes, parsed.Block{Kind: parsed.Note, Text: text})
}

// Text adds a text outside the cells, such as the text of a text box.
func (s *Sheet) Text(text string) {
	s.notes = append(s.notes, parsed.Block{Kind: parsed.Paragraph, Text: text})
}

// Caption adds the title of the next table.
func (s *Sheet) Caption(text string) {
	s.notes = append(s.notes, parsed.Block{Kind: parsed.Caption, Text: text})
}

// Table adds a table outside the cells, such as the data of a chart.
func (s *Sheet) Table(rows [][]string) {
	for i := range rows {
		rows[i] = s.c.cells(rows[i])
	}
	s.notes = append(s.notes, parsed.Block{Kind: parsed.Table, Rows: rows})
}

// End passes on the remaining rows, comments and texts.
func (s *Sheet) End() error {
	if err := s.block(); err != nil {
		return err
	}
	s.unit.Blocks = append(s.unit.Blocks, s.notes...)
	s.notes = nil
	return s.flush()
}
