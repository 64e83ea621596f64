package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// grid is a table that is drawn with lines.
type grid struct {
	parsed.Box
	xs, ys []float64
	rules  []rule
}

const (
	near     = 3.0 // in points; lines within this distance meet, and positions within it are the same
	maxGrid  = 20_000
	bigCell  = 2_000 // a cell with more characters than this is a frame around text
	maxMeets = 3_000 // drawn lines used per page; each pair of lines is compared
)

// grids finds the tables among the drawn lines of a page: sets of lines that meet and
// enclose cells in at least two columns.
func grids(rules []rule) []grid {
	rules = rules[:min(len(rules), maxMeets)]
	of := make([]int, len(rules))
	for i := range of {
		of[i] = i
	}
	root := func(i int) int {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	for i := range rules {
		for j := range i {
			if meet(rules[i].Box, rules[j].Box) {
				of[root(i)] = root(j)
			}
		}
	}
	sets := map[int][]rule{}
	for i, r := range rules {
		sets[root(i)] = append(sets[root(i)], r)
	}
	var out []grid
	for _, set := range sets {
		g := grid{Box: set[0].Box, rules: set}
		for _, r := range set {
			g.Box = union(g.Box, r.Box)
			if r.flat {
				g.ys = append(g.ys, r.Y0)
			} else {
				g.xs = append(g.xs, r.X0)
			}
		}
		g.xs, g.ys = distinct(g.xs), distinct(g.ys)
		if len(g.xs) >= 3 && len(g.ys) >= 2 && len(g.xs)*len(g.ys) <= maxGrid {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b grid) int { return cmp.Or(cmp.Compare(a.Y0, b.Y0), cmp.Compare(a.X0, b.X0)) })
	return out
}

func meet(a, b parsed.Box) bool {
	return a.X0 <= b.X1+near && b.X0 <= a.X1+near && a.Y0 <= b.Y1+near && b.Y0 <= a.Y1+near
}

// distinct sorts positions and merges positions that are near each other.
func distinct(at []float64) []float64 {
	slices.Sort(at)
	return slices.CompactFunc(at, func(a, b float64) bool { return math.Abs(a-b) < near })
}

// edge reports whether a line is drawn on a side of a cell. `at` is the position of the side: its y
// if `flat` is set, else its x. `middle` is the middle of the side in the other direction.
func (g grid) edge(flat bool, at, middle float64) bool {
	for _, r := range g.rules {
		if r.flat != flat {
			continue
		}
		if flat && r.Y0-at < near && at-r.Y0 < near && r.X0 <= middle && r.X1 >= middle ||
			!flat && r.X0-at < near && at-r.X0 < near && r.Y0 <= middle && r.Y1 >= middle {
			return true
		}
	}
	return false
}

// table puts the glyphs inside a grid into its cells, and returns the other glyphs. Of merged cells
// only the first has text. If the lines enclose no table, both results are nil. For example, the lines
// may be a frame around text.
func (g grid) table(glyphs []glyph) (table *parsed.Block, others []glyph) {
	rows, cols := len(g.ys)-1, len(g.xs)-1
	owner := make([][2]int, rows*cols)
	for r := range rows {
		for c := range cols {
			x, y := (g.xs[c]+g.xs[c+1])/2, (g.ys[r]+g.ys[r+1])/2
			own := [2]int{r, c}
			switch {
			case c > 0 && !g.edge(false, g.xs[c], y):
				own = owner[r*cols+c-1]
			case r > 0 && !g.edge(true, g.ys[r], x):
				own = owner[(r-1)*cols+c]
			}
			owner[r*cols+c] = own
		}
	}
	cells := map[[2]int][]glyph{}
	some := 0
	for _, gl := range glyphs {
		x, y := (gl.box.X0+gl.box.X1)/2, (gl.box.Y0+gl.box.Y1)/2
		r, c := cellAt(g.ys, y), cellAt(g.xs, x)
		if r < 0 || c < 0 {
			others = append(others, gl)
			continue
		}
		own := owner[r*cols+c]
		cells[own] = append(cells[own], gl)
		if len(cells[own]) > bigCell {
			return nil, nil
		}
		if gl.r != ' ' {
			some++
		}
	}
	if some == 0 || len(cells) < 2 {
		return nil, nil
	}
	b := parsed.Block{Kind: parsed.Table, Rows: make([][]string, rows), Box: &parsed.Box{X0: g.X0, Y0: g.Y0, X1: g.X1, Y1: g.Y1}}
	for r := range rows {
		b.Rows[r] = make([]string, cols)
		for c := range cols {
			if owner[r*cols+c] == [2]int{r, c} {
				b.Rows[r][c] = cellText(cells[[2]int{r, c}])
			}
		}
	}
	b.Rows = withoutEmpty(b.Rows)
	if len(b.Rows) == 0 || len(b.Rows[0]) < 2 {
		return nil, nil
	}
	return &b, others
}

func cellAt(at []float64, v float64) int {
	i, _ := slices.BinarySearch(at, v)
	if i == 0 || i == len(at) {
		return -1
	}
	return i - 1
}

// cellText joins the lines of a cell.
func cellText(glyphs []glyph) string {
	var b strings.Builder
	for _, row := range bands(joined(glyphs)) {
		for _, s := range row {
			parse.JoinLine(&b, s.text)
		}
	}
	return b.String()
}

// withoutEmpty removes rows and columns without text.
func withoutEmpty(rows [][]string) [][]string {
	if len(rows) == 0 {
		return nil
	}
	used := make([]bool, len(rows[0]))
	out := rows[:0:0]
	for _, row := range rows {
		some := false
		for c, cell := range row {
			if strings.TrimSpace(cell) != "" {
				some, used[c] = true, true
			}
		}
		if some {
			out = append(out, row)
		}
	}
	for i, row := range out {
		kept := row[:0:0]
		for c, cell := range row {
			if used[c] {
				kept = append(kept, cell)
			}
		}
		out[i] = kept
	}
	return out
}
