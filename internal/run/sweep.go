package run

import (
	"context"
	"log/slog"
	"time"
)

// sweepAtOnce limits the logs deleted in one transaction, so that answers do not wait long for the
// database.
const sweepAtOnce = 100

// Sweep deletes the log of a run 30 minutes after the run has ended, and the run's row after 24 h.
// It also deletes signals to runs that have ended. It is called about every minute. When ctx ends,
// the next call deletes the rest.
func (m *Manager) Sweep(ctx context.Context, now time.Time) {
	if m.node != "" {
		if err := m.main.store.dropSignals(ctx); err != nil && ctx.Err() == nil {
			m.logger.Error("old signals to runs could not be dropped", slog.Any("error", err))
		}
	}
	for i, w := range m.writers() {
		if err := m.sweep(ctx, w.store, &m.swept[i], now); err != nil && ctx.Err() == nil {
			m.logger.Error("old logs of runs could not be dropped", slog.Any("error", err))
		}
	}
}

// sweep cleans one store. It sets `swept` to the last run with a deleted log; the next call continues
// after this run.
func (m *Manager) sweep(ctx context.Context, s Store, swept *Record, now time.Time) error {
	upTo := now.Add(-keepLog).UnixMilli()
	for {
		recs, err := s.ended(ctx, *swept, upTo, sweepAtOnce)
		if err != nil {
			return err
		}
		if len(recs) == 0 {
			break
		}
		ids := make([]string, len(recs))
		for i, rec := range recs {
			ids[i] = rec.RunID
		}
		if err := s.dropLogs(ctx, ids); err != nil {
			return err
		}
		*swept = recs[len(recs)-1]
	}
	if err := s.trim(ctx, false); err != nil {
		return err
	}
	return s.dropRuns(ctx, now.Add(-keepRequest).UnixMilli())
}
