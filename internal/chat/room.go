package chat

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// measuredFor is how long a measurement is used. During this time, it does not include the bytes
	// that another server process stores.
	measuredFor = 30 * time.Second
	// maxMeasured bounds the number of owners with a measurement in memory.
	maxMeasured = 10_000
)

// measurements caches the size of each owner's conversations in bytes, so that not every question
// has to measure it.
type measurements struct {
	mu  sync.Mutex
	all map[string]measurement
}

type measurement struct {
	bytes int64
	until time.Time
}

// add adds bytes to the measurement of an owner if the sum does not exceed `limit`; `fits` reports
// whether the bytes were added. `known` is false when there is no recent measurement; then nothing is
// added.
func (m *measurements) add(owner string, more, limit int64, now time.Time) (fits, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	is, known := m.all[owner]
	if !known || now.After(is.until) {
		return false, false
	}
	if is.bytes+more > limit {
		return false, true
	}
	is.bytes += more
	m.all[owner] = is
	return true, true
}

func (m *measurements) set(owner string, bytes int64, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = map[string]measurement{}
	}
	for other := range m.all {
		if len(m.all) < maxMeasured {
			break
		}
		delete(m.all, other) // drop an arbitrary owner, who will be measured again
	}
	m.all[owner] = measurement{bytes, now.Add(measuredFor)}
}

// measure reads and caches the size of an owner's conversations in bytes, including the steps of
// answers.
func (s *Service) measure(ctx context.Context, owner string) error {
	bytes, err := chatdb.New(s.DB.Read()).OwnerBytes(ctx, owner)
	if err != nil {
		return stored(err)
	}
	steps, err := s.Answers.OwnerBytes(ctx, owner)
	if err != nil {
		return err
	}
	s.measured.set(owner, bytes+steps, s.Now())
	return nil
}

// fits adds bytes to the measurement of an owner. It fails with errs.ConversationsFull, and adds
// nothing, when the sum would exceed MaxBytes. It measures again before it refuses, because
// conversations may have been purged since the last measurement.
func (s *Service) fits(ctx context.Context, owner string, more int64) error {
	if s.MaxBytes <= 0 {
		return nil
	}
	if ok, _ := s.measured.add(owner, more, s.MaxBytes, s.Now()); ok {
		return nil
	}
	if err := s.measure(ctx, owner); err != nil {
		return err
	}
	if ok, _ := s.measured.add(owner, more, s.MaxBytes, s.Now()); !ok {
		return errs.New(errs.ConversationsFull).With("limit", strconv.FormatInt(s.MaxBytes>>20, 10))
	}
	return nil
}
