package run

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestDiskFull fills a real SQLite file while an answer runs. Readers get an error and see only
// stored frames. When there is room again, the end is stored.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	h := open(t, d, func(o *Options) { o.Grace = -1 })
	pages := func(pragma string) {
		t.Helper()
		// The limit applies only to the connection that executes the pragma. So the pragma must be
		// executed on the connection for writing.
		if err := d.InTx(t.Context(), func(tx *sql.Tx) error { _, err := tx.Exec(pragma); return err }); err != nil {
			t.Fatal(err)
		}
	}
	step := make(chan struct{})
	left := make(chan error, 1)
	r := h.start(t, spec("conversation"), func(_ context.Context, out *Out) error {
		if err := out.Emit(stream.Text{Msg: "shown"}); err != nil {
			return err
		}
		<-step
		for {
			if err := out.Emit(stream.Text{Msg: large}); err != nil {
				left <- err
				return err
			}
		}
	})
	rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := ""
	for !strings.Contains(seen, "shown") {
		b, err := rd.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen += string(b.Bytes)
	}
	pages(`PRAGMA max_page_count = 1`) // the limit becomes the number of existing pages, so the file cannot grow
	close(step)
	numbered, rest := readAll(t, rd, strings.Count(seen, "id: "))
	if want := string(refusal("")); rest != want || !strings.Contains(rest, `"code":"20013"`) || strings.Contains(rest, "id:") {
		t.Errorf("the reader was told %q", rest)
	}
	if strings.Contains(numbered, "[DONE]") || strings.Contains(numbered, "event:") {
		t.Errorf("the reader was shown an end that is not stored: %q", numbered[max(0, len(numbered)-200):])
	}
	if err := <-left; !errors.Is(err, ErrEnding) {
		t.Errorf("Emit: %v", err)
	}
	if _, _, err := h.Start(t.Context(), spec("other"), saveQuestion(large), says("a")); !errs.Is(err, errs.StorageFail) {
		t.Errorf("Start on a full disk: %v", err)
	}
	// The first reader saw only stored frames. A new reader gets at least these, or no numbered frame.
	frames, _ := h.read(t, r, 0)
	if !strings.HasPrefix(frames, seen+numbered) && frames != "" {
		t.Errorf("the reader saw %d bytes, %d are there", len(seen+numbered), len(frames))
	}
	pages(`PRAGMA max_page_count = 1000000`)
	wait(t, "the end to be stored", r.Done())
	all, _ := h.read(t, r, 0)
	if !strings.HasPrefix(all, seen+numbered) {
		t.Error("the log lost what the reader has seen")
	}
	if m := h.same(t, r, all); m.State != stream.StateError || m.ErrorCode != string(errs.StorageFail) {
		t.Errorf("stored as %s %q", m.State, m.ErrorCode)
	}
	h.start(t, spec("other"), says("a"))
	if h.Stats().CommitFailures == 0 {
		t.Error("no failure was counted")
	}
}

// TestOutage checks database outages. An outage shorter than the grace time leaves no gap in running
// answers. A longer outage ends the answers.
func TestOutage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		away time.Duration
		want stream.State
	}{
		"short": {2 * time.Second, stream.StateDone},
		"long":  {time.Minute, stream.StateError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				fake := newFake()
				var away atomic.Bool
				fake.before = func([]*piece) error {
					if away.Load() {
						return errs.Wrap(errs.StorageFail, errors.New("away"))
					}
					return nil
				}
				m := newManager(Options{Logger: slog.New(slog.DiscardHandler)}, fake, nil)
				defer drainNow(m)
				r, _, err := m.Start(t.Context(), spec("conversation"), func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *Out) error {
					for range 100 {
						if err := out.Emit(stream.Text{Msg: "a"}); err != nil {
							return err
						}
						if err := after(ctx, 50*time.Millisecond); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				rd, err := m.Open(t.Context(), "owner", r.ID(), 0)
				if err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(time.Second, func() { away.Store(true) })
				time.AfterFunc(time.Second+test.away, func() { away.Store(false) })
				live, rest := readAll(t, rd, 0)
				if told := strings.Contains(rest, "20013"); told != (test.want == stream.StateError) {
					t.Errorf("the reader was told %q", rest)
				}
				<-r.Done()
				kept, _ := fake.log(t.Context(), r.ID())
				log := string(kept)
				msg := foldOf(decode(t, log, 0))
				if msg.State != test.want || fake.end[r.ID()] != 1 || !strings.HasPrefix(log, live) {
					t.Errorf("stored %d times as %s", fake.end[r.ID()], msg.State)
				}
				if n := len(msg.Text()); n != 100 && test.want == stream.StateDone {
					t.Errorf("%d of 100 events are there", n)
				}
			})
		})
	}
}

