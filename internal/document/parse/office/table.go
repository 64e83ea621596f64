package office

import (
	"strings"
)

// Table is a table that is being read.
type Table struct {
	Rows  [][]string
	Cells int
	Text  strings.Builder // text of the current cell
	Span  int
	Down  bool // a merged cell covers the current cell, whose own text is dropped
	Open  bool
}

// Add adds a line to the current cell.
func (t *Table) Add(s string) {
	if t.Text.Len() > 0 {
		t.Text.WriteByte('\n')
	}
	t.Text.WriteString(s)
}
