package retrieve

import (
	"strings"
	"unicode/utf8"
)

// What makes a sentence an answer was set with the questions of
// testdata/eval/open.txt: as many as possible of those that the documents
// answer are answered while nine of ten of the others are refused.
const (
	enough     = 0.68
	byCoverage = 0.63 // of the whole question
	byTail     = 0.37 // of its later half: a question says first what it is about and then what it wants to know
	aGap       = 0.05 // off for each character of the longest stretch of which nothing is there
	aCount     = 0.15 // on for a number of the very thing that is counted
	noLook     = 0.14 // off when it does not look like an answer to this kind of question
)

// answeredBy says whether a candidate answers the question. A year, number or
// code that the question names has to be there.
func (q *question) answeredBy(c candidate) bool {
	if q.lacksNumber(c.wide) {
		return false
	}
	s := c.in.sentences[c.first]
	sure := byCoverage*c.coverage + byTail*q.tail(c.wide) - aGap*float64(q.gap(c.wide))
	if s.counts {
		sure += aCount
	}
	if !s.looks {
		sure -= noLook
	}
	return sure >= enough
}

// tail is the coverage of the later half of the elements that count; 0 when a
// question has none, and asks about nothing.
func (q *question) tail(s set) float64 {
	var solid []*element
	for i := range q.elements {
		if !q.elements[i].hollow {
			solid = append(solid, &q.elements[i])
		}
	}
	var has, all float64
	for _, e := range solid[len(solid)/2:] {
		has += e.weight * e.covered(s)
		all += e.weight
	}
	if all == 0 {
		return 0
	}
	return has / all
}

// gap is the longest stretch of characters that count of which a text has
// nothing: most likely a word. An English word is as long as two characters.
func (q *question) gap(s set) int {
	longest, run, end := 0, 0, -1
	for i := range q.elements {
		e := &q.elements[i]
		if e.at != end && !e.word {
			run = 0
		}
		end = e.end
		if e.hollow || e.covered(s) > 0.5 {
			run = 0
			continue
		}
		run++
		if e.word {
			run++
		}
		longest = max(longest, run)
	}
	return longest
}

// lacksNumber says that a text lacks a year, a number or a code that the
// question names. A quantity, such as 12天, may stand in it as a range.
func (q *question) lacksNumber(s set) bool {
	for i := range q.elements {
		e := &q.elements[i]
		if e.word && strings.ContainsAny(q.folded[e.at:e.end], "0123456789") && e.covered(s) == 0 && !q.quantity(e) {
			return true
		}
	}
	return false
}

// quantity says that an element is a number with a measure word behind it. Four
// digits before 年 are the name of a year.
func (q *question) quantity(e *element) bool {
	r, _ := utf8.DecodeRuneInString(q.folded[e.end:])
	return measureWords[r] && !(r == '年' && e.end-e.at == 4)
}
