package cite

// Limits on the work for one answer.
const (
	maxReading = 256 << 10   // bytes of the texts whose facts are remembered
	maxWork    = 100_000_000 // bytes of all passages, each times the number of clauses that are compared with it
)

// reading remembers the facts of texts, because the same passages are read for many sentences and for many
// clauses of a sentence. It also bounds the comparisons of an answer with its sources: many sentences of many
// figures, with marks of long passages, would take minutes.
type reading struct {
	facts map[string]facts
	size  int // bytes of the texts in facts
	left  int // what remains of maxWork
}

func newReading() *reading { return &reading{facts: map[string]facts{}, left: maxWork} }

// affords reports whether `work` is left, and takes it away.
func (r *reading) affords(work int) bool {
	if work > r.left {
		return false
	}
	r.left -= work
	return true
}

// factsOf returns the facts of a text. It forgets all others when the texts exceed maxReading bytes.
func (r *reading) factsOf(text string) facts {
	f, ok := r.facts[text]
	if !ok {
		f = factsOf(text)
		if r.size += len(text); r.size > maxReading {
			clear(r.facts)
			r.size = len(text)
		}
		r.facts[text] = f
	}
	return f
}
