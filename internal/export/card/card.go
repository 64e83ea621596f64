// Package card draws the preview picture for links to shared conversations in messengers.
package card

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/wenqu-ai/wenqu/internal/export/pdf"
)

// Card is the text of the picture.
type Card struct{ Product, Title, Summary string }

// Width and Height are the size of the picture, in pixels.
const (
	Width  = 1200
	Height = 630
)

// Sizes in pixels.
const (
	margin      = 88
	titleSize   = 64
	summarySize = 34
	productSize = 32
)

var (
	paper  = color.RGBA{250, 250, 247, 255}
	ink    = color.RGBA{31, 41, 55, 255}
	grey   = color.RGBA{107, 114, 128, 255}
	accent = color.RGBA{15, 118, 110, 255}
)

// Task draws a card given as JSON and returns the PNG.
func Task(_ context.Context, body []byte) ([]byte, error) {
	var c Card
	if err := json.Unmarshal(body, &c); err != nil {
		return nil, err
	}
	return Draw(c)
}

// Draw returns the card as a PNG. It fails with errs.NoFont when the server was built without the
// font for PDF files.
func Draw(c Card) ([]byte, error) {
	data, err := pdf.Font()
	if err != nil {
		return nil, err
	}
	f, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(m, m.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	draw.Draw(m, image.Rect(0, 0, Width, 14), image.NewUniform(accent), image.Point{}, draw.Src)
	p := pen{m: m, font: f}
	y := p.lines(c.Title, titleSize, ink, margin+titleSize, 3)
	p.lines(c.Summary, summarySize, grey, y+summarySize, 4)
	p.lines(c.Product, productSize, accent, Height-margin+24, 1)
	if p.err != nil {
		return nil, p.err
	}
	var b bytes.Buffer
	// The picture has few colours in large areas, so the fastest compression is sufficient.
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m)
	return b.Bytes(), err
}

// pen draws lines of text and keeps its first error.
type pen struct {
	m    draw.Image
	font *opentype.Font
	err  error
}

// lines draws s on at most `most` lines. The base line of the first line is at y.
// The result is the base line for a further line of the same size.
func (p *pen) lines(s string, size float64, in color.Color, y, most int) int {
	if p.err != nil || s == "" {
		return y
	}
	face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		p.err = err
		return y
	}
	defer face.Close()
	d := font.Drawer{Dst: p.m, Src: image.NewUniform(in), Face: face}
	for _, line := range wrap(face, s, most) {
		d.Dot = fixed.P(margin, y)
		d.DrawString(line)
		y += int(size * 1.45)
	}
	return y
}

// wrap breaks a text into at most `most` lines that fit. A full line ends at its last space. If the
// line has no space, or a Chinese character comes next, the line ends where it is full. If the text
// needs more lines, the last line ends with ….
func wrap(face font.Face, s string, most int) []string {
	const room = fixed.Int26_6((Width - 2*margin) << 6)
	var out []string
	var line []rune
	var width fixed.Int26_6
	space := -1 // last possible line end between words
	advance := func(r rune) fixed.Int26_6 {
		a, _ := face.GlyphAdvance(r) // 0 for characters that the font lacks
		return a
	}
	text := visible(s)
	for i := 0; i < len(text); i++ {
		r := text[i]
		if width+advance(r) <= room {
			if r == ' ' {
				space = len(line)
			}
			line, width = append(line, r), width+advance(r)
			continue
		}
		if len(out) == most-1 {
			for len(line) > 0 && width+advance('…') > room {
				width -= advance(line[len(line)-1])
				line = line[:len(line)-1]
			}
			return append(out, string(line)+"…")
		}
		if space > 0 && r < 0x2e80 { // words are not split
			i -= len(line) - space
			line = line[:space]
		} else {
			i--
		}
		if len(line) == 0 { // even one character is wider than the line, so the rest is left out
			return out
		}
		out = append(out, string(line))
		line, width, space = nil, 0, -1
	}
	if len(line) > 0 {
		out = append(out, string(line))
	}
	return out
}

// visible removes invisible characters, non-spacing marks and characters that change the direction
// of text, and replaces white space with spaces.
func visible(s string) []rune {
	var out []rune
	for _, r := range s {
		if unicode.IsSpace(r) {
			r = ' '
		}
		if unicode.IsGraphic(r) && !unicode.In(r, unicode.Cf, unicode.Mn) {
			out = append(out, r)
		}
	}
	return out
}
