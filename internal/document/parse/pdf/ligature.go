package pdf

import "github.com/wenqu-ai/wenqu/internal/document/parsed"

// pointSize is the size in points of the box that PDFium gives a glyph without an outline. The parts of a
// ligature share such a box. All other characters have boxes of the font's height.
const pointSize = 1.01

// ligatureWidth is the greatest width of a ligature for each of its letters, as a fraction of the font
// size.
const ligatureWidth = 0.4

// withLigatures gives the letters of ligatures whose font is read without outlines the boxes of their
// places: each ligature reaches to the next glyph, unless that is further away than a ligature is wide.
func withLigatures(glyphs []glyph) {
	for i := 0; i < len(glyphs); i++ {
		end := i
		for end < len(glyphs) && isPoint(glyphs[end].box) && (end == i || glyphs[end].box.X0 == glyphs[end-1].box.X1) {
			end++
		}
		if end == i || glyphs[i].quarter != 0 {
			continue
		}
		first, last := &glyphs[i], glyphs[end-1]
		n := float64(end - i)
		left := (first.box.X0 + last.box.X1) / 2
		width := 0.28 * first.size * n
		line := parsed.Box{Y0: last.box.Y1 - 0.9*first.size, Y1: last.box.Y1 + 0.2*first.size}
		if end < len(glyphs) {
			next := glyphs[end].box
			if w := next.X0 - left; w > 0 && w < ligatureWidth*first.size*n && overlapY(next, line) > 0 {
				width = w
			}
		}
		for k := i; k < end; k++ {
			b := &glyphs[k].box
			b.X0, b.X1 = left+width*float64(k-i)/n, left+width*float64(k-i+1)/n
			b.Y0, b.Y1 = line.Y0, line.Y1
		}
		i = end - 1
	}
}

// isPoint reports whether a box is that of a glyph without an outline.
func isPoint(b parsed.Box) bool { return b.X1-b.X0 < pointSize && b.Y1-b.Y0 < pointSize }
