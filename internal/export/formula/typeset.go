package formula

import "strings"

// Set typesets a formula with the signs of `face`, roughly as TeX does; display is true for a formula on
// its own lines. Set reports false for a formula that cannot be parsed or has nothing to draw.
func Set(tex string, face Face, display bool) (Box, bool) {
	t, ok := parseTeX(tex)
	if !ok {
		return Box{}, false
	}
	s := setter{face}
	st := inLine
	if display {
		st = onLines
	}
	b := s.set(t, st)
	return b, len(b.Marks) > 0
}

// style determines the size of a part and the width of its spaces.
type style uint8

const (
	onLines style = iota
	inLine
	small
	smallest
)

// sizes are the font sizes of the styles, relative to the font size of the formula.
var sizes = [...]float64{1, 1, 0.7, 0.55}

func (s style) size() float64 { return sizes[s] }

// inner returns the style of scripts.
func (s style) inner() style { return min(smallest, max(small, s+1)) }

// part returns the style of the parts of a fraction.
func (s style) part() style { return min(smallest, s+1) }

// Lengths, as fractions of the font size.
const (
	axis      = 0.258 // height above the base line, for fraction bars and the middle of large signs
	thickness = 0.06  // thickness of bars
	clearance = 0.12  // distance between a bar, a brace or a limit and the part above or below it
)

type setter struct{ face Face }

func (s setter) set(t term, st style) Box {
	b, _ := s.classed(t, st)
	return b
}

// classed typesets a term and returns its class.
func (s setter) classed(t term, st style) (Box, class) {
	switch t := t.(type) {
	case symbols:
		return s.symbols(t, st)
	case row:
		return s.row(t.terms, st), ordinary
	case fraction:
		return s.fraction(t, st), ordinary
	case scripts:
		return s.scripts(t, st)
	case radical:
		return s.radical(t, st), ordinary
	case bigSign:
		return s.bigSign(t, st), operator
	case fenced:
		return s.fence(t.open, t.close, s.set(t.body, st), st), ordinary
	case grid:
		return s.fence(t.open, t.close, s.grid(t, st), st), ordinary
	case accent:
		return s.accent(t, st), ordinary
	case framed:
		return s.framed(t, st), ordinary
	case function:
		return s.row([]term{t.name, t.body}, st), operator
	}
	return Box{}, ordinary
}

func (s setter) symbols(t symbols, st style) (Box, class) {
	var b Box
	size, last := st.size(), Extent{}
	c, first := ordinary, true
	for _, r := range t.text {
		if w, ok := spaces[r]; ok {
			b.Width = max(0, b.Width+w*size)
			continue
		}
		e := s.face.Sign(letter(r, t.look))
		if combines(r) && !first { // a combining sign is drawn over the previous sign
			x := b.Width - last.Advance*size/2 - (e.Left+e.Right)/2*size
			b.Marks = append(b.Marks, Mark{X: x, Sign: r, Size: size, StretchX: 1, StretchY: 1})
			continue
		}
		b.put(s.sign(letter(r, t.look), size), b.Width, 0)
		last = e
		if first {
			c = classes[r]
		} else {
			c = ordinary
		}
		first = false
	}
	switch {
	case t.isRel:
		c = relation
	case t.look == upright && names[t.text]:
		c = operator
	case t.look == normalText:
		c = ordinary
	}
	return b, c
}

// sign typesets one sign at a size.
func (s setter) sign(r rune, size float64) Box {
	e := s.face.Sign(r)
	return Box{
		Width: max(e.Advance, e.Right) * size, Above: max(0, e.Above) * size, Below: max(0, -e.Below) * size,
		Marks: []Mark{{Sign: r, Size: size, StretchX: 1, StretchY: 1}},
	}
}

