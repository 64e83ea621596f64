package run

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func unsaved(context.Context, *sql.Tx) error { return nil }

// The limit of a network applies to all people in it together. When an answer ends,
// another answer may start. Other networks are not affected.
func TestAnswersOfOneNetworkAtOnce(t *testing.T) {
	t.Parallel()
	m := newManager(Options{Logger: slog.New(slog.DiscardHandler), AtOnce: func() AtOnce { return AtOnce{Network: 3} }}, newFake(), nil)
	defer drainNow(m)
	release := make(chan struct{})
	n := 0
	ask := func(network string) (*Run, error) {
		n++
		s := spec(fmt.Sprintf("conversation-%d", n))
		s.OwnerID, s.Network = fmt.Sprintf("owner-%d", n), network
		r, _, err := m.Start(t.Context(), s, unsaved, until(release, "a"))
		return r, err
	}
	var first *Run
	for range 3 {
		r, err := ask("203.0.113.9")
		if err != nil {
			t.Fatal(err)
		}
		first = r
	}
	if _, err := ask("203.0.113.9"); !errs.Is(err, errs.ManyAnswers) {
		t.Errorf("the fourth answer: %v", err)
	}
	for _, network := range []string{"203.0.113.10", ""} {
		if _, err := ask(network); err != nil {
			t.Errorf("network %q: %v", network, err)
		}
	}
	close(release)
	wait(t, "the end", first.Done())
	if _, err := ask("203.0.113.9"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// An owner can have as many simultaneous runs as the limit allows. One more run is
// refused with an error message. Repeated requests, busy conversations and other
// owners are not refused for this reason.
func TestRunsOfOneOwner(t *testing.T) {
	t.Parallel()
	var most atomic.Int64
	most.Store(2)
	h := open(t, dbtest.OpenSQLite(t), func(o *Options) { o.AtOnce = func() AtOnce { return AtOnce{Owner: int(most.Load())} } })
	release := make(chan struct{})
	waits := func(ctx context.Context, _ *Out) error {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return nil
	}
	first := spec("a")
	first.RequestID = "request-a"
	running := []*Run{h.start(t, first, waits), h.start(t, spec("b"), waits)}
	_, _, err := h.Start(t.Context(), spec("c"), saveQuestion("c"), waits)
	if refused, ok := errors.AsType[*errs.Error](err); !ok || refused.Code != errs.OwnAnswers || refused.Status() != 429 ||
		refused.Message("en") != "2 answers are being made already. Wait for one to end, or stop one, and send this question again." {
		t.Fatalf("a third run: %v", err)
	}
	if r, outcome, err := h.Start(t.Context(), first, saveQuestion("a"), waits); r != running[0] || outcome != Attached || err != nil {
		t.Errorf("a repeated request: %v, %v", outcome, err)
	}
	if _, outcome, err := h.Start(t.Context(), spec("b"), saveQuestion("b"), waits); outcome != Busy || !errs.Is(err, errs.Busy) {
		t.Errorf("a busy conversation: %v, %v", outcome, err)
	}
	other := spec("d")
	other.OwnerID = "another"
	running = append(running, h.start(t, other, waits))
	most.Store(0)
	running = append(running, h.start(t, spec("e"), waits))
	most.Store(1)
	close(release)
	for _, r := range running {
		wait(t, "the end", r.Done())
	}
	wait(t, "the end", h.start(t, spec("c"), waits).Done()) // the other runs have ended, so a new run is allowed
}

// A run that does not end by itself is interrupted after half an hour.
func TestLongestAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newManager(Options{Logger: slog.New(slog.DiscardHandler)}, newFake(), nil)
		defer drainNow(m)
		begin := time.Now()
		r, _, err := m.Start(t.Context(), spec("conversation"), unsaved, func(ctx context.Context, out *Out) error {
			for {
				if err := out.Emit(stream.Text{Msg: "a"}); err != nil {
					return err
				}
				if err := after(ctx, time.Minute); err != nil {
					return err
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		rec := r.Record()
		if took := time.Since(begin); took != 30*time.Minute || rec.ErrorCode != string(errs.AnswerTooLong) || rec.State != stream.Interrupt {
			t.Errorf("after %v: %s, %s", took, rec.State, rec.ErrorCode)
		}
	})
}
