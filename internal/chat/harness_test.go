package chat

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/compose"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// script is a model that is implemented by a function of the test.
type script func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool)

func (f script) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { f(ctx, req, yield) }
}

// deltas returns a model that yields the given deltas.
func deltas(all ...llm.Delta) script {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for _, d := range all {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// says returns a model that yields texts and a normal end.
func says(parts ...string) script {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for _, p := range parts {
			if !yield(llm.Delta{Text: p}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop, Model: "up-1", Usage: &llm.Usage{PromptTokens: 3, CompletionTokens: 5}}, nil)
	}
}

// echoes is a model that answers with the question.
var echoes script = func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
	says("答："+req.Messages[len(req.Messages)-1].Content)(ctx, req, yield)
}

// fakeModels has one model, "default", and further models by name.
type fakeModels struct {
	mu      sync.Mutex
	byID    map[string]script
	tools   bool // the models may call tools
	online  bool // the models count as real models, which also make titles, hints and summaries
	asked   []llm.Request
	context int // tokens; 0: the default
	vision  bool
	skilled func(question string) bool // whether the built-in engine has a skill for a question; nil: it has none
	probes  int
	ready   func() // called by Ready; nil: the models are known
}

func (f *fakeModels) set(id string, s script) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.byID[id] = s
}

func (f *fakeModels) requests() []llm.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]llm.Request{}, f.asked...)
}

func (f *fakeModels) Ready(context.Context) {
	if f.ready != nil {
		f.ready()
	}
}

func (f *fakeModels) Resolve(chatModelID, subModelID string) (llm.Choice, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	wanted := cmp.Or(subModelID, chatModelID, "default")
	s, ok := f.byID[wanted]
	if !ok {
		wanted, s = "default", f.byID["default"]
	}
	recorded := script(func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
		f.mu.Lock()
		online, skilled := f.online, f.skilled
		f.mu.Unlock()
		if !online { // the built-in engine
			asked := req.Messages[len(req.Messages)-1].Content
			if deltas, ok := compose.Answer(req, "up-1", func() bool { return skilled != nil && skilled(asked) }); ok {
				for _, d := range deltas {
					if !yield(d, nil) {
						return
					}
				}
				return
			}
		}
		f.mu.Lock()
		f.asked = append(f.asked, req)
		f.mu.Unlock()
		s(ctx, req, yield)
	})
	info := llm.ModelInfo{ID: wanted, Upstream: "up-1", Context: f.context, Vision: f.vision, Builtin: !f.online, Tools: f.tools, Name: errs.Text{ZhCN: "模型"}}
	if wanted == "default" {
		info.SubModels = []llm.ModelInfo{{ID: "deep", Upstream: "up-1"}}
	}
	return llm.Choice{Model: recorded, Upstream: "up-1", Thinking: wanted == "deep", Info: info}, ok
}

func (f *fakeModels) Default() llm.Choice { c, _ := f.Resolve("", ""); return c }

func (f *fakeModels) Models() []llm.ModelInfo { return []llm.ModelInfo{f.Default().Info} }

func (f *fakeModels) Capabilities() []llm.Capability {
	return []llm.Capability{{ID: llm.CapChat, State: llm.StateBuiltin, Set: []string{llm.URLLine}}}
}

func (f *fakeModels) Providers() []llm.ProviderState { return nil }

func (f *fakeModels) Offers() []llm.Provider { return nil }

func (f *fakeModels) Reprobe(context.Context) { f.probes++ }

// harness is a chat service with all its dependencies.
type harness struct {
	*Service
	models *fakeModels
	files  *fakeLibrary
	clock  *domaintest.Clock
	server *domaintest.Server

	manager *run.Manager
}

