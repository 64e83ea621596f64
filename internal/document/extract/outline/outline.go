// Package outline makes the outline of a file, out of its own or of the headings
// and numbers in it.
package outline

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

const maxHeadings = 2000

// Outline is the tree of the file's headings: those of its own outline, else
// those that its blocks are marked as, else lines that are numbered like
// headings.
func Outline(summary parsed.Summary, units []parsed.Unit) []Node {
	return tree(headings(summary, units))
}

// headings are the file's headings in its order.
func headings(summary parsed.Summary, units []parsed.Unit) []parsed.Heading {
	for _, found := range [][]parsed.Heading{summary.Outline, marked(units), numbered(units)} {
		found = slices.DeleteFunc(slices.Clone(found), func(h parsed.Heading) bool { return strings.TrimSpace(h.Text) == "" })
		if len(found) > 0 {
			return found[:min(len(found), maxHeadings)]
		}
	}
	return nil
}

func marked(units []parsed.Unit) []parsed.Heading {
	var out []parsed.Heading
	for _, u := range units {
		for _, b := range u.Blocks {
			if b.Kind == parsed.Title {
				out = append(out, parsed.Heading{Level: max(b.Level, 1), Text: strings.TrimSpace(b.Text), Unit: u.Number})
			}
		}
	}
	return out
}

// numbered finds headings by their numbers. The kinds of numbering that occur become
// the levels, in the order of the table: 一、 is above 1. where both occur; where 1.
// occurs alone, it is the top level.
func numbered(units []parsed.Unit) []parsed.Heading {
	var out []parsed.Heading
	used := map[int]bool{}
	for _, u := range units {
		for _, b := range u.Blocks {
			if b.Kind != parsed.Paragraph && b.Kind != parsed.List {
				continue
			}
			text := strings.TrimSpace(b.Text)
			if !LooksLikeHeading(text) {
				continue
			}
			row, depth, _ := Numbering(text)
			level := row*10 + depth
			used[level] = true
			out = append(out, parsed.Heading{Level: level, Text: text, Unit: u.Number})
		}
	}
	if len(out) < 2 { // one numbered line is no outline
		return nil
	}
	var levels []int
	for l := range used {
		levels = append(levels, l)
	}
	slices.Sort(levels)
	for i := range out {
		out[i].Level = slices.Index(levels, out[i].Level) + 1
	}
	return out
}

// tree puts each heading under the nearest one before it that has a lower
// level.
func tree(in []parsed.Heading) []Node {
	var build func(i, level int) ([]Node, int)
	build = func(i, level int) ([]Node, int) {
		var out []Node
		for i < len(in) && in[i].Level > level {
			node := Node{Text: in[i].Text, Unit: in[i].Unit}
			node.Children, i = build(i+1, in[i].Level)
			out = append(out, node)
		}
		return out, i
	}
	out, _ := build(0, minLevel)
	return out
}

// minLevel is below every level, whatever a file's own outline counts from.
const minLevel = -1 << 30

// Node is an entry of an outline or a mind map, and where it stands in the
// file: the unit counts from 1, and is 0 for a root that stands for the whole.
type Node struct {
	Text     string `json:"text"`
	Unit     int    `json:"unit"`
	Children []Node `json:"children,omitempty"`
}
