package run

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// answersSink is a Sink that stores the messages in a table, as package chat does.
type answersSink struct {
	calls  atomic.Int64
	refuse atomic.Int64 // how many of the next calls fail
}

var errRefused = errors.New("refused by the test")

func (a *answersSink) RunEnded(ctx context.Context, tx *sql.Tx, rec Record, msg stream.Message) error {
	a.calls.Add(1)
	if a.refuse.Add(-1) >= 0 {
		return errRefused
	}
	b, err := json.Marshal(msg)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO answer (run_id, message) VALUES ($1, $2) ON CONFLICT (run_id) DO UPDATE SET message = excluded.message`, rec.RunID, string(b))
	return err
}

func tables(t testing.TB, d *db.DB) {
	t.Helper()
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec(`CREATE TABLE answer (run_id TEXT NOT NULL PRIMARY KEY, message TEXT NOT NULL)`); err != nil {
			return err
		}
		_, err := tx.Exec(`CREATE TABLE question (cid TEXT NOT NULL, idx BIGINT NOT NULL)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// harness is a manager with the parts that tests inspect.
type harness struct {
	*Manager
	db   *db.DB
	sink *answersSink
}

func open(t testing.TB, d *db.DB, change ...func(*Options)) *harness {
	t.Helper()
	tables(t, d)
	return reopen(t, d, change...)
}

func reopen(t testing.TB, d *db.DB, change ...func(*Options)) *harness {
	t.Helper()
	h := &harness{db: d, sink: &answersSink{}}
	o := quietly(Options{DB: d, Sink: h.sink})
	for _, f := range change {
		f(&o)
	}
	h.Manager = New(o)
	t.Cleanup(func() { drainNow(h.Manager) })
	return h
}

func quietly(o Options) Options {
	o.Logger = slog.New(slog.DiscardHandler)
	return o
}

func drainNow(m *Manager) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m.Drain(ctx)
}

func spec(cid string) Spec {
	return Spec{OwnerID: "owner", ConversationID: cid, Index: 2, TraceID: "0123456789abcdef0123456789abcdef"}
}

