package retrieve

import "context"

// EvidenceWeights are those that are in use; the first is that of a constant.
var EvidenceWeights = evidenceWeights[:]

// What a sum of evidence is compared with.
const (
	Certain  = certain
	Possible = possible
)

// Evidence weighs the best candidate for a question; nil: there is none.
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
