package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// gap is a range of x without text between two characters of a segment. The second character begins at
// the byte `at` of the segment's text.
type gap struct {
	at     int
	x0, x1 float64
}

func (g gap) width() float64 { return g.x1 - g.x0 }

// appendGap appends the gap of the given width after x0, between the characters a and c, if it may separate
// the cells of a table, or if it shows that letters are spaced out. Gaps as wide as a space are not needed
// between two characters of a script with spaces.
func appendGap(gaps []gap, at int, x0, width, size float64, a, c rune) []gap {
	if width > size*0.4 || width > size*0.05 && (parse.Wide(a) || parse.Wide(c)) {
		return append(gaps, gap{at, x0, x0 + width})
	}
	return gaps
}

// Limits for cells and the gaps between them. All but the last one are multiples of the font size.
const (
	cellGap     = 0.12 // the least gap; between words, a gap is wider by this than the gaps within the words
	wideGap     = 0.6  // a wide gap separates cells whatever the characters are
	widestGap   = 3    // between segments farther apart, there may be any gap in other lines
	longCell    = 20   // a longer cell is running text
	maxOpenings = 200  // gaps considered per line, and gutters followed at the same time
)

// opening is a place where a line may be divided into cells: a gap within a segment, or the space before a
// segment.
type opening struct {
	segment, gap int // gap is the index of the gap in the segment; -1 for the space before the segment
	x0, x1       float64
	wide         bool
	words        bool // the opening is between two words; see betweenWords
}

// gutter is a range of x without text in consecutive lines, as between two columns of a table.
type gutter struct {
	x0, x1             float64
	lines, wide, words int // number of openings, of wide ones, and of those between words
	cuts               *cut
}

// cut is a gap at which a segment is divided, or gets a space.
type cut struct {
	line, segment, gap int
	space              bool // it gets a space, unless there is a gutter, too
	above              *cut // the cut of the same gutter in a line above
	done               bool
}

// gutters finds the gutters of the lines from top to bottom.
type gutters struct {
	open []gutter
	cuts [][]cut // for each line, where it is divided
}

// divided divides the segments of lines at the gutters of tables without drawn lines. The gaps between the
// cells of such a table may be too narrow for the functions joined and touch. A single gap of that width
// says nothing: a note above a character may need room, or letters may be spaced out. Therefore a gutter
// must be in at least three lines, and some of its gaps must separate words. A line that has nothing but
// words, such as a line of names, also gets spaces at the other gaps between its words.
func divided(lines column) column {
	g := gutters{cuts: make([][]cut, len(lines))}
	for i, row := range lines {
		if row[0].block != nil || i > 0 && row[0].Y0-lines[i-1][0].Y1 > 3*row[0].height() {
			g.end()
		}
		if row[0].block == nil {
			openings := openingsOf(row)
			g.cuts[i] = cutsOfWords(i, row, openings)
			g.through(i, row, openings)
		}
	}
	g.end()
	out := slices.Clone(lines)
	for i, cuts := range g.cuts {
		if len(cuts) > 0 {
			out[i] = cells(lines[i], cuts)
		}
	}
	return out
}

// through follows the open gutters through one more line, and opens those that begin there.
func (g *gutters) through(line int, row []segment, openings []opening) {
	used := make([]bool, len(openings))
	left, right := row[0].X0, rightOf(row)
	var open []gutter
	for _, above := range g.open {
		if above.x0 >= right || above.x1 <= left { // the line has text on only one side of the gutter
			open = append(open, above)
			continue
		}
		ended := true
		for i, o := range openings {
			x0, x1 := max(above.x0, o.x0), min(above.x1, o.x1)
			if x1-x0 > 1 { // as in spansOf
				next := above
				next.x0, next.x1 = x0, x1
				open = append(open, next.with(line, o))
				used[i], ended = true, false
			}
		}
		if ended {
			g.close(above)
		}
	}
	for i, o := range openings {
		if !used[i] {
			open = append(open, gutter{x0: o.x0, x1: o.x1}.with(line, o))
		}
	}
	g.open = open[:min(len(open), maxOpenings)]
}

// with returns the gutter with an opening of one more line.
func (g gutter) with(line int, o opening) gutter {
	g.lines++
	if o.wide {
		g.wide++
	}
	if o.words {
		g.words++
	}
	if o.gap >= 0 {
		g.cuts = &cut{line: line, segment: o.segment, gap: o.gap, above: g.cuts}
	}
	return g
}

