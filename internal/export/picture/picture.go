// Package picture prepares the diagrams and draws the charts of exported files. Only the browser can
// draw Mermaid diagrams, so the web page sends its drawings with the request for a file. These drawings
// are decoded and encoded again here, so that only their pixels get into the file.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
)

// Limits of the drawings for one file.
const (
	MaxCount = 40
	MaxBytes = 2 << 20 // bytes of one PNG
	MaxAll   = 6 << 20 // bytes of all PNGs together

	maxSide   = 4096
	maxPixels = 6_000_000
)

// resolution is the number of drawing pixels per inch. It is twice the resolution of the web page.
const resolution = 192

// Drawing is a diagram drawn and sent by the web page.
type Drawing struct {
	Source string // the diagram's Mermaid source
	PNG    []byte
}

// Picture is a checked drawing or a chart: an opaque PNG and its size in the file, in points.
type Picture struct {
	PNG           []byte
	Width, Height float64
}

// Drawings are all drawings sent with one request.
type Drawings []Drawing

// Within reports whether the drawings are within the limits.
func (d Drawings) Within() bool {
	all := 0
	for _, one := range d {
		if len(one.PNG) > MaxBytes {
			return false
		}
		all += len(one.PNG)
	}
	return len(d) <= MaxCount && all <= MaxAll
}

// Of returns the picture of a code block. It reports false if the block is not a diagram, was not
// drawn, or its PNG is invalid or too large. A diagram without a picture is shown as its
// source.
func (d Drawings) Of(language, source string) (Picture, bool) {
	if language != "mermaid" {
		return Picture{}, false
	}
	for _, one := range d {
		if same(one.Source, source) {
			return check(one.PNG)
		}
	}
	return Picture{}, false
}

// same compares sources. A run of white space counts as one space, because the
// web page may indent the text differently.
func same(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

func check(sent []byte) (Picture, bool) {
	c, err := png.DecodeConfig(bytes.NewReader(sent))
	if err != nil || c.Width < 1 || c.Height < 1 || c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return Picture{}, false
	}
	from, err := png.Decode(bytes.NewReader(sent))
	if err != nil {
		return Picture{}, false
	}
	paper := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(paper, paper.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(paper, paper.Bounds(), from, from.Bounds().Min, draw.Over)
	var b bytes.Buffer
	if err := png.Encode(&b, paper); err != nil {
		return Picture{}, false
	}
	const points = 72.0 / resolution
	return Picture{b.Bytes(), float64(c.Width) * points, float64(c.Height) * points}, true
}

// Fit returns the size of the picture, scaled down to fit into the given size if it is larger.
func (p Picture) Fit(width, height float64) (w, h float64) {
	scale := min(1, width/p.Width, height/p.Height)
	return p.Width * scale, p.Height * scale
}
