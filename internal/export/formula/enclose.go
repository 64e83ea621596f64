package formula

// fence puts brackets around a body. If a bracket is clearly smaller than the body, it is
// stretched. It then extends about as far from the axis as the body.
func (s setter) fence(open, close string, body Box, st style) Box {
	size := st.size()
	reach := max(body.Above-axis*size, body.Below+axis*size)
	var b Box
	for i, text := range []string{open, close} {
		for _, r := range text {
			bracket := s.tall(r, reach, size)
			b.put(bracket, b.Width, 0)
		}
		if i == 0 {
			b.put(body, b.Width, 0)
		}
	}
	return b
}

// tall draws a bracket. If it must be stretched, it extends equally far above and below the axis.
func (s setter) tall(r rune, reach, size float64) Box {
	e := s.face.Sign(r)
	height := (e.Above - e.Below) * size
	stretch := 1.0
	if height > 0 {
		stretch = max(1, 2*reach*0.96/height)
	}
	if stretch < 1.15 {
		b := s.sign(r, size)
		return b
	}
	// The middle of the bracket is on the axis.
	y := axis*size - (e.Above+e.Below)/2*size*stretch
	return Box{
		Width: e.Advance * size, Above: y + e.Above*size*stretch, Below: -(y + e.Below*size*stretch),
		Marks: []Mark{{Y: y, Sign: r, Size: size, StretchX: 1, StretchY: stretch}},
	}
}

func (s setter) radical(t radical, st style) Box {
	body := s.set(t.body, st)
	size := st.size()
	bar := thickness * size
	top := max(body.Above, 0.6*size) + clearance*size*1.2
	bottom := max(body.Below, 0.1*size) + 0.04*size
	height := top + bottom
	foot := 0.34 * size // x position where the root sign bends upwards
	width := foot + min(0.5*size, 0.2*size+0.12*height)
	var b Box
	at := 0.0
	if t.degree != nil {
		degree := s.set(t.degree, smallest)
		at = max(0, degree.Width-0.22*size)
		b.put(degree, at+0.22*size-degree.Width, -bottom+min(height*0.5, height-0.3*size)+0.12*size+degree.Below)
	}
	half := min(height*0.5, 0.5*size) // height above the bottom where the short stroke of the root sign begins
	b.Marks = append(b.Marks, Mark{X: at, Y: -bottom, Corners: [][2]float64{
		{0, half - 0.08*size},
		{0.14 * size, half},
		{foot, 0.16 * size},
		{width - bar*0.4, height + bar},
		{width + bar, height + bar},
		{width + bar, height},
		{width, height},
		{foot + 0.02*size, 0},
		{foot - 0.05*size, 0},
		{0.1 * size, half - 0.09*size},
		{0.02 * size, half - 0.12*size},
	}})
	b.rule(at+width, top, body.Width+0.08*size, bar)
	b.put(body, at+width+0.04*size, 0)
	b.Width = at + width + body.Width + 0.1*size
	b.Above, b.Below = max(b.Above, top+bar+0.05*size), max(b.Below, bottom)
	return b
}

func (s setter) grid(t grid, st style) Box {
	size := st.size()
	cells := max(st, inLine)
	if t.aligned && t.open == "" {
		cells = st
	}
	columns := 0
	for _, line := range t.rows {
		columns = max(columns, len(line))
	}
	boxes, widths := make([][]Box, len(t.rows)), make([]float64, columns)
	for i, line := range t.rows {
		boxes[i] = make([]Box, len(line))
		for j, cell := range line {
			boxes[i][j] = s.set(cell, cells)
			widths[j] = max(widths[j], boxes[i][j].Width)
		}
	}
	var b Box
	down := 0.0
	bases := make([]float64, len(boxes))
	for i, line := range boxes {
		above, below := 0.72*size, 0.28*size
		for _, cell := range line {
			above, below = max(above, cell.Above), max(below, cell.Below)
		}
		if i > 0 {
			down += 0.22 * size
		}
		bases[i] = down + above
		down += above + below
	}
	top := axis*size + down/2
	x := 0.0
	for j, width := range widths {
		switch {
		case j == 0:
		case !t.aligned:
			x += 0.8 * size
		case t.open != "" || j%2 == 0: // a wide gap: between the columns of cases, or between two equations on one line
			x += 1 * size
		default:
			x += 0.17 * size
		}
		for i, line := range boxes {
			if j >= len(line) {
				continue
			}
			room := width - line[j].Width
			switch {
			case !t.aligned, columns == 1 && t.open == "":
				room /= 2
			case t.open == "" && j%2 == 0:
			default:
				room = 0
			}
			b.put(line[j], x+room, top-bases[i])
		}
		x += width
	}
	b.Width = x
	b.Above, b.Below = max(b.Above, top), max(b.Below, down-top)
	return b
}

func (s setter) accent(t accent, st style) Box {
	body := s.set(t.body, st)
	size := st.size()
	bar := thickness * size
	b := body
	switch t.bar {
	case 1:
		y := body.Above + clearance*size
		b.rule(0, y, body.Width, bar)
		b.Above = y + bar
	case -1:
		y := body.Below + clearance*size
		b.rule(0, -y-bar, body.Width, bar)
		b.Below = y + bar
	case 2, -2:
		s.brace(&b, body, t, size)
	default:
		for _, r := range t.mark {
			e := s.face.Sign(r)
			wide := (e.Right - e.Left) * size
			stretch := 1.0
			if r == '\u20d7' && wide > 0 {
				stretch = max(1, body.Width*0.9/wide)
			}
			x := body.Width/2 - (e.Left+e.Right)/2*size*stretch
			y := max(0, body.Above+0.06*size-e.Below*size)
			b.Marks = append(b.Marks, Mark{X: x, Y: y, Sign: r, Size: size, StretchX: stretch, StretchY: 1})
			b.Above = max(b.Above, y+e.Above*size)
		}
	}
	return b
}

// brace draws a horizontal brace above or below a body, at least as wide as the body.
func (s setter) brace(b *Box, body Box, t accent, size float64) {
	for _, r := range t.mark {
		e := s.face.Sign(r)
		wide := e.Right - e.Left
		if wide <= 0 {
			return
		}
		stretch := max(1, body.Width/(wide*size))
		x := body.Width/2 - (e.Left+e.Right)/2*size*stretch
		y := body.Above + clearance*size - e.Below*size
		if t.bar < 0 {
			y = -body.Below - clearance*size - e.Above*size
		}
		b.Marks = append(b.Marks, Mark{X: x, Y: y, Sign: r, Size: size, StretchX: stretch, StretchY: 1})
		b.Above, b.Below = max(b.Above, y+e.Above*size), max(b.Below, -y-e.Below*size)
	}
}

func (s setter) framed(t framed, st style) Box {
	body := s.set(t.body, st)
	size := st.size()
	pad, bar := 0.25*size, thickness*size*0.8
	var b Box
	b.put(body, pad, 0)
	width, low, high := body.Width+2*pad, -body.Below-pad, body.Above+pad
	b.rule(0, low, width, bar)
	b.rule(0, high-bar, width, bar)
	b.rule(0, low, bar, high-low)
	b.rule(width-bar, low, bar, high-low)
	b.Width, b.Above, b.Below = width, high, -low
	return b
}
