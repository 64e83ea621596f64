package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/compose"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the router writes a line a request
	os.Exit(m.Run())
}

// script is a model that plays what a test gives it.
type script func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool)

func (f script) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { f(ctx, req, yield) }
}

// deltas is a model that yields these.
func deltas(all ...llm.Delta) script {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for _, d := range all {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// says answers with deltas, the last one ending the answer well.
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

// echoes answers with the question.
var echoes script = func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
	says("答："+req.Messages[len(req.Messages)-1].Content)(ctx, req, yield)
}

// fakeModels has one answering model, "default", and others by name.
type fakeModels struct {
	mu      sync.Mutex
	byID    map[string]script
	tools   bool // they may call tools
	online  bool // the models count as real ones: titles, hints and summaries are asked of them
	asked   []llm.Request
	context int // tokens; 0: what is usual
	vision  bool
	skilled func(question string) bool // of the built-in engine; nil: it has no skill
	probes  int
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

func (f *fakeModels) Ready(context.Context) {}

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

// clock is a time that only the test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(time.Millisecond) // no two moments are alike
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// house is a whole chat with everything under it.
type house struct {
	*Service
	models *fakeModels
	files  *fakeLibrary
	clock  *clock
	server *httptest.Server
	router *httpapi.Router

	manager *run.Manager
}

func newHouse(t testing.TB, d *db.DB, tools ...answer.Tool) *house {
	t.Helper()
	memory, err := db.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{
		models: &fakeModels{byID: map[string]script{"default": echoes}},
		files:  &fakeLibrary{},
		clock:  &clock{t: time.Now().Add(time.Hour)}, // runs have the real time, which must not decide an order,
	}
	quiet := slog.New(slog.DiscardHandler)
	h.manager = run.New(run.Options{DB: d, Memory: memory, Sink: Sink{}, Logger: quiet})
	answers, err := answer.New(answer.Options{DB: d, Memory: memory, Now: h.clock.now, Log: quiet, Tools: tools, Gatherers: []answer.Gatherer{gather.New(h.files, quiet)}, MaxRounds: func() int { return h.MaxRounds() },
		FilterFor: func(ctx context.Context, owner string) answer.Filter { return h.rules(ctx, owner) }})
	if err != nil {
		t.Fatal(err)
	}
	h.Service = New(Options{
		DB: d, Memory: memory, Runs: h.manager, Answers: answers, Models: h.models, Catalogue: h.models, Documents: h.files, Now: h.clock.now, Log: quiet,
		Title: func(q string) string { return text.Cut(text.OneLine(q), 16) },
		FeedbackType: func(code string) (int, bool) {
			return map[string]int{"101": 1, "201": -1}[code], code == "101" || code == "201"
		},
		Suggestions: func(string) []string { return []string{"今天是几号", "帮我写请假条"} },
		Product:     "问渠", DefaultAgent: "naQivTmsDa", MaxRounds: func() int { return 30 },
	})
	h.router, err = httpapi.New(httpapi.Options{Identities: identities{}})
	if err != nil {
		t.Fatal(err)
	}
	h.Routes(h.router)
	h.server = httptest.NewServer(h.router)
	t.Cleanup(func() {
		h.server.Close()
		now, cancel := context.WithCancel(context.Background())
		cancel()
		if err := h.manager.Drain(now); err != nil {
			t.Error(err)
		}
		h.Close()
		if err := memory.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// restart is the next process on the same database, after one that ended
// without a word.
func (h *house) restart(t *testing.T) *house {
	t.Helper()
	next := newHouse(t, h.DB, h.Answers.Tools...)
	next.models = h.models
	next.Service.Models, next.Service.modelList.Catalogue = h.models, h.models
	if _, err := next.manager.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	return next
}

// each runs a test on both engines.
func each(t *testing.T, f func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { f(t, newHouse(t, d)) })
}

// on runs a test on SQLite alone, where the engine makes no difference.
func on(t *testing.T, f func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	f(t, newHouse(t, dbtest.OpenSQLite(t)))
}

// identities knows everybody whose token is their id.
type identities struct{}

func (identities) Identify(_ context.Context, id, token string) (httpapi.Identity, error) {
	if id == "" || id != token {
		return httpapi.Identity{}, errs.New(errs.LoginOver)
	}
	return httpapi.Identity{ID: id, Kind: httpapi.Visitor, Token: token, Stored: true}, nil
}

func (identities) Mint() httpapi.Identity {
	v := id.New()
	return httpapi.Identity{ID: v, Kind: httpapi.Visitor, Token: v}
}

func (identities) Keep(_ context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	who.Stored = true
	return who, nil
}

const (
	alice = "alice-0001"
	bob   = "bob-00002"
)

// ask asks and waits for the end of the answer.
func (h *house) ask(t *testing.T, owner, cid, prompt string, change ...func(*Ask)) *run.Run {
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

// texts are the messages of the chosen branch, oldest first, as "index:text".
func (h *house) texts(t *testing.T, owner, cid string) []string {
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

// answerOf is the newest answer of a conversation.
func (h *house) answerOf(t *testing.T, owner, cid string) view.Conv {
	t.Helper()
	d, err := h.Detail(t.Context(), Key{owner, cid}, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d.Convs[0]
}

// call is one HTTP call.
type call struct {
	method, path, owner string
	body                any // a string is sent as it is
	header              map[string]string
}

func (h *house) do(t *testing.T, c call) (*http.Response, string) {
	t.Helper()
	res := h.begin(t, c)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

func (h *house) begin(t *testing.T, c call) *http.Response {
	t.Helper()
	var body io.Reader
	switch b := c.body.(type) {
	case nil:
	case string:
		body = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		body = strings.NewReader(string(raw))
	}
	if c.method == "" {
		c.method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(t.Context(), c.method, h.server.URL+c.path, body)
	if err != nil {
		t.Fatal(err)
	}
	if c.owner != "" {
		req.Header.Set("X-ID", c.owner)
		req.Header.Set("X-Token", c.owner)
	}
	for k, v := range c.header {
		req.Header.Set(k, v)
	}
	res, err := h.server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// json calls and reads the answer into a map.
func (h *house) json(t *testing.T, owner, path string, body any) (int, map[string]any) {
	t.Helper()
	res, raw := h.do(t, call{path: path, owner: owner, body: body})
	var out map[string]any
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatalf("%s: %q: %v", path, raw, err)
	}
	return res.StatusCode, out
}

// dump gives all rows of chat and run as text.
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
