package retrieve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Weights of the parts of a passage's score. They add up to 1. The stored row of column names counts
// as a heading.
const (
	byWhole    = 0.36 // coverage of the question by the chunk and its headings
	byWindow   = 0.25 // coverage by two consecutive sentences and the headings
	bySentence = 0.12 // coverage by one sentence alone
	byHeading  = 0.07 // coverage by the headings alone
	byAnswer   = 0.20 // coverage by one sentence and the headings, with the factors below
)

// Factors for the score of a sentence, by what the sentence looks like.
const (
	lookFactor  = 0.75 // the sentence does not look like an answer to this kind of question
	countFactor = 1.2  // the sentence has a number before the measure word of the question
)

// sentence is a sentence of a chunk, with its terms of the question.
type sentence struct {
	zh.Span
	folded string
	has    set
	looks  bool // the sentence looks like an answer to this kind of question
	counts bool // the sentence has a number before the measure word of the question
}

// ranked is a chunk with its score for a question.
type ranked struct {
	stored
	above     set    // terms of the headings and of the stored header
	header    string // the row of column names, whether stored with the chunk or part of its text
	columns   set    // terms of the row of column names, if the row is part of the text
	sentences []sentence
}

// rank reads chunks and sorts them by score.
func (q *question) rank(f *folder, found []stored) []ranked {
	out := make([]ranked, len(found))
	for i, s := range found {
		out[i] = q.read(f, s)
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	return out
}

func (q *question) read(f *folder, s stored) ranked {
	r := ranked{stored: s, header: s.header, above: q.found(f.fold(s.path.shown() + "\n" + s.header).text)}
	cut := zh.Clauses
	if strings.Contains(s.text, "\t") {
		cut = zh.Lines
	}
	for _, sp := range cut(s.text, chunkSize) {
		folded := strings.TrimSpace(f.fold(sp.Of(s.text)).text)
		t := sentence{Span: sp, folded: folded, has: q.found(folded)}
		if t.has.or(r.above) != (set{}) { // the sentence, or a heading above it, has a term of the question; other sentences cannot be answers
			t.looks, t.counts = q.looksRight(folded), q.counted(folded)
		}
		if strings.Contains(folded, "\t") {
			if r.header == "" { // the first row of a table contains the column names
				r.header, r.columns = strings.TrimSpace(sp.Of(s.text)), t.has
				t.looks, t.counts = false, false
			}
			t.has = t.has.or(r.columns)
		}
		r.sentences = append(r.sentences, t)
	}
	r.score = q.fits(r)
	return r
}

// fits returns the score of a chunk, 0 to about 1.
func (q *question) fits(r ranked) float64 {
	whole := r.above
	var window, single, answer float64
	for i, s := range r.sentences {
		whole = whole.or(s.has)
		pair := s.has.or(r.above)
		near := q.coverage(pair)
		if i+1 < len(r.sentences) {
			pair = pair.or(r.sentences[i+1].has)
		}
		if !s.looks {
			near *= lookFactor
		}
		if s.counts {
			near *= countFactor
		}
		single = max(single, q.coverage(s.has))
		window = max(window, q.coverage(pair))
		answer = max(answer, near)
	}
	return byWhole*q.coverage(whole) + byWindow*window + bySentence*single + byHeading*q.coverage(r.above) + byAnswer*answer
}
