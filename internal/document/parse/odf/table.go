package odf

import (
	"encoding/xml"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// table returns the innermost open table of a text or a slide; nil if no table is open.
func (r *reader) table() *office.Table {
	if len(r.tables) == 0 {
		return nil
	}
	return r.tables[len(r.tables)-1]
}

func (r *reader) startTable() {
	if len(r.tables) == parse.MaxTables {
		r.nested++
		return
	}
	r.tables = append(r.tables, &office.Table{})
}

func (r *reader) startCell(e xml.StartElement) {
	t := r.table()
	if t == nil || r.nested > 0 {
		return
	}
	t.Text.Reset()
	t.Open, t.Down = true, e.Name.Local == "covered-table-cell"
	t.Span = max(1, min(parse.MaxSpan, parse.Atoi(archive.Attr(e, "number-columns-repeated"))))
}

func (r *reader) endCell() error {
	t := r.table()
	if t == nil || !t.Open || r.nested > 0 {
		return nil
	}
	if err := r.flushNotes(); err != nil {
		return err
	}
	t.Open = false
	if len(t.Rows) == 0 {
		t.Rows = append(t.Rows, nil)
	}
	row := &t.Rows[len(t.Rows)-1]
	if t.Cells += t.Span; t.Cells > parse.MaxTableCells || len(*row) > parse.MaxCells {
		return nil
	}
	s := t.Text.String()
	if t.Down {
		s = ""
	}
	for range t.Span {
		*row = append(*row, s)
	}
	return nil
}

// endTable passes on a table. The rows of a table with a single column become paragraphs. A table in a
// cell is added to the text of the cell.
func (r *reader) endTable() error {
	t := r.table()
	if t == nil {
		return nil
	}
	if r.nested > 0 {
		r.nested--
		return nil
	}
	r.tables = r.tables[:len(r.tables)-1]
	wide := 0
	for _, row := range t.Rows {
		wide = max(wide, len(row))
	}
	for _, row := range t.Rows {
		if len(r.tables) == 0 && wide > 1 {
			break
		}
		if s := strings.TrimSpace(strings.Join(row, " ")); s != "" {
			if err := r.place(parsed.Block{Kind: parsed.Paragraph, Text: s}); err != nil {
				return err
			}
		}
	}
	if len(r.tables) > 0 || wide < 2 {
		return nil
	}
	return r.place(parsed.Block{Kind: parsed.Table, Rows: t.Rows})
}
