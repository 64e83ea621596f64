package run

import (
	"context"
	"time"
)

// quietAfter is how long the process must have been without a running answer to count as quiet. Shorter
// pauses, such as between two questions, do not count.
const quietAfter = 250 * time.Millisecond

// quiet records whether answers are running. Some work waits until no answer is running. The manager's
// lock protects the fields of quiet.
type quiet struct {
	timer *time.Timer   // fires quietAfter after the last running answer has ended; nil until an answer has ended
	since chan struct{} // closed while the process is quiet
}

func newQuiet() quiet {
	q := quiet{since: make(chan struct{})}
	close(q.since)
	return q
}

func (q *quiet) begin() {
	if q.timer != nil {
		q.timer.Stop()
	}
	if closed(q.since) {
		q.since = make(chan struct{})
	}
}

// end records that the last running answer has ended. If no other answer
// starts within quietAfter, `over` is called.
func (q *quiet) end(over func()) {
	if q.timer == nil {
		q.timer = time.AfterFunc(quietAfter, over)
		return
	}
	q.timer.Reset(quietAfter)
}

// Quiet waits until this process has had no running answer for a quarter of a second. When ctx
// ends first, it returns the error of ctx.
func (m *Manager) Quiet(ctx context.Context) error {
	m.mu.Lock()
	since := m.quiet.since
	m.mu.Unlock()
	select {
	case <-since:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (m *Manager) becomeQuiet() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.runs) == 0 && !closed(m.quiet.since) {
		close(m.quiet.since)
	}
}
