package odf

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxRows is the maximum number of rows of a sheet. maxSame is the maximum number of copies of a
// repeated row, whatever the attribute of the row states.
const (
	maxRows = 1 << 20
	maxSame = 1_000
)

// sheets is the state of reading the sheets of a workbook.
type sheets struct {
	r      *reader
	c      *parse.Collector
	out    *parse.Sheet // nil between sheets
	depth  int          // number of open tables: 1 in a sheet, more in a table inside a cell
	drawn  int          // depth of drawings inside the cell
	open   bool         // a cell is open
	row    int          // number of the row, from 1
	rows   int          // how often the row is repeated
	column int          // index of the column, from 0
	same   int          // how often the cell is repeated
	value  string       // value attribute of the cell; it is used when the cell has no text
	cells  []string
	cell   strings.Builder
}

// ReadSheets reads the sheets of a workbook. The values of a sheet, as displayed, come before its
// comments, text boxes and charts.
func ReadSheets(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	d, err := open(ctx, in, c)
	if err != nil {
		return err
	}
	s := &sheets{c: c}
	s.r = &reader{d: d, hook: s.start, leave: s.close, put: s.beside, note: s.note}
	if err := d.read(s.r); err != nil {
		return err
	}
	if err := s.end(); err != nil || c.Sum.Units > 0 {
		return err
	}
	return picture.NewInside(in, c).All(ctx, d.Archive)
}

// start handles the elements of sheets.
func (s *sheets) start(e xml.StartElement) bool {
	if e.Name.Space == "draw" { // text of a drawing in a cell is not the cell's text
		s.drawn++
		s.r.cell = nil
	}
	if e.Name.Space != "table" {
		return false
	}
	switch e.Name.Local {
	case "table":
		if s.depth++; s.depth > 1 {
			return true
		}
		if s.r.d.styles.of["table "+archive.Attr(e, "style-name")].hidden {
			s.c.Warn(parsed.HiddenParts)
		}
		s.out, s.row, s.cells = parse.NewSheet(s.c, archive.Attr(e, "name")), 1, nil
	case "table-row":
		if s.depth == 1 {
			s.rows, s.column, s.cells = repeated(e, "number-rows-repeated", maxRows), 0, nil
		}
	case "table-cell", "covered-table-cell":
		if s.depth == 1 {
			s.cell.Reset()
			s.open, s.drawn = true, 0
			s.r.cell, s.same, s.value = &s.cell, repeated(e, "number-columns-repeated", parse.MaxCells), shown(e)
		}
	}
	return true
}

// repeated returns the number of repetitions of an element, from the attribute `name`: at least 1 and
// at most `limit`.
func repeated(e xml.StartElement, name string, limit int) int {
	return max(1, min(limit, parse.Atoi(archive.Attr(e, name))))
}

// shown returns the text for a cell that has a value but no text.
func shown(e xml.StartElement) string {
	for _, name := range []string{"string-value", "date-value", "time-value", "boolean-value", "value"} {
		if v := archive.AttrNS(e, "office", name); v != "" {
			return v
		}
	}
	return ""
}

func (s *sheets) close(name xml.Name) error {
	if name.Space == "draw" {
		if s.drawn = max(0, s.drawn-1); s.drawn == 0 && s.open {
			s.r.cell = &s.cell
		}
	}
	if name.Space != "table" {
		return nil
	}
	switch name.Local {
	case "table-cell", "covered-table-cell":
		if s.depth == 1 {
			err := s.r.flushNotes()
			s.endCell()
			return err
		}
	case "table-row":
		if s.depth == 1 {
			return s.endRow()
		}
	case "table":
		if s.depth = max(0, s.depth-1); s.depth == 0 {
			return s.end()
		}
	}
	return nil
}

func (s *sheets) endCell() {
	text := s.cell.String()
	if text == "" {
		text = s.value
	}
	if text != "" && s.column < parse.MaxCells {
		s.r.any = true
		s.cells = append(s.cells, make([]string, max(0, s.column-len(s.cells)))...)
		for range min(s.same, parse.MaxCells-s.column) {
			s.cells = append(s.cells, text)
		}
	}
	s.column = min(s.column+s.same, parse.MaxCells)
	s.cell.Reset()
	s.r.cell, s.open = nil, false
}

func (s *sheets) endRow() error {
	if s.out == nil {
		return nil
	}
	n := s.rows
	if n > maxSame {
		n = maxSame
		if len(s.cells) > 0 {
			s.c.Warn(parsed.Truncated)
		}
	}
	for i := range n {
		if len(s.cells) == 0 || s.row+i > maxRows {
			break
		}
		if err := s.out.Row(s.row+i, slices.Clone(s.cells)); err != nil {
			return err
		}
	}
	s.row, s.rows, s.cells = min(s.row+s.rows, maxRows+1), 1, nil
	return nil
}

// beside stores a block from outside the cells of a sheet.
func (s *sheets) beside(b parsed.Block) error {
	switch {
	case s.out == nil:
	case b.Kind == parsed.Table:
		s.out.Table(b.Rows)
	default:
		s.out.Text(b.Text)
	}
	return nil
}

// note stores a comment with the address of its cell.
func (s *sheets) note(text string) {
	if s.out == nil {
		return
	}
	name, err := excelize.CoordinatesToCellName(min(s.column+1, parse.MaxCells), min(s.row, maxRows))
	if err != nil {
		name = ""
	}
	s.out.Note(fmt.Sprintf("%s: %s", name, text))
}

func (s *sheets) end() error {
	if s.out == nil {
		return nil
	}
	if err := s.endRow(); err != nil {
		return err
	}
	out := s.out
	s.out = nil
	return out.End()
}
