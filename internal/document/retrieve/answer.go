package retrieve

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

const (
	readClosely = 8    // passages are read for sentences
	mostQuotes  = 3    // make an answer
	alsoAnswers = 0.85 // of the best sentence's score makes another one worth quoting
)

// candidate is a sentence, or several next to each other, that may answer.
type candidate struct {
	in          *ranked
	first, last int     // of the chunk's sentences
	wide        set     // what it has together with its neighbours and what stands above
	coverage    float64 // of the question by wide
	score       float64
}

// Answer answers a question with sentences of the documents, or refuses when
// they do not answer it.
func (x *Index) Answer(ctx context.Context, q Query) (Answer, error) {
	found, asked, err := x.search(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Refused: true, Passages: shown(found, q.Limit)}
	all := asked.candidates(found[:min(readClosely, len(found))])
	if len(all) == 0 || !asked.answeredBy(all[0]) {
		return out, nil
	}
	out.Refused = false
	var chosen []candidate
	for _, c := range all {
		if c.score < alsoAnswers*all[0].score || len(chosen) == mostQuotes {
			break
		}
		if !join(chosen, c) {
			chosen = append(chosen, c)
		}
	}
	for _, c := range chosen {
		out.Sentences = append(out.Sentences, c.quote())
	}
	return out, nil
}

// join makes c part of a candidate that it follows or goes before in the text,
// or that it repeats because chunks overlap.
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

// from is where the candidate begins in its unit.
func (c candidate) from() int { return c.in.start + c.in.sentences[c.first].Start }

// quote gives the candidate's words as they stand in the document.
func (c candidate) quote() Sentence {
	r := c.in
	return Sentence{
		DocumentID: r.documentID, Unit: r.unit, Heading: r.path.shown(), Header: r.header,
		Text:  strings.TrimSpace(r.text[r.sentences[c.first].Start:r.sentences[c.last].End]),
		Score: c.score,
	}
}

// candidates scores the sentences of passages, best first. Headings and
// questions are no answers, but they say what the text below is about.
func (q *question) candidates(found []ranked) []candidate {
	var out []candidate
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
			c.score = 0.45*q.coverage(s.has) + 0.35*q.coverage(near) + 0.2*c.coverage
			if s.looks {
				c.score += 0.1
			}
			if s.counts {
				c.score += 0.1
			}
			c.score *= 0.6 + 0.4*r.score/found[0].score
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return out
}

// isHeading says that a sentence is one of the headings above the chunk.
func (r *ranked) isHeading(sentence string) bool {
	sentence = strings.TrimSpace(sentence)
	return slices.ContainsFunc(r.path, func(h heading) bool { return h.Text == sentence })
}
