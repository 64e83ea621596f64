package palette

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"
)

// painted returns a picture of 100 × 100 pixels. Its columns have the given widths and colours, from
// left to right.
func painted(columns ...struct {
	width int
	c     color.Color
}) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	x := 0
	for _, col := range columns {
		draw.Draw(img, image.Rect(x, 0, x+col.width, 100), image.NewUniform(col.c), image.Point{}, draw.Src)
		x += col.width
	}
	return img
}

// The order of two colours with equal shares does not depend on the order in which their bins come out
// of the map, also if the weighted sums of their channels are equal.
func TestSamePictureSameResult(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 4, 1))
	for x, c := range []color.NRGBA{{100, 0, 0, 255}, {101, 0, 0, 255}, {100, 128, 0, 255}, {100, 128, 0, 255}} {
		img.SetNRGBA(x, 0, c)
	}
	first := Of(img, 2)
	if len(first) != 2 {
		t.Fatalf("%+v", first)
	}
	for range 100 {
		if got := Of(img, 2); !slices.Equal(got, first) {
			t.Fatalf("%+v, before %+v", got, first)
		}
	}
}

func TestPalette(t *testing.T) {
	t.Parallel()
	type column = struct {
		width int
		c     color.Color
	}
	img := painted(
		column{50, color.NRGBA{20, 40, 120, 255}}, column{10, color.NRGBA{26, 46, 126, 255}}, // one blue in two shades
		column{25, color.NRGBA{240, 240, 235, 255}}, column{9, color.NRGBA{200, 30, 40, 255}},
		column{1, color.NRGBA{0, 255, 0, 255}}, column{5, color.NRGBA{255, 255, 0, 20}}) // a share that is too small, and a transparent part
	got := Of(img, 5)
	want := []struct {
		share float64
		name  string
	}{{60. / 95, "深蓝"}, {25. / 95, "浅灰"}, {9. / 95, "红"}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if d := got[i].Share - w.share; d > 0.001 || d < -0.001 || got[i].Name().ZhCN != w.name {
			t.Errorf("%d: %+v %s, want %s of %.3f", i, got[i], got[i].Name().ZhCN, w.name, w.share)
		}
	}
	if got[0].Hex() != "#152979" {
		t.Errorf("the mean of both blues is %s", got[0].Hex())
	}
	if one := Of(img, 1); len(one) != 1 || one[0] != got[0] {
		t.Errorf("%+v", one)
	}
	if none := Of(painted(column{100, color.Transparent}), 3); len(none) != 0 {
		t.Errorf("%+v", none)
	}
	if none := Of(image.NewNRGBA(image.Rectangle{}), 3); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// Colours from the whole range have a name in every language, and some colours have the expected
// name.
func TestColourNames(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				n := Swatch{R: uint8(r), G: uint8(g), B: uint8(b)}.Name()
				if n.ZhCN == "" || n.ZhTW == "" || n.En == "" {
					t.Fatalf("%d %d %d: %+v", r, g, b, n)
				}
			}
		}
	}
	for hex, want := range map[Swatch]string{
		{R: 255}: "红", {R: 250, G: 5, B: 20}: "红", {R: 255, G: 160}: "橙", {R: 120, G: 70, B: 30}: "棕", {R: 255, G: 250}: "黄", {G: 128}: "深绿",
		{R: 59, G: 130, B: 246}: "蓝", {R: 128, G: 128, B: 128}: "灰", {}: "黑", {R: 255, G: 255, B: 255}: "白", {R: 255, G: 192, B: 203}: "粉",
	} {
		if got := hex.Name().ZhCN; got != want {
			t.Errorf("%s is %s, want %s", hex.Hex(), got, want)
		}
	}
}
