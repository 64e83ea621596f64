package retrieve

import (
	"strings"
	"unicode/utf8"
)

// What makes a sentence an answer: the weights of a logistic regression over the open
// questions of testdata, in which unanswerable questions count twice. It has only
// features that fit a line each, because more of them did not carry over to other
// questions.
const (
	atFirst    = -6.1
	byCoverage = 4.8  // of the whole question
	byTail     = 1.9  // of its later half: a question says first what it is about and then what it wants to know
	byGap      = -0.8 // a stretch of at least two characters that the text lacks entirely: most likely a word
	byLongGap  = -2.2 // of three or more
	byLook     = 0.9  // it looks like an answer to this kind of question
	byCount    = 1.85 // it has a number of the very thing that is counted
	instead    = 0.95 // what a word counts here when another one stands for it
	earlier    = 0.5  // what a word of the question before counts
)

// answeredBy says whether a candidate answers the question. It must have every year,
// number and code that the question names.
func (q *question) answeredBy(c candidate) bool {
	if q.lacksNumber(c.wide) {
		return false
	}
	s, gap := c.in.sentences[c.first], q.gap(c.wide)
	whole, tail := q.solid(c.wide)
	sure := atFirst + byCoverage*whole + byTail*tail
	if gap >= 2 {
		sure += byGap
	}
	if gap >= 3 {
		sure += byLongGap
	}
	if s.looks {
		sure += byLook
	}
	if s.counts {
		sure += byCount
	}
	return sure >= 0
}

// solid is the coverage of the elements that count, and of their later half; 0
// when a question has none, and asks about nothing.
func (q *question) solid(s set) (whole, tail float64) {
	var solid, own []*element
	for i := range q.elements {
		e := &q.elements[i]
		if e.hollow {
			continue
		}
		solid = append(solid, e)
		if !e.earlier {
			own = append(own, e)
		}
	}
	share := func(of []*element) float64 {
		var has, all float64
		for _, e := range of {
			covered := e.covered(s)
			if covered == discount {
				covered = instead
			}
			weight := e.weight
			if e.earlier {
				weight *= earlier
			}
			has += weight * covered
			all += weight
		}
		if all == 0 {
			return 0
		}
		return has / all
	}
	if len(own) == 0 { // 多少钱？
		own = solid
	}
	return share(solid), share(own[len(own)/2:])
}

// gap is the longest stretch of counting characters that a text lacks entirely: most
// likely a word. An English word counts as two characters.
func (q *question) gap(s set) int {
	longest, run, end := 0, 0, -1
	for i := range q.elements {
		e := &q.elements[i]
		if e.at != end && !e.word {
			run = 0
		}
		end = e.end
		if e.hollow || e.earlier || e.covered(s) > 0.5 {
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
