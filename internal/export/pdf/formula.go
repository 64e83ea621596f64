package pdf

import (
	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/stix/stix2mathregular"
	"golang.org/x/image/font/sfnt"

	"github.com/wenqu-ai/wenqu/internal/export/formula"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

// leastFormula is the smallest scale of a formula shrunk to fit the line, relative to its usual size.
// A formula that is still too wide is shown as its source.
const leastFormula = 0.55

// mathFace is the font of formulas. Characters that it lacks use the font of the document.
type mathFace struct{ math, text *typeface }

func openMath(text *typeface) (*mathFace, error) {
	f, err := sfnt.Parse(stix2mathregular.TTF)
	if err != nil {
		return nil, err
	}
	return &mathFace{&typeface{font: f, index: map[rune]sfnt.GlyphIndex{}}, text}, nil
}

// of returns the font of formulas if it contains a character, and otherwise the font of the
// document.
func (f *mathFace) of(r rune) *typeface {
	if f.math.glyph(r) != 0 {
		return f.math
	}
	return f.text
}

// Sign measures a sign.
func (f *mathFace) Sign(r rune) formula.Extent { return f.of(r).extent(r) }

// formulaBox typesets a formula for a font size in points and a line length in millimetres. It reports
// false if the formula cannot be typeset, or is too wide even at the scale leastFormula.
func (p *writer) formulaBox(tex string, display bool, size, room float64) (formula.Box, bool) {
	if p.math == nil {
		face, err := openMath(p.face)
		if err != nil {
			return formula.Box{}, false
		}
		p.math = face
	}
	b, ok := formula.Set(tex, p.math, display)
	if !ok {
		return b, false
	}
	b = b.Scale(size * mm)
	if b.Width > room {
		scale := room / b.Width
		if scale < leastFormula {
			return b, false
		}
		b = b.Scale(scale)
	}
	return b, true
}

// display draws a formula centred on its own lines. If the formula cannot be typeset or does not fit,
// its source is drawn.
func (p *writer) display(tex string) {
	room := pageRight - p.left
	b, ok := p.formulaBox(tex, true, bodySize+0.5, room)
	if ok && b.Above+b.Below < pageBottom-pageTop {
		p.y += smallGap
		p.room(b.Above + b.Below)
		p.beside(b.Above+b.Below, setting{size: bodySize})
		p.marks(b, p.left+(room-b.Width)/2, p.y+b.Above, black)
		p.y += b.Above + b.Below + gap + smallGap
		return
	}
	p.source(tex, markdown.MathRun)
}

// marks draws a formula. The left end of its base line is at x, y.
func (p *writer) marks(b formula.Box, x, y float64, colour ink) {
	p.SetFillColor(colour.r, colour.g, colour.b)
	for _, m := range b.Marks {
		if m.Sign != 0 {
			p.outline(p.math.of(m.Sign).outline(m.Sign), x+m.X, y-m.Y, m.Size/em*m.StretchX, m.Size/em*m.StretchY)
			continue
		}
		corners := make([]fpdf.PointType, len(m.Corners))
		for i, c := range m.Corners {
			corners[i] = fpdf.PointType{X: x + m.X + c[0], Y: y - m.Y - c[1]}
		}
		p.Polygon(corners, "F")
	}
}
