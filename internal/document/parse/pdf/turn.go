package pdf

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// turnedBox rotates a box by clockwise quarter turns on a page of the given size.
func turnedBox(b parsed.Box, quarters int, width, height float64) parsed.Box {
	switch quarters & 3 {
	case 1:
		return parsed.Box{X0: height - b.Y1, Y0: b.X0, X1: height - b.Y0, Y1: b.X1}
	case 2:
		return parsed.Box{X0: width - b.X1, Y0: height - b.Y1, X1: width - b.X0, Y1: height - b.Y0}
	case 3:
		return parsed.Box{X0: b.Y0, Y0: width - b.X1, X1: b.Y1, Y1: width - b.X0}
	}
	return b
}

// turned returns the page rotated by clockwise quarter turns, with only the given
// glyphs.
func (p *page) turned(quarters int, glyphs []glyph) page {
	if quarters == 0 {
		return page{width: p.width, height: p.height, glyphs: glyphs, rules: p.rules}
	}
	out := page{width: p.width, height: p.height, glyphs: slices.Clone(glyphs), rules: slices.Clone(p.rules)}
	if quarters&1 == 1 {
		out.width, out.height = p.height, p.width
	}
	for i := range out.glyphs {
		out.glyphs[i].box = turnedBox(out.glyphs[i].box, quarters, p.width, p.height)
	}
	for i, r := range out.rules {
		out.rules[i] = rule{turnedBox(r.Box, quarters, p.width, p.height), r.flat != (quarters&1 == 1)}
	}
	return out
}

// directions groups the glyphs of a page by direction. After i clockwise quarter turns, the glyphs by[i]
// run from left to right. Slanted glyphs are left out. `main` is the index of the largest group. Vertical
// lines of upright characters are read as if the page were rotated to the left, so that the rightmost line
// comes first.
func (p *page) directions() (main int, by [4][]glyph) {
	var n [4]int
	for _, g := range p.glyphs {
		if g.quarter != slanted {
			n[g.quarter]++
		}
	}
	for q := range by {
		by[q] = p.inQuarter(q, n[q])
	}
	if verticalText(by[0]) {
		by[3], by[0] = append(by[3], by[0]...), nil
	}
	for q := range by {
		if len(by[q]) > len(by[main]) {
			main = q
		}
	}
	return main, by
}

// inQuarter returns the n glyphs of the page with the given value of the field `quarter`.
func (p *page) inQuarter(quarter, n int) []glyph {
	switch n {
	case 0:
		return nil
	case len(p.glyphs):
		return p.glyphs
	}
	out := make([]glyph, 0, n)
	for _, g := range p.glyphs {
		if g.quarter == quarter {
			out = append(out, g)
		}
	}
	return out
}
