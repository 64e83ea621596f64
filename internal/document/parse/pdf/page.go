package pdf

import (
	"bytes"
	"math"
	"slices"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// glyph is one character of a page. Its position is in points from the top left of the
// page as it is shown.
type glyph struct {
	r       rune
	box     parsed.Box
	size    float64
	bold    bool
	quarter int // slanted, or the clockwise quarter turns that make it upright
	font    *font
}

// slanted is the value of quarter for slanted text, such as a watermark or a stamp. Quarter turns do
// not make such text upright.
const slanted = -1

// rule is a drawn line or a thin box, mostly of a table.
type rule struct {
	parsed.Box
	flat bool // horizontal; else vertical
}

// page is the content of a page before its layout is known.
type page struct {
	width, height float64
	glyphs        []glyph
	rules         []rule
	notes         []note
	pictures      int     // images and form XObjects
	covered       float64 // share of the page covered by its biggest image
	unmapped      int     // glyphs with an unknown character; they are not in the field `glyphs`
	failed        bool

	fonts map[uint64]*font // fonts by PDFium's handle, which is valid while the page is open
}

const (
	maxGlyphs  = 200_000 // glyphs of a page
	maxObjects = 20_000  // objects of a page that are searched for lines and pictures
	maxRules   = 5_000
)

// page reads the page with the given index, counted from 0.
func (d *document) page(index int) page {
	var p page
	page := d.call("FPDF_LoadPage", d.doc, uint64(index))
	if page == 0 {
		p.failed = true
		return p
	}
	defer d.call("FPDF_ClosePage", page)
	place := d.placement(page)
	p.width, p.height = place.width, place.height
	d.objects(page, place, &p)
	text := d.call("FPDFText_LoadPage", page)
	if text != 0 {
		d.glyphs(text, place, &p)
		d.call("FPDFText_ClosePage", text)
	}
	d.annotations(page, place, &p)
	p.failed = d.err != nil
	return p
}

// placement converts coordinates of PDF to coordinates of the page as it is shown. In PDF,
// the origin is at the bottom, and the page may be rotated.
type placement struct {
	left, bottom, right, top float64
	turn                     int // rotation of the page in clockwise quarter turns
	width, height            float64
}

func (d *document) placement(page uint64) placement {
	p := placement{turn: int(d.call("FPDFPage_GetRotation", page)) & 3}
	if d.call("FPDF_GetPageBoundingBox", page, uint64(d.scratch)) != 0 {
		p.left, p.top, p.right, p.bottom = d.float32At(d.scratch), d.float32At(d.scratch+4), d.float32At(d.scratch+8), d.float32At(d.scratch+12)
	}
	if p.right <= p.left || p.top <= p.bottom {
		p.left, p.bottom, p.right, p.top = 0, 0, 595, 842
	}
	p.width, p.height = p.right-p.left, p.top-p.bottom
	if p.turn&1 == 1 {
		p.width, p.height = p.height, p.width
	}
	return p
}

// box converts a box from PDF's coordinates.
func (p placement) box(left, bottom, right, top float64) parsed.Box {
	if left > right {
		left, right = right, left
	}
	if bottom > top {
		bottom, top = top, bottom
	}
	switch p.turn {
	case 1:
		return parsed.Box{X0: bottom - p.bottom, Y0: left - p.left, X1: top - p.bottom, Y1: right - p.left}
	case 2:
		return parsed.Box{X0: p.right - right, Y0: bottom - p.bottom, X1: p.right - left, Y1: top - p.bottom}
	case 3:
		return parsed.Box{X0: p.top - top, Y0: p.right - right, X1: p.top - bottom, Y1: p.right - left}
	}
	return parsed.Box{X0: left - p.left, Y0: p.top - top, X1: right - p.left, Y1: p.top - bottom}
}

// glyphs reads the characters of a page in drawing order.
func (d *document) glyphs(text uint64, place placement, p *page) {
	n := int(int32(d.call("FPDFText_CountChars", text)))
	if n <= 0 || d.err != nil {
		return
	}
	n = min(n, maxGlyphs)
	chars := newPageText(d, text, n)
	boxOf := d.function("FPDFText_GetLooseCharBox")
	generated := d.function("FPDFText_IsGenerated")
	p.glyphs = slices.Grow(d.room[:0], n)
	d.room = p.glyphs
	runs := objectRuns{d: d, text: text, of: d.function("FPDFText_GetTextObject"), chars: n}
	var last uint64
	var face *font
	var size float64
	quarter := 0
	high := rune(0)
	for i := range n {
		at := uint64(i)
		r := chars.at(i)
		if d.err != nil {
			return
		}
		switch {
		case r >= 0xd800 && r < 0xdc00:
			high = r
			continue
		case r >= 0xdc00 && r < 0xe000:
			if high == 0 {
				continue
			}
			r = 0x10000 + (high-0xd800)<<10 + (r - 0xdc00)
		}
		high = 0
		if r == ' ' || r == '\r' || r == '\n' || r == '\t' || r == 0xa0 || r == 0x3000 {
			if d.invoke(generated, text, at) != 0 { // PDFium inserted this space
				if n := len(p.glyphs); n > 0 && p.glyphs[n-1].quarter == slanted {
					p.glyphs = append(p.glyphs, glyph{r: ' ', box: p.glyphs[n-1].box, quarter: slanted, font: face})
				}
				continue // in text that is not slanted, spaces are derived from positions instead
			}
			if r == ' ' || r == 0x3000 || !d.withoutMap(text, at) {
				if r != ' ' && r != 0x3000 && r != 0xa0 {
					continue
				}
				r = ' '
			}
		}
		if o := runs.at(i); o != last {
			last = o
			face = d.fontOf(o, text, at, p)
			size, quarter = d.looks(text, at, place)
		}
		if d.invoke(boxOf, text, at, uint64(d.scratch)) == 0 {
			continue
		}
		left, top, right, bottom := d.fourFloats()
		b := place.box(left, bottom, right, top)
		if quarter == 0 && unicode.Is(unicode.Han, r) && b.Y1-b.Y0 > pointSize && b.Y1-b.Y0 < size*0.97 {
			b = d.widened(b, text, at, size, place)
		}
		if r != ' ' && !d.known(face, text, at, r) || r == 0xfffd || r < 0x20 && r != 2 && !face.isCode(r) || r >= 0xe000 && r < 0xf900 || r >= 0xf0000 {
			if r != 0 {
				p.unmapped++
				face.addUnknown()
			}
			continue
		}
		if r == 2 && !face.isCode(r) { // PDFium's code for a hyphen at the end of a line
			r = '-'
		}
		if b.X1 < 0 || b.Y1 < 0 || b.X0 > place.width || b.Y0 > place.height {
			continue // outside the page
		}
		p.glyphs = append(p.glyphs, glyph{r: r, box: b, size: size, bold: face.isBold(), quarter: quarter, font: face})
	}
	withLigatures(p.glyphs)
	p.glyphs = withAccents(p.glyphs)
	d.withoutGibberish(p)
	p.withCyrillicI()
}

// looks returns the displayed size, in points, and the direction of the text at a character.
func (d *document) looks(text, at uint64, place placement) (size float64, quarter int) {
	size = finite(math.Float64frombits(d.call("FPDFText_GetFontSize", text, at)))
	if d.call("FPDFText_GetMatrix", text, at, uint64(d.scratch)) != 0 {
		a, b, c, e := d.fourFloats()
		if size < 0 { // a negative size turns the letters and their direction by 180°
			size, a, b = -size, -a, -b
		}
		if scale := math.Hypot(c, e); scale > 0 {
			size *= scale
		}
		turned := math.Atan2(b, a)*180/math.Pi - float64(place.turn)*90 + 720
		if quarter = int(math.Round(turned/90)) & 3; math.Abs(turned-math.Round(turned/90)*90) > 5 {
			quarter = slanted
		}
	}
	if size < 1 || size > 1000 {
		size = 10
	}
	return size, quarter
}

// widened returns the box of a Han character with the width of a full character. If the file gives the text
// of a glyph in an entry /ActualText, PDFium returns the box of the glyph's outline, which is narrower.
// Chromium writes such entries for some usual characters, for example 日 and 用.
func (d *document) widened(b parsed.Box, text, at uint64, size float64, place placement) parsed.Box {
	if d.call("FPDFText_GetCharOrigin", text, at, uint64(d.scratch), uint64(d.scratch+8)) == 0 {
		return b
	}
	x, y := d.float64At(d.scratch), d.float64At(d.scratch+8)
	if left := place.box(x, y, x, y).X0; left < b.X0-size*0.01 {
		b.X0, b.X1 = left, max(b.X1, left+size)
	}
	return b
}

// fontName returns the name of a character's font. If the name is unknown or too long, it is empty.
func (d *document) fontName(text, at uint64) []byte {
	n := d.call("FPDFText_GetFontInfo", text, at, uint64(d.scratch), 256, uint64(d.scratch+512))
	if n == 0 || n > 256 {
		return nil
	}
	name, _ := d.mod.Memory().Read(d.scratch, uint32(n))
	return bytes.TrimRight(name, "\x00")
}

// boldName reports whether a font's name marks it as bold.
func boldName(name []byte) bool {
	for i := 0; i+4 <= len(name); i++ {
		w := string(name[i : i+4])
		if w == "Bold" || w == "bold" || w == "BOLD" || w == "Blac" || w == "Heav" {
			return true
		}
	}
	return false
}
