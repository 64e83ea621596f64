package run

import (
	"cmp"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// AtOnce limits the simultaneous answers of this process; 0 means no limit.
type AtOnce struct {
	Owner   int // answers to the questions of one person
	Network int // answers to the questions from one network
}

// crowdedRetry is how long a client should wait before it tries again after errs.OwnAnswers or
// errs.ManyAnswers.
const crowdedRetry = 10 * time.Second

// crowded returns errs.OwnAnswers or errs.ManyAnswers for a run that exceeds the limits. The
// caller holds the lock. There are few runs, so they are simply counted.
func (m *Manager) crowded(spec Spec) error {
	if m.atOnce == nil {
		return nil
	}
	most := m.atOnce()
	own, near := 0, 0
	for _, r := range m.runs {
		if cmp.Or(r.spec.AuthorID, r.place.owner) == cmp.Or(spec.AuthorID, spec.OwnerID) {
			own++
		}
		if r.spec.Network == spec.Network && spec.Network != "" {
			near++
		}
	}
	switch {
	case most.Owner > 0 && own >= most.Owner:
		return errs.New(errs.OwnAnswers).With("limit", strconv.Itoa(most.Owner)).Retry(crowdedRetry)
	case most.Network > 0 && near >= most.Network:
		return errs.New(errs.ManyAnswers).Retry(crowdedRetry)
	}
	return nil
}
