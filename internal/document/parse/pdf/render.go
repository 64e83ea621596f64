package pdf

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Maximum size of the picture of a page.
const (
	maxWidth  = 4_000
	maxPixels = 20_000_000
)

// Render draws one page, counted from 1, as a PNG. The picture is `width` pixels wide, but at least 16 and
// at most 4,000. There are two exceptions. A very tall page gets a narrower picture, because a picture has at
// most maxPixels pixels. An extremely flat page gets a wider picture, so that the picture is at least one
// pixel high. Render fails with NoText for a page that does not exist.
func Render(ctx context.Context, in *parse.Input, page, width int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, err := openPDF(in, changes{})
	if err != nil {
		return nil, err
	}
	defer d.close()
	if page < 1 || page > d.pageCount() {
		return nil, parse.Failf(parse.NoText, "no page %d", page)
	}
	return d.render(page-1, width)
}

// render draws the page with the given index, counted from 0.
func (d *document) render(index, width int) ([]byte, error) {
	page := d.call("FPDF_LoadPage", d.doc, uint64(index))
	if page == 0 {
		return nil, parse.Fail(parse.Broken, d.err)
	}
	defer d.call("FPDF_ClosePage", page)
	p := d.placement(page)
	width = max(16, min(width, maxWidth))
	height := int(float64(width) * p.height / max(p.width, 1))
	if height < 1 || width*height > maxPixels {
		height = max(1, min(height, maxPixels/width))
		width = max(1, int(float64(height)*p.width/max(p.height, 1)))
	}
	if width*height > maxPixels {
		return nil, parse.Failf(parse.TooLarge, "a page of %v × %v points", p.width, p.height)
	}
	w, h := uint64(width), uint64(height)
	bitmap := d.call("FPDFBitmap_Create", w, h, 0)
	if bitmap == 0 {
		return nil, parse.Fail(parse.OutOfMemory, d.err)
	}
	defer d.call("FPDFBitmap_Destroy", bitmap)
	d.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, 0xffffffff)
	const annotations = 1
	d.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, w, h, 0, annotations)
	stride := int(d.call("FPDFBitmap_GetStride", bitmap))
	at := d.call("FPDFBitmap_GetBuffer", bitmap)
	if d.err != nil {
		return nil, parse.Fail(parse.OutOfMemory, d.err)
	}
	pixels, ok := d.mod.Memory().Read(uint32(at), uint32(stride*height))
	if !ok || stride < width*4 {
		return nil, parse.Fail(parse.Broken, errors.New("no picture"))
	}
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		row := pixels[y*stride : y*stride+width*4]
		out := img.Pix[y*img.Stride:]
		for x := 0; x < len(row); x += 4 {
			out[x], out[x+1], out[x+2], out[x+3] = row[x+2], row[x+1], row[x], 0xff
		}
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
