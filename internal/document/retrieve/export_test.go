package retrieve

import "context"

// EvidenceWeights are the weights in use; the first weight is the constant term.
var EvidenceWeights = evidenceWeights[:]

// Thresholds for the sum of the evidence.
const (
	Certain  = certain
	Possible = possible
)

// Evidence returns the evidence for the best candidate of a question; nil if there is no
// candidate, or if the candidate lacks a number or an ordinal of the question.
func (x *Index) Evidence(ctx context.Context, q Query) ([]float64, Passage, error) {
	found, asked, err := x.search(ctx, q)
	if err != nil {
		return nil, Passage{}, err
	}
	all := asked.candidates(found[:min(readClosely, len(found))])
	if len(all) == 0 || asked.lacksNumber(all[0].wide) || asked.lacksOrdinal(all[0].in) {
		return nil, Passage{}, nil
	}
	e := asked.evidence(all[0])
	return e[:], all[0].in.passage(), nil
}
