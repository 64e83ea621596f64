package avatar

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif" // registers an accepted format
	"image/jpeg"
	_ "image/png"
	"strings"

	"golang.org/x/image/draw"
)

const (
	// MaxSize is the largest accepted picture, in bytes.
	MaxSize = 2 << 20
	// maxSide is the largest accepted side in pixels. MaxSize alone is not enough, because a small
	// file can contain a huge picture.
	maxSide = 4096
	// keptSide is the side of stored pictures, in pixels.
	keptSide = 128
	// quality is the quality of the stored JPEG, from 1 to 100.
	quality = 85
)

type drawError string

func (e drawError) Error() string { return "avatar: " + string(e) }

// Draw decodes a picture of at most MaxSize bytes, which is given as a data URL or as base64, and
// encodes its middle square as a small JPEG.
func Draw(picture string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(picture, "data:"); ok {
		var found bool
		if _, picture, found = strings.Cut(rest, ";base64,"); !found {
			return nil, drawError("not base64")
		}
	}
	if base64.StdEncoding.DecodedLen(len(picture)) > MaxSize+2 {
		return nil, drawError("too large")
	}
	file, err := base64.StdEncoding.DecodeString(picture)
	if err != nil {
		return nil, drawError("not base64")
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, drawError("no picture that we read")
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > maxSide || c.Height > maxSide {
		return nil, drawError("too many pixels")
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, drawError("a broken picture")
	}
	b := img.Bounds()
	side := min(b.Dx(), b.Dy())
	middle := image.Rect(0, 0, side, side).Add(b.Min).Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	out := image.NewRGBA(image.Rect(0, 0, keptSide, keptSide))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), img, middle, draw.Over, nil)
	var buf bytes.Buffer
	err = jpeg.Encode(&buf, out, &jpeg.Options{Quality: quality})
	return buf.Bytes(), err
}
