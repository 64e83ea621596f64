package formula

// Face measures signs (glyphs). Its lengths are fractions of the font size.
type Face interface {
	// Sign returns the advance of a sign and the extent of its ink from the origin: left, right,
	// below (negative under the base line) and above.
	Sign(r rune) Extent
}

// Extent is the size of a sign.
type Extent struct{ Advance, Left, Right, Below, Above float64 }

// Box is a typeset formula. Lengths are fractions of the font size, until Scale converts them to
// another unit. x increases to the right from the left end, y upwards from the base line.
type Box struct {
	Width, Above, Below float64 // Below is positive under the base line, unlike Extent.Below
	Marks               []Mark
}

// Mark is one thing to draw: a sign or a filled polygon.
type Mark struct {
	X, Y               float64
	Sign               rune         // the sign; 0: this is a polygon
	Size               float64      // font size of the sign
	StretchX, StretchY float64      // stretch factors of the sign; 1: not stretched
	Corners            [][2]float64 // corners of the polygon, relative to X and Y
}

// put draws inner into b at an offset.
func (b *Box) put(inner Box, x, y float64) {
	for _, m := range inner.Marks {
		m.X += x
		m.Y += y
		b.Marks = append(b.Marks, m)
	}
	b.Above = max(b.Above, inner.Above+y)
	b.Below = max(b.Below, inner.Below-y)
	b.Width = max(b.Width, x+inner.Width)
}

// rule draws a filled rectangle with its lower left corner at x, y. It does not change the size of b.
func (b *Box) rule(x, y, width, height float64) {
	b.Marks = append(b.Marks, Mark{X: x, Y: y, Corners: [][2]float64{{0, 0}, {width, 0}, {width, height}, {0, height}}})
}

// Scale returns the box with all lengths multiplied by `by`.
func (b Box) Scale(by float64) Box {
	out := Box{Width: b.Width * by, Above: b.Above * by, Below: b.Below * by, Marks: make([]Mark, len(b.Marks))}
	for i, m := range b.Marks {
		m.X, m.Y, m.Size = m.X*by, m.Y*by, m.Size*by
		corners := make([][2]float64, len(m.Corners))
		for j, c := range m.Corners {
			corners[j] = [2]float64{c[0] * by, c[1] * by}
		}
		m.Corners = corners
		out.Marks[i] = m
	}
	return out
}
