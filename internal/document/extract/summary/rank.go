package summary

// Constants of the random walk over the sentences.
const (
	damping = 0.85
	rounds  = 30
)

// rank computes the TextRank of each candidate: a measure of how central it is. The most central
// candidate has the rank 1. The rank is proportional to the probability that a random walk between
// similar sentences is at the candidate. The walk goes from sentences to their terms and back. This
// gives the same result as a graph of all similarities. The time grows with the length of the text
// instead of the square of the number of sentences.
func rank(all []candidate, vocabulary int) []float64 {
	n := len(all)
	if n == 0 {
		return nil
	}
	terms := make([]float64, vocabulary)
	// through distributes the weight of each sentence to all similar ones, except for
	// the share that would return to the sentence itself.
	through := func(from, to []float64) {
		clear(terms)
		for i, c := range all {
			for k, id := range c.terms {
				terms[id] += c.weights[k] * from[i]
			}
		}
		for i, c := range all {
			sum := 0.0
			for k, id := range c.terms {
				sum += c.weights[k] * terms[id]
			}
			to[i] = max(sum-from[i], 0)
		}
	}
	score, degree, share, next := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range score {
		score[i] = 1
	}
	through(score, degree)
	for range rounds {
		for i := range share {
			share[i] = 0
			if degree[i] > 1e-9 {
				share[i] = score[i] / degree[i]
			}
		}
		through(share, next)
		for i := range score {
			score[i] = 1 - damping + damping*next[i]
		}
	}
	highest := 0.0
	for _, s := range score {
		highest = max(highest, s)
	}
	for i := range score {
		score[i] /= highest
	}
	return score
}
