package pdf

import (
	"bytes"
	"fmt"
	"io"
	"unicode"

	"github.com/andybalholm/brotli"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/formula"
)

// typeface is an opened font. The font of texts is unpacked again for each exported file and then
// dropped: exports are rare, and the unpacked font takes 10 MB of memory.
type typeface struct {
	data  []byte
	font  *sfnt.Font
	buf   sfnt.Buffer
	index map[rune]sfnt.GlyphIndex
}

// Font returns the built-in font as a TrueType file of 10 MB. It fails with
// errs.NoFont when the program was built without the font.
func Font() ([]byte, error) { return unpack(fontFile) }

// HasFont reports whether the program was built with its font.
func HasFont() bool { return len(fontFile) > 0 }

func unpack(packed []byte) ([]byte, error) {
	if len(packed) == 0 {
		return nil, errs.New(errs.NoFont)
	}
	data, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("the built-in font: %w", err)
	}
	return data, nil
}

func openFont(packed []byte) (*typeface, error) {
	t := &typeface{index: map[rune]sfnt.GlyphIndex{}}
	var err error
	if t.data, err = unpack(packed); err != nil {
		return nil, err
	}
	if t.font, err = sfnt.Parse(t.data); err != nil {
		return nil, fmt.Errorf("the built-in font: %w", err)
	}
	return t, nil
}

// drawing describes how a character is drawn.
type drawing uint8

const (
	asText    drawing = iota
	asOutline         // as an outline: the font has the character, but fpdf cannot write text beyond U+FFFF
	asBox             // drawn as a box with its code point, because the font lacks the character
	asNothing         // not at all, for example joiners, direction marks and variation selectors
	asFormula         // as a typeset formula
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
		g, _ = t.font.GlyphIndex(&t.buf, r) // on an error (a damaged table), the glyph counts as missing
		t.index[r] = g
	}
	return g
}

// em is the font size used to request outlines and widths.
const em = 1000

// width returns the advance of r in thousandths of the font size.
func (t *typeface) width(r rune) float64 {
	w, err := t.font.GlyphAdvance(&t.buf, t.glyph(r), fixed.I(em), 0)
	if err != nil {
		return em
	}
	return float64(w) / 64
}

// outline returns the shape of r; y increases downwards from the base line.
func (t *typeface) outline(r rune) sfnt.Segments {
	s, err := t.font.LoadGlyph(&t.buf, t.glyph(r), fixed.I(em), nil)
	if err != nil {
		return nil
	}
	return s
}

// extent returns the size of r, as a fraction of the font size.
func (t *typeface) extent(r rune) formula.Extent {
	b, advance, err := t.font.GlyphBounds(&t.buf, t.glyph(r), fixed.I(em), 0)
	if err != nil {
		return formula.Extent{Advance: 1, Right: 1, Above: 0.8}
	}
	part := func(v fixed.Int26_6) float64 { return float64(v) / 64 / em }
	return formula.Extent{Advance: part(advance), Left: part(b.Min.X), Right: part(b.Max.X), Below: -part(b.Max.Y), Above: -part(b.Min.Y)}
}
