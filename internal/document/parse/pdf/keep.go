package pdf

import "github.com/tetratelabs/wazero/api"

// Limits for keeping fonts.
const (
	maxKept       = 256      // number of fonts that are kept
	maxKeptMemory = 64 << 20 // bytes; if PDFium uses more memory, all kept fonts are released
)

// keep prevents PDFium from releasing a font when the page is closed. The next page then need
// not load the font again. For this, a text object outside of all pages refers to the font.
func (d *document) keep(font uint64) {
	if font == 0 || d.kept[font] != 0 {
		return
	}
	if d.mod.Memory().Size() > maxKeptMemory {
		d.release()
		return
	}
	if len(d.kept) == maxKept {
		return
	}
	if d.kept == nil {
		d.kept = map[uint64]uint64{}
	}
	if object := d.call("FPDFPageObj_CreateTextObj", d.doc, font, api.EncodeF32(1)); object != 0 {
		d.kept[font] = object
	}
}

// release lets PDFium release the fonts that are kept.
func (d *document) release() {
	for _, object := range d.kept {
		d.call("FPDFPageObj_Destroy", object)
	}
	clear(d.kept)
}
