//go:build unix

// Package domaintest contains helpers for tests of domains, for example a separate database, the
// domain's routes over HTTP, callers with an identity, a clock set by the test, and waiting for a
// condition.
package domaintest

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// Alice and Bob are two owners for tests of isolation.
const (
	Alice = "alice-0001"
	Bob   = "bob-00002"
)

// Main runs the tests of a package without a log: the router would log a line for every request.
func Main(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// Each runs the test f on both database engines, in parallel (see dbtest.Each). On each engine, f gets the result of
// `open` for an empty database.
func Each[H any](t *testing.T, open func(t testing.TB, d *db.DB) H, f func(t *testing.T, h H)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { f(t, open(t, d)) })
}

// On runs a test on SQLite alone, for tests that do not depend on the engine.
func On[H any](t *testing.T, open func(t testing.TB, d *db.DB) H, f func(t *testing.T, h H)) {
	t.Helper()
	t.Parallel()
	f(t, open(t, dbtest.OpenSQLite(t)))
}

// patience is how long Eventually waits. Only a failing test waits so long, so the time is enough
// even for the slowest machine.
const patience = 5 * time.Minute

// Eventually waits until a condition is true. If that takes longer than `patience`, the test fails with
// a message that contains `what`.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	end := time.NewTimer(patience)
	defer end.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-end.C:
			t.Fatalf("waited %s for this: %s", patience, what)
		}
	}
}

// Background runs f until the test ends or calls `stop`. Both the end of the test and `stop` wait until f
// returns.
func Background(t testing.TB, f func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}
