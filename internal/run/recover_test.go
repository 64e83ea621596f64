package run

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// deadly is a Store that simulates a killed process. At one commit it copies the files of the
// database. Afterwards it commits nothing.
type deadly struct {
	*sqlStore
	at    int64 // number of the commit at which the process is killed
	where moment
	copy  func()
	n     atomic.Int64
}

type moment int

const (
	before moment = iota // the transaction has not begun
	inside               // the rows are written but not committed
	behind               // the rows are committed, but the caller has no confirmation
)

var errKilled = errors.New("killed")

func (d *deadly) write(ctx context.Context, pieces []*piece) error {
	n := d.n.Add(1)
	switch {
	case n < d.at:
		return d.sqlStore.write(ctx, pieces)
	case n > d.at:
		return errKilled
	}
	switch d.where {
	case inside:
		pieces[len(pieces)-1].end = false
		err := d.db.InTx(ctx, func(tx *sql.Tx) error {
			for _, p := range pieces {
				if err := d.frameRows(ctx, tx, []frames{p.frames}); err != nil {
					return err
				}
			}
			d.copy()
			return errKilled
		})
		return err
	case behind:
		if err := d.sqlStore.write(ctx, pieces); err != nil {
			return err
		}
	}
	d.copy()
	return errKilled
}

// TestKill simulates a kill of the server at 50 random commits while answers run. A new server starts on
// the database files copied at the kill. It has all frames seen by readers. The answers are interrupted
// and can be continued.
func TestKill(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(13, 1))
	for i := range 50 {
		kill(t, int64(4+random.IntN(60)), moment(i%3))
	}
}

func kill(t *testing.T, at int64, where moment) {
	t.Helper()
	const answers = 4
	first := t.TempDir()
	second := t.TempDir()
	d, err := db.Open(t.Context(), db.Options{Dir: first})
	if err != nil {
		t.Fatal(err)
	}
	tables(t, d)
	h := &harness{db: d, sink: new(answersSink)}
	dead := make(chan struct{})
	h.Manager = newManager(quietly(Options{Grace: -1}), &deadly{sqlStore: newStore(d, h.sink, false, ""), at: at, where: where, copy: func() {
		for _, name := range []string{"wenqu.db", "wenqu.db-wal"} {
			b, err := os.ReadFile(filepath.Join(first, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(second, name), b, 0o600)
			}
			if err != nil {
				t.Error(err)
			}
		}
		close(dead)
	}}, nil)

	type seen struct {
		cid, id string
		frames  strings.Builder
	}
	lives := make([]*seen, answers)
	left := make(chan struct{})
	for i := range lives {
		s := &seen{cid: number("c", i)}
		lives[i] = s
		go func() {
			defer func() { left <- struct{}{} }()
			r, _, err := h.Start(t.Context(), spec(s.cid), saveQuestion(s.cid), func(ctx context.Context, out *Out) error {
				for n := 0; ; n++ {
					if err := out.Emit(stream.Text{Msg: number("词", n)}); err != nil {
						return err
					}
					// Because of this wait, there is about one commit for each event.
					for out.Run().LastNumber() < n && ctx.Err() == nil {
						time.Sleep(10 * time.Microsecond)
					}
				}
			})
			if err != nil {
				return // killed before the run started
			}
			s.id = r.ID()
			rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
			if err != nil {
				t.Error(err)
				return
			}
			for {
				b, err := rd.Next(t.Context())
				if err != nil || b.First == 0 {
					return
				}
				s.frames.Write(b.Bytes)
			}
		}()
	}
	wait(t, "the kill", dead)
	for range lives {
		wait(t, "the readers", left)
	}
	h.main.close()
	d.Close() // the process is gone

	d, err = db.Open(t.Context(), db.Options{Dir: second})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	h = &harness{db: d, sink: new(answersSink)}
	h.Manager = New(quietly(Options{DB: d, Sink: h.sink}))
	defer drainNow(h.Manager)
	open := h.count(t, `SELECT count(*) FROM run WHERE state = 'running'`)
	if n, err := h.Recover(t.Context()); err != nil || n != open {
		t.Errorf("Recover: %d of %d, %v", n, open, err)
	}
	if n, err := h.Recover(t.Context()); err != nil || n != 0 {
		t.Errorf("Recover again: %d, %v", n, err)
	}
	for _, s := range lives {
		if s.id == "" {
			continue
		}
		rd, err := h.Open(t.Context(), "owner", s.id, 0)
		if err != nil {
			t.Errorf("the log of a run that was shown is gone: %v", err)
			continue
		}
		log, _ := readAll(t, rd, 0)
		if !strings.HasPrefix(log, s.frames.String()) {
			t.Errorf("a reader saw what is not stored: %d bytes of %d", s.frames.Len(), len(log))
		}
		r, err := h.restore(t.Context(), h.main, rd.Record())
		if err != nil {
			t.Fatal(err)
		}
		m := h.same(t, r, log)
		if m.State != stream.Interrupt || m.ErrorCode != string(errs.Restarted) {
			t.Errorf("recovered as %s %q", m.State, m.ErrorCode)
		}
		next := spec(s.cid)
		next.Base = &m
		again := h.start(t, next, says("完"))
		live, _ := h.read(t, again, 0)
		wait(t, "the end", again.Done())
		if whole := h.same(t, again, live); whole.State != stream.StateDone || whole.Text() != m.Text()+"完" {
			t.Errorf("continued: %s %q", whole.State, whole.Text())
		}
	}
	var check string
	if err := d.Read().QueryRow(`PRAGMA integrity_check`).Scan(&check); err != nil || check != "ok" {
		t.Errorf("integrity check: %q, %v", check, err)
	}
}

