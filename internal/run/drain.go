package run

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// storeWait limits two waits of Drain: until the ends of interrupted runs are stored, and then until
// the node's lease is ended.
const storeWait = 5 * time.Second

// Drain ends the manager's work. New runs are refused. Open runs may continue until ctx ends;
// then they are interrupted and stored. After Drain, runs can only be read. If the end of a run
// cannot be stored within 5 s, Drain returns an error. If the run is not temporary, Recover stores
// the end later.
func (m *Manager) Drain(ctx context.Context) error {
	err := m.settled(ctx)
	if err != nil {
		for _, r := range m.all() {
			r.mu.Lock()
			queue := r.finish(ending{err: errs.New(errs.Restarted)})
			r.mu.Unlock()
			r.enqueue(queue)
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeWait)
		defer cancel()
		if err = m.settled(last); err != nil {
			err = errs.Wrap(errs.StorageFail, errors.New("run: the end of some runs could not be stored"))
		}
	}
	m.closeOnce.Do(func() {
		for _, w := range m.writers() {
			w.close()
		}
		m.leave(ctx)
	})
	return err
}

// leave ends the background work and the node's lease. Other nodes can then recover the node's open
// runs at once.
func (m *Manager) leave(ctx context.Context) {
	m.mirrors.close()
	m.end()
	m.background.Wait()
	if m.node == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeWait)
	defer cancel()
	if err := m.main.store.leave(ctx); err != nil {
		m.logger.Error("the node's lease could not be given back", slog.Any("error", err))
	}
}

// settled refuses new runs and waits until no run is left.
func (m *Manager) settled(ctx context.Context) error {
	m.mu.Lock()
	m.draining = true
	if m.empty == nil {
		m.empty = make(chan struct{})
		if len(m.runs) == 0 {
			close(m.empty)
		}
	}
	m.mu.Unlock()
	select {
	case <-m.empty:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (m *Manager) all() []*Run {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.runs))
}
