package pdf

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/formula"
)

// typeface is the one font of PDF files. It is unpacked for each file, because
// few files are made and 10 MB would stay in memory otherwise.
type typeface struct {
	data  []byte
	font  *sfnt.Font
	buf   sfnt.Buffer
	index map[rune]sfnt.GlyphIndex
}

func openFont(packed []byte) (*typeface, error) {
	if len(packed) == 0 {
		return nil, errs.New(errs.NoFont)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("the built-in font: %w", err)
	}
	t := &typeface{index: map[rune]sfnt.GlyphIndex{}}
	if t.data, err = io.ReadAll(z); err != nil {
		return nil, fmt.Errorf("the built-in font: %w", err)
	}
	if t.font, err = sfnt.Parse(t.data); err != nil {
		return nil, fmt.Errorf("the built-in font: %w", err)
	}
	return t, nil
}

// drawing says how a rune comes onto the page.
type drawing uint8

const (
	asText    drawing = iota
	asOutline         // the font has it, but PDF text made by fpdf ends at U+FFFF
	asBox             // the font does not have it: a box with its number
	asNothing         // invisible: joiners, direction marks, variation selectors
	asFormula         // a formula that was set
)

func (t *typeface) drawing(r rune) drawing {
	if unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector) {
		return asNothing
	}
	switch glyph := t.glyph(r); {
	case glyph == 0:
		return asBox
	case r > 0xffff:
		return asOutline
	}
	return asText
}

func (t *typeface) glyph(r rune) sfnt.GlyphIndex {
	g, known := t.index[r]
	if !known {
		g, _ = t.font.GlyphIndex(&t.buf, r) // a damaged table reads as: not there
		t.index[r] = g
	}
	return g
}

// em is the size at which outlines and widths are asked for.
const em = 1000

// width is the advance of r in thousandths of the size.
func (t *typeface) width(r rune) float64 {
	w, err := t.font.GlyphAdvance(&t.buf, t.glyph(r), fixed.I(em), 0)
	if err != nil {
		return em
	}
	return float64(w) / 64
}

// outline is the shape of r, with y growing downwards from the base line.
func (t *typeface) outline(r rune) sfnt.Segments {
	s, err := t.font.LoadGlyph(&t.buf, t.glyph(r), fixed.I(em), nil)
	if err != nil {
		return nil
	}
	return s
}

// extent is how far r reaches, in parts of the size.
func (t *typeface) extent(r rune) formula.Extent {
	b, advance, err := t.font.GlyphBounds(&t.buf, t.glyph(r), fixed.I(em), 0)
	if err != nil {
		return formula.Extent{Advance: 1, Right: 1, Above: 0.8}
	}
	part := func(v fixed.Int26_6) float64 { return float64(v) / 64 / em }
	return formula.Extent{Advance: part(advance), Left: part(b.Min.X), Right: part(b.Max.X), Below: -part(b.Max.Y), Above: -part(b.Min.Y)}
}
