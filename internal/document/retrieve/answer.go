package retrieve

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

const (
	readClosely = 8    // number of passages searched for candidates
	otherKind   = 0.85 // factor for a sentence that does not look like the requested kind of answer
	mostQuotes  = 3    // quotes in an answer, at most
	mostNear    = 2    // possible quotes for a refused question, at most
	alsoAnswers = 0.85 // another sentence is quoted, too, if its score is at least this share of the best score
)

// candidate is a sentence, or several consecutive sentences, that may answer the question.
type candidate struct {
	in          *ranked
	first, last int     // indexes of the chunk's sentences
	wide        set     // terms of the candidate, of the sentences before and after it, and of the headings, column names and question above it
	coverage    float64 // share of the question that `wide` covers
	score       float64
}

// Answer answers a question with sentences of the documents. If no sentence answers the question,
// Answer refuses it.
func (x *Index) Answer(ctx context.Context, q Query) (Answer, error) {
	found, asked, err := x.search(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return x.folder().answer(q, asked, found), nil
}

// answer makes the answer to a question from the passages in `found`.
func (f *folder) answer(q Query, asked *question, found []ranked) Answer {
	out := Answer{Refused: true, Passages: shown(found, q.Limit)}
	chosen := asked.choose(found, certain)
	for _, part := range parts(q.Text) {
		// A question such as 合同一共多少钱，先付多少 asks for two things. Each part is answered on its own.
		again := q.parse(f, part)
		again.weigh(again.frequencies(again.rank(f, storedOf(found))), len(found))
		for _, c := range again.choose(again.rank(f, storedOf(found)), certain) {
			if len(chosen) < mostQuotes && !join(chosen, c) {
				chosen = append(chosen, c)
			}
		}
	}
	slices.SortStableFunc(chosen, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	for _, c := range chosen {
		out.Refused = false
		out.Sentences = append(out.Sentences, c.quote())
	}
	if out.Refused {
		near := asked.choose(found, possible)
		for _, c := range near[:min(mostNear, len(near))] {
			out.Possible = append(out.Possible, c.quote())
		}
	}
	return out
}

// choose returns at most three candidates that answer the question, best first. It returns nil if
// the certainty of the best candidate is below `least`.
func (q *question) choose(found []ranked, least float64) []candidate {
	all := q.candidates(found[:min(readClosely, len(found))])
	if len(all) == 0 || q.certainty(all[0]) < least {
		return nil
	}
	var chosen []candidate
	for _, c := range all {
		if c.score < alsoAnswers*all[0].score || len(chosen) == mostQuotes {
			break
		}
		if !join(chosen, c) {
			chosen = append(chosen, c)
		}
	}
	chosen[0].extend()
	return chosen
}

// extend adds the next sentence, or else the previous sentence, if that sentence looks like an answer and
// the candidate does not. For example, the candidate states a rule and the next sentence states the
// figure. A row of a table is not extended.
func (c *candidate) extend() {
	all := c.in.sentences
	if slices.ContainsFunc(all[c.first:c.last+1], func(s sentence) bool { return s.looks }) || strings.Contains(all[c.first].folded, "\t") {
		return
	}
	switch {
	case c.last+1 < len(all) && all[c.last+1].looks:
		c.last++
	case c.first > 0 && all[c.first-1].looks && !c.in.isHeading(all[c.first-1].Of(c.in.text)):
		c.first--
	}
}

// parts splits a question for two or three things into its clauses. For other questions it
// returns nil.
func parts(asked string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(ends(asked, maxQuestion), func(r rune) bool { return strings.ContainsRune("，,；;？?\n", r) }) {
		if !asksAnything(part) {
			return nil
		}
		out = append(out, part)
	}
	if len(out) < 2 || len(out) > mostQuotes {
		return nil
	}
	return out
}

func storedOf(found []ranked) []stored {
	out := make([]stored, len(found))
	for i, r := range found {
		out[i] = r.stored
	}
	return out
}

// join merges c into an adjacent candidate in `chosen`. It returns true if it has merged c, or if c
// begins inside a chosen candidate because chunks overlap.
func join(chosen []candidate, c candidate) bool {
	for i := range chosen {
		o := &chosen[i]
		switch {
		case o.in == c.in && c.first == o.last+1:
			o.last = c.last
		case o.in == c.in && c.last == o.first-1:
			o.first = c.first
		case o.in.documentID == c.in.documentID && o.in.unit == c.in.unit &&
			c.from() >= o.from() && c.from() < o.in.start+o.in.sentences[o.last].End:
		default:
			continue
		}
		return true
	}
	return false
}

// from is the byte offset of the candidate in its unit.
func (c candidate) from() int { return c.in.start + c.in.sentences[c.first].Start }

// quote returns the candidate's words exactly as in the document.
func (c candidate) quote() Sentence {
	r := c.in
	return Sentence{
		DocumentID: r.documentID, Unit: r.unit, Heading: r.path.shown(), Header: r.header,
		Text:  strings.TrimSpace(r.text[r.sentences[c.first].Start:r.sentences[c.last].End]),
		Score: c.score,
	}
}

// candidates returns the sentences of passages with their scores, best first. Headings and questions are
// not candidates, but they count as context of the text below them.
func (q *question) candidates(found []ranked) []candidate {
	var out []candidate
	if len(found) == 0 || found[0].score == 0 { // no passage has a word of the question or a synonym
		return nil
	}
	for i := range found {
		r := &found[i]
		above := r.above
		for j, s := range r.sentences {
			if strings.HasSuffix(s.folded, "?") {
				above = r.above.or(s.has)
				continue
			}
			if s.folded == "" || r.isHeading(s.Of(r.text)) {
				continue
			}
			near := s.has.or(above)
			wide := near
			if j > 0 {
				wide = wide.or(r.sentences[j-1].has)
			}
			if j+1 < len(r.sentences) {
				wide = wide.or(r.sentences[j+1].has)
			}
			c := candidate{in: r, first: j, last: j, wide: wide, coverage: q.coverage(wide)}
			c.score = 0.1*q.coverage(s.has) + 0.8*q.coverage(near) + 0.1*c.coverage
			if !s.looks {
				c.score *= otherKind
			}
			if s.counts {
				c.score *= countFactor
			}
			c.score *= 0.6 + 0.4*r.score/found[0].score
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return out
}

// isHeading reports whether a sentence is one of the headings above the chunk.
func (r *ranked) isHeading(sentence string) bool {
	sentence = strings.TrimSpace(sentence)
	return slices.ContainsFunc(r.path, func(h heading) bool { return h.Text == sentence })
}
