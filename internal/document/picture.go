package document

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// thumbSide is the maximum length of the longer side of a thumbnail, in pixels.
	thumbSide = 320
	// pictureSide is the maximum length of the longer side of a picture returned by Picture, in
	// pixels, if the caller states none.
	pictureSide = 2048
	// pictureCost is the maximum memory for decoding one picture, in bytes, as estimated from its
	// size. Only one picture is decoded at a time.
	pictureCost = 384 << 20
	// jpegQuality is the quality of encoded pictures.
	jpegQuality = 85
)

// pictureFormat decodes one format.
type pictureFormat struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	// cost is the memory for each pixel during decoding, in bytes.
	cost func(c image.Config, f jpegFacts) int
}

// pictureFormats are the formats that can be decoded, by MIME type. Pictures in other formats are
// stored, too, but have no thumbnail.
var pictureFormats = map[string]pictureFormat{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode, jpegCost},
	"image/png":  {png.DecodeConfig, png.Decode, colourCost},
	"image/gif":  {gif.DecodeConfig, gif.Decode, func(image.Config, jpegFacts) int { return 1 }},
	"image/webp": {webp.DecodeConfig, webp.Decode, colourCost},
	"image/bmp":  {bmp.DecodeConfig, bmp.Decode, colourCost},
}

// jpegCost counts one byte for each colour plane of a pixel. In a progressive picture each plane needs
// four more bytes for a coefficient. A grey picture counts as three planes.
func jpegCost(c image.Config, f jpegFacts) int {
	planes := 3
	if c.ColorModel == color.CMYKModel {
		planes = 4
	}
	if f.progressive {
		return 5 * planes
	}
	return planes
}

func colourCost(c image.Config, _ jpegFacts) int {
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		return 8
	}
	return 4
}

// shown contains the size of a picture and its thumbnail. It is the zero value for a
// format that cannot be decoded.
type shown struct {
	width, height int
	thumb         []byte
}

// inspect determines the size of a picture and makes its thumbnail. It fails with errs.PictureBad
// for a damaged picture, and if decoding the picture would take too much memory. The memory is
// estimated before the picture is decoded.
func (s *Service) inspect(ctx context.Context, r io.ReaderAt, size int64, mime, name string) (shown, error) {
	if _, ok := pictureFormats[mime]; !ok {
		return shown{}, nil
	}
	var out shown
	err := s.picture(ctx, r, size, mime, name, func(img image.Image, facts jpegFacts) (err error) {
		out.width, out.height = img.Bounds().Dx(), img.Bounds().Dy()
		if facts.orientation >= 5 {
			out.width, out.height = out.height, out.width
		}
		out.thumb, _, err = encode(upright(resize(img, thumbSide), facts.orientation))
		return err
	})
	return out, err
}

// Picture returns a newly encoded picture, upright and without metadata. Its longer side has at
// most maxSide pixels; 0 means 2048. Picture fails with errs.PictureBad when the file cannot be
// decoded as a picture, or when decoding would take too much memory.
func (s *Service) Picture(ctx context.Context, owner, id string, maxSide int) (data []byte, mime string, err error) {
	f, d, err := s.open(ctx, owner, id)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	if maxSide <= 0 {
		maxSide = pictureSide
	}
	err = s.picture(ctx, f, d.Size, d.MIME, d.Name, func(img image.Image, facts jpegFacts) (err error) {
		data, mime, err = encode(upright(resize(img, maxSide), facts.orientation))
		return err
	})
	return data, mime, err
}

// picture decodes a picture within the limits and passes it to `use`.
func (s *Service) picture(ctx context.Context, r io.ReaderAt, size int64, mime, name string, use func(image.Image, jpegFacts) error) (err error) {
	bad := func(cause error) error { return errs.Wrap(errs.PictureBad, cause).With("file", name) }
	format, ok := pictureFormats[mime]
	if !ok {
		return bad(fmt.Errorf("document: %s is not decoded", mime))
	}
	select {
	case s.pictures <- struct{}{}:
		defer func() { <-s.pictures }()
	case <-ctx.Done():
		return ctx.Err()
	}
	// Pictures are untrusted input: a panic of a decoder must not end the server.
	defer func() {
		if p := recover(); p != nil {
			err = bad(fmt.Errorf("document: panic: %v", p))
		}
	}()
	whole := func() io.Reader { return io.NewSectionReader(r, 0, size) }
	config, err := format.config(whole())
	if err != nil {
		return bad(err)
	}
	facts := jpegFacts{orientation: 1}
	if mime == "image/jpeg" {
		facts = readJPEG(r)
	}
	if config.Width <= 0 || config.Height <= 0 || int64(config.Width) > pictureCost/int64(config.Height)/int64(format.cost(config, facts)) {
		return bad(fmt.Errorf("document: %d × %d pixels", config.Width, config.Height))
	}
	img, err := format.decode(whole())
	if err != nil {
		return bad(err)
	}
	return use(img, facts)
}

// resize scales a picture down so that its longer side has at most `side` pixels. A picture
// within this limit is returned unchanged.
func resize(img image.Image, side int) image.Image {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	if w <= side && h <= side {
		return img
	}
	if w >= h {
		w, h = side, max(1, h*side/w)
	} else {
		w, h = max(1, w*side/h), side
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.BiLinear.Scale(out, out.Bounds(), img, b, draw.Src, nil)
	return out
}

// turns contains a function for each EXIF orientation above 1. The function maps the coordinates of
// a pixel in the upright picture to its coordinates in the stored picture. w and h are the size of
// the upright picture.
var turns = [9]func(x, y, w, h int) (int, int){
	2: func(x, y, w, _ int) (int, int) { return w - 1 - x, y },
	3: func(x, y, w, h int) (int, int) { return w - 1 - x, h - 1 - y },
	4: func(x, y, _, h int) (int, int) { return x, h - 1 - y },
	5: func(x, y, _, _ int) (int, int) { return y, x },
	6: func(x, y, w, _ int) (int, int) { return y, w - 1 - x },
	7: func(x, y, w, h int) (int, int) { return h - 1 - y, w - 1 - x },
	8: func(x, y, _, h int) (int, int) { return h - 1 - y, x },
}

// upright rotates or mirrors a picture according to its EXIF orientation.
func upright(img image.Image, orientation int) image.Image {
	turn := turns[orientation]
	if turn == nil {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			fx, fy := turn(x, y, w, h)
			out.Set(x, y, img.At(b.Min.X+fx, b.Min.Y+fy))
		}
	}
	return out
}

// encode encodes a picture as JPEG, or as PNG if it may have transparent pixels.
func encode(img image.Image) (data []byte, mime string, err error) {
	var b bytes.Buffer
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality})
		return b.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&b, img)
	return b.Bytes(), "image/png", err
}
