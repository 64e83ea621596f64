// Package slides sorts the shapes of a slide into reading order.
package slides

import (
	"cmp"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Shape is a shape of a slide. Its position and size are in points.
type Shape struct {
	Place  string // placeholder type of the shape in the layout: title, ctrTitle, subTitle, body …
	X, Y   float64
	W, H   float64
	At     bool // the position of the shape is known
	Blocks []parsed.Block
}

// Title reports whether the shape is the slide's title.
func (s Shape) Title() bool { return s.Place == "title" || s.Place == "ctrTitle" }

// Fill adds the blocks of shapes to a slide in reading order, and its title to the
// outline.
func Fill(u *parsed.Unit, shapes []Shape, c *parse.Collector) {
	order(shapes)
	headline(shapes, u.Height)
	for i, sh := range shapes {
		if sh.Title() && u.Name == "" && len(sh.Blocks) > 0 {
			u.Name = parse.OneLine(sh.Blocks[0].Text)
			c.Heading(1, u.Name, c.Next())
		}
		if i == 0 && c.Next() == 1 && c.Sum.Title == "" {
			c.Sum.Title = u.Name
		}
		for _, b := range sh.Blocks {
			if sh.At && sh.W > 0 {
				b.Box = &parsed.Box{X0: sh.X, Y0: sh.Y, X1: sh.X + sh.W, Y1: sh.Y + sh.H}
			}
			u.Blocks = append(u.Blocks, b)
		}
	}
}

// headline finds the title of a slide without a title placeholder: a single short line
// in the upper third of the slide.
func headline(shapes []Shape, height float64) {
	if len(shapes) == 0 || shapes[0].Title() {
		return
	}
	first := &shapes[0]
	if first.At && first.Y < height/3 && len(first.Blocks) == 1 && first.Blocks[0].Kind == parsed.Paragraph && parse.LooksHeading(first.Blocks[0].Text) {
		first.Place = "title"
		first.Blocks[0].Kind, first.Blocks[0].Level = parsed.Title, 1
	}
}

// order sorts shapes into reading order: the title, the subtitle, shapes without a known position, then
// shapes with a position. Shapes with a position are sorted from top to bottom and, at about the same
// height, from left to right.
func order(shapes []Shape) {
	rank := func(s Shape) int {
		switch {
		case s.Title():
			return 0
		case s.Place == "subTitle":
			return 1
		case !s.At:
			return 2
		default:
			return 3
		}
	}
	slices.SortStableFunc(shapes, func(a, b Shape) int {
		if d := cmp.Compare(rank(a), rank(b)); d != 0 || !a.At || !b.At {
			return d
		}
		return cmp.Compare(a.Y, b.Y)
	})
	// Shapes whose tops are at almost the same height form a row, which is sorted from left to right.
	for i := 0; i < len(shapes); {
		j := i + 1
		for j < len(shapes) && rank(shapes[i]) == 3 && rank(shapes[j]) == 3 && shapes[j].Y-shapes[i].Y < max(18, min(shapes[i].H, shapes[j].H)/3) {
			j++
		}
		slices.SortStableFunc(shapes[i:j], func(a, b Shape) int { return cmp.Compare(a.X, b.X) })
		i = j
	}
}
