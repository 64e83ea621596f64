package pdf

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// column is a part of a page that is read from top to bottom. It contains lines, and
// each line contains its segments from left to right.
type column [][]segment

// columns returns the lines of a page in reading order. Columns of running text that are
// side by side come one after the other.
func columns(segs []segment, depth int) []column {
	rows := bands(segs)
	if len(rows) < 6 || depth > 4 {
		return []column{rows}
	}
	from, to, x := bestZone(rows)
	if to == 0 {
		return []column{rows}
	}
	var out []column
	if from > 0 {
		out = append(out, columns(flat(rows[:from]), depth+1)...)
	}
	var left, right []segment
	for _, row := range rows[from:to] {
		for _, s := range row {
			if s.X1 <= x+1 || (s.X0+s.X1)/2 < x {
				left = append(left, s)
			} else {
				right = append(right, s)
			}
		}
	}
	out = append(out, columns(left, depth+1)...)
	out = append(out, columns(right, depth+1)...)
	if to < len(rows) {
		out = append(out, columns(flat(rows[to:]), depth+1)...)
	}
	return out
}

func flat(rows [][]segment) []segment { return slices.Concat(rows...) }

// bestZone finds the largest group of rows with running text in two columns. The gap between
// the columns is at x. If there are no such rows, all results are 0.
func bestZone(rows [][]segment) (from, to int, x float64) {
	box := rows[0][0].Box
	for _, row := range rows {
		for _, s := range row {
			box = union(box, s.Box)
		}
	}
	width := box.X1 - box.X0
	best := 0
	for _, at := range gaps(rows, box) {
		if at-box.X0 < width*0.15 || box.X1-at < width*0.15 {
			continue
		}
		// Find the longest zone of running text without a segment across the gap.
		for i := 0; i < len(rows); {
			if crossed(rows[i], at) {
				i++
				continue
			}
			j := i
			for j < len(rows) && !crossed(rows[j], at) {
				j++
			}
			a, b := trimZone(rows, i, j, at)
			if n := b - a; n > best && prose(rows[a:b], at) {
				best, from, to, x = n, a, b, at
			}
			i = j
		}
	}
	return from, to, x
}

// gaps returns the possible positions of gaps between columns: the middles of ranges of
// x covered by few segments.
func gaps(rows [][]segment, box parsed.Box) []float64 {
	n := int(box.X1-box.X0) + 2
	if n < 50 || n > 5000 {
		return nil
	}
	cover, both := make([]int, n+1), 0
	for _, row := range rows {
		if len(row) > 1 {
			both++
		}
		for _, s := range row {
			cover[max(0, int(s.X0-box.X0))]++
			cover[min(n, int(s.X1-box.X0)+1)]--
		}
	}
	if both < 3 {
		return nil
	}
	most, sum := 0, 0
	for i := range cover {
		sum += cover[i]
		cover[i] = sum
		most = max(most, sum)
	}
	few := max(most/4, 1)
	var out []float64
	for i := 0; i < n; i++ {
		if cover[i] > few {
			continue
		}
		// Within the range, find the positions covered by the fewest segments.
		j, low := i, cover[i]
		for j < n && cover[j] <= few {
			low = min(low, cover[j])
			j++
		}
		a, b := -1, -1
		for k := i; k < j; k++ {
			if cover[k] == low {
				if a < 0 {
					a = k
				}
				b = k
			}
		}
		if b-a >= 4 {
			out = append(out, box.X0+float64(a+b+1)/2)
		}
		i = j
	}
	return out
}

func crossed(row []segment, x float64) bool {
	for _, s := range row {
		if s.X0 < x-1 && s.X1 > x+1 {
			return true
		}
	}
	return false
}

// trimZone removes rows at both ends of a zone if they have text on only one side of x and are far
// from the other rows. At the top it also removes rows on one side in a much larger font, for
// example a heading. If no row has text on both sides, the zone becomes empty.
func trimZone(rows [][]segment, from, to int, x float64) (int, int) {
	two := func(row []segment) bool { return row[0].X1 <= x+1 && row[len(row)-1].X0 >= x-1 }
	a := from
	for a < to && !two(rows[a]) {
		a++
	}
	b := to
	for b > a && !two(rows[b-1]) {
		b--
	}
	if a == b {
		return from, from
	}
	// Add the rows that follow closely: the longer column continues below the end of the shorter one.
	for b < to && rows[b][0].Y0-rows[b-1][0].Y1 < 3*rows[b][0].height() {
		b++
	}
	for a > from && rows[a][0].Y0-rows[a-1][0].Y1 < 2*rows[a][0].height() && rows[a-1][0].size < rows[a][0].size*1.3 {
		a--
	}
	return a, b
}

// prose reports whether the text left and right of x is running text and not the cells
// of a table. Lines of running text fill their columns.
func prose(rows [][]segment, x float64) bool {
	for _, left := range []bool{true, false} {
		var lines []segment
		for _, row := range rows {
			var side []segment
			for _, s := range row {
				if ((s.X0+s.X1)/2 < x) == left {
					side = append(side, s)
				}
			}
			if len(side) == 0 {
				continue
			}
			line := side[0]
			for _, s := range side[1:] {
				line.Box = union(line.Box, s.Box)
				line.runes += s.runes
			}
			lines = append(lines, line)
		}
		if len(lines) < 4 {
			return false
		}
		edge, start, size, runes := 0.0, lines[0].X0, 0.0, 0
		for _, l := range lines {
			edge, start = max(edge, l.X1), min(start, l.X0)
			size += l.size
			runes += l.runes
		}
		size /= float64(len(lines))
		full := 0
		for _, l := range lines {
			if edge-l.X1 < (edge-start)*0.2 && l.X0-start < (edge-start)*0.25 {
				full++
			}
		}
		if edge-start < size*9 || full*5 < len(lines)*2 || runes < len(lines)*6 {
			return false
		}
	}
	return true
}
