package retrieve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// evidence is what speaks for and against a candidate being the answer, a number for
// each row of evidenceWeights.
type evidence [len(evidenceWeights)]float64

// evidenceWeights are those of a logistic regression over the questions of testdata,
// in which unanswerable questions count twice; TestTrainRefusal computes them. Each row
// made questions of files that it was not computed from come out better.
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
	byWords   // how much of the question it has together with its neighbours and what stands above
	byOthers  // share of the question's words for which it has another one
	byGap     // its passage lacks two characters next to each other entirely: most likely a word
	byExplain // the question asks for a way or a reason, which a text about the matter mostly gives
	byCount   // it has a number of the very thing that is counted
	byTail    // how much of the later half of the question it has: a question says first what it is about and then what it wants to know
	byMissing // a sum, an amount, a time or a name is asked for, and it has none
	byPerson  // it asks for a person, whom a text about the matter often leaves out
)

// What a candidate's evidence adds up to when it answers for certain, and when it may.
const (
	certain  = 0.95
	possible = -0.8
)

// earlier is what a word of the question before counts.
const earlier = 0.5

// evidence weighs a candidate.
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

// certainty is how sure it is that a candidate answers the question. One that lacks a
// year, number or code of the question never does.
func (q *question) certainty(c candidate) float64 {
	if q.lacksNumber(c.wide) || q.lacksOrdinal(c.in) {
		return possible - 1
	}
	return q.evidence(c).sum()
}

// solid is how much a text has of the elements that count, by weight, and the share of
// them that it only has in other words; 0 when a question has none, and asks about
// nothing.
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

// numbered is one of several things that are told apart by their number.
var numbered = text.NewPattern(`第([一二三四五六七八九十\d]+个?(?:季度|学期|阶段|[轮期届批]))`)

// lacksOrdinal says that a passage lacks one of the numbered things that the question
// names: what it says of this quarter is not said of the first.
func (q *question) lacksOrdinal(r *ranked) bool {
	for _, m := range numbered.FindAllStringSubmatch(q.asked, -1) {
		named := func(s string) bool { return strings.Contains(s, m[1]) }
		if !named(r.path.shown()) && !slices.ContainsFunc(r.sentences, func(s sentence) bool { return named(s.folded) }) {
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

// tail is how much of the later half of the question a text has.
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

// missing says that a question asks for one of the kinds and neither the candidate nor
// a sentence behind it looks like such an answer.
func (q *question) missing(c candidate, of ...kind) bool {
	if !slices.ContainsFunc(of, func(k kind) bool { return q.kinds[k] }) {
		return false
	}
	near := c.in.sentences[c.first:min(len(c.in.sentences), c.last+2)]
	return !slices.ContainsFunc(near, func(s sentence) bool { return s.looks })
}
