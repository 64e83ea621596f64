package run

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestCommit stores rows together with the frames of a run. When Commit returns, all earlier frames are
// stored. If `save` fails, only its own changes are rolled back.
func TestCommit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		refused := errors.New("refused")
		r := h.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			if err := out.Emit(stream.Text{Msg: "一"}); err != nil {
				return err
			}
			if err := out.Commit(ctx, saveQuestion("step")); err != nil {
				t.Errorf("Commit: %v", err)
			}
			if n := out.Run().LastNumber(); n != 2 {
				t.Errorf("after Commit %d frames are stored", n)
			}
			if h.count(t, `SELECT COUNT(*) FROM question WHERE cid = 'step'`) != 1 {
				t.Error("the row is not there")
			}
			if err := out.Emit(stream.Text{Msg: "二"}); err != nil {
				return err
			}
			err := out.Commit(ctx, func(ctx context.Context, tx *sql.Tx) error {
				return errors.Join(saveQuestion("refused")(ctx, tx), refused)
			})
			if !errors.Is(err, refused) {
				t.Errorf("a refused save gave %v", err)
			}
			if err := out.Commit(ctx, func(context.Context, *sql.Tx) error { panic("in a save") }); !errs.Is(err, errs.Unknown) {
				t.Errorf("a panic gave %v", err)
			}
			if h.count(t, `SELECT COUNT(*) FROM question WHERE cid = 'refused'`) != 0 || out.Run().LastNumber() != 3 {
				t.Error("a refused save left a row, or kept frames from being stored")
			}
			return nil
		})
		live, _ := h.read(t, r, 0)
		if m := h.same(t, r, live); m.Text() != "一二" {
			t.Errorf("the answer is %q", m.Text())
		}
		if err := (&Out{r}).Commit(t.Context(), saveQuestion("late")); !errors.Is(err, ErrEnding) {
			t.Errorf("after the end Commit gave %v", err)
		}
	})
}

// TestCommitWithEvents checks that readers see the events of a commit only after the
// rows of the commit are stored.
func TestCommitWithEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		r := h.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			<-out.r.saved // waits for the start to be stored; otherwise the commit could share the transaction of the start
			before := out.Run().LastNumber()
			err := out.Commit(ctx, func(ctx context.Context, tx *sql.Tx) error {
				if n := out.Run().LastNumber(); n != before {
					t.Errorf("%d frames are shown before the rows are stored", n-before)
				}
				return saveQuestion("step")(ctx, tx)
			}, stream.Text{Msg: "一"}, stream.Text{Msg: "二"})
			if err != nil {
				return err
			}
			if n := out.Run().LastNumber() - before; n != 2 {
				t.Errorf("%d frames are shown after them", n)
			}
			return out.Commit(ctx, saveQuestion("never"), stream.SensitiveEnd{})
		})
		wait(t, "the end", r.Done())
		if m := r.Message(); m.State != stream.Sensitive {
			t.Errorf("the answer ended as %s", m.State)
		}
		if n := h.count(t, `SELECT COUNT(*) FROM question WHERE cid = 'never'`); n != 0 {
			t.Error("rows were stored behind the end")
		}
	})
}

// TestCommitsShare checks that simultaneous commits of many runs share transactions.
func TestCommitsShare(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	const runs, steps = 64, 8
	var all sync.WaitGroup
	for i := range runs {
		cid := number("c", i)
		r := h.start(t, spec(cid), func(ctx context.Context, out *Out) error {
			for range steps {
				if err := errors.Join(out.Emit(stream.Text{Msg: "词"}), out.Commit(ctx, saveQuestion("step"))); err != nil {
					return err
				}
			}
			return nil
		})
		all.Go(func() { wait(t, "the end", r.Done()) })
	}
	all.Wait()
	if n := h.count(t, `SELECT COUNT(*) FROM question WHERE cid = 'step'`); n != runs*steps {
		t.Errorf("%d rows of %d", n, runs*steps)
	}
	if s := h.Stats(); s.Commits >= s.Pieces {
		t.Errorf("%d commits took %d pieces: nothing was shared", s.Commits, s.Pieces)
	}
}

// TestCommitAgain checks that a commit is retried after a database failure, and that
// the commit fails when the failure lasts longer than Options.Grace.
func TestCommitAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := newFake()
		var broken sync.Map
		fake.before = func(pieces []*piece) error {
			for _, p := range pieces {
				if left, ok := broken.Load(p.run.spec.ConversationID); ok && len(p.commits) > 0 {
					broken.Store(p.run.spec.ConversationID, left.(int)-1)
					if left.(int) > 0 {
						return errors.New("the database is away")
					}
				}
			}
			return nil
		}
		m := newManager(quietly(Options{Grace: 200 * time.Millisecond}), fake, nil)
		defer drainNow(m)
		for cid, fails := range map[string]int{"short": 1, "long": 1 << 30} {
			broken.Store(cid, fails)
			got := make(chan error, 1)
			_, _, err := m.Start(t.Context(), spec(cid), func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *Out) error {
				if err := out.Emit(stream.Text{Msg: "词"}); err != nil {
					return err
				}
				<-out.r.saved // waits for the start to be stored; otherwise the commit could share the transaction of the start
				got <- out.Commit(context.WithoutCancel(ctx), func(context.Context, *sql.Tx) error { return nil })
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := <-got; (cid == "short") != (err == nil) {
				t.Errorf("%s: %v", cid, err)
			}
			broken.Delete(cid)
		}
	})
}

// TestCommitWithdrawn checks a commit whose context ends before the writer starts the transaction.
// The commit is withdrawn, and its rows are not stored.
func TestCommitWithdrawn(t *testing.T) {
	t.Parallel()
	fake := newFake()
	hold, busy := make(chan struct{}), make(chan struct{}, 1)
	fake.before = func(pieces []*piece) error {
		// The start of "first" may share its transaction with frames of "second".
		if slices.ContainsFunc(pieces, func(p *piece) bool { return p.run.spec.ConversationID == "first" }) {
			busy <- struct{}{}
			<-hold
		}
		return nil
	}
	m := newManager(quietly(Options{}), fake, nil)
	defer drainNow(m)
	noSave := func(context.Context, *sql.Tx) error { return nil }
	ready, saved, result := make(chan struct{}), make(chan struct{}, 1), make(chan error, 1)
	r, _, err := m.Start(t.Context(), spec("second"), noSave, func(ctx context.Context, out *Out) error {
		if err := out.Emit(stream.Text{Msg: "词"}); err != nil {
			return err
		}
		<-ready
		own, cancel := context.WithCancel(ctx)
		cancel()
		result <- out.Commit(own, func(context.Context, *sql.Tx) error { saved <- struct{}{}; return nil })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	go m.Start(context.WithoutCancel(t.Context()), spec("first"), noSave, says("词")) //nolint:errcheck // it only keeps the writer busy
	wait(t, "the writer to be busy", busy)
	close(ready)
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("Commit gave %v", err)
	}
	fake.before = nil
	close(hold)
	wait(t, "the end", r.Done())
	select {
	case <-saved:
		t.Error("what was taken back was stored")
	default:
	}
}