// TestEndRefused makes the sink fail. The writer retries. If it can never store the end of a run, the
// run stays open for Recover.
func TestEndRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		other := h.start(t, spec("other"), until(nil, "a"))
		// Waits until frames of `other` are stored; they could otherwise share a batch with the refused end.
		h.awaitShown(t, other, "a")
		begin := make(chan struct{})
		h.sink.refuse.Store(endTries - 1)
		r := h.start(t, spec("conversation"), until(begin, "a"))
		close(begin)
		live, rest := h.read(t, r, 0)
		wait(t, "the end", r.Done())
		if m := h.same(t, r, live); m.State != stream.StateDone || rest != "" || h.sink.calls.Load() != endTries {
			t.Errorf("%s after %d calls, told %q", m.State, h.sink.calls.Load(), rest)
		}

		begin = make(chan struct{})
		h.sink.refuse.Store(endTries)
		r = h.start(t, spec("conversation"), until(begin, "b"))
		close(begin)
		live, rest = h.read(t, r, 0)
		wait(t, "the end to be given up", r.Done())
		if strings.Contains(live, "[DONE]") || rest != string(refusal("")) {
			t.Errorf("shown %q, told %q", live, rest)
		}
		if n := h.count(t, `SELECT count(*) FROM run WHERE id = $1 AND state = 'unended' AND ended_at = 0`, r.ID()); n != 1 {
			t.Error("the run was closed without its answer")
		}
		h.start(t, spec("conversation"), says("c")) // the conversation accepts new answers
		if other.State() != stream.Running {
			t.Error("another run was hurt")
		}
	})
}

// forgetful is a Store whose commits sometimes succeed but return an error, as when a connection
// breaks at the wrong moment.
type forgetful struct {
	*sqlStore
	n     atomic.Int64
	every int64 // one of `every` commits returns an error; batches that begin with the start of a run do not count; not 0
}

var errUnknown = errors.New("the outcome is unknown")

func (f *forgetful) write(ctx context.Context, pieces []*piece) error {
	err := f.sqlStore.write(ctx, pieces)
	if err == nil && pieces[0].save == nil && f.n.Add(1)%f.every == 0 {
		return errUnknown
	}
	return err
}

// TestUnknownOutcome makes commits succeed but return an error, so that frames are stored twice. No
// reader sees a frame twice.
func TestUnknownOutcome(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		h := &harness{db: d, sink: new(answersSink)}
		h.Manager = newManager(quietly(Options{}), &forgetful{sqlStore: newStore(d, h.sink, false, ""), every: 2}, nil)
		slowly := func(n int) Job {
			return func(ctx context.Context, out *Out) error {
				for i := range n {
					if err := out.Emit(stream.Text{Msg: number("词", i)}); err != nil {
						return err
					}
					for out.Run().LastNumber() < i+1 && ctx.Err() == nil {
						if err := after(ctx, time.Millisecond); err != nil {
							return err
						}
					}
				}
				return nil
			}
		}
		r := h.start(t, spec("whole"), slowly(10))
		live, rest := h.read(t, r, 0)
		wait(t, "the end", r.Done())
		if m := h.same(t, r, live); m.State != stream.StateDone || rest != "" {
			t.Errorf("stored as %s, told %q", m.State, rest)
		}

		// A crash now leaves some frames twice in the journal; Recover uses each frame once.
		cut := h.start(t, spec("cut"), func(ctx context.Context, out *Out) error {
			if err := slowly(10)(ctx, out); err != nil {
				return err
			}
			return until(nil)(ctx, out)
		})
		for cut.LastNumber() < 11 {
			time.Sleep(time.Millisecond)
		}
		h.main.close() // simulates the end of the process
		defer cut.cancel()
		seen := cut.Message().Text()
		if n, rows := h.count(t, `SELECT count(DISTINCT first_n) FROM run_frame WHERE run_id = $1`, cut.ID()), h.count(t, `SELECT count(*) FROM run_frame WHERE run_id = $1`, cut.ID()); rows <= n {
			t.Errorf("nothing was stored twice: %d rows from %d numbers", rows, n)
		}
		again := reopen(t, d)
		if n, err := again.Recover(t.Context()); n != 1 || err != nil {
			t.Fatalf("Recover: %d, %v", n, err)
		}
		log, _ := again.read(t, cut, 0)
		if m := foldOf(decode(t, log, 0)); m.Text() != seen || m.State != stream.Interrupt {
			t.Errorf("recovered %s %q, shown was %q", m.State, m.Text(), seen)
		}
	})
}
