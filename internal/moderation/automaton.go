package moderation

import (
	"cmp"
	"slices"
)

// pattern is a phrase to search for, in folded form (see folder).
type pattern struct {
	text  []rune
	rule  int // number of the word in the file, or -1 for an allowed phrase
	level Level
	allow bool // the phrase is an allowed phrase
}

// automaton finds many phrases in one pass (Aho and Corasick, 1975). A node represents
// a prefix of a phrase; node 0 is the empty prefix. Nodes are numbered level by level,
// so that the children of node n are the nodes first[n] to first[n+1]-1, sorted by label.
type automaton struct {
	root    []int32 // the child of node 0 for each character; 0: none
	first   []int32
	label   []rune
	fail    []int32   // the node of the longest proper suffix of the node's text that has a node
	found   []int32   // the node of the longest suffix, possibly the whole text, that is a phrase; 0: none
	depth   []uint8   // length of the text
	open    []uint8   // length of the longest suffix of the text that begins a longer phrase
	phrases []pattern // by node; if level is 0 and allow is false, the node is not a whole phrase
}

// newAutomaton builds the automaton. For equal phrases, the strictest level is used. If one of
// the equal phrases is an allowed phrase, all of them are allowed.
func newAutomaton(patterns []pattern) *automaton {
	slices.SortStableFunc(patterns, func(a, b pattern) int {
		return cmp.Or(slices.Compare(a.text, b.text), cmp.Compare(b.level, a.level))
	})
	a := &automaton{label: []rune{0}, fail: []int32{0}, depth: []uint8{0}}
	type span struct{ from, to int } // the range of patterns that begin with the node's text
	spans := []span{{0, len(patterns)}}
	for n := int32(0); int(n) < len(spans); n++ {
		a.first = append(a.first, int32(len(spans)))
		a.phrases = append(a.phrases, pattern{rule: -1})
		at, depth := spans[n], int(a.depth[n])
		for ; at.from < at.to && len(patterns[at.from].text) == depth; at.from++ {
			a.phrases[n] = a.phrases[n].with(patterns[at.from])
		}
		for at.from < at.to {
			r, to := patterns[at.from].text[depth], at.from+1
			for to < at.to && patterns[to].text[depth] == r {
				to++
			}
			fail := int32(0)
			if n > 0 {
				fail = a.next(a.fail[n], r)
			}
			spans = append(spans, span{at.from, to})
			a.label = append(a.label, r)
			a.fail = append(a.fail, fail)
			a.depth = append(a.depth, uint8(depth+1))
			at.from = to
		}
		if n == 0 && len(spans) > 1 {
			a.root = make([]int32, a.label[len(spans)-1]+1)
			for child := 1; child < len(spans); child++ {
				a.root[a.label[child]] = int32(child)
			}
		}
	}
	a.first = append(a.first, int32(len(spans)))
	a.found, a.open = make([]int32, len(spans)), make([]uint8, len(spans))
	for n := 1; n < len(spans); n++ { // suffixes of n are shorter, so their nodes are complete already
		if a.found[n] = a.found[a.fail[n]]; a.phrases[n].level > 0 || a.phrases[n].allow {
			a.found[n] = int32(n)
		}
		if a.open[n] = a.open[a.fail[n]]; a.first[n] < a.first[n+1] {
			a.open[n] = a.depth[n]
		}
	}
	return a
}

func (p pattern) with(q pattern) pattern {
	if p.level < q.level {
		p.level, p.rule = q.level, q.rule
	}
	p.allow = p.allow || q.allow
	return p
}

// next returns the node after the character r: the node of the longest suffix of the text so
// far that has a node.
func (a *automaton) next(n int32, r rune) int32 {
	for ; n != 0; n = a.fail[n] {
		from, to := a.first[n], a.first[n+1]
		for from < to {
			mid := (from + to) / 2
			if a.label[mid] < r {
				from = mid + 1
			} else {
				to = mid
			}
		}
		if from < a.first[n+1] && a.label[from] == r {
			return from
		}
	}
	if int(r) < len(a.root) {
		return a.root[r]
	}
	return 0
}
