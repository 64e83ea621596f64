// Package pptx reads presentations.
package pptx

import (
	"context"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parse/slides"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

const emu = 12_700 // English metric units in a point

// Read reads the slides of a presentation in their order, each with its speaker notes.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	o, err := office.Open(ctx, in, c)
	if err != nil {
		return err
	}
	if o.Main == "" {
		o.Main = "ppt/presentation.xml"
	}
	parts, width, height, err := order(ctx, o)
	if err != nil {
		return err
	}
	c.Total = len(parts)
	pictures := picture.NewInside(in, c)
	for _, name := range parts {
		u := parsed.Unit{Kind: parsed.Slide, Width: width, Height: height}
		if err := slide(ctx, o, pictures, name, &u, c); err != nil {
			if !c.Recoverable(err) {
				return err
			}
			c.Warn(parsed.Unreadable)
		}
		if err := c.Unit(u); err != nil {
			return err
		}
	}
	return nil
}

// order returns the parts of the slides in order, and the size of the slides in points.
func order(ctx context.Context, o *office.Package) (names []string, width, height float64, err error) {
	r, err := o.Open(o.Main)
	if err != nil {
		return nil, 0, 0, parse.OrBroken(err)
	}
	defer r.Close()
	rels := o.Relations(ctx, o.Main)
	seen := map[string]bool{}
	err = archive.DecodeXML(ctx, r, func(t xml.Token) error {
		e, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch e.Name.Local {
		case "sldId":
			if name := rels.ByID[archive.AttrNS(e, "r", "id")]; name != "" && !seen[name] && len(names) < parse.MaxEntries {
				seen[name] = true
				names = append(names, name)
			}
		case "sldSz":
			width, height = float64(parse.Atoi(archive.Attr(e, "cx")))/emu, float64(parse.Atoi(archive.Attr(e, "cy")))/emu
		}
		return nil
	})
	return names, width, height, err
}

// slide reads one slide into u.
func slide(ctx context.Context, o *office.Package, pictures *picture.Inside, name string, u *parsed.Unit, c *parse.Collector) error {
	rels := o.Relations(ctx, name)
	s := &slideReader{links: rels.Links, chart: func(id string) []parsed.Block { return o.Chart(ctx, rels.ByID[id]).Blocks() }}
	err := shapes(ctx, o, name, s)
	if s.hidden {
		c.Warn(parsed.HiddenParts)
	}
	for _, id := range s.diagrams {
		d := &slideReader{diagram: true}
		_ = shapes(ctx, o, rels.ByID[id], d) // a damaged diagram is used as far as it can be read
		s.shapes = append(s.shapes, d.shapes...)
	}
	slides.Fill(u, s.shapes, c)
	if shown := slices.DeleteFunc(rels.ByType["image"], func(name string) bool { return !picture.IsPicture(name) }); len(u.Blocks) == 0 && len(shown) > 0 {
		blocks, stop := pictures.Any(ctx, o.Archive, shown)
		if stop != nil {
			return stop
		}
		if u.Blocks = blocks; len(blocks) == 0 {
			c.Pictures++
		}
	}
	for _, notes := range office.Once(rels.ByType["notesSlide"]) {
		n := &slideReader{}
		_ = shapes(ctx, o, notes, n) // damaged notes are used as far as they can be read
		for _, sh := range n.shapes {
			if sh.Place != "body" {
				continue
			}
			for _, b := range sh.Blocks {
				u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Note, Text: b.Text})
			}
		}
	}
	return err
}

// shapes reads the shapes of a part into s.
func shapes(ctx context.Context, o *office.Package, name string, s *slideReader) error {
	r, err := o.Open(name)
	if err != nil {
		return parse.OrBroken(err)
	}
	defer r.Close()
	err = archive.DecodeXML(ctx, r, s.token)
	s.endShape()
	return err
}

// slideReader is the state of reading the shapes of one part: a slide, speaker notes or a diagram.
type slideReader struct {
	shapes   []slides.Shape
	diagrams []string // relationship ids of the diagrams' data
	chart    func(id string) []parsed.Block
	links    map[string]string // addresses of links by relationship id
	hidden   bool
	diagram  bool

	open    bool
	cur     slides.Shape
	text    strings.Builder
	link    parse.Link
	leads   string // address of the run's link
	leading string // address of the open link
	inRun   bool
	level   int
	bullet  bool
	reading bool
	skip    int
	groups  [][2]float64 // offsets of the open groups; added to the coordinates of a shape inside the groups
	group   groupPlace
	table   *office.Table
}

// groupPlace is the position of a group, both in the coordinates outside the group and in the
// coordinates of its members.
type groupPlace struct {
	open               bool
	x, y, childX, chiY float64
}

func (s *slideReader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if s.skip > 0 || t.Name.Local == "Fallback" || t.Name.Local == "fld" && archive.Attr(t, "type") == "slidenum" {
			s.skip++
			return nil
		}
		s.start(t)
	case xml.EndElement:
		if s.skip > 0 {
			s.skip--
			return nil
		}
		s.end(t.Name.Local)
	case xml.CharData:
		if s.reading && s.skip == 0 {
			s.text.Write(t)
		}
	}
	return nil
}

