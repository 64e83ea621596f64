package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"

	"github.com/wenqu-ai/wenqu/internal/export/formula"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

// lead is the height of a line, as a multiple of the font size.
const lead = 1.62

// setting is the style of a block of text.
type setting struct {
	size   float64 // in points
	ink    ink     // the zero value is black
	ground bool    // the paragraph has a light background across the full width
	right  float64 // right end of lines; 0: the margin
}

// glyph is one character of a line, with its width in millimetres.
type glyph struct {
	r    rune
	draw drawing
	mono bool
	w    float64
	run  *markdown.Run
	math *formula.Box // the formula if draw is asFormula
}

func width(line []glyph) float64 {
	w := 0.0
	for _, g := range line {
		w += g.w
	}
	return w
}

// glyphs measures runs. Citations without a source and invisible characters are
// left out.
func (p *writer) glyphs(runs []markdown.Run, s setting) []glyph {
	var out []glyph
	for i := range runs {
		r := &runs[i]
		text := r.Text
		switch r.Kind {
		case markdown.LineBreak:
			out = append(out, glyph{r: '\n', run: r})
			continue
		case markdown.Citation:
			if !p.sources.Has(r.Number) {
				continue
			}
			text = fmt.Sprintf("[%d]", r.Number)
		case markdown.MathRun:
			if box, ok := p.formulaBox(text, false, s.size, pageRight-p.left-step); ok {
				out = append(out, glyph{r: 'x', draw: asFormula, w: box.Width, run: r, math: &box})
				continue
			}
		}
		size := s.size * mm / em
		if small(r) {
			size *= 0.7
		}
		mono := r.Kind == markdown.CodeRun || r.Kind == markdown.MathRun
		for _, c := range text {
			g := glyph{r: c, mono: mono && c >= ' ' && c <= '~', run: r}
			switch {
			case c == '\n' || c == '\t':
				g.r = ' '
				g.w = p.width(' ') * size
			case g.mono:
				g.w = 600 * size * monoScale
			default:
				if g.draw = p.face.drawing(c); g.draw == asNothing {
					continue
				}
				g.w = em * size
				if g.draw != asBox {
					g.w = p.width(c) * size
				}
			}
			out = append(out, g)
		}
	}
	return out
}

// monoScale makes Courier a little smaller, so that it looks as large as the text font.
const monoScale = 0.98

func small(r *markdown.Run) bool { return r.Kind == markdown.Citation || r.Style&markdown.Raised != 0 }

func (p *writer) width(r rune) float64 {
	w, ok := p.widths[r]
	if !ok {
		w = p.face.width(r)
		p.widths[r] = w
	}
	return w
}

// A line must not begin with a character of notFirst, and not end with a character of notLast.
const (
	notFirst = "，。、；：？！）」』】》〉”’…—～·％,.;:?!)]}%"
	notLast  = "（「『【《〈“‘([{"
)

// mayBreak reports whether a line may end between two characters.
func mayBreak(a, b glyph) bool {
	if strings.ContainsRune(notFirst, b.r) || strings.ContainsRune(notLast, a.r) {
		return false
	}
	if a.r == ' ' || b.r == ' ' || markdown.CJK(a.r) || markdown.CJK(b.r) || a.draw != asText || b.draw != asText {
		return true
	}
	if a.run != b.run && (a.run.Kind == markdown.Citation || b.run.Kind == markdown.MathRun) {
		return b.run.Kind != markdown.Citation
	}
	return strings.ContainsRune("/-_?&=,;+", a.r) && unicode.IsLetter(b.r)
}

// wrapLines breaks glyphs into lines of at most limit millimetres; a longer word
// is broken anywhere.
func wrapLines(all []glyph, limit float64) [][]glyph {
	var out [][]glyph
	start, stop, w := 0, -1, 0.0 // stop is the last possible place for a break; -1: none
	end := func(at int) {
		line := all[start:at]
		for len(line) > 0 && (line[len(line)-1].r == ' ' || line[len(line)-1].r == '\n') {
			line = line[:len(line)-1]
		}
		out = append(out, line)
	}
	for i := 0; i < len(all); i++ {
		g := all[i]
		if g.r == '\n' {
			end(i)
			start, stop, w = i+1, -1, 0
			continue
		}
		if i > start && mayBreak(all[i-1], g) {
			stop = i
		}
		if w+g.w > limit && i > start && g.r != ' ' {
			if stop <= start {
				stop = i
			}
			end(stop)
			start = stop
			for start < i && all[start].r == ' ' && all[start].run.Kind != markdown.CodeRun {
				start++
			}
			stop, w = -1, width(all[start:i])
		}
		w += g.w
	}
	end(len(all))
	return out
}

