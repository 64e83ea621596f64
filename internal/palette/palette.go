// Package palette finds the main colours of a picture and names them.
package palette

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Bounds of a palette.
const (
	paletteSide = 160  // pixels read along a side: all pixels of a shorter side, otherwise from this number to 319
	paletteBins = 5    // bits of each channel that select the bin of a pixel
	nearColour  = 52.0 // colours closer than this count as one colour
	minColour   = 0.02 // a colour with a smaller share of the visible part is not a main colour
	solid       = 0x80 // a pixel with less opacity is ignored
)

// Swatch is one of the main colours of a picture.
type Swatch struct {
	R, G, B uint8
	Share   float64 // share of the visible part of the picture, 0 to 1
}

// Hex is the colour in CSS notation.
func (s Swatch) Hex() string { return fmt.Sprintf("#%02x%02x%02x", s.R, s.G, s.B) }

// cluster is the sum of the pixels that belong to one colour.
type cluster struct{ r, g, b, n float64 }

func (c cluster) mean() (r, g, b float64) { return c.r / c.n, c.g / c.n, c.b / c.n }

// Of returns at most n main colours of a picture, the largest share first. If no pixel is opaque
// enough, it returns no colour. The same picture always has the same result. Pixels are
// counted in coarse bins. Beginning with the fullest bin, each bin is added to a colour
// close to it, or becomes a new colour.
func Of(img image.Image, n int) []Swatch {
	bins, total := countColours(img)
	slices.SortFunc(bins, func(a, b cluster) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.r, b.r), cmp.Compare(a.g, b.g), cmp.Compare(a.b, b.b))
	})
	var found []cluster
	for _, bin := range bins {
		at := slices.IndexFunc(found, func(c cluster) bool { return c.near(bin) })
		if at < 0 {
			found = append(found, bin)
			continue
		}
		c := &found[at]
		c.r, c.g, c.b, c.n = c.r+bin.r, c.g+bin.g, c.b+bin.b, c.n+bin.n
	}
	slices.SortStableFunc(found, func(a, b cluster) int { return int(b.n - a.n) })
	var out []Swatch
	for _, c := range found {
		share := c.n / total
		if len(out) == n || share < minColour {
			break
		}
		r, g, b := c.mean()
		out = append(out, Swatch{uint8(math.Round(r)), uint8(math.Round(g)), uint8(math.Round(b)), share})
	}
	return out
}

// countColours reads the pixels at the points of a grid over the picture and counts
// them in bins.
func countColours(img image.Image) (bins []cluster, total float64) {
	all := make(map[int]cluster)
	area := img.Bounds()
	stepX, stepY := max(1, area.Dx()/paletteSide), max(1, area.Dy()/paletteSide)
	for y := area.Min.Y; y < area.Max.Y; y += stepY {
		for x := area.Min.X; x < area.Max.X; x += stepX {
			p := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			if p.A < solid {
				continue
			}
			shift := 8 - paletteBins
			key := int(p.R>>shift)<<(2*paletteBins) | int(p.G>>shift)<<paletteBins | int(p.B>>shift)
			c := all[key]
			c.r, c.g, c.b, c.n = c.r+float64(p.R), c.g+float64(p.G), c.b+float64(p.B), c.n+1
			all[key] = c
			total++
		}
	}
	for _, c := range all {
		bins = append(bins, c)
	}
	return bins, total
}

// near reports whether two colours look similar. The channels have different weights
// because the eye is most sensitive to green.
func (c cluster) near(o cluster) bool {
	r1, g1, b1 := c.mean()
	r2, g2, b2 := o.mean()
	red := (r1 + r2) / 2 / 256
	dr, dg, db := r1-r2, g1-g2, b1-b2
	return math.Sqrt((2+red)*dr*dr+4*dg*dg+(3-red)*db*db)/1.7 < nearColour
}

// hues are the names of the colours of the colour wheel, each with its upper end in
// degrees.
var hues = []struct {
	to   float64
	name errs.Text
}{
	{15, errs.Text{ZhCN: "红", ZhTW: "紅", En: "red"}},
	{45, errs.Text{ZhCN: "橙", ZhTW: "橙", En: "orange"}},
	{70, errs.Text{ZhCN: "黄", ZhTW: "黃", En: "yellow"}},
	{165, errs.Text{ZhCN: "绿", ZhTW: "綠", En: "green"}},
	{200, errs.Text{ZhCN: "青", ZhTW: "青", En: "cyan"}},
	{260, errs.Text{ZhCN: "蓝", ZhTW: "藍", En: "blue"}},
	{300, errs.Text{ZhCN: "紫", ZhTW: "紫", En: "purple"}},
	{345, errs.Text{ZhCN: "粉", ZhTW: "粉", En: "pink"}},
	{360, errs.Text{ZhCN: "红", ZhTW: "紅", En: "red"}},
}

// Name is the common name of the colour.
func (s Swatch) Name() errs.Text {
	r, g, b := float64(s.R)/255, float64(s.G)/255, float64(s.B)/255
	high, low := max(r, g, b), min(r, g, b)
	light, spread := (high+low)/2, high-low
	switch {
	case high < 0.12:
		return errs.Text{ZhCN: "黑", ZhTW: "黑", En: "black"}
	case low > 0.93:
		return errs.Text{ZhCN: "白", ZhTW: "白", En: "white"}
	case spread < 0.08:
		return shade(light, errs.Text{ZhCN: "灰", ZhTW: "灰", En: "grey"})
	}
	var hue float64
	switch high {
	case r:
		hue = math.Mod((g-b)/spread+6, 6)
	case g:
		hue = (b-r)/spread + 2
	default:
		hue = (r-g)/spread + 4
	}
	hue *= 60
	switch {
	case hue >= 15 && hue < 45 && high < 0.6:
		return errs.Text{ZhCN: "棕", ZhTW: "棕", En: "brown"}
	case (hue < 15 || hue > 325) && light > 0.75:
		return errs.Text{ZhCN: "粉", ZhTW: "粉", En: "pink"}
	}
	for _, h := range hues {
		if hue <= h.to {
			return shade(light, h.name)
		}
	}
	return hues[0].name
}

// shade marks a colour's name as dark or light, depending on the lightness of the colour.
func shade(light float64, name errs.Text) errs.Text {
	switch {
	case light < 0.3:
		return errs.Text{ZhCN: "深" + name.ZhCN, ZhTW: "深" + name.ZhTW, En: "dark " + name.En}
	case light > 0.75:
		return errs.Text{ZhCN: "浅" + name.ZhCN, ZhTW: "淺" + name.ZhTW, En: "light " + name.En}
	}
	return name
}
