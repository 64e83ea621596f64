package run

import (
	"context"
	"database/sql"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestWait begins two overlapping waits for a person. They last longer than the watchdog
// otherwise allows.
func TestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newManager(quietly(Options{}), newFake(), nil)
		defer drainNow(m)
		r, _, err := m.Start(t.Context(), spec("c"), func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *Out) error {
			end1, end2 := out.Wait(), out.Wait()
			synctest.Wait()
			if !out.Run().Record().Waiting {
				t.Error("the record does not say waiting")
			}
			if err := after(ctx, 5*time.Minute); err != nil {
				return err
			}
			end1()
			end1()
			if err := after(ctx, 5*time.Minute); err != nil {
				return err
			}
			end2()
			if out.Run().Record().Waiting {
				t.Error("the record says waiting after the end of it")
			}
			return out.Emit(stream.Text{Msg: "好"})
		})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if r.State() != stream.StateDone {
			t.Errorf("the run ended as %s", r.State())
		}

		// After the wait the watchdog works again.
		begin := time.Now()
		r, _, err = m.Start(t.Context(), spec("d"), func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *Out) error {
			end := out.Wait()
			if err := after(ctx, 9*time.Minute); err != nil {
				return err
			}
			end()
			return after(ctx, time.Hour)
		})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if took := time.Since(begin); r.State() != stream.StateError || took < 10*time.Minute || took > 12*time.Minute {
			t.Errorf("a silent run ended as %s after %s", r.State(), took)
		}
	})
}

// TestWaitingRow checks that the run's row is marked as waiting during a wait, and no longer after the
// end of the run.
func TestWaitingRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		waits, seen := make(chan struct{}), make(chan struct{})
		r := h.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			out.Wait()
			if err := out.Commit(ctx, func(context.Context, *sql.Tx) error { return nil }); err != nil {
				return err
			}
			close(waits)
			return until(seen, "好")(ctx, out)
		})
		wait(t, "the job to wait", waits)
		if h.count(t, `SELECT COUNT(*) FROM run WHERE waiting`) != 1 {
			t.Error("the row does not say waiting")
		}
		close(seen)
		wait(t, "the end", r.Done())
		if h.count(t, `SELECT COUNT(*) FROM run WHERE waiting`) != 0 {
			t.Error("the row still says waiting")
		}
	})
}

func TestSignal(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		got := make(chan Signal, 1)
		r := h.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			select {
			case s := <-out.Signals():
				got <- s
			case <-ctx.Done():
			}
			return out.Emit(stream.Text{Msg: "好"})
		})
		for _, who := range []string{"another", ""} {
			if ok, err := h.Signal(t.Context(), who, "c", "consent", "{}"); ok || err != nil {
				t.Errorf("%q signalled: %v, %v", who, ok, err)
			}
		}
		if ok, err := h.Signal(t.Context(), "owner", "c", "consent", `{"allow":true}`); !ok || err != nil {
			t.Fatalf("Signal: %v, %v", ok, err)
		}
		if s := <-got; s != (Signal{"consent", `{"allow":true}`}) {
			t.Errorf("the job got %v", s)
		}
		wait(t, "the end", r.Done())
		if ok, err := h.Signal(t.Context(), "owner", "c", "consent", "{}"); ok || err != nil {
			t.Errorf("after the end: %v, %v", ok, err)
		}
		for _, kind := range []string{"", "stop"} {
			if _, err := h.Signal(t.Context(), "owner", "c", kind, ""); err == nil {
				t.Errorf("kind %q was taken", kind)
			}
		}
	})
}