func (s *slideReader) start(t xml.StartElement) {
	switch t.Name.Local {
	case "sld":
		s.hidden = archive.Attr(t, "show") == "0" || archive.Attr(t, "show") == "false"
	case "grpSpPr":
		s.group = groupPlace{open: true}
	case "sp", "graphicFrame", "pic", "cxnSp", "pt":
		s.endShape()
		s.open, s.cur = true, slides.Shape{}
	case "ph":
		if s.cur.Place = archive.Attr(t, "type"); s.cur.Place == "" {
			s.cur.Place = "content"
		}
	case "off", "chOff", "ext", "chExt":
		s.where(t)
	case "p":
		s.text.Reset()
		s.link, s.level, s.bullet = parse.Link{}, 0, false
	case "r", "fld":
		s.inRun, s.leads = true, ""
	case "hlinkClick":
		if s.inRun {
			s.leads = s.links[archive.AttrNS(t, "r", "id")]
		}
	case "pPr":
		s.level = max(0, min(8, parse.Atoi(archive.Attr(t, "lvl"))))
	case "buChar", "buAutoNum":
		s.bullet = true
	case "t":
		s.reading = true
		s.lead(s.leads)
	case "br":
		s.text.WriteByte('\n')
	case "relIds":
		if id := archive.AttrNS(t, "r", "dm"); id != "" && len(s.diagrams) < 50 {
			s.diagrams = append(s.diagrams, id)
		}
	case "chart":
		if id := archive.AttrNS(t, "r", "id"); id != "" && s.open && s.chart != nil {
			s.cur.Blocks = append(s.cur.Blocks, s.chart(id)...)
		}
	case "tbl":
		s.table = &office.Table{}
	case "tr":
		if s.table != nil {
			s.table.Rows = append(s.table.Rows, nil)
		}
	case "tc":
		if s.table != nil {
			s.table.Text.Reset()
			s.table.Down = on2(t, "hMerge") || on2(t, "vMerge")
		}
	}
}

func on2(t xml.StartElement, name string) bool {
	v := archive.Attr(t, name)
	return v == "1" || v == "true"
}

// where stores the position and size of a shape, or the position of a group.
func (s *slideReader) where(t xml.StartElement) {
	x, y := float64(parse.Atoi(archive.Attr(t, "x")))/emu, float64(parse.Atoi(archive.Attr(t, "y")))/emu
	switch {
	case s.group.open && t.Name.Local == "off":
		s.group.x, s.group.y = x, y
	case s.group.open && t.Name.Local == "chOff":
		s.group.childX, s.group.chiY = x, y
	case s.group.open:
	case t.Name.Local == "off" && s.open && !s.cur.At:
		s.cur.X, s.cur.Y, s.cur.At = x, y, true
		for _, g := range s.groups {
			s.cur.X, s.cur.Y = s.cur.X+g[0], s.cur.Y+g[1]
		}
	case t.Name.Local == "ext" && s.open && s.cur.W == 0:
		s.cur.W, s.cur.H = float64(parse.Atoi(archive.Attr(t, "cx")))/emu, float64(parse.Atoi(archive.Attr(t, "cy")))/emu
	}
}

func (s *slideReader) end(name string) {
	switch name {
	case "grpSpPr":
		s.groups = append(s.groups, [2]float64{s.group.x - s.group.childX, s.group.y - s.group.chiY})
		s.group.open = false
	case "grpSp":
		if len(s.groups) > 0 {
			s.groups = s.groups[:len(s.groups)-1]
		}
	case "sp", "graphicFrame", "pic", "cxnSp", "pt":
		s.endShape()
	case "t":
		s.reading = false
	case "r", "fld":
		s.inRun = false
	case "p":
		s.endPara()
	case "tc":
		if t := s.table; t != nil && len(t.Rows) > 0 {
			cell := t.Text.String()
			if t.Down {
				cell = ""
			}
			if row := &t.Rows[len(t.Rows)-1]; t.Cells < parse.MaxTableCells && len(*row) < parse.MaxCells {
				*row, t.Cells = append(*row, cell), t.Cells+1
			}
		}
	case "tbl":
		if s.table != nil && len(s.table.Rows) > 0 {
			s.cur.Blocks = append(s.cur.Blocks, parsed.Block{Kind: parsed.Table, Rows: s.table.Rows})
		}
		s.table = nil
	}
}

// lead ends the open link and begins a link to the address `to`. If `to` is empty, no link is open
// afterwards. If the open link already leads to `to`, the link continues: one link may consist of
// several runs.
func (s *slideReader) lead(to string) {
	if to != s.leading {
		s.link.End(&s.text)
		s.link.Begin(to, &s.text)
		s.leading = to
	}
}

func (s *slideReader) endPara() {
	s.lead("")
	text := strings.TrimSpace(s.text.String())
	name := strings.TrimSpace(s.link.Without(s.text.String()))
	s.text.Reset()
	if text == "" {
		return
	}
	if s.table != nil {
		s.table.Add(text)
		return
	}
	b := parsed.Block{Kind: parsed.Paragraph, Text: text}
	switch {
	case s.cur.Title():
		b.Kind, b.Level, b.Text = parsed.Title, 1, name
	case s.diagram, s.bullet, s.level > 0, s.cur.Place == "body", s.cur.Place == "content":
		b.Kind, b.Level = parsed.List, s.level+1
	}
	if s.open {
		s.cur.Blocks = append(s.cur.Blocks, b)
	}
}

// endShape stores a shape that has text. It skips, for example, dates, footers and slide numbers.
func (s *slideReader) endShape() {
	if s.open && len(s.cur.Blocks) > 0 {
		switch s.cur.Place {
		case "dt", "ftr", "sldNum", "hdr", "sldImg":
		default:
			if len(s.shapes) < parse.MaxEntries {
				s.shapes = append(s.shapes, s.cur)
			}
		}
	}
	s.open, s.cur = false, slides.Shape{}
}