func newHarness(t testing.TB, d *db.DB, tools ...answer.Tool) *harness {
	t.Helper()
	memory := dbtest.OpenSQLite(t) // dbtest copies a database file, which is faster than creating the schema in db.OpenMemory
	h := &harness{
		models: &fakeModels{byID: map[string]script{"default": echoes}},
		files:  &fakeLibrary{},
		clock:  domaintest.NewTickingClock(time.Now().Add(time.Hour)), // an hour ahead of the real time; package run uses the real time, so tests fail when code compares both clocks
	}
	quiet := slog.New(slog.DiscardHandler)
	h.manager = run.New(run.Options{DB: d, Memory: memory, Sink: Sink{}, Logger: quiet})
	answers, err := answer.New(answer.Options{DB: d, Memory: memory, Now: h.clock.Now, Log: quiet, Tools: tools, Gatherers: []answer.Gatherer{gather.New(h.files, quiet)}, MaxRounds: func() int { return h.MaxRounds() },
		FilterFor: func(ctx context.Context, owner string) answer.Filter { return h.rules(ctx, owner, "") }})
	if err != nil {
		t.Fatal(err)
	}
	h.Service = New(Options{
		DB: d, Memory: memory, Runs: h.manager, Answers: answers, Models: h.models, Catalogue: h.models, Documents: h.files, Now: h.clock.Now, Log: quiet,
		Title: func(q string) string { return text.Cut(text.OneLine(q), 16) },
		FeedbackType: func(code string) (int, bool) {
			return map[string]int{"101": 1, "201": -1}[code], code == "101" || code == "201"
		},
		Product: "问渠", DefaultAgent: "naQivTmsDa", MaxRounds: func() int { return 30 },
	})
	h.server = domaintest.Serve(t, h.Routes)
	t.Cleanup(func() {
		h.server.Close()
		now, cancel := context.WithCancel(context.Background())
		cancel()
		if err := h.manager.Drain(now); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return h
}

// restart returns a new service with the same database and models, and recovers the runs, as after a
// crash of the server.
func (h *harness) restart(t *testing.T) *harness {
	t.Helper()
	next := newHarness(t, h.DB, h.Answers.Tools...)
	next.models = h.models
	next.Service.Models, next.Service.modelList.Catalogue = h.models, h.models
	if _, err := next.manager.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	return next
}

// each runs a test on SQLite and on PostgreSQL.
func each(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.Each(t, plain, f)
}

// on runs a test on SQLite alone.
func on(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.On(t, plain, f)
}

// plain returns a harness without tools.
func plain(t testing.TB, d *db.DB) *harness {
	t.Helper()
	return newHarness(t, d)
}

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// ask asks a question and waits for the end of the answer.
func (h *harness) ask(t *testing.T, owner, cid, prompt string, change ...func(*Ask)) *run.Run {
	t.Helper()
	a := Ask{Key: Key{owner, cid}, Prompt: prompt}
	for _, f := range change {
		f(&a)
	}
	r, err := h.Ask(t.Context(), a)
	if err != nil {
		t.Fatalf("ask %q: %v", prompt, err)
	}
	<-r.Done()
	return r
}

// texts returns the messages of the selected branch, oldest first, as "index:text".
func (h *harness) texts(t *testing.T, owner, cid string) []string {
	t.Helper()
	d, err := h.Detail(t.Context(), Key{owner, cid}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for i := len(d.Convs) - 1; i >= 0; i-- {
		out = append(out, fmt.Sprintf("%d:%s", d.Convs[i].Index, d.Convs[i].Speech))
	}
	return out
}

func (h *harness) answerOf(t *testing.T, owner, cid string) view.Conv {
	t.Helper()
	d, err := h.Detail(t.Context(), Key{owner, cid}, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d.Convs[0]
}

type call = domaintest.Call

func (h *harness) do(t *testing.T, c call) (*http.Response, string) {
	t.Helper()
	return h.server.Do(t, c)
}

// json sends a request and decodes the response into a map.
func (h *harness) json(t *testing.T, owner, path string, body any) (int, map[string]any) {
	t.Helper()
	return h.server.JSON(t, owner, path, body)
}

// dump returns the rows of the tables conversation, message, speech and run as text.
func dump(t *testing.T, d *db.DB) []string {
	t.Helper()
	return dumpTables(t, d, "conversation", "message", "speech", "run")
}

func dumpTables(t *testing.T, d *db.DB, tables ...string) []string {
	t.Helper()
	var out []string
	for _, table := range tables {
		rows, err := d.Read().QueryContext(t.Context(), "SELECT * FROM "+table+" ORDER BY 1, 2, 3")
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			row := table
			for _, v := range values {
				row += fmt.Sprintf("|%v", *v.(*any))
			}
			out = append(out, row)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
