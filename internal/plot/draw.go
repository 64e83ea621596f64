package plot

import (
	"math"
	"strconv"
)

// Point is a position, in pixels from the upper left corner.
type Point struct{ X, Y float64 }

// Ink is the colour of a shape. The first inks are colours of the surrounding page; Inks+i is the
// colour of the i-th series or slice.
type Ink int

// The inks of the page.
const (
	Words   Ink = iota // texts
	Faint              // lines of the grid
	Strong             // the grid line at zero, or the lowest grid line if zero is not on the axis
	Ground             // background
	OnSlice            // texts on slices
	Inks               // the first series
)

// Anchor is the part of a text (start, middle or end) that is placed at the given position.
type Anchor int

// The values of Anchor.
const (
	Start Anchor = iota
	Middle
	End
)

// TextSize is the height of all texts, in pixels.
const TextSize = 12

// Canvas is the drawing surface of a chart.
type Canvas interface {
	// Area fills a polygon; `opacity` is from 0 to 1.
	Area(outline []Point, in Ink, opacity float64)
	// Stroke draws a line through the points.
	Stroke(points []Point, width float64, in Ink)
	// Dot fills a circle.
	Dot(at Point, radius float64, in Ink, opacity float64)
	// Text writes one line with its base line at the position. A turned line rises by 45°.
	Text(at Point, s string, anchor Anchor, in Ink, turned bool)
}

// Sizes of a chart, in pixels; markedMax is a number of labels.
const (
	rightRoom = 10
	topRoom   = 12
	namedRoom = 30 // space at the top for the name of the axis
	lineRoom  = 26 // space for one line of labels below the axis
	turnRoom  = 78 // most space for turned labels
	leastSlot = 15 // least space per turned label; with less, some labels are left out
	widestBar = 52
	legendRow = 22
	markedMax = 30 // with at most this many labels, a line gets dots at its points; with more, only isolated points get dots
)

// HeightAt returns the height of the whole drawing at a width.
func (c Chart) HeightAt(width float64) float64 {
	legend := float64(len(c.legend(width))) * legendRow
	if c.Kind == Pie {
		return pieSide(width) + legend + 16
	}
	if width < 460 {
		return 240 + legend
	}
	return 290 + legend
}

func pieSide(width float64) float64 { return min(width, 260) }

// Draw draws a checked chart at a width of at least 200 pixels and with the height from
// HeightAt. The legend is above the chart, or below it for a pie. The title is not drawn, because the
// surrounding page shows it.
func (c Chart) Draw(on Canvas, width float64, locale string) {
	rows := c.legend(width)
	legend := float64(len(rows)) * legendRow
	if c.Kind == Pie {
		side := pieSide(width)
		c.pie(on, Point{width / 2, side / 2}, side/2-8, locale)
		drawLegend(on, rows, side+8)
		return
	}
	drawLegend(on, rows, 0)
	p := c.plotted(width, c.HeightAt(width)-legend, legend, locale)
	c.axes(on, p, locale)
	switch c.Kind {
	case Bar, Stacked:
		c.bars(on, p)
	case Scatter:
		c.dots(on, p)
	default:
		c.lines(on, p)
	}
}

// sign is an entry of the legend.
type sign struct {
	x    float64
	text string
	ink  Ink
}

// legend returns the rows of the legend, with the names of the series or of a pie's slices. A chart
// with a single series has no legend unless it is a pie.
func (c Chart) legend(width float64) [][]sign {
	var names []string
	switch {
	case c.Kind == Pie:
		sum := 0.0
		for _, v := range c.Series[0].Values {
			if v != nil {
				sum += *v
			}
		}
		for i, l := range c.Labels {
			if v := c.Series[0].Values[i]; v != nil {
				names = append(names, l+" "+plain(*v, 3)+" ("+plain(*v/sum*100, 1)+"%)")
			} else {
				names = append(names, l)
			}
		}
	case len(c.Series) > 1:
		for _, s := range c.Series {
			names = append(names, s.Name)
		}
	}
	var rows [][]sign
	x := 0.0
	for i, name := range names {
		name = fitted(name, width-20)
		w := widthOf(name) + 34
		if len(rows) == 0 || x+w-16 > width {
			rows, x = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], sign{x, name, Inks + Ink(i)})
		x += w
	}
	return rows
}

func drawLegend(on Canvas, rows [][]sign, top float64) {
	for i, row := range rows {
		y := top + float64(i)*legendRow + 10
		for _, s := range row {
			on.Dot(Point{s.x + 5, y}, 5, s.ink, 1)
			on.Text(Point{s.x + 16, y + 4}, s.text, Start, Words, false)
		}
	}
}

