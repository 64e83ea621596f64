package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// segment is text of one line without a wide gap. It may be a whole line of a column or
// a cell of a table.
type segment struct {
	parsed.Box
	text  string
	size  float64
	bold  bool
	runes int
	gaps  []gap         // from left to right; see appendGap
	block *parsed.Block // the table, if the segment stands for a table found by its drawn lines; then text is empty
}

func (s segment) height() float64 { return s.Y1 - s.Y0 }
func (s segment) middle() float64 { return (s.Y0 + s.Y1) / 2 }

// joined makes segments from glyphs in drawing order, and then joins segments that touch.
func joined(glyphs []glyph) []segment {
	var out []segment
	var b builder
	for _, g := range glyphs {
		if !b.takes(g) {
			out = b.end(out)
		}
		b.add(g)
	}
	return touch(b.end(out))
}

// builder collects the glyphs of one segment.
type builder struct {
	text  strings.Builder
	box   parsed.Box
	last  glyph
	sizes float64 // sum of the font sizes of all glyphs
	bold  int
	n     int
	space bool    // a space was drawn after the last glyph
	gap   float64 // distance between the last two glyphs; 0 if there is a space between them
	tight bool    // the last two glyphs of a word had no gap
	gaps  []gap   // see appendGap
}

// size returns the mean size of the letters.
func (b *builder) size() float64 { return b.sizes / float64(max(b.n, 1)) }

// takes reports whether g continues the segment: it is on the same line and close after
// the last glyph.
func (b *builder) takes(g glyph) bool {
	if b.n == 0 {
		return true
	}
	h := min(b.box.Y1-b.box.Y0, g.box.Y1-g.box.Y0)
	overlap := min(b.box.Y1, g.box.Y1) - max(b.box.Y0, g.box.Y0)
	if overlap < h*0.5 && !(g.r == ' ') {
		return false
	}
	gap := g.box.X0 - b.last.box.X1
	em := max(b.size(), g.size)
	return gap < em*1.2 && gap > -em*1.6 || g.r == ' ' && gap < em*1.2
}

func (b *builder) add(g glyph) {
	if g.r == ' ' {
		b.space = b.n > 0
		if b.n > 0 {
			b.last.box.X1 = max(b.last.box.X1, g.box.X1)
		}
		return
	}
	if b.noteMark(g) {
		b.last.box.X1 = max(b.last.box.X1, g.box.X1)
		return
	}
	if b.n > 0 {
		gap := g.box.X0 - b.last.box.X1
		if drawnTwice(b.last, g) {
			b.bold++
			return
		}
		part := false
		switch both := parse.Wide(g.r) && parse.Wide(b.last.r); {
		case b.space && !both:
			part = true
		case b.space && gap > -b.size() && spaced(b.last.r, g.r):
			part = true
		case !b.space && gap > b.size()*spaceFrom(b.last.r, g.r):
			part = true
		case !b.space && b.last.r == 'f' && gap > b.size()*spaceAfterHook && b.gap < b.size()*spaceAfterHook:
			part = true
		case !b.space && b.tight && gap > b.size()*narrowSpace && alphabetic(g.r) && (alphabetic(b.last.r) || strings.ContainsRune(",.;:!?", b.last.r)):
			part = true
		}
		if !part {
			b.tight = gap < b.size()*spaceAfterHook
		}
		b.gap = gap
		if part {
			b.text.WriteByte(' ')
			b.gap = 0
		}
		b.gaps = appendGap(b.gaps, b.text.Len(), b.last.box.X1, gap, b.size(), b.last.r, g.r)
		b.box = union(b.box, g.box)
	} else {
		b.box = g.box
	}
	b.space = false
	b.text.WriteRune(g.r)
	b.last = g
	b.sizes += g.size
	b.n++
	if g.bold {
		b.bold++
	}
}

// spaceAfterHook is the limit for a space after an f: a larger gap counts as a space. It is a fraction of
// the font size, smaller than the result of spaceFrom, because the hook of an f overlaps a part of a space.
// It is not used if the gap before the f is as large, because then the letters are spaced out.
const spaceAfterHook = 0.03

// narrowSpace is the limit for a space if the last two glyphs of a word had no gap. It is smaller than the
// result of spaceFrom: some fonts have narrow spaces, and justified lines make them narrower still. It is
// not used for letters that are spaced out, because they have gaps inside words, too.
const narrowSpace = 0.12

// alphabetic reports whether r is a letter of a script with spaces between words.
func alphabetic(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) }

// drawnTwice reports whether the glyph `g` repeats the glyph `a` with a tiny offset. Some programs
// draw bold text this way. The two boxes share most of their width; the boxes of two letters of a word
// do not. Two characters with exactly the same box are the parts of a ligature.
func drawnTwice(a, g glyph) bool {
	return g.r == a.r && g.box != a.box && overlay(a.box, g.box)
}

// overlay reports whether one of two boxes lies mostly on the other.
func overlay(a, b parsed.Box) bool {
	shared := min(a.X1, b.X1) - max(a.X0, b.X0)
	return shared > 0.6*min(a.X1-a.X0, b.X1-b.X0) && overlapY(a, b) > 0.8
}

