package run

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestBusyAndAttached(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		release := make(chan struct{})
		s := spec("conversation")
		s.RequestID = "request"
		r := h.start(t, s, until(release, "a"))

		never := func(context.Context, *Out) error { t.Error("a second job ran"); return nil }
		unsaved := func(context.Context, *sql.Tx) error { t.Error("a second question was saved"); return nil }
		attach := func(h *harness) *Run {
			t.Helper()
			again, outcome, err := h.Start(t.Context(), s, unsaved, never)
			if err != nil || outcome != Attached || again.ID() != r.ID() {
				t.Fatalf("the same request: %v, %v", outcome, err)
			}
			return again
		}
		attach(h)
		other := spec("conversation")
		other.RequestID = "another"
		if busy, outcome, err := h.Start(t.Context(), other, unsaved, never); outcome != Busy || !errs.Is(err, errs.Busy) || busy != r {
			t.Errorf("a second question: %v, %v", outcome, err)
		}
		mine := spec("conversation")
		mine.OwnerID = "other"
		mine.RequestID = "request"
		if foreign := h.start(t, mine, says("b")); foreign.ID() == r.ID() {
			t.Error("another owner was given this run")
		}

		close(release)
		wait(t, "the end", r.Done())
		rd, err := r.Read(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		direct, _ := readAll(t, rd, 1)
		old := attach(h)
		if rd, err = old.Read(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if kept, _ := readAll(t, rd, 1); kept != direct {
			t.Errorf("from memory %q, from the disk %q", direct, kept)
		}
		if old.State() != stream.StateDone || old.Message().PlainText() != "a" {
			t.Errorf("attached after the end: %s %q", old.State(), old.Message().PlainText())
		}
		drainNow(h.Manager)
		h = reopen(t, d)
		old = attach(h)
		if frames, _ := h.read(t, old, 0); !strings.HasSuffix(frames, "[DONE]\n\n") {
			t.Errorf("attached after a restart: %q", frames)
		}
		if s := h.Stats(); s.Attached != 1 || s.Started != 0 {
			t.Errorf("stats: %+v", s)
		}

		yesterday := time.Now().Add(-keepRequest - time.Second).UnixMilli()
		if err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE run SET started_at = $1`, yesterday)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if fresh := h.start(t, s, says("c")); fresh.ID() == r.ID() {
			t.Error("a request of yesterday was recognised")
		}
	})
}

// TestSameRequestAtOnce sends one request many times simultaneously. One run starts, and all callers
// get this run.
func TestSameRequestAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		s := spec("conversation")
		s.RequestID = "request"
		jobs := make(chan struct{}, 50)
		type result struct {
			run     *Run
			outcome Outcome
			err     error
		}
		results := make(chan result)
		for range cap(jobs) {
			go func() {
				r, outcome, err := h.Start(t.Context(), s, saveQuestion("conversation"), func(ctx context.Context, out *Out) error {
					jobs <- struct{}{}
					return says("a")(ctx, out)
				})
				results <- result{r, outcome, err}
			}()
		}
		ids, started := map[string]bool{}, 0
		for range cap(jobs) {
			res := <-results
			if res.err != nil {
				t.Fatal(res.err)
			}
			ids[res.run.ID()] = true
			wait(t, "the end", res.run.Done())
			if res.outcome == Started {
				started++
			}
		}
		if len(ids) != 1 || started != 1 || len(jobs) != 1 || h.count(t, `SELECT count(*) FROM question`) != 1 {
			t.Errorf("%d runs, %d started, %d jobs", len(ids), started, len(jobs))
		}
	})
}

// TestSaveFails checks that a run stores nothing if its question cannot be saved. Other runs are not
// affected.
func TestSaveFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		release := make(chan struct{})
		other := h.start(t, spec("other"), until(release, "a"))
		for name, save := range map[string]func(context.Context, *sql.Tx) error{
			"error": func(ctx context.Context, tx *sql.Tx) error {
				return errors.Join(saveQuestion("conversation")(ctx, tx), errRefused)
			},
			"bad statement": func(ctx context.Context, tx *sql.Tx) error {
				if err := saveQuestion("conversation")(ctx, tx); err != nil {
					return err
				}
				_, err := tx.ExecContext(ctx, `INSERT INTO nowhere VALUES (1)`)
				return err
			},
			"panic": func(context.Context, *sql.Tx) error { panic("save") },
		} {
			cancelled := make(chan struct{})
			r, _, err := h.Start(t.Context(), spec("conversation"), save, func(ctx context.Context, out *Out) error {
				out.Emit(stream.Text{Msg: "a"}) // the run may have ended already
				<-ctx.Done()
				close(cancelled)
				return ctx.Err()
			})
			if err == nil || r != nil {
				t.Fatalf("%s: Start gave a run: %t, %v", name, r != nil, err)
			}
			wait(t, "the job's context", cancelled)
		}
		for _, table := range []string{"question", "run", "run_frame"} {
			if n := h.count(t, `SELECT count(*) FROM `+table); n != 1 && table != "run_frame" {
				t.Errorf("%s has %d rows", table, n)
			}
		}
		if n := h.count(t, `SELECT count(*) FROM run_frame WHERE run_id <> $1`, other.ID()); n != 0 {
			t.Errorf("%d rows of frames without a run", n)
		}
		close(release)
		live, _ := h.read(t, other, 0)
		wait(t, "the end", other.Done())
		h.same(t, other, live)
		h.start(t, spec("conversation"), says("b")) // the conversation accepts new answers
	})
}

// TestNothingBeforeSave delays the commit while the job emits: no reader sees a frame before the
// commit.
func TestNothingBeforeSave(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	emitted, saving, save := make(chan struct{}), make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() {
		_, _, err := h.Start(ctx, spec("conversation"), func(ctx context.Context, tx *sql.Tx) error {
			close(saving)
			<-save
			return saveQuestion("conversation")(ctx, tx)
		}, func(_ context.Context, out *Out) error {
			err := out.Emit(stream.Text{Msg: "a"})
			close(emitted)
			return err
		})
		result <- err
	}()
	wait(t, "the job", emitted)
	wait(t, "save", saving)
	r, err := h.Current(t.Context(), "owner", "conversation")
	if r == nil || err != nil || r.LastNumber() != 0 {
		t.Fatalf("before save: current %v, %v", r, err)
	}
	rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	none, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if b, err := rd.Next(none); err != context.DeadlineExceeded {
		t.Fatalf("before save a reader got %q, %v", b.Bytes, err)
	}
	// The asker disconnects: Start returns, and the run continues.
	cancel()
	if err := <-result; err != context.Canceled {
		t.Errorf("Start: %v", err)
	}
	close(save)
	live, _ := readAll(t, rd, 0)
	wait(t, "the end", r.Done())
	if m := h.same(t, r, live); m.State != stream.StateDone {
		t.Errorf("state %s", m.State)
	}
}