// text draws runs from the current position on, over as many pages as needed.
func (p *writer) text(runs []markdown.Run, s setting) {
	right := s.right
	if right == 0 {
		right = pageRight
	}
	inner := 0.0
	if s.ground {
		inner = 2
	}
	height := s.size * mm * lead
	if s.ground {
		height = s.size * mm * 1.4
	}
	for _, l := range wrapLines(p.glyphs(runs, s), right-p.left-2*inner) {
		base, height := lineHeight(l, height, s)
		p.room(height)
		p.beside(height, s)
		if s.ground {
			p.SetFillColor(pale.r, pale.g, pale.b)
			p.Rect(p.left, p.y, right-p.left, height+0.05, "F")
		}
		p.put(p.left+inner, p.y+base, l, s)
		p.y += height
	}
}

// lineHeight returns the base line and the height of a line; formulas can make it
// higher.
func lineHeight(l []glyph, height float64, s setting) (base, all float64) {
	base = height/2 + s.size*mm*0.36
	below := height - base
	for _, g := range l {
		if g.math != nil {
			base, below = max(base, g.math.Above+smallGap/2), max(below, g.math.Below+smallGap/2)
		}
	}
	return base, base + below
}

// beside draws the content to the left of a line: the bars of quotes and the mark of a list item.
func (p *writer) beside(height float64, s setting) {
	for _, x := range p.bars {
		p.SetFillColor(line.r, line.g, line.b)
		p.Rect(x, p.y, 0.8, height+gap/2, "F")
	}
	if p.marker == "" {
		return
	}
	base := p.y + height/2 + s.size*mm*0.36
	if p.task != markdown.NoTask {
		x, y := p.left-4.5, base-2.9
		p.SetDrawColor(grey.r, grey.g, grey.b)
		p.SetLineWidth(0.25)
		p.Rect(x, y, 3, 3, "D")
		if p.task == markdown.DoneTask {
			p.Line(x+0.6, y+1.6, x+1.3, y+2.3)
			p.Line(x+1.3, y+2.3, x+2.5, y+0.7)
		}
	} else {
		mark := setting{size: s.size}
		g := p.glyphs([]markdown.Run{{Text: p.marker}}, mark)
		p.put(max(pageLeft-10, p.left-1.6-width(g)), base, g, mark)
	}
	p.marker, p.task = "", markdown.NoTask
}

// put draws one line of glyphs on a base line.
func (p *writer) put(x, y float64, l []glyph, s setting) {
	for i := 0; i < len(l); {
		j := i + 1
		for j < len(l) && l[j].run == l[i].run && l[j].draw == l[i].draw && l[j].mono == l[i].mono && l[i].draw == asText {
			j++
		}
		w := width(l[i:j])
		p.piece(x, y, w, l[i:j], s)
		x += w
		i = j
	}
}

