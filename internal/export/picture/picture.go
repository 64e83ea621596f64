// Package picture holds the diagrams of exported files. Only the page can draw
// Mermaid; it sends its drawings with the wish for a file, and they are checked
// and written anew here, so that nothing of what was sent gets into the file
// but colours.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
)

// Limits of what is sent with the wish for a file.
const (
	MaxCount = 40
	MaxBytes = 2 << 20 // of one PNG
	MaxAll   = 6 << 20 // of all PNGs

	maxSide   = 4096
	maxPixels = 6_000_000
)

// resolution is how many pixels an inch of a drawing has: twice those of a page
// on the screen.
const resolution = 192

// Drawing is a diagram as it was sent.
type Drawing struct {
	Source string // its Mermaid
	PNG    []byte
}

// Picture is a drawing that was checked: an opaque PNG, and the size at which
// it stands in a file, in points.
type Picture struct {
	PNG           []byte
	Width, Height float64
}

// Drawings are all that was sent.
type Drawings []Drawing

// Within reports whether the drawings keep the limits.
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

// Of gives the picture of a program in a language. There is none for what is no
// diagram, was not drawn, or is no proper PNG: its source stands there then.
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

// same compares sources apart from their space: the text that the page read
// and this one may be indented differently.
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

// Fit gives a size of at most the room, of the same shape.
func (p Picture) Fit(width, height float64) (w, h float64) {
	scale := min(1, width/p.Width, height/p.Height)
	return p.Width * scale, p.Height * scale
}