func (s setter) row(terms []term, st style) Box {
	var b Box
	before, some := opening, false
	for i, t := range terms {
		inner, c := s.classed(t, st)
		if c == binary && (!some || before == binary || before == relation || before == operator || before == opening || before == punctuation || i == len(terms)-1) {
			c = ordinary // a binary sign that lacks an operand on one side, such as the minus of -1
		}
		if some {
			room := between(before, c)
			if st >= small && (room > 0.2 || c == punctuation || before == punctuation) {
				room = 0
			}
			b.Width += room * st.size()
		}
		b.put(inner, b.Width, 0)
		if len(inner.Marks) > 0 {
			before, some = c, true
		}
	}
	return b
}

func (s setter) fraction(t fraction, st style) Box {
	above, below := s.set(t.above, st.part()), s.set(t.below, st.part())
	size := st.size()
	gap, bar := clearance*size, thickness*size
	if st == onLines {
		gap *= 1.6
	}
	pad := 0.1 * size
	width := max(above.Width, below.Width) + 2*pad
	var b Box
	b.put(above, (width-above.Width)/2, axis*size+bar/2+gap+above.Below)
	b.put(below, (width-below.Width)/2, axis*size-bar/2-gap-below.Above)
	if !t.bare {
		b.rule(pad/2, axis*size-bar/2, width-pad, bar)
	}
	b.Width = width
	return b
}

func (s setter) scripts(t scripts, st style) (Box, class) {
	base, c := s.classed(t.base, st)
	if name, ok := t.base.(symbols); ok && limitNames[name.text] && st != onLines {
		t.limits = false
	}
	var sub, sup Box
	if t.sub != nil {
		sub = s.set(t.sub, st.inner())
	}
	if t.sup != nil {
		sup = s.set(t.sup, st.inner())
	}
	if t.limits {
		return stack(base, sub, sup, st.size()), c
	}
	return beside(base, sub, sup, 0, st.size()), c
}

// stack puts limits below and above a base.
func stack(base, sub, sup Box, size float64) Box {
	width := max(base.Width, sub.Width, sup.Width)
	gap := clearance * size
	var b Box
	b.put(base, (width-base.Width)/2, 0)
	if len(sup.Marks) > 0 {
		b.put(sup, (width-sup.Width)/2, base.Above+gap+sup.Below)
	}
	if len(sub.Marks) > 0 {
		b.put(sub, (width-sub.Width)/2, -base.Below-gap-sub.Above)
	}
	b.Width = width
	return b
}

// beside puts scripts after a base; the upper script is `lean` further to the right
// than the lower script.
func beside(base, sub, sup Box, lean, size float64) Box {
	up := max(0.36*size, base.Above-0.3*size)
	down := max(0.16*size, base.Below+0.08*size)
	if len(sup.Marks) > 0 {
		up = max(up, sup.Below+0.12*size)
	}
	if len(sub.Marks) > 0 {
		down = max(down, sub.Above-0.35*size)
		if room := up - sup.Below - (sub.Above - down); len(sup.Marks) > 0 && room < 0.2*size {
			down += 0.2*size - room
		}
	}
	b := base
	at := base.Width + 0.03*size
	b.put(sup, at+lean, up)
	b.put(sub, at, -down)
	b.Width += 0.04 * size
	return b
}

func (s setter) bigSign(t bigSign, st style) Box {
	large, lean := 1.0, 0.0
	integral := strings.Contains(integrals, t.sign)
	switch {
	case st == onLines && integral:
		large = 1.7
	case st == onLines:
		large = 1.4
	}
	var sign Box
	for _, r := range t.sign {
		sign = s.sign(r, st.size()*large)
	}
	// The middle of the sign is on the axis.
	var base Box
	base.put(sign, 0, axis*st.size()-(sign.Above-sign.Below)/2)
	var sub, sup Box
	if t.sub != nil {
		sub = s.set(t.sub, st.inner())
	}
	if t.sup != nil {
		sup = s.set(t.sup, st.inner())
	}
	var b Box
	if t.limits && st == onLines {
		b = stack(base, sub, sup, st.size())
	} else {
		if integral {
			base.Width -= 0.18 * st.size() * large
			lean = 0.25 * st.size() * large
		}
		b = beside(base, sub, sup, lean, st.size())
	}
	body := s.set(t.body, st)
	b.put(body, b.Width+0.17*st.size(), 0)
	return b
}
