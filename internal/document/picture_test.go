//go:build unix

package document

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// corner returns a blue picture with a red top left quarter.
func corner(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{B: 255, A: 255}
			if x < w/2 && y < h/2 {
				c = color.NRGBA{R: 255, A: 255}
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withEXIF inserts an EXIF segment with a camera maker and an orientation into a JPEG.
func withEXIF(data []byte, order binary.ByteOrder, orientation int) []byte {
	tiff := []byte("MM")
	if order == binary.LittleEndian {
		tiff = []byte("II")
	}
	u16 := func(v uint16) {
		tiff = append(tiff, 0, 0)
		order.PutUint16(tiff[len(tiff)-2:], v)
	}
	u32 := func(v uint32) {
		tiff = append(tiff, 0, 0, 0, 0)
		order.PutUint32(tiff[len(tiff)-4:], v)
	}
	u16(42)
	u32(8)
	u16(2)
	u16(0x010F) // the camera maker, which must be removed
	u16(2)
	u32(4)
	tiff = append(tiff, "ACME"...)
	u16(0x0112)
	u16(3)
	u32(1)
	u16(uint16(orientation))
	u16(0)
	u32(0)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte{0xFF, 0xD8, 0xFF, 0xE1}, binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))...)
	return append(append(out, segment...), data[2:]...)
}

// TestUpright rotates a picture by every orientation: the red quarter is in the correct
// corner, width and height are swapped where necessary, and no metadata is left.
func TestUpright(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.limits.File = 10 << 20
		// For each orientation: whether the red quarter is shown on the right, and whether at the bottom.
		where := map[int][2]bool{1: {}, 2: {true, false}, 3: {true, true}, 4: {false, true}, 5: {}, 6: {true, false}, 7: {true, true}, 8: {false, true}}
		for orientation, at := range where {
			for _, order := range []binary.ByteOrder{binary.BigEndian, binary.LittleEndian} {
				file := withEXIF(asJPEG(t, corner(800, 400)), order, orientation)
				d := h.add(t, alice, "照片.jpg", string(file))
				w, hh := 800, 400
				if orientation >= 5 {
					w, hh = 400, 800
				}
				if d.Width != w || d.Height != hh || d.Type != Image || d.State != Stored {
					t.Errorf("%d: %+v", orientation, d)
				}
				res, thumb := h.do(t, "GET", "/api/resource/thumb/"+d.ID, alice, nil)
				if res.StatusCode != 200 || strings.Contains(thumb, "Exif") || strings.Contains(thumb, "ACME") {
					t.Errorf("%d: %d, the small picture tells more than pixels", orientation, res.StatusCode)
				}
				big, mime, err := h.Picture(t.Context(), alice, d.ID, 200)
				if err != nil || mime != "image/jpeg" || bytes.Contains(big, []byte("ACME")) {
					t.Fatal(mime, err)
				}
				for side, data := range map[int][]byte{thumbSide: []byte(thumb), 200: big} {
					img, _, err := image.Decode(bytes.NewReader(data))
					if err != nil {
						t.Fatal(err)
					}
					b := img.Bounds()
					if max(b.Dx(), b.Dy()) != side || (b.Dx() > b.Dy()) != (w > hh) {
						t.Errorf("%d: %v", orientation, b)
					}
					for _, right := range []bool{false, true} {
						for _, lower := range []bool{false, true} {
							x, y := b.Dx()/4, b.Dy()/4
							if right {
								x = b.Dx() - x
							}
							if lower {
								y = b.Dy() - y
							}
							r, _, _, _ := img.At(x, y).RGBA()
							if (r > 0x8000) != ([2]bool{right, lower} == at) {
								t.Errorf("orientation %d: right %t, lower %t is red: %t", orientation, right, lower, r > 0x8000)
							}
						}
					}
				}
			}
		}
	})
}

// chunk encodes a chunk of a PNG.
func chunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(append([]byte(kind), data...)))
}

func pngOf(w, h uint32, depth byte) string {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return "\x89PNG\r\n\x1a\n" + string(chunk("IHDR", append(head, depth, 6, 0, 0, 0))) + string(chunk("IDAT", []byte("\x78\x9c\x03\x00\x00\x00\x00\x01"))) + string(chunk("IEND", nil))
}

