package parse

import "strings"

// Empty cells keep the columns of a row aligned, but a small file can produce very many: two
// values far apart in a row need all cells between them, and a merged cell of a few bytes covers
// thousands of cells. A file may have emptyPerCell empty cells for each cell with text, plus
// freeEmpty.
const (
	emptyPerCell = 16
	freeEmpty    = 20_000
)

// cells returns the cells of a row that are kept. If the row would exceed the file's limit of empty
// cells, only the cells with text are kept, in their order. Otherwise, all cells are kept.
func (c *Collector) cells(row []string) []string {
	filled := 0
	for _, cell := range row {
		if strings.TrimSpace(cell) != "" {
			filled++
		}
	}
	c.filledCells += filled
	empty := len(row) - filled
	if c.emptyCells+empty <= c.filledCells*emptyPerCell+freeEmpty {
		c.emptyCells += empty
		return row
	}
	out := make([]string, 0, filled)
	for _, cell := range row {
		if strings.TrimSpace(cell) != "" {
			out = append(out, cell)
		}
	}
	return out
}
