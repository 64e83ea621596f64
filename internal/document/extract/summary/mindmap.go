package summary

import (
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits that keep a mind map easy to survey.
const (
	mapDepth    = 4 // levels, including the root
	mapBranches = 12
	mapLeaves   = 3  // sentences under a heading
	mapText     = 48 // characters of a node
	mapKeywords = 6  // branches of a file without headings
)

// MindMap returns the file as a tree of at most four levels including the root. The root is the
// title. Below the root are the headings. Below each innermost heading are its most important
// sentences, or the columns of a table. If a file has no headings, or only a single one, its keywords
// are the branches. The root's text is empty if the file has neither a title nor a single top heading.
// Long texts are cut, except the root's text.
func MindMap(summary parsed.Summary, units []parsed.Unit) outline.Node {
	return Of(units).MindMap(summary)
}

// MindMap returns the mind map of the file; see the function of that name.
func (c *Content) MindMap(summary parsed.Summary) outline.Node {
	units := c.units
	root := outline.Node{Text: strings.TrimSpace(summary.Title)}
	outline := outline.Outline(summary, units)
	if len(outline) == 1 { // a single top heading is the title
		if root.Text == "" {
			root.Text, root.Unit = outline[0].Text, outline[0].Unit
		}
		outline = outline[0].Children
	}
	if len(outline) == 0 {
		root.Children = c.byKeywords()
		return root
	}
	leaves := c.leavesByHeading()
	root.Children = grow(outline, leaves, 2)
	return root
}

// grow limits a tree of headings, and adds leaves below its innermost headings that are above the
// last level.
func grow(in []outline.Node, leaves map[string][]outline.Node, level int) []outline.Node {
	out := make([]outline.Node, 0, min(len(in), mapBranches))
	for _, n := range in {
		if len(out) == mapBranches {
			break
		}
		node := outline.Node{Text: clip(n.Text), Unit: n.Unit}
		if level < mapDepth {
			node.Children = grow(n.Children, leaves, level+1)
			if len(node.Children) == 0 {
				node.Children = leaves[headingKey(n.Text)]
			}
		}
		out = append(out, node)
	}
	return out
}

// leavesByHeading returns the most important sentences below each heading, in the order of the
// file. If there are no sentences, it returns the columns of the first table there that has a header.
func (c *Content) leavesByHeading() map[string][]outline.Node {
	units, all, scores := c.units, c.all, c.scores
	place := map[[2]int]int{} // index of the first candidate by unit and block
	for i, c := range all {
		if _, ok := place[[2]int{c.Unit, c.Block}]; !ok {
			place[[2]int{c.Unit, c.Block}] = i
		}
	}
	under, columns := map[string][]int{}, map[string][]outline.Node{}
	heading := ""
	for _, u := range units {
		for b, block := range u.Blocks {
			text := strings.TrimSpace(block.Text)
			if block.Kind == parsed.Title || outline.LooksLikeHeading(text) {
				heading = headingKey(text)
				continue
			}
			if block.Kind == parsed.Table && columns[heading] == nil {
				columns[heading] = columnsOf(u, block)
			}
			first, ok := place[[2]int{u.Number, b}]
			if !ok {
				continue
			}
			for i := first; i < len(all) && all[i].Unit == u.Number && all[i].Block == b; i++ {
				under[heading] = append(under[heading], i)
			}
		}
	}
	out := map[string][]outline.Node{}
	for h, members := range under {
		out[h] = best(all, scores, members)
	}
	for h, n := range columns {
		if len(out[h]) == 0 {
			out[h] = n
		}
	}
	return out
}

// columnsOf returns the names of a table's columns, at most mapBranches, as leaves of the heading
// above the table. For a table without a header, it returns nothing.
func columnsOf(u parsed.Unit, b parsed.Block) []outline.Node {
	var out []outline.Node
	for _, t := range table.Tables([]parsed.Unit{{Number: u.Number, Kind: u.Kind, Blocks: []parsed.Block{b}}}) {
		for _, c := range t.Columns {
			if t.Headed && len(out) < mapBranches && strings.Contains(b.Text, c.Name) {
				out = append(out, outline.Node{Text: clip(c.Name), Unit: u.Number})
			}
		}
	}
	return out
}

// headingKey returns a heading without white space, to match entries of the outline with headings in
// the text.
func headingKey(s string) string { return strings.Join(strings.Fields(s), "") }

// best selects at most mapLeaves of the sentences whose indexes are `members`: the most important ones. It
// returns them as leaves, in the order of the file.
func best(all []candidate, scores []float64, members []int) []outline.Node {
	var some []candidate
	var values []float64
	for _, m := range members {
		some = append(some, all[m])
		values = append(values, scores[m])
	}
	return leavesOf(some, choose(some, values, min(mapLeaves, len(some))))
}

func leavesOf(all []candidate, chosen []int) []outline.Node {
	keep := make([]bool, len(all))
	for _, c := range chosen {
		keep[c] = true
	}
	var out []outline.Node
	for i, c := range all {
		if keep[i] {
			out = append(out, outline.Node{Text: clip(c.Text), Unit: c.Unit})
		}
	}
	return out
}

// byKeywords returns a branch for each keyword, with the most important sentences that contain it.
// A sentence is in one branch only. A keyword without sentences gets no branch.
func (c *Content) byKeywords() []outline.Node {
	units, all, scores := c.units, c.all, c.scores
	used := make([]bool, len(all))
	var out []outline.Node
	for _, k := range Keywords(units, mapKeywords) {
		var members []int
		for i, c := range all {
			if !used[i] && strings.Contains(zh.Fold(c.Text), zh.Fold(k.Word)) {
				members = append(members, i)
			}
		}
		leaves := best(all, scores, members)
		if len(leaves) == 0 {
			continue
		}
		for _, m := range members {
			for _, l := range leaves {
				used[m] = used[m] || strings.HasPrefix(all[m].Text, l.Text) && all[m].Unit == l.Unit
			}
		}
		out = append(out, outline.Node{Text: k.Word, Unit: leaves[0].Unit, Children: leaves})
	}
	return out
}

// clip shortens a text to mapText characters. If the first line is long enough for a sentence, clip
// uses only the first line. It cuts at the last comma, colon or semicolon after the first third of
// mapText. If there is no such mark, it cuts at the last space in the second half. If there is no such
// space, it cuts after mapText characters.
func clip(s string) string {
	s = strings.TrimSpace(s)
	if line, _, ok := strings.Cut(s, "\n"); ok && utf8.RuneCountInString(line) >= shortSentence {
		s = strings.TrimSpace(line)
	}
	if utf8.RuneCountInString(s) <= mapText {
		return s
	}
	end, comma, space, count := len(s), 0, 0, 0
	for i, r := range s {
		if count == mapText {
			end = i
			if r == ' ' {
				space = i
			}
			break
		}
		if count >= mapText/3 && strings.ContainsRune("，,；;：:、", r) {
			comma = i
		}
		if count >= mapText/2 && r == ' ' {
			space = i
		}
		count++
	}
	for _, at := range []int{comma, space} {
		if at > 0 {
			return strings.TrimSpace(s[:at])
		}
	}
	return s[:end]
}
