// Package outline makes the outline of a file from the outline stored in the file. If there is none, it
// uses the headings or the numbered lines.
package outline

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

const maxHeadings = 2000

// Outline returns the tree of a file's headings. It takes the headings from the file's own outline.
// If there is no such outline, it takes the blocks marked as headings. If there are no such blocks,
// it takes numbered lines.
func Outline(summary parsed.Summary, units []parsed.Unit) []Node {
	return tree(headings(summary, units))
}

// headings returns the headings in the order of the file.
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

// numbered finds headings by their numbers. The numbering styles that occur in the file
// become the levels, in the order of numberings: if 一、 and 1. occur, 一、 is above 1.; if
// only 1. occurs, it is the top level. In a dotted style, each number of dots is a level.
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
	if len(out) < 2 { // a single numbered line is not an outline
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

// tree makes each heading a child of the last heading before it with a smaller level.
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

// minLevel is smaller than the level of any heading. A file's own outline may count
// levels from any number.
const minLevel = -1 << 30

// Node is an entry of an outline or a mind map, with its place in the file. Unit counts
// from 1; it is 0 for a root that represents the whole file.
type Node struct {
	Text     string `json:"text"`
	Unit     int    `json:"unit"`
	Children []Node `json:"children,omitempty"`
}
