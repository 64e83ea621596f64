package run

import (
	"context"
	"time"
)

// quietAfter is how long no answer must have been made before the process counts
// as quiet: between two questions that follow each other closely it is not.
const quietAfter = 250 * time.Millisecond

// quiet tells work that can wait when it disturbs no answer. The manager's lock
// guards it.
type quiet struct {
	timer *time.Timer   // runs since the last answer ended; nil before the first one
	since chan struct{} // closed while the process is quiet
}

func newQuiet() quiet {
	q := quiet{since: make(chan struct{})}
	close(q.since)
	return q
}

// begin notes that an answer is being made.
func (q *quiet) begin() {
	if q.timer != nil {
		q.timer.Stop()
	}
	if closed(q.since) {
		q.since = make(chan struct{})
	}
}

// end notes that the last answer has ended. over is called when it has been quiet
// for long enough.
func (q *quiet) end(over func()) {
	if q.timer == nil {
		q.timer = time.AfterFunc(quietAfter, over)
		return
	}
	q.timer.Reset(quietAfter)
}

// Quiet waits until this process has made no answer for a quarter of a second.
// When ctx ends first, it gives its error.
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
