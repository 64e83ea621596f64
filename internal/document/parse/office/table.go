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
	Down  bool // the current cell is covered by a merged cell, so its text is dropped
	Open  bool
}

// Add adds a line to the current cell.
func (t *Table) Add(s string) {
	if t.Text.Len() > 0 {
		t.Text.WriteByte('\n')
	}
	t.Text.WriteString(s)
}