// piece draws neighbouring glyphs of one run with the same font and drawing.
func (p *writer) piece(x, y, w float64, l []glyph, s setting) {
	r := l[0].run
	size := s.size
	if l[0].math != nil {
		p.marks(*l[0].math, x, y, black)
		return
	}
	colour := s.ink
	if colour == (ink{}) {
		colour = black
	}
	if r.Link != "" || r.Kind == markdown.Citation {
		colour = blue
	}
	if small(r) {
		size *= 0.7
		y -= s.size * mm * 0.32
	}
	if !s.ground && (r.Kind == markdown.CodeRun || r.Kind == markdown.MathRun) {
		p.SetFillColor(pale.r, pale.g, pale.b)
		p.Rect(x, y-size*mm*0.95, w, size*mm*1.25, "F")
	}
	switch l[0].draw {
	case asBox:
		p.box(x, y, l[0].r, size, colour)
	case asOutline:
		p.shape(x, y, l[0].r, size, colour)
	default:
		p.words(x, y, l, size, colour)
	}
	if r.Style&markdown.Strike != 0 {
		p.SetDrawColor(colour.r, colour.g, colour.b)
		p.SetLineWidth(0.2)
		p.Line(x, y-size*mm*0.32, x+w, y-size*mm*0.32)
	}
	top, height := y-size*mm, size*mm*1.3
	switch {
	case r.Kind == markdown.Citation:
		link, ok := p.links[r.Number]
		if !ok {
			link = p.AddLink()
			p.links[r.Number] = link
		}
		p.Link(x, top, w, height, link)
	case r.Link != "":
		p.LinkString(x, top, w, height, r.Link)
	}
}

func (p *writer) words(x, y float64, l []glyph, size float64, colour ink) {
	var b strings.Builder
	for _, g := range l {
		b.WriteRune(g.r)
	}
	font := "noto"
	if l[0].mono {
		font = "Courier"
		size *= monoScale
	}
	if font != p.font || size != p.size {
		p.SetFont(font, "", size)
		p.font, p.size = font, size
	}
	mode := 0
	style := l[0].run.Style
	if style&markdown.Bold != 0 {
		mode = 2 // the font has only one weight, so bold characters get an outline
		p.SetDrawColor(colour.r, colour.g, colour.b)
		p.SetLineWidth(size * mm * 0.028)
	}
	if mode != p.mode {
		p.SetTextRenderingMode(mode)
		p.mode = mode
	}
	p.SetTextColor(colour.r, colour.g, colour.b)
	if style&markdown.Italic != 0 {
		p.TransformBegin()
		p.TransformSkew(12, 0, x, y)
		defer p.TransformEnd()
	}
	p.Text(x, y, b.String())
}

// box draws a box with the code point of r, a character that the font lacks. Readers thus see that a
// character is missing.
func (p *writer) box(x, y float64, r rune, size float64, colour ink) {
	side := size * mm
	p.SetDrawColor(colour.r, colour.g, colour.b)
	p.SetLineWidth(0.12)
	p.Rect(x+side*0.08, y-side*0.82, side*0.84, side*0.94, "D")
	digits := fmt.Sprintf("%04X", r)
	if len(digits) > 4 {
		digits = fmt.Sprintf("%06X", r)
	}
	half := len(digits) / 2
	tiny := &markdown.Run{}
	for i, part := range []string{digits[:half], digits[half:]} {
		g := make([]glyph, 0, half)
		for _, c := range part {
			g = append(g, glyph{r: c, mono: true, run: tiny})
		}
		fit := size * 0.84 / (0.6 * float64(half)) * 0.8
		fit = min(fit, size*0.42)
		p.words(x+side/2-fit*mm*0.3*float64(half), y-side*0.42+float64(i)*side*0.44, g, fit, colour)
	}
}

// shape draws a character by filling its outline.
func (p *writer) shape(x, y float64, r rune, size float64, colour ink) {
	p.SetFillColor(colour.r, colour.g, colour.b)
	p.outline(p.face.outline(r), x, y, size*mm/em, size*mm/em)
}

// outline fills a shape; the scale is in millimetres per unit.
func (p *writer) outline(shape sfnt.Segments, x, y, wide, high float64) {
	at := func(i int, s sfnt.Segment) (float64, float64) {
		return x + float64(s.Args[i].X)/64*wide, y + float64(s.Args[i].Y)/64*high
	}
	open := false
	for _, s := range shape {
		x0, y0 := at(0, s)
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				p.ClosePath()
			}
			p.MoveTo(x0, y0)
			open = true
		case sfnt.SegmentOpLineTo:
			p.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			x1, y1 := at(1, s)
			p.CurveTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x1, y1 := at(1, s)
			x2, y2 := at(2, s)
			p.CurveBezierCubicTo(x0, y0, x1, y1, x2, y2)
		}
	}
	if open {
		p.ClosePath()
		p.DrawPath("F")
	}
}