// close takes over the cuts of a gutter that separates columns of a table. Two gaps between words are
// needed, because one may be in its place by accident; or one, if the other lines have wide gaps there.
func (g *gutters) close(of gutter) {
	if of.lines < 3 || of.words == 0 || of.words == 1 && of.wide < 3 {
		return
	}
	for c := of.cuts; c != nil && !c.done; c = c.above {
		c.done = true // gutters that divide further down have the same cuts above
		g.cuts[c.line] = append(g.cuts[c.line], *c)
	}
}

func (g *gutters) end() {
	for _, of := range g.open {
		g.close(of)
	}
	g.open = nil
}

// openingsOf returns the openings of a line from left to right. A line with dots that lead to a page number
// has none.
func openingsOf(row []segment) []opening {
	var out []opening
	for i, s := range row {
		if i > 0 {
			left := row[i-1].X1
			out = append(out, opening{i, -1, left, s.X0, s.X0-left < widestGap*s.size, false})
		}
		for k, g := range s.gaps {
			if g.width() >= cellGap*s.size {
				out = append(out, opening{i, k, g.x0, g.x1, g.width() > wideGap*s.size, s.betweenWords(k)})
			}
		}
		if len(out) > maxOpenings {
			return nil
		}
	}
	if len(out) > 0 && leads(oneSegment(row).text) {
		return nil
	}
	return out
}

// cutsOfWords returns the gaps between the words of a line if there are at least three such gaps and the line
// has no punctuation, digits or Latin letters.
func cutsOfWords(line int, row []segment, openings []opening) []cut {
	var out []cut
	for _, o := range openings {
		if o.words {
			out = append(out, cut{line: line, segment: o.segment, gap: o.gap, space: true})
		}
	}
	if len(out) < 3 || slices.ContainsFunc(row, func(s segment) bool {
		return strings.ContainsFunc(s.text, func(r rune) bool { return r != ' ' && !wideLetter(r) })
	}) {
		return nil
	}
	return out
}

func wideLetter(r rune) bool { return parse.Wide(r) && unicode.IsLetter(r) }

// betweenWords reports whether a gap separates two words of at least two Chinese or Japanese letters each,
// and is clearly wider than the gaps within these words.
func (s segment) betweenWords(k int) bool {
	g := s.gaps[k]
	before, after := strings.TrimSuffix(s.text[:g.at], " "), s.text[g.at:]
	last, n := utf8.DecodeLastRuneInString(before)
	first, m := utf8.DecodeRuneInString(after)
	last2, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	second, _ := utf8.DecodeRuneInString(after[m:])
	for _, r := range []rune{last2, last, first, second} {
		if !wideLetter(r) {
			return false
		}
	}
	within := 0.0
	if k > 0 && s.gaps[k-1].at == len(before)-n {
		within = s.gaps[k-1].width()
	}
	if k+1 < len(s.gaps) && s.gaps[k+1].at == g.at+m {
		within = max(within, s.gaps[k+1].width())
	}
	return g.width()-within >= cellGap*s.size && within <= g.width()/2
}

// cells divides the segments of a line. A segment with running text stays whole, because its text may go on
// in the next line, so it only gets spaces.
func cells(row []segment, cuts []cut) []segment {
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Or(a.segment-b.segment, a.gap-b.gap) })
	var out []segment
	for i, s := range row {
		var parts []segment
		from := 0 // index of the byte with which the rest of the segment begins
		space := false
		add := func(part segment) {
			if last := len(parts) - 1; space {
				parts[last] = oneSegment([]segment{parts[last], part})
			} else {
				parts = append(parts, part)
			}
		}
		for len(cuts) > 0 && cuts[0].segment == i {
			gap := cuts[0].gap
			at := row[i].gaps[gap]
			part := s
			part.text, part.X1 = strings.TrimSuffix(s.text[:at.at-from], " "), at.x0
			part.runes = utf8.RuneCountInString(part.text)
			add(part)
			s.text, s.X0, s.runes = s.text[at.at-from:], at.x1, s.runes-part.runes
			from, space = at.at, true
			for ; len(cuts) > 0 && cuts[0].segment == i && cuts[0].gap == gap; cuts = cuts[1:] {
				space = space && cuts[0].space
			}
		}
		add(s)
		if slices.ContainsFunc(parts, func(p segment) bool { return p.X1-p.X0 > longCell*p.size }) {
			parts = []segment{oneSegment(parts)}
		}
		out = append(out, parts...)
	}
	return out
}
