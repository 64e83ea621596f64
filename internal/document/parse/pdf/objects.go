package pdf

import (
	"github.com/tetratelabs/wazero/api"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Kinds of page objects.
const (
	textObject    = 1
	pathObject    = 2
	pictureObject = 3
	formObject    = 5
)

// maxForms is the maximum nesting depth for reading form XObjects, the reusable drawings
// of a page.
const maxForms = 8

// objects finds drawn lines and pictures. It also changes text objects ignored by PDFium, so that
// PDFium reads these objects.
func (d *document) objects(page uint64, place placement, p *page) {
	n := min(int(int32(d.call("FPDFPage_CountObjects", page))), maxObjects)
	kind := d.function("FPDFPageObj_GetType")
	get := d.function("FPDFPage_GetObject")
	left := maxObjects
	for i := range n {
		o := d.invoke(get, page, uint64(i))
		if o == 0 {
			continue
		}
		left--
		switch k := d.invoke(kind, o); k {
		case textObject:
			d.measure(o)
		case pathObject:
			if b, ok := d.bounds(o, place); ok && len(p.rules) < maxRules {
				p.rules = append(p.rules, rulesOf(b, b.X1-b.X0, b.Y1-b.Y0)...)
			}
		case pictureObject, formObject:
			if b, ok := d.bounds(o, place); ok {
				p.pictures++
				if area := place.width * place.height; area > 0 && k == pictureObject {
					p.covered = max(p.covered, min(b.X1-b.X0, place.width)*min(b.Y1-b.Y0, place.height)/area)
				}
			}
			if k == formObject {
				left = d.measureForm(o, left, maxForms)
			}
		}
	}
}

// measureForm calls measure for the text objects of a form XObject. It visits at most `left` objects,
// and returns how many more may be visited.
func (d *document) measureForm(form uint64, left, depth int) int {
	if depth == 0 {
		return left
	}
	n := int(int32(d.call("FPDFFormObj_CountObjects", form)))
	for i := 0; i < n && left > 0 && d.err == nil; i++ {
		o := d.call("FPDFFormObj_GetObject", form, uint64(i))
		left--
		switch d.call("FPDFPageObj_GetType", o) {
		case textObject:
			d.measure(o)
		case formObject:
			left = d.measureForm(o, left, depth-1)
		}
	}
	return left
}

// measure gives a width to a text object without one. PDFium ignores a text object if its
// glyphs have no width. A glyph has no width if it is missing in its font, which is frequent
// for fonts that are not embedded. measure outlines the text with a stroke; the object then
// has the width of the stroke.
func (d *document) measure(o uint64) {
	s := uint64(d.scratch)
	if d.call("FPDFPageObj_GetBounds", o, s, s+4, s+8, s+12) == 0 {
		return
	}
	if left, _, right, _ := d.fourFloats(); right-left > 0.02 {
		return
	}
	const outline = 1
	d.call("FPDFPageObj_SetStrokeWidth", o, api.EncodeF32(1))
	d.call("FPDFTextObj_SetTextRenderMode", o, outline)
	one, none := api.EncodeF64(1), api.EncodeF64(0)
	d.call("FPDFPageObj_Transform", o, one, none, none, one, none, none) // PDFium computes the bounds again only when an object is transformed
}

// bounds returns the box in which an object is drawn.
func (d *document) bounds(o uint64, place placement) (parsed.Box, bool) {
	s := uint64(d.scratch)
	if d.call("FPDFPageObj_GetBounds", o, s, s+4, s+8, s+12) == 0 {
		return parsed.Box{}, false
	}
	return place.box(d.float32At(d.scratch), d.float32At(d.scratch+4), d.float32At(d.scratch+8), d.float32At(d.scratch+12)), true
}

// rulesOf returns the lines of a drawn box: a thin box is one line, a large box is a frame of
// four lines. A dot, a small box, and a box wider or higher than 5,000 points have no lines.
func rulesOf(b parsed.Box, w, h float64) []rule {
	const thin = 2.5
	switch {
	case w < thin && h < thin, w > 5000, h > 5000:
		return nil
	case h < thin:
		return []rule{{b, true}}
	case w < thin:
		return []rule{{b, false}}
	case w < 8 || h < 8:
		return nil
	}
	return []rule{
		{parsed.Box{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0}, true}, {parsed.Box{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1}, true},
		{parsed.Box{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1}, false}, {parsed.Box{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1}, false},
	}
}