// spaceFrom returns the largest gap between two characters that does not count as a space, as a
// fraction of the font size. Next to Chinese punctuation a small gap is never a space.
func spaceFrom(a, c rune) float64 {
	alnum := func(r rune) bool { return r < 0x2000 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	switch {
	case !parse.Wide(a) && !parse.Wide(c), eitherWidth(a) && !parse.Wide(c), !parse.Wide(a) && eitherWidth(c):
		return 0.18
	case alnum(a) && unicode.Is(unicode.Han, c), unicode.Is(unicode.Han, a) && alnum(c):
		return 0.2
	}
	return 0.7
}

// eitherWidth reports whether r is a sign used in both Chinese and Latin text: a quotation mark,
// a dash, an ellipsis or similar.
func eitherWidth(r rune) bool { return r >= 0x2014 && r <= 0x2026 }

// noteMark reports whether g is a small raised digit after a wide character, such as a Han
// character, or after punctuation. Such a digit refers to a note and is not part of the text,
// unlike the digit in m².
func (b *builder) noteMark(g glyph) bool {
	return b.n > 0 && g.r >= '0' && g.r <= '9' && g.size < b.size()*0.8 && g.box.Y1 < b.box.Y1-b.size()*0.15 &&
		(parse.Wide(b.last.r) || strings.ContainsRune(".,;:)”’", b.last.r))
}

// spaced reports whether a space drawn between two wide characters is kept. Between two Han
// characters, a space separates words, as in 姓 名.
func spaced(a, c rune) bool { return unicode.Is(unicode.Han, a) && unicode.Is(unicode.Han, c) }

func (b *builder) end(out []segment) []segment {
	if b.n > 0 {
		out = append(out, segment{Box: b.box, text: b.text.String(), size: b.size(), bold: b.bold*2 > b.n, runes: b.n, gaps: b.gaps})
	}
	*b = builder{}
	return out
}

// touch joins segments of a line that are close together, in whatever order they were drawn.
func touch(in []segment) []segment {
	rows := bands(in)
	out := make([]segment, 0, len(in))
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b segment) int { return cmp.Compare(a.X0, b.X0) })
		cur := row[0]
		for _, s := range row[1:] {
			gap := s.X0 - cur.X1
			em := max(cur.size, s.size)
			if s.block == nil && cur.block == nil && s.text == cur.text && overlay(cur.Box, s.Box) {
				cur.bold = true // text that is drawn twice is bold
				continue
			}
			if cur.block != nil || s.block != nil || gap > em*1.0 || gap < -em*0.6 || overlapY(cur.Box, s.Box) < 0.5 {
				out = append(out, cur)
				cur = s
				continue
			}
			a, _ := utf8.DecodeLastRuneInString(cur.text)
			c, _ := utf8.DecodeRuneInString(s.text)
			if gap > em*spaceFrom(a, c) {
				cur.text += " "
			}
			cur.gaps = appendGap(cur.gaps, len(cur.text), cur.X1, gap, em, a, c)
			for _, g := range s.gaps {
				g.at += len(cur.text)
				cur.gaps = append(cur.gaps, g)
			}
			cur.text += s.text
			cur.Box = union(cur.Box, s.Box)
			cur.bold = cur.bold && s.bold
			cur.size = (cur.size*float64(cur.runes) + s.size*float64(s.runes)) / float64(max(cur.runes+s.runes, 1))
			cur.runes += s.runes
		}
		out = append(out, cur)
	}
	return out
}

// bands groups segments into lines from top to bottom. A segment is on a line if its vertical
// middle is below the upper edge of the line and well above the lower edge.
func bands(in []segment) [][]segment {
	sorted := slices.Clone(in)
	slices.SortStableFunc(sorted, func(a, b segment) int { return cmp.Compare(a.middle(), b.middle()) })
	var out [][]segment
	var base parsed.Box
	for _, s := range sorted {
		if n := len(out); n > 0 && s.block == nil && out[n-1][0].block == nil && s.middle() < base.Y1-0.3*min(s.height(), base.Y1-base.Y0) && s.middle() > base.Y0 {
			out[n-1] = append(out[n-1], s)
			if s.height() > base.Y1-base.Y0 && s.runes > 2 {
				base.Y0, base.Y1 = s.Y0, s.Y1
			}
			continue
		}
		out = append(out, []segment{s})
		base = s.Box
	}
	for _, row := range out {
		slices.SortStableFunc(row, func(a, b segment) int { return cmp.Compare(a.X0, b.X0) })
	}
	return out
}

// verticalText reports whether the text of a page is vertical.
func verticalText(glyphs []glyph) bool {
	down, along := 0, 0
	for i := 1; i < len(glyphs); i++ {
		a, b := glyphs[i-1], glyphs[i]
		if !parse.Wide(a.r) || !parse.Wide(b.r) {
			continue
		}
		dx, dy := math.Abs(b.box.X0-a.box.X0), b.box.Y0-a.box.Y0
		switch {
		case dx < a.size*0.3 && dy > a.size*0.7 && dy < a.size*1.6:
			down++
		case dy < a.size*0.3:
			along++
		}
	}
	return down > 20 && down > along*2
}

func union(a, b parsed.Box) parsed.Box {
	return parsed.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

// overlapY returns the common height of two boxes, divided by the smaller of their heights.
func overlapY(a, b parsed.Box) float64 {
	h := min(a.Y1-a.Y0, b.Y1-b.Y0)
	if h <= 0 {
		return 0
	}
	return (min(a.Y1, b.Y1) - max(a.Y0, b.Y0)) / h
}
