package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/wenqu-ai/wenqu/internal/plot"
)

// chartWidth is the width of a chart in pixels of the web page. It is about the width of the text in
// exported files.
const chartWidth = 640

// pixels is the number of picture pixels per pixel of the web page, along each side.
const pixels = 2

// OfChart draws a chart. It reports false when the font cannot be read or the chart is too high
// for a picture.
func OfChart(c plot.Chart, locale string, typeface []byte) (Picture, bool) {
	f, err := sfnt.Parse(typeface)
	if err != nil {
		return Picture{}, false
	}
	width, height := chartWidth*pixels, int(math.Ceil(c.HeightAt(chartWidth)))*pixels
	if height > maxSide {
		return Picture{}, false
	}
	p := &paper{font: f, to: image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(p.to, p.to.Bounds(), image.White, image.Point{}, draw.Src)
	c.Draw(p, chartWidth, locale)
	var b bytes.Buffer
	if (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, p.to) != nil {
		return Picture{}, false
	}
	const points = 72.0 / resolution
	return Picture{b.Bytes(), float64(width) * points, float64(height) * points}, true
}

// paper is a plot.Canvas of pixels.
type paper struct {
	font *sfnt.Font
	buf  sfnt.Buffer
	to   *image.RGBA
}

var inks = map[plot.Ink]color.RGBA{
	plot.Words: {75, 85, 99, 255}, plot.Faint: {229, 231, 235, 255}, plot.Strong: {156, 163, 175, 255},
	plot.Ground: {255, 255, 255, 255}, plot.OnSlice: {255, 255, 255, 255},
}

func inkOf(in plot.Ink, opacity float64) image.Image {
	c, ok := inks[in]
	if !ok {
		c = plot.Colour(int(in - plot.Inks))
	}
	return image.NewUniform(color.NRGBA{c.R, c.G, c.B, uint8(math.Round(opacity * 255))})
}

// fill fills outlines, whose points are in pixels of the picture. Only their bounding box is
// rasterised.
func (p *paper) fill(in image.Image, outlines ...[]plot.Point) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, outline := range outlines {
		for _, q := range outline {
			x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y)
		}
	}
	if x0 > x1 {
		return
	}
	area := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1))+1, int(math.Ceil(y1))+1).Intersect(p.to.Bounds())
	if area.Empty() {
		return
	}
	r := vector.NewRasterizer(area.Dx(), area.Dy())
	for _, outline := range outlines {
		for i, q := range outline {
			x, y := float32(q.X-float64(area.Min.X)), float32(q.Y-float64(area.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(p.to, area, in, image.Point{})
}

func scaled(points []plot.Point) []plot.Point {
	out := make([]plot.Point, len(points))
	for i, q := range points {
		out[i] = plot.Point{X: q.X * pixels, Y: q.Y * pixels}
	}
	return out
}

// Area fills a polygon.
func (p *paper) Area(outline []plot.Point, in plot.Ink, opacity float64) {
	p.fill(inkOf(in, opacity), scaled(outline))
}

// Stroke draws a line with round corners.
func (p *paper) Stroke(points []plot.Point, width float64, in plot.Ink) {
	at, half := scaled(points), width*pixels/2
	for i, q := range at {
		if i > 0 {
			from := at[i-1]
			dx, dy := q.X-from.X, q.Y-from.Y
			if long := math.Hypot(dx, dy); long > 0 {
				dx, dy = dx/long*half, dy/long*half
				p.fill(inkOf(in, 1), []plot.Point{{X: from.X - dy, Y: from.Y + dx}, {X: q.X - dy, Y: q.Y + dx}, {X: q.X + dy, Y: q.Y - dx}, {X: from.X + dy, Y: from.Y - dx}})
			}
		}
		if i > 0 && i < len(at)-1 {
			p.fill(inkOf(in, 1), circle(q, half))
		}
	}
}

// Dot fills a circle.
func (p *paper) Dot(at plot.Point, radius float64, in plot.Ink, opacity float64) {
	p.fill(inkOf(in, opacity), circle(plot.Point{X: at.X * pixels, Y: at.Y * pixels}, radius*pixels))
}

func circle(at plot.Point, radius float64) []plot.Point {
	const corners = 40
	out := make([]plot.Point, corners)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		out[i] = plot.Point{X: at.X + radius*cos, Y: at.Y + radius*sin}
	}
	return out
}

// Text writes one line. Characters missing in the font are left out.
func (p *paper) Text(at plot.Point, s string, anchor plot.Anchor, in plot.Ink, turned bool) {
	const size = fixed.Int26_6(plot.TextSize * pixels << 6)
	type glyph struct {
		index sfnt.GlyphIndex
		x     float64
	}
	var line []glyph
	width := 0.0
	for _, r := range s {
		index, err := p.font.GlyphIndex(&p.buf, r)
		if err != nil || index == 0 {
			continue
		}
		line = append(line, glyph{index, width})
		if advance, err := p.font.GlyphAdvance(&p.buf, index, size, font.HintingNone); err == nil {
			width += float64(advance) / 64
		}
	}
	begin := map[plot.Anchor]float64{plot.Middle: width / 2, plot.End: width}[anchor]
	sin, cos := 0.0, 1.0
	if turned {
		sin, cos = math.Sincos(-math.Pi / 4)
	}
	for _, g := range line {
		segments, err := p.font.LoadGlyph(&p.buf, g.index, size, nil)
		if err != nil {
			continue
		}
		p.fill(inkOf(in, 1), outlinesOf(segments, func(x, y float64) plot.Point {
			x += g.x - begin
			return plot.Point{X: at.X*pixels + x*cos - y*sin, Y: at.Y*pixels + x*sin + y*cos}
		})...)
	}
}

// outlinesOf returns the outlines of a glyph, with curves as short lines.
func outlinesOf(segments sfnt.Segments, place func(x, y float64) plot.Point) [][]plot.Point {
	var out [][]plot.Point
	var last [2]float64
	add := func(x, y float64) {
		out[len(out)-1] = append(out[len(out)-1], place(x, y))
		last = [2]float64{x, y}
	}
	for _, s := range segments {
		var a [3][2]float64
		for i, q := range s.Args {
			a[i] = [2]float64{float64(q.X) / 64, float64(q.Y) / 64}
		}
		if s.Op == sfnt.SegmentOpMoveTo {
			out = append(out, nil)
		} else if len(out) == 0 {
			continue
		}
		const steps = 6
		from := last
		switch s.Op {
		case sfnt.SegmentOpMoveTo, sfnt.SegmentOpLineTo:
			add(a[0][0], a[0][1])
		case sfnt.SegmentOpQuadTo:
			for i := 1; i <= steps; i++ {
				t := float64(i) / steps
				u := 1 - t
				add(u*u*from[0]+2*u*t*a[0][0]+t*t*a[1][0], u*u*from[1]+2*u*t*a[0][1]+t*t*a[1][1])
			}
		case sfnt.SegmentOpCubeTo:
			for i := 1; i <= steps; i++ {
				t := float64(i) / steps
				u := 1 - t
				add(u*u*u*from[0]+3*u*u*t*a[0][0]+3*u*t*t*a[1][0]+t*t*t*a[2][0], u*u*u*from[1]+3*u*u*t*a[0][1]+3*u*t*t*a[1][1]+t*t*t*a[2][1])
			}
		}
	}
	return out
}
