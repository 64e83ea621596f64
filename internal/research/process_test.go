//go:build unix

package research_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/research"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

const alice = domaintest.Alice

// talk is a fake of package chat, shared by all processes. It stores the answers of all conversations.
type talk struct {
	mu       sync.Mutex
	answers  map[research.Place]stream.Message
	asked    map[research.Place]string
	gone     map[string]bool
	withheld bool // the content rules withhold every question
}

func (k *talk) RunEnded(_ context.Context, _ *sql.Tx, rec run.Record, m stream.Message) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answers[research.Place{CID: rec.ConversationID, Index: rec.Index, Repeat: rec.RepeatIndex}] = m
	return nil
}

func (k *talk) of(p research.Place) stream.Message {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.answers[p]
}

// process is one process of the server.
type process struct {
	*research.Service
	t      testing.TB
	db     *db.DB
	loop   *answer.Loop
	runs   *run.Manager
	world  *world
	talk   *talk
	choice llm.Choice
	files  []answer.Attachment
	before []answer.Round
	clock  *domaintest.Clock
	stop   func()
}

// open starts a process on the database of o.
func open(t testing.TB, o db.Options, w *world, k *talk) *process {
	t.Helper()
	d, err := db.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	h := &process{t: t, db: d, world: w, talk: k, clock: domaintest.NewRealClock()}
	h.choice = llm.Choice{Model: w, Upstream: "up-1", Info: llm.ModelInfo{ID: "m", Context: 32_000}}
	if h.loop, err = answer.New(answer.Options{DB: d, Log: log}); err != nil {
		t.Fatal(err)
	}
	h.runs = run.New(run.Options{DB: d, Sink: k, Logger: log, Grace: -1})
	queue := job.NewQueue(job.Options{DB: d, Lease: 300 * time.Millisecond, Busy: 10 * time.Millisecond, Idle: 20 * time.Millisecond, Log: log})
	h.Service = research.New(research.Options{
		DB: d, Jobs: queue, Search: w, Pages: w, Passages: w, Files: library{w}, Answers: h, Notices: w, Now: h.clock.Now, Log: log,
	})
	if err := h.loop.AddAuthors([]answer.Author{h.Service}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.runs.Recover(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.stop = domaintest.Background(t, queue.Run)
	return h
}

// kill simulates a crash: it closes the database, so that nothing more is stored. The goroutines
// end in the background, after they have tried to store the ends of their runs.
func (h *process) kill() {
	_ = h.db.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		h.stop()
		h.shut()
	}()
	h.t.Cleanup(func() { <-over })
}

// close stops the process in an orderly way.
func (h *process) close() {
	h.stop()
	h.shut()
	_ = h.db.Close()
}

func (h *process) shut() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = h.runs.Drain(ctx)
}

// ask asks for a study at place p, and returns the answer when it has ended.
func (h *process) ask(question string, p research.Place) stream.Message {
	h.t.Helper()
	h.talk.mu.Lock()
	h.talk.asked[p] = question
	h.talk.mu.Unlock()
	r, err := h.begin(alice, p, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	<-r.Done()
	return h.talk.of(p)
}

// begin makes or continues an answer.
func (h *process) begin(owner string, p research.Place, partial *stream.Message) (*run.Run, error) {
	spec := run.Spec{OwnerID: owner, ConversationID: p.CID, Index: p.Index, RepeatIndex: p.Repeat, Opening: answer.Opening("zh-CN")}
	if partial != nil {
		base := partial.Resumed()
		spec.Base, partial = &base, &base
	}
	h.talk.mu.Lock()
	question, withheld := h.talk.asked[p], h.talk.withheld
	h.talk.mu.Unlock()
	r, _, err := h.runs.Start(context.Background(), spec, func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *run.Out) error {
		return h.loop.Run(ctx, answer.Turn{
			CID: p.CID, Index: p.Index, Repeat: p.Repeat, Locale: "zh-CN", Question: question, Withheld: withheld, Now: time.Now(), TraceID: "t", Files: h.files, Earlier: h.before,
			Place:   func() (string, string) { rec := out.Run().Record(); return rec.OwnerID, rec.ConversationID },
			Profile: answer.Profile{Author: research.Name}, Choice: h.choice, Partial: partial,
		}, out)
	})
	return r, err
}