// place contains the positions of the parts of a chart with axes.
type place struct {
	left, right, top, bottom, foot float64 // foot is the lower end of the drawing
	x, y                           scale
	slot                           float64 // space for one label
	bars                           bool
}

func (c Chart) plotted(width, height, top float64, locale string) place {
	p := place{right: width - rightRoom, top: top + topRoom, foot: top + height, bars: c.Kind == Bar || c.Kind == Stacked}
	p.y = scaleOf(c.heights(), c.Kind != Line && c.Kind != Scatter, 4)
	for _, t := range p.y.ticks {
		p.left = max(p.left, math.Ceil(widthOf(tickText(t, locale, c.Unit)))+10)
	}
	if c.axisName() != "" {
		p.top = top + namedRoom
	}
	p.bottom = p.foot - lineRoom
	if c.X != "" {
		p.bottom -= 18
	}
	room := p.right - p.left
	if c.Kind == Scatter {
		var all []float64
		for _, s := range c.Series {
			for _, v := range s.X {
				if v != nil {
					all = append(all, *v)
				}
			}
		}
		p.x, p.slot = scaleOf(all, false, max(2, min(6, int(room/80)))), room
		return p
	}
	if n := len(c.Labels); p.bars || n == 1 {
		p.slot = room / float64(n)
	} else {
		p.slot = room / float64(n-1)
	}
	if longest := c.longest(); p.turns(longest) {
		p.bottom += lineRoom - min(turnRoom, math.Ceil(longest*0.71)+20)
	}
	return p
}

// axisName returns the text above the vertical axis: the title of the axis with the unit.
func (c Chart) axisName() string {
	switch {
	case c.Y != "" && c.Unit != "":
		return c.Y + " (" + c.Unit + ")"
	case c.Y != "":
		return c.Y
	}
	return c.Unit
}

func (c Chart) longest() float64 {
	longest := 0.0
	for _, l := range c.Labels {
		longest = max(longest, widthOf(l))
	}
	return longest
}

// turns reports whether labels are turned if the longest one has this width. Only labels of bars are
// turned. In other charts, labels that do not fit are left out instead.
func (p place) turns(longest float64) bool {
	return p.bars && longest > p.slot-6 && p.slot >= leastSlot && p.slot < 74
}

// at returns the position of the i-th label.
func (p place) at(i, n int) float64 {
	if p.bars || n == 1 {
		return p.left + p.slot*(float64(i)+0.5)
	}
	return p.left + p.slot*float64(i)
}

func (p place) height(v float64) float64 { return p.y.between(v, p.bottom, p.top) }

// mark is a label below the axis.
type mark struct {
	x    float64
	text string
}

// marks returns the labels that fit, and whether they are turned.
func (c Chart) marks(p place, locale string) (out []mark, turned bool) {
	if c.Kind == Scatter {
		for _, t := range p.x.ticks {
			out = append(out, mark{p.x.between(t, p.left, p.right), tickText(t, locale, "")})
		}
		return out, false
	}
	longest := c.longest()
	turned = p.turns(longest)
	every, most := 1, 90.0
	switch {
	case turned:
		most = turnRoom + 14
	case p.bars && p.slot >= 74:
		most = p.slot - 6
	default:
		every = max(1, int(math.Ceil((min(longest, 90)+10)/p.slot)))
		if p.bars && every == 1 {
			most = p.slot - 6
		}
	}
	for i := 0; i < len(c.Labels); i += every {
		out = append(out, mark{p.at(i, len(c.Labels)), fitted(c.Labels[i], most)})
	}
	return out, turned
}

func (c Chart) axes(on Canvas, p place, locale string) {
	if name := c.axisName(); name != "" {
		on.Text(Point{0, p.top - 18}, fitted(name, p.right), Start, Words, false)
	}
	base := p.y.base()
	for _, t := range p.y.ticks {
		y, in := p.height(t), Faint
		if t == base {
			in = Strong
		}
		on.Stroke([]Point{{p.left, y}, {p.right, y}}, 1, in)
		on.Text(Point{p.left - 8, y + 4}, tickText(t, locale, c.Unit), End, Words, false)
	}
	marks, turned := c.marks(p, locale)
	for _, m := range marks {
		if turned {
			on.Text(Point{m.x + 4, p.bottom + 14}, m.text, End, Words, true)
			continue
		}
		half := widthOf(m.text) / 2 // keep the first and the last label within the chart
		on.Text(Point{max(half, min(p.right+rightRoom-half, m.x)), p.bottom + 18}, m.text, Middle, Words, false)
	}
	if c.X != "" {
		on.Text(Point{(p.left + p.right) / 2, p.foot - 4}, c.X, Middle, Words, false)
	}
}

