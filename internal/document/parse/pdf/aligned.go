package pdf

import (
	"cmp"
	"math"
	"slices"
)

// alignedTable reads a table without drawn borders at the beginning of col. Such a table has at least
// three rows, and their segments are aligned in the same columns. n is the number of rows; 0 if col
// does not begin with a table.
func alignedTable(col column) (rows [][]string, n int) {
	for n < len(col) && len(col[n]) >= 2 && col[n][0].block == nil && !leader.MatchString(oneSegment(col[n]).text) {
		if n > 0 && col[n][0].Y0-col[n-1][0].Y1 > 3*col[n][0].height() {
			break
		}
		n++
	}
	for ; n >= 3; n-- {
		spans := spansOf(col[:n])
		if len(spans) < 2 {
			continue
		}
		filled := 0
		for _, row := range col[:n] {
			filled += len(row)
		}
		if filled*10 < n*len(spans)*6 {
			continue
		}
		for _, row := range col[:n] {
			cells := make([]string, len(spans))
			for _, s := range row {
				for i, span := range spans {
					if s.X0 >= span[0] && s.X1 <= span[1] {
						if cells[i] != "" {
							cells[i] += " "
						}
						cells[i] += s.text
					}
				}
			}
			rows = append(rows, cells)
		}
		return rows, n
	}
	return nil, 0
}

// justified reports whether rows that look like a table are justified running text with wide
// spaces: the line before or after the rows has almost the same edges.
func justified(col column, from, n int) bool {
	left, right := col[from][0].X0, 0.0
	for _, row := range col[from : from+n] {
		left, right = min(left, row[0].X0), max(right, rightOf(row))
	}
	for _, i := range []int{from - 1, from + n} {
		if i < 0 || i >= len(col) || len(col[i]) != 1 || col[i][0].block != nil {
			continue
		}
		s := col[i][0]
		if math.Abs(s.X0-left) < s.size && math.Abs(s.X1-right) < 2*s.size && s.runes > 8 {
			return true
		}
	}
	return false
}

// spansOf returns the columns of lines. A column is a range of x covered by segments when
// the segments of all lines are projected onto the x axis.
func spansOf(rows [][]segment) [][2]float64 {
	var all [][2]float64
	for _, row := range rows {
		for _, s := range row {
			all = append(all, [2]float64{s.X0, s.X1})
		}
	}
	slices.SortFunc(all, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	var out [][2]float64
	for _, s := range all {
		if n := len(out); n > 0 && s[0] < out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], s[1])
			continue
		}
		out = append(out, s)
	}
	return out
}
