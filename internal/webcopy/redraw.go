package webcopy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // registers a decoder for icons and pictures
	_ "image/jpeg" // registers a decoder for icons and pictures
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // registers a decoder for icons and pictures
)

// Limits of an icon's picture.
const (
	iconSize  = 64   // maximum side of the stored icon, in pixels
	maxPixels = 1024 // maximum side of the original, in pixels
)

var errIcon = errors.New("webcopy: not an icon that is drawn")

// redraw converts an icon (PNG, JPEG, GIF, WebP or ICO) to a new PNG, so that none of the
// original bytes are stored. Formats that can contain scripts, such as SVG, are refused.
func redraw(b []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("webcopy: panic: %v", p)
		}
	}()
	img, err := decodeIcon(b)
	if err != nil {
		return nil, err
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if longer := max(w, h); longer > iconSize {
		w, h = max(1, w*iconSize/longer), max(1, h*iconSize/longer)
	}
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	var buf bytes.Buffer
	err = png.Encode(&buf, small)
	return buf.Bytes(), err
}

func decodeIcon(b []byte) (image.Image, error) {
	if len(b) > 6 && bytes.Equal(b[:4], []byte{0, 0, 1, 0}) {
		return decodeICO(b)
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPixels || c.Height > maxPixels {
		return nil, errIcon
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	return img, err
}

// decodeICO decodes one picture of an icon file: the first picture larger than iconSize, or else
// the largest picture. The picture is a PNG, or a bitmap without its file header.
func decodeICO(b []byte) (image.Image, error) {
	n := int(binary.LittleEndian.Uint16(b[4:]))
	best, rank := []byte(nil), -1
	for i := range min(n, 64) {
		at := 6 + 16*i
		if at+16 > len(b) {
			break
		}
		side := int(b[at])
		if side == 0 {
			side = 256
		}
		size, from := int(binary.LittleEndian.Uint32(b[at+8:])), int(binary.LittleEndian.Uint32(b[at+12:]))
		if from < 0 || size < 40 || from > len(b) || size > len(b)-from {
			continue
		}
		r := side
		if side > iconSize {
			r = iconSize + 1
		}
		if r > rank {
			best, rank = b[from:from+size], r
		}
	}
	if best == nil {
		return nil, errIcon
	}
	if bytes.HasPrefix(best, []byte("\x89PNG")) {
		return decodeIcon(best)
	}
	return decodeDIB(best)
}

// decodeDIB decodes an uncompressed bitmap of 1, 4, 8, 24 or 32 bits per pixel. The height in
// its header is twice the height of the picture, because it also counts the rows of the mask.
func decodeDIB(b []byte) (image.Image, error) {
	u32 := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	head, w, h, bits := u32(0), u32(4), u32(8)/2, int(binary.LittleEndian.Uint16(b[14:]))
	if head < 40 || head > len(b) || w < 1 || h < 1 || w > 256 || h > 256 || u32(16) != 0 {
		return nil, errIcon
	}
	colours := 0
	switch bits {
	case 1, 4, 8:
		if colours = u32(32); colours <= 0 || colours > 1<<bits {
			colours = 1 << bits
		}
	case 24, 32:
	default:
		return nil, errIcon
	}
	table := b[head:]
	if len(table) < 4*colours {
		return nil, errIcon
	}
	pixels := table[4*colours:]
	stride, maskStride := (w*bits+31)/32*4, (w+31)/32*4
	if len(pixels) < stride*h {
		return nil, errIcon
	}
	mask := pixels[stride*h:]
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	seen := false // whether a 32-bit bitmap has a pixel that is not fully transparent
	for y := range h {
		row := pixels[stride*(h-1-y):]
		for x := range w {
			c := color.NRGBA{A: 255}
			switch bits {
			case 32:
				c = color.NRGBA{row[4*x+2], row[4*x+1], row[4*x], row[4*x+3]}
				seen = seen || c.A > 0
			case 24:
				c.R, c.G, c.B = row[3*x+2], row[3*x+1], row[3*x]
			default:
				i := int(row[x*bits/8]>>(8-bits-x*bits%8)) & (1<<bits - 1)
				if i >= colours {
					i = 0
				}
				c.R, c.G, c.B = table[4*i+2], table[4*i+1], table[4*i]
			}
			if bits != 32 && len(mask) >= maskStride*h && mask[maskStride*(h-1-y)+x/8]>>(7-x%8)&1 == 1 {
				c.A = 0
			}
			img.SetNRGBA(x, y, c)
		}
	}
	if bits == 32 && !seen {
		for i := 3; i < len(img.Pix); i += 4 {
			img.Pix[i] = 255
		}
	}
	return img, nil
}