// box returns the outline of a rectangle.
func box(x, y, width, height float64) []Point {
	return []Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}
}

func (c Chart) bars(on Canvas, p place) {
	many := len(c.Series)
	share := 0.78
	if c.Kind == Stacked {
		many = 1
	}
	if many == 1 {
		share = 0.62
	}
	room := min(p.slot*share, widestBar*float64(many))
	width := max(1, room/float64(many))
	zero := p.height(max(p.y.min, min(p.y.max, 0)))
	for i := range c.Labels {
		left, sum := p.at(i, len(c.Labels))-room/2, 0.0
		for of, s := range c.Series {
			v := s.Values[i]
			switch {
			case v == nil || *v == 0:
			case c.Kind == Stacked:
				foot := p.height(sum)
				sum += *v
				head := p.height(sum)
				on.Area(box(left, head, room, max(foot-head-1, 0.5)), Inks+Ink(of), 1)
			default:
				gap := 0.0
				if many > 1 && width > 4 {
					gap = 1
				}
				head := p.height(*v)
				on.Area(box(left+width*float64(of)+gap, min(head, zero), max(1, width-2*gap), max(math.Abs(zero-head), 1)), Inks+Ink(of), 1)
			}
		}
	}
}

// runs returns the points of a series, split at its gaps.
func (c Chart) runs(s Series, p place) [][]Point {
	var out [][]Point
	open := false
	for i, v := range s.Values {
		if v == nil {
			open = false
			continue
		}
		if !open {
			out, open = append(out, nil), true
		}
		out[len(out)-1] = append(out[len(out)-1], Point{p.at(i, len(c.Labels)), p.height(*v)})
	}
	return out
}

func (c Chart) lines(on Canvas, p place) {
	foot := p.height(max(p.y.min, 0))
	for of, s := range c.Series {
		in := Inks + Ink(of)
		for _, run := range c.runs(s, p) {
			if c.Kind == Area && len(run) > 1 {
				outline := append(append([]Point{}, run...), Point{run[len(run)-1].X, foot}, Point{run[0].X, foot})
				on.Area(outline, in, 0.16)
			}
			if len(run) > 1 {
				on.Stroke(run, 2, in)
			}
			if len(c.Labels) > markedMax && len(run) > 1 {
				continue
			}
			for _, q := range run {
				on.Dot(q, 3.5, in, 1)
				on.Dot(q, 2, Ground, 1)
			}
		}
	}
}

func (c Chart) dots(on Canvas, p place) {
	for of, s := range c.Series {
		for i, v := range s.Values {
			if v != nil && s.X[i] != nil {
				on.Dot(Point{p.x.between(*s.X[i], p.left, p.right), p.height(*v)}, 4.5, Inks+Ink(of), 0.72)
			}
		}
	}
}

// pie draws slices clockwise from the top.
func (c Chart) pie(on Canvas, middle Point, radius float64, locale string) {
	sum := 0.0
	for _, v := range c.Series[0].Values {
		if v != nil {
			sum += *v
		}
	}
	around := func(turn, far float64) Point {
		sin, cos := math.Sincos(2 * math.Pi * turn)
		return Point{middle.X + far*sin, middle.Y - far*cos}
	}
	turn := 0.0
	for i, v := range c.Series[0].Values {
		if v == nil || *v == 0 {
			continue
		}
		share := *v / sum
		outline := []Point{middle}
		if share > 0.99999 {
			outline = nil
		}
		steps := max(2, int(math.Ceil(share*120)))
		for k := range steps + 1 {
			outline = append(outline, around(turn+share*float64(k)/float64(steps), radius))
		}
		on.Area(outline, Inks+Ink(i), 1)
		if share <= 0.99999 {
			on.Stroke([]Point{middle, around(turn, radius)}, 1.5, Ground)
			on.Stroke([]Point{middle, around(turn+share, radius)}, 1.5, Ground)
		}
		if share >= 0.07 {
			at := around(turn+share/2, radius*0.66)
			in := OnSlice
			if i >= len(hues) {
				in = Words
			}
			on.Text(Point{at.X, at.Y + 4}, tickText(math.Round(share*1000)/10, locale, "")+"%", Middle, in, false)
		}
		turn += share
	}
}

func coordinate(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}
