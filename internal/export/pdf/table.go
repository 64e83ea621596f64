package pdf

import "github.com/wenqu-ai/wenqu/internal/export/markdown"

const (
	cellPad     = 1.8
	tableSize   = 9.0
	leastColumn = 12.0 // millimetres
)

// table draws a table with lines around the cells. If a row does not fit on the rest of the page, a new
// page begins with the head of the table and then the row. A row that needs about a page or more is
// split instead; the pages on which it continues have no head.
func (p *writer) table(t markdown.Table) {
	columns := len(t.Align)
	if columns == 0 || len(t.Rows) == 0 {
		return
	}
	s := setting{size: tableSize}
	for i := range t.Rows[0] {
		for j := range t.Rows[0][i] {
			t.Rows[0][i][j].Style |= markdown.Bold
		}
	}
	widths := p.columns(t, s)
	p.y += smallGap
	height := s.size * mm * 1.5
	var head [][][]glyph
	for i, cells := range t.Rows {
		row := make([][][]glyph, columns)
		for j, c := range cells {
			row[j] = wrapLines(p.glyphs(c, s), widths[j]-2*cellPad)
		}
		if i == 0 {
			head = row
			p.room(rowHeight(row, height) * 2)
			p.row(row, widths, t.Align, s, height, true)
			continue
		}
		if p.y+rowHeight(row, height) > pageBottom && rowHeight(row, height) < pageBottom-pageTop-40 {
			p.newPage()
			p.row(head, widths, t.Align, s, height, true)
		}
		p.row(row, widths, t.Align, s, height, false)
	}
	p.y += 1.5 * gap
	p.marker, p.task = "", markdown.NoTask
}

func rowHeight(row [][][]glyph, height float64) float64 {
	most := 1
	for _, c := range row {
		most = max(most, len(c))
	}
	return float64(most)*height + 2*cellPad*0.7
}

// columns divides the width. Narrow columns get the width they need. The other columns share the
// rest: half of the rest equally, and half in proportion to the length of their content.
func (p *writer) columns(t markdown.Table, s setting) []float64 {
	all := pageRight - p.left
	want := make([]float64, len(t.Align))
	for _, cells := range t.Rows {
		for j, c := range cells {
			widest := 0.0
			for _, l := range wrapLines(p.glyphs(c, s), 1e9) {
				widest = max(widest, width(l))
			}
			want[j] = max(want[j], widest+2*cellPad+0.2, min(leastColumn, all/float64(len(want))))
		}
	}
	rest, wanted := all, 0.0
	for _, w := range want {
		wanted += w
	}
	if wanted <= all {
		return want
	}
	out := make([]float64, len(want))
	open := len(want)
	for settled := true; settled && open > 0; {
		settled = false
		share := rest / float64(open)
		for j, w := range want {
			if out[j] == 0 && w <= share {
				out[j] = w
				rest -= w
				open--
				settled = true
			}
		}
	}
	wanted = 0
	for j, w := range want {
		if out[j] == 0 {
			wanted += w
		}
	}
	least := rest / float64(max(1, open)) / 2
	for j, w := range want {
		if out[j] == 0 {
			out[j] = least + rest/2*w/wanted
		}
	}
	return out
}

// row draws one row. If a page ends inside the row, the row is split.
func (p *writer) row(row [][][]glyph, widths []float64, align []markdown.Alignment, s setting, height float64, isHead bool) {
	most := 1
	for _, c := range row {
		most = max(most, len(c))
	}
	for from := 0; from < most; {
		fits := int((pageBottom - p.y - 2*cellPad*0.7) / height)
		if fits < 1 {
			p.newPage()
			continue
		}
		to := min(most, from+fits)
		h := float64(to-from)*height + 2*cellPad*0.7
		x := p.left
		for j, c := range row {
			if isHead {
				p.SetFillColor(pale.r, pale.g, pale.b)
				p.Rect(x, p.y, widths[j], h, "F")
			}
			p.SetDrawColor(156, 163, 175)
			p.SetLineWidth(0.15)
			p.Rect(x, p.y, widths[j], h, "D")
			y := p.y + cellPad*0.7
			for k := from; k < min(to, len(c)); k++ {
				at := x + cellPad
				room := widths[j] - 2*cellPad - width(c[k])
				switch align[j] {
				case markdown.AlignCenter:
					at += room / 2
				case markdown.AlignEnd:
					at += room
				}
				p.put(at, y+height/2+s.size*mm*0.36, c[k], s)
				y += height
			}
			x += widths[j]
		}
		p.y += h
		from = to
	}
}