// saveQuestion stores a row in the table of questions.
func saveQuestion(cid string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO question (cid, idx) VALUES ($1, 1)`, cid)
		return err
	}
}

func (h *harness) start(t testing.TB, s Spec, job Job) *Run {
	t.Helper()
	r, outcome, err := h.Start(t.Context(), s, saveQuestion(s.ConversationID), job)
	if err != nil || outcome != Started {
		t.Fatalf("Start: %v, %v", outcome, err)
	}
	return r
}

func says(texts ...string) Job {
	return func(_ context.Context, out *Out) error {
		for _, s := range texts {
			if err := out.Emit(stream.Text{Msg: s}); err != nil {
				return err
			}
		}
		return nil
	}
}

// until returns a job. The job emits the texts, and then waits until `wait` is closed or the run ends.
func until(wait <-chan struct{}, texts ...string) Job {
	return func(ctx context.Context, out *Out) error {
		if err := says(texts...)(ctx, out); err != nil {
			return err
		}
		select {
		case <-wait:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// read reads to the end and checks that the batches are numbered without gaps. It returns frames
// without a number separately.
func (h *harness) read(t testing.TB, r *Run, from int) (numbered, rest string) {
	t.Helper()
	rd, err := h.Open(t.Context(), r.spec.OwnerID, r.ID(), from)
	if err != nil {
		t.Fatalf("Open from %d: %v", from, err)
	}
	return readAll(t, rd, from)
}

func readAll(t testing.TB, rd *Reader, from int) (numbered, rest string) {
	t.Helper()
	// The timeout is long, because in tests with virtual time many minutes may pass at once.
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	var a, b strings.Builder
	for {
		batch, err := rd.Next(ctx)
		if errors.Is(err, io.EOF) {
			return a.String(), b.String()
		}
		if err != nil {
			t.Fatalf("Next: %v", err)
		}
		if batch.First == 0 {
			b.Write(batch.Bytes)
			continue
		}
		if batch.First != from+1 || bytes.Count(batch.Bytes, frameEnd) != batch.Last-from {
			t.Fatalf("after %d came %d to %d in %d frames", from, batch.First, batch.Last, bytes.Count(batch.Bytes, frameEnd))
		}
		from = batch.Last
		a.Write(batch.Bytes)
	}
}

// awaitShown waits until a reader sees text in the frames of a run. Readers see only
// stored frames.
func (h *harness) awaitShown(t testing.TB, r *Run, text string) {
	t.Helper()
	rd, err := h.Open(t.Context(), r.spec.OwnerID, r.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for seen := ""; !strings.Contains(seen, text); {
		batch, err := rd.Next(t.Context())
		if err != nil {
			t.Fatalf("Next: %v, before %q was shown", err, text)
		}
		seen += string(batch.Bytes)
	}
}

// decode decodes frames and checks that their numbers start after `from` and have no gaps.
func decode(t testing.TB, frames string, from int) []stream.Event {
	t.Helper()
	var d stream.Decoder
	var events []stream.Event
	for _, e := range append(d.Write([]byte(frames)), d.Close()...) {
		from++
		if e.N != from {
			t.Fatalf("frame %d has number %d", from, e.N)
		}
		events = append(events, e.Event)
	}
	return events
}

func foldOf(events []stream.Event) stream.Message {
	m := stream.NewMessage()
	for _, e := range events {
		m.Apply(e)
	}
	return m
}

var sameMessage = cmp.Options{cmpopts.IgnoreUnexported(stream.Message{}), cmpopts.EquateEmpty()}

// stored returns the message stored by the sink.
func (h *harness) stored(t testing.TB, r *Run) stream.Message {
	t.Helper()
	var text string
	if err := h.db.Read().QueryRow(`SELECT message FROM answer WHERE run_id = $1`, r.ID()).Scan(&text); err != nil {
		t.Fatalf("the answer's message: %v", err)
	}
	var m stream.Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func (h *harness) count(t testing.TB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := h.db.Read().QueryRow(query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func wait(t testing.TB, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(5 * time.Minute):
		t.Fatalf("waited five minutes for %s", what)
	}
}

// same checks that these agree: `live` (the frames of a reader), the log on disk, the stored message,
// the run, and the row of the run. It returns the message.
func (h *harness) same(t testing.TB, r *Run, live string) stream.Message {
	t.Helper()
	kept, rest := h.read(t, r, 0)
	if diff := cmp.Diff(live, kept); diff != "" || rest != "" {
		t.Errorf("the log differs from what was read live (-live +kept), rest %q:\n%s", rest, diff)
	}
	m := h.stored(t, r)
	if diff := cmp.Diff(foldOf(decode(t, kept, 0)), m, sameMessage); diff != "" {
		t.Errorf("the stored message is not the fold of the frames (-fold +stored):\n%s", diff)
	}
	if diff := cmp.Diff(r.Message(), m, sameMessage); diff != "" {
		t.Errorf("the snapshot differs from the stored message (-snapshot +stored):\n%s", diff)
	}
	rec := r.Record()
	if rec.State != m.State || rec.ErrorCode != m.ErrorCode || rec.EndedAt == 0 {
		t.Errorf("the record says %s %q ended %d, the message %s %q", rec.State, rec.ErrorCode, rec.EndedAt, m.State, m.ErrorCode)
	}
	var state string
	if err := h.db.Read().QueryRow(`SELECT state FROM run WHERE id = $1`, r.ID()).Scan(&state); err != nil || state != string(m.State) {
		t.Errorf("the run's row says %q, the message %q (%v)", state, m.State, err)
	}
	return m
}

func number(prefix string, n int) string { return prefix + strconv.Itoa(n) }
