package retrieve

import (
	"cmp"
	"slices"
)

// What the parts of a passage's score count. They add up to 1.
const (
	byWhole    = 0.45 // how much of the question the chunk and its headings cover
	byWindow   = 0.30 // how much two sentences next to each other and the headings cover
	byHeading  = 0.10 // how much the headings alone cover
	bySentence = 0.15 // how much of the question one sentence covers
)

// sentence is one of a chunk, and which terms of the question it has.
type sentence struct {
	span
	folded string
	has    set
}

// ranked is a chunk that was read for a question.
type ranked struct {
	stored
	above     set // terms of its headings and column names
	sentences []sentence
}

// rank reads chunks and orders them by how well they fit.
func (q *question) rank(f *folder, found []stored) []ranked {
	out := make([]ranked, len(found))
	for i, s := range found {
		out[i] = q.read(f, s)
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	return out
}

func (q *question) read(f *folder, s stored) ranked {
	r := ranked{stored: s, above: q.found(f.fold(s.path.shown() + "\n" + s.header).text)}
	whole := r.above
	cut := sentences
	if s.header != "" {
		cut = lines
	}
	for _, sp := range cut(s.text, chunkSize) {
		folded := f.fold(sp.of(s.text)).text
		r.sentences = append(r.sentences, sentence{sp, folded, q.found(folded)})
	}
	var window, single float64
	for i, t := range r.sentences {
		whole = whole.or(t.has)
		single = max(single, q.coverage(t.has))
		next := t.has
		if i+1 < len(r.sentences) {
			next = next.or(r.sentences[i+1].has)
		}
		window = max(window, q.coverage(next.or(r.above)))
	}
	r.score = byWhole*q.coverage(whole) + byWindow*window + byHeading*q.coverage(r.above) + bySentence*single
	return r
}
