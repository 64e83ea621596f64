package run

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestQuiet checks that Quiet keeps waiting while an answer is running, and during the short time
// between two answers.
func TestQuiet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newManager(quietly(Options{}), newFake(), nil)
		defer drainNow(m)
		if err := m.Quiet(t.Context()); err != nil {
			t.Errorf("before the first answer: %v", err)
		}
		ask := func(cid string, d time.Duration) *Run {
			r, _, err := m.Start(t.Context(), spec(cid), unsaved, func(ctx context.Context, out *Out) error { return after(ctx, d) })
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		begin := time.Now()
		first := ask("a", 10*time.Second)
		second := ask("b", 20*time.Second)
		quietAt := make(chan time.Duration, 1)
		go func() {
			if err := m.Quiet(t.Context()); err != nil {
				t.Errorf("waiting: %v", err)
			}
			quietAt <- time.Since(begin)
		}()
		short, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := m.Quiet(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("while answers are being made: %v", err)
		}
		<-first.Done()
		<-second.Done()
		time.Sleep(quietAfter / 2)
		third := ask("c", time.Second)
		<-third.Done()
		if got, want := <-quietAt, 20*time.Second+quietAfter/2+time.Second+quietAfter; got != want {
			t.Errorf("it was quiet after %s, want %s", got, want)
		}
		if err := m.Quiet(t.Context()); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}