func (h *process) Continue(ctx context.Context, owner string, p research.Place, _ string) (*run.Run, error) {
	if r, err := h.runs.Current(ctx, owner, p.CID); r != nil || err != nil {
		return r, errs.New(errs.Busy)
	}
	m := h.talk.of(p)
	var kept []stream.Item
	for _, it := range m.Content {
		switch it.Event.(type) {
		case stream.Text, stream.SearchGuid:
		default:
			kept = append(kept, it)
		}
	}
	m.Content = kept
	return h.begin(owner, p, &m)
}

func (h *process) Look(ctx context.Context, owner string, p research.Place) (stream.State, error) {
	h.talk.mu.Lock()
	gone := h.talk.gone[p.CID]
	h.talk.mu.Unlock()
	if gone {
		return "", errs.New(errs.NotFound)
	}
	if r, err := h.runs.Current(ctx, owner, p.CID); err != nil || r != nil && r.Index() == p.Index && r.RepeatIndex() == p.Repeat {
		return stream.Running, err
	}
	return h.talk.of(p).State, nil
}

func (h *process) Exists(_ context.Context, _, cid string) (bool, error) {
	h.talk.mu.Lock()
	defer h.talk.mu.Unlock()
	return !h.talk.gone[cid], nil
}

func (h *process) End(ctx context.Context, owner, cid string) error {
	_, err := h.runs.Stop(ctx, owner, cid)
	return err
}

// on starts one process on a new SQLite database.
func on(t *testing.T) *process {
	t.Helper()
	h := open(t, db.Options{Dir: t.TempDir()}, newWorld(), newTalk())
	t.Cleanup(h.close)
	return h
}

func newTalk() *talk {
	return &talk{answers: map[research.Place]stream.Message{}, asked: map[research.Place]string{}, gone: map[string]bool{}}
}

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, o db.Options)) {
	t.Helper()
	for name, o := range map[string]func(*testing.T) db.Options{
		"sqlite":   func(t *testing.T) db.Options { return db.Options{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) db.Options { return db.Options{URL: dbtest.PostgresURL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, o(t))
		})
	}
}

// outlineOf returns the data of the outline card of an answer.
func outlineOf(t testing.TB, m stream.Message) (data research.OutlineData) {
	t.Helper()
	for _, it := range m.Content {
		if c, ok := it.Event.(stream.Card); ok && c.Kind == "outline" {
			if err := json.Unmarshal(c.Data, &data); err != nil {
				t.Fatal(err)
			}
			return data
		}
	}
	t.Fatalf("there is no outline: %s", m.Text())
	return data
}

// wait waits until a study is in the state `want`, and returns the study.
func (h *process) wait(id string, want research.State) research.View {
	h.t.Helper()
	var v research.View
	domaintest.Eventually(h.t, "the study is "+string(want), func() bool {
		var err error
		v, err = h.Show(context.Background(), alice, id)
		return err == nil && v.State == want
	})
	return v
}

// report returns the text and the sources of an answer.
func report(m stream.Message) (text string, docs []stream.Doc) {
	for _, it := range m.Content {
		if g, ok := it.Event.(stream.SearchGuid); ok {
			docs = g.Docs
		}
	}
	return strings.TrimSpace(m.Text()), docs
}

// before returns a list with one earlier question and answer of the conversation.
func before(index int, question, answered string) []answer.Round {
	return []answer.Round{{Index: index, Question: question, Answer: answered}}
}

// hold blocks all further steps that `world` counts. holdAt lets n-1 further steps pass, and blocks all
// later steps. letGo unblocks the steps.
func (h *process) hold() { h.holdAt(1) }

func (h *process) holdAt(n int) {
	w := h.world
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps, w.stopAt, w.stopped, w.gate = 0, n, make(chan struct{}), make(chan struct{})
}

func (h *process) letGo() {
	w := h.world
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopAt = 0
	close(w.gate)
}

// move moves an owner's data to another owner. `renamed` maps old ids of conversations to new ids.
func (h *process) move(from, to string, renamed map[string]string) error {
	return h.db.InTx(context.Background(), func(tx *sql.Tx) error {
		return h.Follow(context.Background(), tx, from, to, renamed)
	})
}
