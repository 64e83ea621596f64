package answer

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// actor is a scripted model: each request plays the next part.
type actor struct {
	mu    sync.Mutex
	parts []part
	asked []llm.Request
}

// part is the model's reaction to one request.
type part func(ctx context.Context, yield func(llm.Delta, error) bool)

func (m *actor) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		m.mu.Lock()
		n := len(m.asked)
		m.asked = append(m.asked, req)
		play := says("没有台词了")
		if n < len(m.parts) {
			play = m.parts[n]
		}
		m.mu.Unlock()
		play(ctx, yield)
	}
}

func (m *actor) requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]llm.Request(nil), m.asked...)
}

func usage() *llm.Usage { return &llm.Usage{PromptTokens: 100, CompletionTokens: 10} }

// says returns a part that answers with a text.
func says(text string) part {
	return func(_ context.Context, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: text, Model: "up-1"}, nil) && yield(llm.Delta{Finish: llm.FinishStop, Usage: usage()}, nil)
	}
}

// calls returns a part that writes `before` if it is not empty, thinks, and calls tools.
func calls(before string, list ...llm.ToolCall) part {
	return func(_ context.Context, yield func(llm.Delta, error) bool) {
		if before != "" && !yield(llm.Delta{Text: before}, nil) {
			return
		}
		_ = yield(llm.Delta{Reasoning: "想一想"}, nil) && yield(llm.Delta{ToolCalls: list, Finish: llm.FinishTools, Usage: usage()}, nil)
	}
}

func call(id, name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments}
}

// keep is a Sink that keeps the answers of all runs that have ended.
type keep struct {
	mu       sync.Mutex
	messages map[string]stream.Message
}

func (k *keep) RunEnded(ctx context.Context, tx *sql.Tx, rec run.Record, m stream.Message) error {
	k.mu.Lock()
	k.messages[rec.RunID] = m
	k.mu.Unlock()
	return Ended(ctx, tx, rec.OwnerID, rec.ConversationID, rec.Index, rec.RepeatIndex, m)
}

func (k *keep) of(id string) stream.Message {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.messages[id]
}

// bench is an answer loop with all its dependencies.
type bench struct {
	*Loop
	t     testing.TB
	runs  *run.Manager
	sink  *keep
	model *actor

	through func(out *run.Out) Output // wraps the run's output; nil: the output is used directly
}

const (
	alice = domaintest.Alice
	conv  = "conv-0001"
)

// onBoth runs a test on both databases.
func onBoth(t *testing.T, tools func(c *counted) []Tool, f func(b *bench, c *counted)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := &counted{} // separate for each database, because the tests on both databases run concurrently
		f(newBench(t, d, Options{Tools: tools(c)}), c)
	})
}

// on returns a bench on SQLite with the given tools.
func on(t *testing.T, tools ...Tool) *bench {
	t.Helper()
	return newBench(t, dbtest.OpenSQLite(t), Options{Tools: tools})
}

func newBench(t testing.TB, d *db.DB, o Options) *bench {
	t.Helper()
	// The database in memory is replaced by a file, because creating the schema in memory takes
	// longer than most tests.
	o.DB, o.Memory = d, dbtest.OpenSQLite(t)
	return serve(t, o)
}

// serve returns a bench on the databases of o; it stands for a server process.
func serve(t testing.TB, o Options) *bench {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	l, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Loop: l, t: t, sink: &keep{messages: map[string]stream.Message{}}, model: &actor{}}
	b.runs = run.New(run.Options{DB: o.DB, Memory: o.Memory, Sink: b.sink, Logger: o.Log})
	t.Cleanup(b.shut)
	return b
}

// shut ends the running answers of the bench.
func (b *bench) shut() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = b.runs.Drain(ctx)
}

// restart returns a second bench on the same databases. It stands for a new process after a crash: it
// recovers the open answers, and the old bench b has not been shut down.
func (b *bench) restart() *bench {
	b.t.Helper()
	o := b.Options
	next := serve(b.t, o)
	next.model = &actor{}
	if _, err := next.runs.Recover(context.Background()); err != nil {
		b.t.Fatal(err)
	}
	return next
}

// turn returns a turn with all tools of the bench.
func (b *bench) turn(change ...func(*Turn)) Turn {
	t := Turn{
		CID: conv, Index: 2, Locale: "zh-CN", Question: "问", System: "你是助手。", Now: time.Now(),
		Choice: llm.Choice{Model: b.model, Upstream: "up-1", Info: llm.ModelInfo{ID: "m", Tools: true, Context: 32_000}},
	}
	for _, tool := range b.Tools {
		t.Profile.Tools = append(t.Profile.Tools, tool.Spec.Name)
	}
	for _, f := range change {
		f(&t)
	}
	return t
}

func (b *bench) start(t Turn) *run.Run {
	b.t.Helper()
	spec := run.Spec{OwnerID: alice, ConversationID: t.CID, Index: t.Index, RepeatIndex: t.Repeat, Opening: Opening(t.Locale), Temporary: t.Private, Locale: t.Locale}
	if t.Partial != nil {
		base := t.Partial.Resumed()
		spec.Base = &base
	}
	var r *run.Run
	ready := make(chan struct{})
	r, _, err := b.runs.Start(context.Background(), spec, func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *run.Out) error {
		<-ready
		t.Place = func() (string, string) { rec := r.Record(); return rec.OwnerID, rec.ConversationID }
		if b.through != nil {
			return b.Run(ctx, t, b.through(out))
		}
		return b.Run(ctx, t, out)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	close(ready)
	return r
}

// answer makes an answer and returns it as stored.
func (b *bench) answer(t Turn) stream.Message {
	b.t.Helper()
	r := b.start(t)
	<-r.Done()
	return b.sink.of(r.ID())
}

// toolResults returns the results that the model received, by call id.
func toolResults(req llm.Request) map[string]string {
	out := map[string]string{}
	for _, m := range req.Messages {
		if m.Role == llm.ToolRole {
			out[m.ToolCallID] = m.Content
		}
	}
	return out
}

// outline lists an answer's parts, one per line.
func outline(m stream.Message) string {
	var b strings.Builder
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.Text:
			fmt.Fprintf(&b, "text %q\n", e.Msg)
		case stream.Think:
			fmt.Fprintf(&b, "think %q\n", e.Content)
		case stream.Tool:
			fmt.Fprintf(&b, "tool %s %s %s\n", e.ID, e.Name, e.State)
		case stream.Step:
			fmt.Fprintf(&b, "step %q\n", e.Msg)
		default:
			fmt.Fprintf(&b, "%T\n", e)
		}
	}
	return strings.TrimSpace(b.String())
}

// counted makes tools that return their name and input. It records the inputs of all calls.
type counted struct {
	mu    sync.Mutex
	calls []string
}

func (c *counted) n() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.calls)
}

func (c *counted) tool(name string, change ...func(*Tool)) Tool {
	t := Tool{
		Spec: llm.Tool{Name: name, Description: "工具 " + name, Parameters: []byte(`{"type":"object"}`)}, Consent: ConsentNever, Replay: true,
		Call: func(_ context.Context, call Call) (Result, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.calls = append(c.calls, string(call.Input))
			return Result{Text: name + "：" + string(call.Input)}, nil
		},
	}
	for _, f := range change {
		f(&t)
	}
	return t
}
