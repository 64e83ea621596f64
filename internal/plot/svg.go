package plot

import (
	"fmt"
	"html"
	"image/color"
	"strconv"
	"strings"
)

// hues are the colours of series or slices in order, for light and dark backgrounds; from the ninth
// slice on they are repeated, paler.
var hues = []color.RGBA{
	{0x1f, 0x7a, 0x86, 255}, {0xb0, 0x76, 0x24, 255}, {0xc0, 0x5a, 0x60, 255}, {0x3f, 0x8a, 0x5a, 255},
	{0x5f, 0x76, 0xc4, 255}, {0xa8, 0x5f, 0x9a, 255}, {0x86, 0x86, 0x2e, 255}, {0x3f, 0x83, 0xb8, 255},
}

// Colour returns the colour of the i-th series or slice on a white background.
func Colour(i int) color.RGBA {
	c := hues[i%len(hues)]
	pale := min(i/len(hues), 2) // 38 % and 64 % white
	if pale == 0 {
		return c
	}
	mix := func(v uint8) uint8 { return uint8(int(v) + (255-int(v))*[]int{0, 38, 64}[pale]/100) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 255}
}

// SVG returns a checked chart as an SVG element for one of our pages: it has no script, no style
// and no address, and every text is escaped. The grid, and all texts that are not on slices, use the
// text colour of the surrounding page. `label` describes the chart for people who cannot see it;
// `class` is a CSS class of the page.
func (c Chart) SVG(width int, locale, label, class string) string {
	height := int(c.HeightAt(float64(width)))
	s := &svg{}
	fmt.Fprintf(&s.b, `<svg class="%s" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s" font-size="%d" fill="currentColor">`,
		class, width, height, width, height, html.EscapeString(label), TextSize)
	c.Draw(s, float64(width), locale)
	s.b.WriteString("</svg>")
	return s.b.String()
}

// svg is a Canvas that writes SVG.
type svg struct{ b strings.Builder }

func (s *svg) paint(attribute string, in Ink, opacity float64) {
	name, opacityOf := "currentColor", map[Ink]float64{Faint: 0.14, Strong: 0.4, Words: 0.8}
	switch {
	case in >= Inks:
		c := Colour(int(in - Inks))
		name = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	case in == Ground:
		name = "var(--paper,#fff)"
	case in == OnSlice:
		name = "#fff"
	default:
		opacity = opacityOf[in]
	}
	s.b.WriteString(" " + attribute + `="` + name + `"`)
	if opacity != 1 {
		s.b.WriteString(` ` + attribute + `-opacity="` + strconv.FormatFloat(opacity, 'f', -1, 64) + `"`)
	}
}

func (s *svg) path(points []Point) {
	s.b.WriteString(` d="`)
	for i, p := range points {
		s.b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + coordinate(p.X) + " " + coordinate(p.Y))
	}
}

func (s *svg) Area(outline []Point, in Ink, opacity float64) {
	s.b.WriteString("<path")
	s.path(outline)
	s.b.WriteString(`Z"`)
	s.paint("fill", in, opacity)
	s.b.WriteString("/>")
}

func (s *svg) Stroke(points []Point, width float64, in Ink) {
	s.b.WriteString("<path")
	s.path(points)
	s.b.WriteString(`" fill="none" stroke-linejoin="round" stroke-linecap="round" stroke-width="` + coordinate(width) + `"`)
	s.paint("stroke", in, 1)
	s.b.WriteString("/>")
}

func (s *svg) Dot(at Point, radius float64, in Ink, opacity float64) {
	s.b.WriteString(`<circle cx="` + coordinate(at.X) + `" cy="` + coordinate(at.Y) + `" r="` + coordinate(radius) + `"`)
	s.paint("fill", in, opacity)
	s.b.WriteString("/>")
}

func (s *svg) Text(at Point, text string, anchor Anchor, in Ink, turned bool) {
	x, y := coordinate(at.X), coordinate(at.Y)
	s.b.WriteString(`<text x="` + x + `" y="` + y + `"`)
	if anchor != Start {
		s.b.WriteString(` text-anchor="` + map[Anchor]string{Middle: "middle", End: "end"}[anchor] + `"`)
	}
	if turned {
		s.b.WriteString(` transform="rotate(-45 ` + x + ` ` + y + `)"`)
	}
	s.paint("fill", in, 1)
	s.b.WriteString(">" + html.EscapeString(text) + "</text>")
}
