package parse

import "strings"

// Empty cells hold places: two values far apart in a row are a whole row of
// separators, and a merged cell of a few bytes covers thousands. A file may have
// emptyPerCell of them for each cell with text, and freeEmpty besides.
const (
	emptyPerCell = 16
	freeEmpty    = 20_000
)

// cells returns a row as it is kept: whole while the file has few empty cells for
// its text, and else only the cells with text, in their order.
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