func TestBadPictures(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		whole := asPNG(t, corner(100, 100))
		photo := asJPEG(t, corner(100, 100))
		// The frame header contains the picture's size. Its marker states whether the picture is
		// progressive.
		huge := bytes.Replace(photo, []byte{0xFF, 0xC0}, []byte{0xFF, 0xC2}, 1)
		at := bytes.Index(huge, []byte{0xFF, 0xC2})
		binary.BigEndian.PutUint16(huge[at+5:], 9000)
		binary.BigEndian.PutUint16(huge[at+7:], 9000)
		for name, content := range map[string]string{
			"十亿像素.png":       pngOf(50_000, 50_000, 8),
			"as-wide-as.png": pngOf(1<<31-1, 1, 8),
			"深.png":          pngOf(9_000, 9_000, 16),
			"渐进.jpg":         string(huge),
			"cut.png":        string(whole[:len(whole)/2]),
			"head.png":       string(whole[:40]),
			"cut.jpg":        string(photo[:len(photo)-len(photo)/3]),
			"empty.gif":      "GIF89a\xff\xff\xff\xff\x00\x00\x00",
		} {
			_, err := h.Add(t.Context(), alice, name, strings.NewReader(content))
			if !errs.Is(err, errs.PictureBad) || !strings.Contains(errs.From(err).Message("zh-CN"), name) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if left := h.stored(t); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		if d := h.add(t, alice, "whole.png", string(whole)); d.Width != 100 || d.Thumb == "" {
			t.Errorf("%+v", d)
		}
		if _, err := h.Add(t.Context(), alice, "text.png", strings.NewReader("not a picture")); err != nil {
			t.Errorf("a text under the name of a picture is a text: %v", err)
		}
	})
}

func TestKindsOfPictures(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		glass := corner(400, 10)
		glass.Set(0, 0, color.NRGBA{})
		d := h.add(t, alice, "glass.png", string(asPNG(t, glass)))
		data, mime, err := h.Picture(t.Context(), alice, d.ID, 0)
		if err != nil || mime != "image/png" || !bytes.HasPrefix(data, []byte("\x89PNG")) {
			t.Errorf("what can be seen through: %s %v", mime, err)
		}
		res, thumb := h.do(t, "GET", "/api/resource/thumb/"+d.ID, alice, nil)
		if c, err := png.DecodeConfig(strings.NewReader(thumb)); err != nil || c.Width != thumbSide || c.Height != 8 || res.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%v %+v %v", res.Header, c, err)
		}
		var film bytes.Buffer
		frame := image.NewPaletted(image.Rect(0, 0, 20, 30), color.Palette{color.Black, color.White})
		if err := gif.EncodeAll(&film, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}); err != nil {
			t.Fatal(err)
		}
		if d := h.add(t, alice, "film.gif", film.String()); d.Width != 20 || d.Height != 30 || d.Thumb == "" {
			t.Errorf("%+v", d)
		}
		// An SVG can contain scripts: it is stored, but never decoded or shown by the
		// server.
		svg := h.add(t, alice, "a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
		if svg.Type != Image || svg.Thumb != "" || svg.Width != 0 {
			t.Errorf("%+v", svg)
		}
		if _, _, err := h.Picture(t.Context(), alice, svg.ID, 0); !errs.Is(err, errs.PictureBad) {
			t.Errorf("a drawing as a picture: %v", err)
		}
		if _, _, err := h.Picture(t.Context(), bob, d.ID, 0); !errs.Is(err, errs.NotFound) {
			t.Errorf("another's picture: %v", err)
		}
		text := h.add(t, alice, "a.txt", "好")
		if _, _, err := h.Picture(t.Context(), alice, text.ID, 0); !errs.Is(err, errs.PictureBad) {
			t.Errorf("a text as a picture: %v", err)
		}
		if _, _, err := h.Thumb(t.Context(), alice, text.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("the small picture of a text: %v", err)
		}
		// The thumbnail is deleted with its file.
		for _, d := range []Document{d, svg, text} {
			if err := h.Delete(t.Context(), alice, d.ID); err != nil {
				t.Fatal(err)
			}
		}
		if left := h.stored(t); len(left) != 2 { // film.gif and its thumbnail
			t.Errorf("left are %v", left)
		}
	})
}

func FuzzJPEG(f *testing.F) {
	photo := asJPEG(f, corner(8, 8))
	f.Add(photo)
	for o := range 10 {
		f.Add(withEXIF(photo, binary.LittleEndian, o))
		f.Add(withEXIF(photo, binary.BigEndian, o)[:20+o*6])
	}
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xFF})
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0xFF, 0xE1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if facts := readJPEG(bytes.NewReader(data)); facts.orientation < 1 || facts.orientation > 8 {
			t.Errorf("orientation %d", facts.orientation)
		}
	})
}
