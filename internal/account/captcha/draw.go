package captcha

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"github.com/wenlng/go-captcha/v2/slide"
)

// inks are the colours of the signs; all of them contrast with the backgrounds.
var inks = []string{"#1f4e8c", "#8c1f3b", "#1f6b3a", "#5b2a86", "#8a4b08", "#0f5c63"}

// grounds are the pairs of colours of a background's gradient.
var grounds = [][2]color.RGBA{
	{{214, 228, 240, 255}, {246, 214, 189, 255}},
	{{209, 233, 220, 255}, {240, 230, 200, 255}},
	{{226, 214, 240, 255}, {204, 230, 240, 255}},
	{{245, 222, 222, 255}, {214, 232, 214, 255}},
	{{232, 226, 208, 255}, {200, 216, 232, 255}},
}

// background draws random hills, discs and grain.
func background() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	pair := grounds[rand.IntN(len(grounds))]
	angle := rand.Float64() * 2 * math.Pi
	dx, dy := math.Cos(angle), math.Sin(angle)
	var hills [4]struct{ base, height, wave, shift, shade float64 }
	for i := range hills {
		h := &hills[i]
		h.base = Height * (0.35 + 0.16*float64(i) + 0.08*rand.Float64())
		h.height, h.wave, h.shift = 8+22*rand.Float64(), 40+90*rand.Float64(), rand.Float64()*2*math.Pi
		h.shade = 14 + 14*rand.Float64()
	}
	var discs [9]struct{ x, y, r, shade float64 }
	for i := range discs {
		d := &discs[i]
		d.x, d.y, d.r = rand.Float64()*Width, rand.Float64()*Height, 8+26*rand.Float64()
		d.shade = 36*rand.Float64() - 18
	}
	for y := range Height {
		for x := range Width {
			fx, fy := float64(x), float64(y)
			t := 0.5 + ((fx/Width-0.5)*dx+(fy/Height-0.5)*dy)*0.8
			shade := float64(rand.IntN(15) - 7) // grain, so that the hole is not the only place with sharp edges
			for _, h := range hills {
				if fy > h.base+h.height*math.Sin(fx/h.wave+h.shift) {
					shade -= h.shade
				}
			}
			for _, d := range discs {
				if (fx-d.x)*(fx-d.x)+(fy-d.y)*(fy-d.y) < d.r*d.r {
					shade += d.shade
				}
			}
			img.SetRGBA(x, y, color.RGBA{
				blend(pair[0].R, pair[1].R, t, shade), blend(pair[0].G, pair[1].G, t, shade), blend(pair[0].B, pair[1].B, t, shade), 255,
			})
		}
	}
	return img
}

func blend(a, b uint8, t, shade float64) uint8 {
	return uint8(min(max(float64(a)+(float64(b)-float64(a))*t+shade, 0), 255))
}

// plain is the background of the small picture that shows the signs of Click in order.
func plain() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 160, 44))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

// pieceSize is the size of a drawn piece in pixels; the puzzle scales the piece down.
const pieceSize = 140

// knob states whether each edge of a piece has a knob (1), a notch (-1) or neither (0).
type knob struct{ top, right, bottom, left int }

var knobs = []knob{{1, -1, 0, 1}, {-1, 1, 1, 0}, {0, 1, -1, 1}, {1, 0, 1, -1}, {1, 1, -1, -1}}

// pieces draws the possible shapes of the piece. Each shape has three images: the dark hole, the mask that
// cuts the piece out of the background, and the bright edge of the piece.
func pieces() []*slide.GraphImage {
	var out []*slide.GraphImage
	for _, k := range knobs {
		hole, cut, edge := canvas(), canvas(), canvas()
		for y := range pieceSize {
			for x := range pieceSize {
				depth := k.depth(float64(x)+0.5, float64(y)+0.5)
				if depth <= -1 {
					continue
				}
				cover := uint8(255 * min(depth+1, 1))
				cut.SetNRGBA(x, y, color.NRGBA{255, 255, 255, cover})
				hole.SetNRGBA(x, y, color.NRGBA{20, 24, 32, uint8(int(cover) * 5 / 8)})
				if depth < 4 {
					edge.SetNRGBA(x, y, color.NRGBA{255, 255, 255, uint8(int(cover) * 3 / 4)})
				}
			}
		}
		out = append(out, &slide.GraphImage{OverlayImage: edge, ShadowImage: hole, MaskImage: cut})
	}
	return out
}

