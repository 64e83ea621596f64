package html

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func (p *Page) startTable() error {
	if err := p.flush(); err != nil {
		return err
	}
	if len(p.tables) > 0 {
		p.tables[len(p.tables)-1].layout = true // the outer table contains a table, so it is used for layout
	}
	if len(p.tables) < parse.MaxTables {
		p.tables = append(p.tables, &htmlTable{covers: map[int]int{}})
	}
	return nil
}

func (p *Page) startRow() error {
	if len(p.tables) == 0 {
		return p.begin(parsed.Paragraph, 0)
	}
	err := p.flush()
	t := p.tables[len(p.tables)-1]
	t.endRow()
	t.rows, t.open = append(t.rows, nil), false
	return err
}

func (p *Page) startCell(a attrs) error {
	if len(p.tables) == 0 {
		return p.begin(parsed.Paragraph, 0)
	}
	if err := p.flush(); err != nil {
		return err
	}
	t := p.tables[len(p.tables)-1]
	if len(t.rows) == 0 {
		t.rows = append(t.rows, nil)
	}
	if t.cells > parse.MaxTableCells {
		t.layout, t.open = true, len(t.rows[len(t.rows)-1]) > 0
		return nil
	}
	row := &t.rows[len(t.rows)-1]
	t.covered(row)
	// A merged cell becomes several cells: the first has the text, and the others are empty.
	at := len(*row)
	*row = append(*row, htmlCell{})
	t.open, t.cells = true, t.cells+a.colspan
	for i := range a.colspan {
		if a.rowspan > 1 {
			t.covers[at+i] = a.rowspan - 1
		}
	}
	if a.colspan > 1 {
		t.covers[-1-at] = a.colspan - 1 // covered adds these empty cells before the next cell or at the row's end
	}
	return nil
}

// endRow adds the covered cells at the end of a row.
func (t *htmlTable) endRow() {
	if len(t.rows) > 0 {
		t.covered(&t.rows[len(t.rows)-1])
	}
}

// covered adds empty cells for the places covered by merged cells of earlier rows or by
// the previous cell.
func (t *htmlTable) covered(row *[]htmlCell) {
	if at := len(*row) - 1; at >= 0 {
		for range t.covers[-1-at] {
			*row = append(*row, htmlCell{})
		}
		delete(t.covers, -1-at)
	}
	for t.covers[len(*row)] > 0 && len(*row) < parse.MaxCells && t.cells < parse.MaxTableCells {
		t.cells++
		t.covers[len(*row)]--
		*row = append(*row, htmlCell{})
	}
}

// endTable passes on a table. If the table has a single column or is used for layout, only the blocks
// in the table are passed on.
func (p *Page) endTable() error {
	if len(p.tables) == 0 {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	t := p.tables[len(p.tables)-1]
	p.tables = p.tables[:len(p.tables)-1]
	t.endRow()
	wide := 0
	for i := range t.rows {
		row := t.rows[i]
		wide = max(wide, len(row))
		for _, c := range row {
			n := 0
			for _, b := range c.blocks {
				n += utf8.RuneCountInString(b.Text)
				t.layout = t.layout || b.Kind == parsed.Title || b.Kind == parsed.Table
			}
			t.layout = t.layout || n > layoutCell
		}
	}
	if t.layout || wide < 2 {
		for _, row := range t.rows {
			for _, c := range row {
				for _, b := range c.blocks {
					if err := p.put(b); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	rows := make([][]string, 0, len(t.rows))
	for _, row := range t.rows {
		if len(row) == 0 {
			continue
		}
		cells := make([]string, len(row))
		for i, c := range row {
			for j, b := range c.blocks {
				if j > 0 {
					cells[i] += "\n"
				}
				cells[i] += strings.TrimSpace(b.Text)
			}
		}
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		return nil
	}
	return p.put(parsed.Block{Kind: parsed.Table, Rows: rows})
}

func span(v string) int { return max(1, min(parse.MaxSpan, parse.Number([]byte(v)))) }

// listMark returns the number of an item, such as "1.". In a list without numbers, it returns "".
func listMark(lists []int) string {
	if n := len(lists) - 1; n >= 0 && lists[n] >= 0 {
		return strconv.Itoa(lists[n]) + "."
	}
	return ""
}
