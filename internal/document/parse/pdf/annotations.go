package pdf

import (
	"encoding/binary"
	"html"
	"math"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

const (
	maxAnnotations = 5_000   // annotations read per page
	maxOptions     = 2_000   // options read per choice field
	maxValue       = 1 << 20 // bytes of one text, in UTF-16
)

// Kinds of annotations.
const (
	noteAnnotation = 1
	freeText       = 3
	highlight      = 9
	underline      = 10
	squiggly       = 11
	strikeOut      = 12
	fieldWidget    = 20
)

// Kinds of form fields.
const (
	checkBox    = 2
	radioButton = 3
	comboBox    = 4
	listBox     = 5
	textField   = 6
)

// note is a comment at a place on a page.
type note struct {
	text string
	box  parsed.Box
}

// annotations reads the comments on a page, the values of its form fields and the texts of its text
// boxes, each at its place. Hidden annotations are left out.
func (d *document) annotations(page uint64, place placement, p *page) {
	if d.withoutAnnotations {
		return
	}
	n := min(int(int32(d.call("FPDFPage_GetAnnotCount", page))), maxAnnotations)
	for i := 0; i < n && d.err == nil && len(p.glyphs) < maxGlyphs; i++ {
		a := d.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		d.annotation(a, place, p)
		d.call("FPDFPage_CloseAnnot", a)
	}
}

func (d *document) annotation(a uint64, place placement, p *page) {
	kind := d.call("FPDFAnnot_GetSubtype", a)
	switch kind {
	case noteAnnotation, freeText, highlight, underline, squiggly, strikeOut, fieldWidget:
	default:
		return
	}
	const hidden, neverShown = 1 << 1, 1 << 5
	if d.call("FPDFAnnot_GetFlags", a)&(hidden|neverShown) != 0 || d.call("FPDFAnnot_GetRect", a, uint64(d.scratch)) == 0 {
		return
	}
	s := d.scratch
	box := place.box(d.float32At(s), d.float32At(s+12), d.float32At(s+8), d.float32At(s+4))
	if box.X1 < 0 || box.Y1 < 0 || box.X0 > place.width || box.Y0 > place.height {
		return
	}
	switch kind {
	case fieldWidget:
		d.field(a, box, p)
	case freeText:
		text := d.annotationText(a, "Contents")
		if strings.TrimSpace(text) == "" {
			text = html.UnescapeString(tag.ReplaceAllString(d.annotationText(a, "RC"), ""))
		}
		p.write(text, box, 0, true)
	default:
		if text := strings.TrimSpace(d.annotationText(a, "Contents")); text != "" {
			p.notes = append(p.notes, note{text, box})
		}
	}
}

// tag matches a tag of the rich text in an annotation.
var tag = regexp.MustCompile(`<[^>]*>`)

// field adds the value of a form field to the page at the field's place.
func (d *document) field(a uint64, box parsed.Box, p *page) {
	form := d.formOf()
	if form == 0 {
		return
	}
	const manyLines, password = 1 << 12, 1 << 13
	flags := d.call("FPDFAnnot_GetFormFieldFlags", form, a)
	switch kind := d.call("FPDFAnnot_GetFormFieldType", form, a); kind {
	case checkBox, radioButton:
		mark := "☐"
		state := d.annotationText(a, "AS")
		if state == "" {
			state = d.textOf("FPDFAnnot_GetFormFieldValue", form, a)
		}
		if state != "" && state != "Off" {
			mark = "☑"
		}
		p.write(mark, box, min(box.X1-box.X0, box.Y1-box.Y0), false)
	case comboBox, listBox:
		value := strings.Join(d.chosen(form, a), "\n")
		if value == "" {
			value = d.textOf("FPDFAnnot_GetFormFieldValue", form, a)
		}
		p.write(value, box, d.fieldSize(form, a), kind == listBox)
	case textField:
		if flags&password == 0 {
			p.write(d.textOf("FPDFAnnot_GetFormFieldValue", form, a), box, d.fieldSize(form, a), flags&manyLines != 0)
		}
	}
}

// chosen returns the labels of the selected options.
func (d *document) chosen(form, a uint64) []string {
	var out []string
	n := min(int(int32(d.call("FPDFAnnot_GetOptionCount", form, a))), maxOptions)
	for i := 0; i < n && d.err == nil; i++ {
		if d.call("FPDFAnnot_IsOptionSelected", form, a, uint64(i)) != 0 {
			out = append(out, d.textOf("FPDFAnnot_GetOptionLabel", form, a, uint64(i)))
		}
	}
	return out
}

// fieldSize returns the font size of a field, or 0 if it is unknown or the text is fitted into the field.
func (d *document) fieldSize(form, a uint64) float64 {
	if d.call("FPDFAnnot_GetFontSize", form, a, uint64(d.scratch)) == 0 {
		return 0
	}
	return d.float32At(d.scratch)
}

// annotationText returns the text of the entry `key` in an annotation's dictionary.
func (d *document) annotationText(a uint64, key string) string {
	const keyAt = scratchSize - 100
	d.mod.Memory().Write(d.scratch+keyAt, append([]byte(key), 0))
	return d.textOf("FPDFAnnot_GetStringValue", a, uint64(d.scratch+keyAt))
}

// textOf calls a PDFium function and returns its text. The last two arguments of the
// function are a buffer for UTF-16 and the buffer's length. The function returns the needed length.
func (d *document) textOf(name string, args ...uint64) string {
	const room = scratchSize - 200
	n := d.call(name, append(args[:len(args):len(args)], uint64(d.scratch), room)...) & math.MaxUint32
	if n <= room {
		return wideString(d.mod.Memory(), d.scratch, int(n))
	}
	if n > maxValue {
		return ""
	}
	at := d.call("malloc", n)
	if at == 0 {
		return ""
	}
	defer d.call("free", at)
	d.call(name, append(args[:len(args):len(args)], at, n)...)
	return wideString(d.mod.Memory(), uint32(at), int(n))
}

// formOf returns the form environment. PDFium needs the environment to return the values of fields. The
// first call opens it. Scripts are not run in it. If it cannot be opened, the result is 0.
func (d *document) formOf() uint64 {
	const info = 256 // bytes, enough for FPDF_FORMFILLINFO: its version, then callbacks, which stay nil
	if d.form == 0 && d.formInfo == 0 {
		if d.formInfo = d.call("malloc", info); d.formInfo == 0 {
			return 0
		}
		d.mod.Memory().Write(uint32(d.formInfo), binary.LittleEndian.AppendUint32(nil, 1))
		d.mod.Memory().Write(uint32(d.formInfo)+4, make([]byte, info-4))
		d.form = d.call("FPDFDOC_InitFormFillEnvironment", d.doc, d.formInfo)
	}
	return d.form
}

// write adds text to the page as if it had been drawn in a box: if `manyLines` is set, in lines from the
// top, otherwise in one vertically centred line. `size` is the font size; 0 means 12. The size is reduced
// if the text is too high for the box. A single line that is too wide is made narrower.
func (p *page) write(text string, box parsed.Box, size float64, manyLines bool) {
	text = strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	const most, least = 12, 1
	width, height := max(box.X1-box.X0, 1), max(box.Y1-box.Y0, 1)
	if size <= 0 {
		size = most
	}
	size = max(least, min(size, height*0.9))
	lines := strings.Split(text, "\n")
	if !manyLines {
		lines = []string{strings.Join(lines, " ")}
	} else {
		for size > least && rowsIn(lines, width, size) > max(1, int(height/size/1.2)) {
			size -= max(size/10, 0.5)
		}
	}
	x, y := box.X0, box.Y0
	squeeze := 1.0
	if !manyLines {
		y = (box.Y0 + box.Y1 - size) / 2
		squeeze = min(1, width/lengthOf(lines[0], size))
	}
	for _, line := range lines {
		for _, r := range line {
			if len(p.glyphs) >= maxGlyphs {
				return
			}
			w := advance(r, size) * squeeze
			if manyLines && x > box.X0 && x+w > box.X1+0.01 {
				x, y = box.X0, y+size*1.2
			}
			p.glyphs = append(p.glyphs, glyph{r: r, size: size, box: parsed.Box{X0: x, Y0: y, X1: x + w, Y1: y + size}})
			x += w
		}
		x, y = box.X0, y+size*1.2
	}
}

// advance estimates the width of a character from its script.
func advance(r rune, size float64) float64 {
	if parse.Wide(r) {
		return size
	}
	return size / 2
}

func lengthOf(line string, size float64) float64 {
	w := 0.0
	for _, r := range line {
		w += advance(r, size)
	}
	return max(w, 0.1)
}

// rowsIn returns the number of rows of `lines` after wrapping at `width`.
func rowsIn(lines []string, width, size float64) int {
	n := 0
	for _, line := range lines {
		n += max(1, int(math.Ceil(lengthOf(line, size)/max(width, size))))
	}
	return n
}