func canvas() *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, pieceSize, pieceSize)) }

// depth is approximately the distance of a point from the edge of the piece; it is negative outside
// the piece.
func (k knob) depth(x, y float64) float64 {
	const in, mid, r = 26.0, pieceSize / 2.0, 19.0
	d := min(x-in, pieceSize-in-x, y-in, pieceSize-in-y)
	for _, e := range []struct {
		way  int
		x, y float64
	}{{k.top, mid, in}, {k.right, pieceSize - in, mid}, {k.bottom, mid, pieceSize - in}, {k.left, in, mid}} {
		away := math.Hypot(x-e.x, y-e.y)
		switch e.way {
		case 1:
			d = max(d, r-away)
		case -1:
			d = min(d, away-r)
		}
	}
	return d
}

// signSize is the size of a drawn sign, in pixels.
const signSize = 96

// signs draws the shapes to tap. People can tell them apart at any rotation and without colour.
func signs() map[string]image.Image {
	out := map[string]image.Image{}
	for name, inside := range forms {
		img := image.NewNRGBA(image.Rect(0, 0, signSize, signSize))
		for y := range signSize {
			for x := range signSize {
				n := 0
				for i := range 9 { // nine samples for each pixel smooth the edge
					px := (float64(x)+float64(i%3)/3+1.0/6)/signSize*2 - 1
					py := (float64(y)+float64(i/3)/3+1.0/6)/signSize*2 - 1
					if inside(px, py) {
						n++
					}
				}
				if n > 0 {
					img.SetNRGBA(x, y, color.NRGBA{0, 0, 0, uint8(255 * n / 9)})
				}
			}
		}
		out[name] = img
	}
	return out
}

// forms reports, for each sign, whether a point of the square from -1 to 1 is inside the sign.
var forms = map[string]func(x, y float64) bool{
	"disc": func(x, y float64) bool { return math.Hypot(x, y) < 0.85 },
	"ring": func(x, y float64) bool { r := math.Hypot(x, y); return r < 0.85 && r > 0.5 },
	"moon": func(x, y float64) bool { return math.Hypot(x, y) < 0.85 && math.Hypot(x-0.4, y-0.1) > 0.72 },
	"cross": func(x, y float64) bool {
		return max(math.Abs(x), math.Abs(y)) < 0.85 && min(math.Abs(x), math.Abs(y)) < 0.25
	},
	"bar":   func(x, y float64) bool { return math.Abs(x) < 0.9 && math.Abs(y) < 0.28 },
	"frame": func(x, y float64) bool { m := max(math.Abs(x), math.Abs(y)); return m < 0.8 && m > 0.46 },
	"drop": func(x, y float64) bool {
		return math.Hypot(x, y-0.3) < 0.55 || y < 0.3 && y > -0.9 && math.Abs(x) < 0.5*(y+0.9)/1.2
	},
	"star": func(x, y float64) bool {
		a := math.Mod(math.Atan2(x, -y)+2*math.Pi, 2*math.Pi/5)
		return math.Hypot(x, y) < 0.92*math.Cos(math.Pi/5*2)/math.Cos(math.Abs(a-math.Pi/5)-math.Pi/5+2*math.Pi/5)
	},
	"triangle": func(x, y float64) bool { return y < 0.7 && y > -0.8+1.75*math.Abs(x) },
	"heart": func(x, y float64) bool {
		x, y = x*1.25, -y*1.25+0.1
		return math.Pow(x*x+y*y-1, 3)-x*x*y*y*y < 0
	},
}
