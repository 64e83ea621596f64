package pdf

import (
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// pointSize is a limit for the sides of a box, in points. If a font is read without outlines, PDFium
// gives smaller boxes to the parts of a ligature and to characters that it normalises. The boxes of
// all other characters have the height of their font.
const pointSize = 1.01

// withLigatures replaces boxes smaller than pointSize. The new boxes of a ligature or of a single
// character reach to the next glyph. If the next glyph is too far away, the boxes get the usual width.
// Scripts with signs above and below each other are left out.
func withLigatures(glyphs []glyph) {
	for i := 0; i < len(glyphs); i++ {
		end := i
		usual, most := 0.0, 0.0 // widths of all letters of the ligature, as fractions of the font size
		for end < len(glyphs) && isPoint(glyphs[end]) && (end == i || glyphs[end].box.X0 == glyphs[end-1].box.X1) {
			if parse.Wide(glyphs[end].r) {
				usual, most = usual+1, most+1.25
			} else {
				usual, most = usual+0.28, most+0.4
			}
			end++
		}
		if end == i || glyphs[i].quarter != 0 {
			continue
		}
		size, left := glyphs[i].size, (glyphs[i].box.X0+glyphs[end-1].box.X1)/2
		base := glyphs[i].box.Y1
		line := parsed.Box{Y0: base - 0.9*size, Y1: base + 0.2*size}
		width := usual * size
		if end < len(glyphs) {
			next := glyphs[end].box
			if isPoint(glyphs[end]) {
				next.X0 = (next.X0 + next.X1) / 2
			}
			if w := next.X0 - left; w > 0 && w < most*size && overlapY(next, line) > 0 {
				width = w
			}
		}
		n := float64(end - i)
		for k := i; k < end; k++ {
			b := &glyphs[k].box
			b.X0, b.X1 = left+width*float64(k-i)/n, left+width*float64(k-i+1)/n
			b.Y0, b.Y1 = line.Y0, line.Y1
		}
		i = end - 1
	}
}

// isPoint reports whether a glyph is a Latin, Greek, Cyrillic or wide character with a box smaller than
// pointSize. Signs of other scripts may be drawn above and below each other.
func isPoint(g glyph) bool {
	return g.box.X1-g.box.X0 < pointSize && g.box.Y1-g.box.Y0 < pointSize && (alphabetic(g.r) || parse.Wide(g.r))
}