// TestRecover ends runs left open by an earlier process, on both engines.
func TestRecover(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		done := h.start(t, spec("done"), says("a"))
		wait(t, "the end", done.Done())
		// The sink fails until the writer gives up, so both of the following runs stay open in the database.
		begin := make(chan struct{})
		cut := h.start(t, spec("cut"), until(begin, "半"))
		hidden := h.start(t, spec("hidden"), func(ctx context.Context, out *Out) error {
			if err := out.Emit(stream.Text{Msg: "b"}, stream.Revoke{Sensitive: true}); err != nil {
				return err
			}
			return until(begin)(ctx, out)
		})
		h.awaitShown(t, cut, "半")
		h.awaitShown(t, hidden, "message_revoke")
		h.sink.refuse.Store(1000)
		close(begin)
		wait(t, "the end to be given up", cut.Done())
		wait(t, "the end to be given up", hidden.Done())
		drainNow(h.Manager)

		h = reopen(t, d)
		if n, err := h.Recover(t.Context()); n != 2 || err != nil {
			t.Fatalf("Recover: %d, %v", n, err)
		}
		for _, test := range []struct {
			run  *Run
			want stream.State
			code errs.Code
			text string
		}{{done, stream.StateDone, "", "a"}, {cut, stream.Interrupt, errs.Restarted, "半"}, {hidden, stream.Sensitive, "", ""}} {
			m := h.stored(t, test.run)
			if m.State != test.want || m.ErrorCode != string(test.code) || m.Text() != test.text {
				t.Errorf("%s: %s %q %q", test.run.ConversationID(), m.State, m.ErrorCode, m.Text())
			}
			log, _ := h.read(t, test.run, 0)
			decode(t, log, 0)
		}
	})
}

func TestDrain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		release := make(chan struct{})
		ends := h.start(t, spec("ends"), until(release, "a"))
		stays := h.start(t, spec("stays"), until(nil, "半"))
		ctx, cancel := context.WithCancel(t.Context())
		drained := make(chan error)
		go func() { drained <- h.Drain(ctx) }()
		for !h.refuses() {
		}
		if _, _, err := h.Start(t.Context(), spec("new"), saveQuestion("new"), says("b")); !errs.Is(err, errs.Draining) || errs.From(err).RetryAfter == 0 {
			t.Errorf("Start: %v", err)
		}
		if _, err := h.Open(t.Context(), "owner", stays.ID(), 0); err != nil {
			t.Errorf("re-attaching: %v", err)
		}
		close(release)
		wait(t, "the end", ends.Done())
		cancel()
		if err := <-drained; err != nil {
			t.Errorf("Drain: %v", err)
		}
		for r, want := range map[*Run]stream.State{ends: stream.StateDone, stays: stream.Interrupt} {
			log, _ := h.read(t, r, 0)
			if m := h.same(t, r, log); m.State != want {
				t.Errorf("%s ended as %s", r.ConversationID(), m.State)
			}
		}
		if err := h.Drain(t.Context()); err != nil {
			t.Errorf("Drain again: %v", err)
		}
	})
}

func (h *harness) refuses() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}

// TestNoLeak checks that no goroutine is left after complete, stopped and interrupted runs.
func TestNoLeak(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	tables(t, d)
	ignore := goleak.IgnoreCurrent()
	h := &harness{db: d, sink: new(answersSink)}
	h.Manager = New(quietly(Options{DB: d, Sink: h.sink}))
	for i := range 20 {
		cid := number("c", i)
		job := says("a")
		if i%2 == 0 {
			job = until(nil, "a")
		}
		r := h.start(t, spec(cid), job)
		rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rd.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		if i%4 == 0 {
			if _, err := h.Stop(t.Context(), "owner", cid); err != nil {
				t.Fatal(err)
			}
		}
	}
	drainNow(h.Manager)
	goleak.VerifyNone(t, ignore)
}
