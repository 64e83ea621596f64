package retrieve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// evidence contains numbers that indicate whether a candidate answers the question, one
// for each row of evidenceWeights.
type evidence [len(evidenceWeights)]float64

// evidenceWeights are the weights of a logistic regression over the questions of testdata, without
// the folder november. Unanswerable questions count twice. TestTrainRefusal computes the weights.
// Each row improved the results for files that were left out of the computation.
var evidenceWeights = [...]float64{
	always:    -3.4,
	byScore:   2.5,
	byWords:   2.4,
	byOthers:  0.8,
	byGap:     -0.8,
	byExplain: 1,
	byPerson:  -1.05,
	byCount:   0.9,
	byTail:    1.05,
	byMissing: -2.3,
}

const (
	always    = iota
	byScore   // the candidate's score
	byWords   // coverage of the question by the candidate, its neighbours, and the headings and column names above it
	byOthers  // share of the question's words with only a synonym in the candidate and the text around it
	byGap     // the passage lacks an English word of the question, or two adjacent characters, which are most likely a word
	byExplain // the question asks for a way or a reason, which texts on the subject usually contain
	byCount   // the candidate has a number before the measure word of the question
	byTail    // coverage of the second half of the question: usually, the first half names the subject and the second half is the actual question
	byMissing // the question asks for a sum, an amount, a time or a name, and neither the candidate nor the next sentence looks like an answer
	byPerson  // the question asks for a person; texts on the subject often do not name the person
)

// Minimum sums of evidence: for an answer, and for a quote that is only possibly relevant.
const (
	certain  = 0.95
	possible = -0.8
)

// earlier is the factor for words of the previous question.
const earlier = 0.5

// evidence computes the evidence for a candidate.
func (q *question) evidence(c candidate) evidence {
	passage := c.in.above
	for _, s := range c.in.sentences {
		passage = passage.or(s.has)
	}
	words, others := q.solid(c.wide)
	return evidence{
		always:    1,
		byScore:   c.score,
		byWords:   words,
		byOthers:  others,
		byGap:     flag(q.gap(passage) >= 2),
		byExplain: flag(q.kinds[manner] || q.kinds[reason]),
		byPerson:  flag(q.kinds[person]),
		byCount:   flag(c.in.sentences[c.first].counts),
		byTail:    q.tail(c.wide),
		byMissing: flag(q.missing(c, price, amount, duration, moment, clock, called)),
	}
}

func (e evidence) sum() float64 {
	out := 0.0
	for i, w := range evidenceWeights {
		out += w * e[i]
	}
	return out
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// certainty returns the sum of the evidence that a candidate answers the question. If the candidate
// lacks a year, number, code or ordinal of the question, the sum is below the constant `possible`.
func (q *question) certainty(c candidate) float64 {
	if q.lacksNumber(c.wide) || q.lacksOrdinal(c.in) {
		return possible - 1
	}
	return q.evidence(c).sum()
}

// solid returns two shares of the question's elements: `words` is the weighted share found in a text,
// possibly as synonyms. `others` is the unweighted share found only as synonyms. Hollow elements do
// not count. If the question has only hollow elements, both shares are 0.
func (q *question) solid(s set) (words, others float64) {
	var has, all, n float64
	for i := range q.elements {
		e := &q.elements[i]
		if e.hollow {
			continue
		}
		weight := e.weight
		if e.earlier {
			weight *= earlier
		}
		covered := e.covered(s)
		if covered == discount {
			others++
			covered = 1
		}
		has += weight * covered
		all += weight
		n++
	}
	if all == 0 {
		return 0, 0
	}
	return has / all, others / n
}

// gap returns the length of the longest run of adjacent characters of the question missing in the text.
// Hollow characters and characters of the previous question end a run; an English word counts as two
// characters.
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

// lacksNumber reports whether a text lacks a year, a number or a code of the question. Quantities
// such as 12天 are not checked, because the text may give a range.
func (q *question) lacksNumber(s set) bool {
	for i := range q.elements {
		e := &q.elements[i]
		if e.word && strings.ContainsAny(q.folded[e.at:e.end], "0123456789") && e.covered(s) == 0 && !q.quantity(e) {
			return true
		}
	}
	return false
}

// numbered is the pattern of numbered things, such as the first quarter.
var numbered = text.NewPattern(`第([一二三四五六七八九十\d]+个?(?:季度|学期|阶段|[轮期届批]))`)

// lacksOrdinal reports whether a passage lacks a numbered thing of the question, such as the
// first quarter.
func (q *question) lacksOrdinal(r *ranked) bool {
	for _, m := range numbered.FindAllStringSubmatch(q.asked, -1) {
		named := func(s string) bool { return strings.Contains(s, m[1]) }
		if !named(r.path.shown()) && !slices.ContainsFunc(r.sentences, func(s sentence) bool { return named(s.folded) }) {
			return true
		}
	}
	return false
}

// quantity reports whether an element is a number with a measure word behind it. Four
// digits before 年 are a year, not a quantity.
func (q *question) quantity(e *element) bool {
	r, _ := utf8.DecodeRuneInString(q.folded[e.end:])
	return measureWords[r] && !(r == '年' && e.end-e.at == 4)
}

// tail returns the share of the second half of the question found in a text with the terms s, 0
// to 1.
func (q *question) tail(s set) float64 {
	var own []*element
	for i := range q.elements {
		e := &q.elements[i]
		if !e.hollow && !e.earlier {
			own = append(own, e)
		}
	}
	var has, all float64
	for _, e := range own[len(own)/2:] {
		c := e.covered(s)
		if c == discount {
			c = 1
		}
		has += e.weight * c
		all += e.weight
	}
	if all == 0 {
		return 0
	}
	return has / all
}

// missing reports whether a question asks for one of the kinds, but the candidate and the next
// sentence do not look like an answer.
func (q *question) missing(c candidate, of ...kind) bool {
	if !slices.ContainsFunc(of, func(k kind) bool { return q.kinds[k] }) {
		return false
	}
	near := c.in.sentences[c.first:min(len(c.in.sentences), c.last+2)]
	return !slices.ContainsFunc(near, func(s sentence) bool { return s.looks })
}
