package odf

import (
	"context"
	"encoding/xml"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parse/slides"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// deck is the state of reading the slides of a presentation.
type deck struct {
	r       *reader
	c       *parse.Collector
	unit    *parsed.Unit // nil between slides
	shapes  []slides.Shape
	open    []string // elements of the open shapes, outermost first
	inNotes bool     // inside the speaker notes
	notes   []parsed.Block
	shown   []string // pictures of the slide
	inside  *picture.Inside
}

// drawn are the elements of shapes.
var drawn = map[string]bool{"frame": true, "custom-shape": true, "rect": true, "ellipse": true, "circle": true, "line": true, "connector": true, "path": true, "polygon": true, "polyline": true, "caption": true, "regular-polygon": true}

// ReadSlides reads the slides of a presentation in their order, each with its speaker
// notes.
func ReadSlides(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	d, err := open(ctx, in, c)
	if err != nil {
		return err
	}
	s := &deck{c: c, inside: picture.NewInside(in, c)}
	s.r = &reader{d: d, hook: s.start, leave: s.close, put: s.put, note: s.note}
	if err := d.read(s.r); err != nil {
		return err
	}
	return s.end()
}

func (s *deck) start(e xml.StartElement) bool {
	switch {
	case e.Name.Space == "draw" && e.Name.Local == "page":
		s.begin(e)
		return true
	case e.Name.Space == "presentation" && e.Name.Local == "notes":
		s.inNotes = true
		return true
	case e.Name.Space == "draw" && e.Name.Local == "image" && s.unit != nil && !s.inNotes:
		if name := archive.PartName(archive.Attr(e, "href")); picture.IsPicture(name) && len(s.shown) < parse.MaxEntries {
			s.shown = append(s.shown, name)
		}
	case e.Name.Space == "draw" && drawn[e.Name.Local] && s.unit != nil:
		s.open = append(s.open, e.Name.Local)
		sh := slides.Shape{Place: place(archive.Attr(e, "class"))}
		if x := archive.AttrNS(e, "svg", "x"); x != "" {
			sh.At, sh.X, sh.Y = true, points(x), points(archive.AttrNS(e, "svg", "y"))
			sh.W, sh.H = points(archive.AttrNS(e, "svg", "width")), points(archive.AttrNS(e, "svg", "height"))
		}
		if len(s.shapes) < parse.MaxEntries {
			s.shapes = append(s.shapes, sh)
		}
	}
	return false
}

// place returns the placeholder type of a shape, named as in slides.Shape.
func place(class string) string {
	switch class {
	case "subtitle":
		return "subTitle"
	case "outline":
		return "body"
	}
	return class
}

func (s *deck) begin(e xml.StartElement) {
	if s.r.d.styles.of["drawing-page "+archive.Attr(e, "style-name")].hidden {
		s.c.Warn(parsed.HiddenParts)
	}
	st := s.r.d.styles
	size := st.pages[st.layout[archive.Attr(e, "master-page-name")]]
	s.unit = &parsed.Unit{Kind: parsed.Slide, Width: size[0], Height: size[1]}
	s.shapes, s.notes, s.shown, s.inNotes, s.open = nil, nil, nil, false, nil
}

func (s *deck) close(name xml.Name) error {
	switch {
	case name.Space == "draw" && name.Local == "page":
		return s.end()
	case name.Space == "presentation" && name.Local == "notes":
		s.inNotes = false
	case len(s.open) > 0 && name.Space == "draw" && name.Local == s.open[len(s.open)-1]:
		s.open = s.open[:len(s.open)-1]
	}
	return nil
}

// put adds a block to the latest shape. Inside the speaker notes, it adds the block to the notes. It
// drops headers, footers, dates and page numbers.
func (s *deck) put(b parsed.Block) error {
	if s.unit == nil || len(s.shapes) == 0 {
		return nil
	}
	sh := &s.shapes[len(s.shapes)-1]
	switch {
	case s.inNotes:
		if sh.Place == "notes" {
			s.note(b.Text)
		}
		return nil
	case b.Kind == parsed.Table:
	case sh.Title():
		b.Kind, b.Level = parsed.Title, 1
	case sh.Place == "header" || sh.Place == "footer" || sh.Place == "date-time" || sh.Place == "page-number":
		return nil
	case b.Kind == parsed.Paragraph && sh.Place == "body":
		b.Kind, b.Level = parsed.List, 1
	}
	sh.Blocks = append(sh.Blocks, b)
	return nil
}

func (s *deck) note(text string) {
	s.notes = append(s.notes, parsed.Block{Kind: parsed.Note, Text: text})
}

// end passes on the current slide.
func (s *deck) end() error {
	if s.unit == nil {
		return nil
	}
	u := *s.unit
	s.unit = nil
	var shapes []slides.Shape
	for _, sh := range s.shapes {
		if len(sh.Blocks) > 0 {
			shapes = append(shapes, sh)
		}
	}
	slides.Fill(&u, shapes, s.c)
	if len(u.Blocks) == 0 && len(s.shown) > 0 {
		var err error
		if u.Blocks, err = s.inside.Any(s.r.d.ctx, s.r.d.Archive, s.shown); err != nil {
			return err
		}
		if len(u.Blocks) == 0 {
			s.c.Pictures++
		}
	}
	u.Blocks = append(u.Blocks, s.notes...)
	return s.c.Unit(u)
}
