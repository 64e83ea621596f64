package openai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

const key = "sk-very-secret-0123456789"

type answer struct {
	reasoning, text, model string
	calls                  []llm.ToolCall
	usage                  *llm.Usage
	finish                 llm.Finish
	queued                 bool
	err                    *errs.Error
}

func (a answer) code() errs.Code {
	if a.err == nil {
		return ""
	}
	return a.err.Code
}

func ask(ctx context.Context, m llm.Model, req llm.Request) answer {
	var a answer
	for d, err := range m.Stream(ctx, req) {
		if err != nil {
			a.err = errs.From(err)
			if e := (*errs.Error)(nil); !errors.As(err, &e) {
				panic("not an *errs.Error")
			}
			break
		}
		a.reasoning += d.Reasoning
		a.text += d.Text
		a.calls = append(a.calls, d.ToolCalls...)
		a.queued = a.queued || d.Queued
		if d.Usage != nil {
			a.usage = d.Usage
		}
		if d.Model != "" {
			a.model = d.Model
		}
		if d.Finish != "" {
			a.finish = d.Finish
		}
	}
	return a
}

func question(text string) llm.Request {
	return llm.Request{Model: "m1", Messages: []llm.Message{{Role: llm.User, Content: text}}}
}

// setup starts a provider and a client that records its waits instead of waiting.
func setup(t *testing.T, change func(*llm.Provider)) (*llmtest.Server, *openai.Client, *[]time.Duration) {
	t.Helper()
	srv, url := llmtest.Start(t, llmtest.Options{})
	p := llm.Provider{ID: "test", BaseURL: url + "/v1", Key: key, Local: true, Proxy: "direct"}
	if change != nil {
		change(&p)
	}
	waits := &[]time.Duration{}
	c := openai.New(p, openai.Options{
		Sleep:  func(_ context.Context, d time.Duration) error { *waits = append(*waits, d); return nil },
		Jitter: func(d time.Duration) time.Duration { return d },
		Grace:  time.Millisecond,
		Log:    slog.New(slog.DiscardHandler),
	})
	return srv, c, waits
}

func say() llmtest.Say {
	return llmtest.Say{Model: "up-1", Reasoning: []string{"先", "想"}, Text: []string{"一", "二", "三"}}
}

// TestStreamFaults checks the answer for every stream fault. The answer must be complete, or
// fail with the right error code.
func TestStreamFaults(t *testing.T) {
	t.Parallel()
	whole := llmtest.Answer(llmtest.DeepSeek, say())
	big := strings.Repeat("长文", 50_000)
	tests := []struct {
		name      string
		script    llmtest.Script
		text      string
		code      errs.Code
		finish    llm.Finish
		calls     int // expected number of calls to the provider; 0: one
		reasoning string
	}{
		{name: "plain", script: whole, text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "vllm", script: llmtest.Answer(llmtest.VLLM, say()), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "think tag", script: llmtest.Answer(llmtest.ThinkTag, say()), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "not streamed", script: llmtest.Answer(llmtest.Plain, say()), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "responses", script: llmtest.Answer(llmtest.Responses, say()), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "ndjson", script: llmtest.Answer(llmtest.Ollama, say()), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "split at every byte", script: bytewise(whole), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "CRLF and comments", script: whole.Insert(0, ": keep-alive\n\n").Insert(3, ": ping\n\n").Map(llmtest.CRLF), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "no space", script: whole.Map(llmtest.NoSpace), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "an event of 300 kB", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{big}}), text: big, finish: llm.FinishStop},
		{name: "a malformed event", script: whole.Insert(3, "data: {\"choices\":[{\"del\n\n"), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
		{name: "invalid UTF-8", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"@"}}).Map(func(s string) string { return strings.Replace(s, "@", "a\xffb", 1) }), text: "ab", finish: llm.FinishStop},
		{name: "no done mark", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"好"}, NoDone: true}), text: "好", finish: llm.FinishStop},
		{name: "length", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"好"}, Finish: "length"}), text: "好", finish: llm.FinishLength},
		{name: "filter", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"好"}, Finish: "content_filter"}), text: "好", finish: llm.FinishFilter},
		{name: "reasoning only", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Reasoning: []string{"想"}}), finish: llm.FinishStop, reasoning: "想"},
		{name: "200 with a web page", script: llmtest.Script{Type: "text/html", Steps: []llmtest.Step{{Send: "<html>login</html>"}}}, code: errs.StreamFail},
		{name: "a web page that says it is a stream", script: llmtest.Script{Steps: []llmtest.Step{{Send: "<html>\nlogin</html>\n"}}}, code: errs.StreamFail},
		{name: "200 and empty, twice", script: llmtest.Script{}, code: errs.StreamFail, calls: 2},
		{name: "reset in mid-stream", script: whole.Cut(3, llmtest.Reset), text: "一", code: errs.Incomplete, reasoning: "先想"},
		{name: "closed in mid-chunk", script: whole.Cut(3, llmtest.CutChunk), text: "一", code: errs.Incomplete, reasoning: "先想"},
		{name: "clean end without a finish reason", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"半"}, Finish: "none", NoDone: true}), text: "半", code: errs.Incomplete},
		{name: "done mark without a finish reason", script: llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"半"}, Finish: "none"}), text: "半", code: errs.Incomplete},
		{name: "error event in mid-stream", script: whole.Cut(3, llmtest.Continue).Insert(3, "data: {\"error\":{\"message\":\"boom\"}}\n\n"), text: "一", code: errs.StreamFail, reasoning: "先想"},
		{name: "busy in mid-stream", script: whole.Cut(3, llmtest.Continue).Insert(3, "event: error\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n"), text: "一", code: errs.ModelBusy, reasoning: "先想"},
		{name: "an event of 10 MB", script: llmtest.Script{Steps: []llmtest.Step{{Send: "data: " + strings.Repeat("x", 11<<20) + "\n\n"}}}, code: errs.StreamFail},
		{name: "finish reason, then reset", script: whole.Cut(6, llmtest.Reset), text: "一二三", finish: llm.FinishStop, reasoning: "先想"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv, c, _ := setup(t, nil)
			srv.Queue(tt.script, tt.script)
			a := ask(t.Context(), c, question("问"))
			if a.text != tt.text || a.code() != tt.code || a.finish != tt.finish || a.reasoning != tt.reasoning {
				t.Fatalf("text %q (%d) reasoning %q finish %q err %v", head(a.text), len(a.text), a.reasoning, a.finish, a.err)
			}
			if want := max(tt.calls, 1); srv.Calls() != want {
				t.Fatalf("%d calls, want %d", srv.Calls(), want)
			}
			if a.err != nil {
				if said := a.err.Error(); !strings.Contains(said, "127.0.0.1:") || strings.Contains(said, key) {
					t.Fatalf("cause %q", said)
				}
			}
		})
	}
}

func head(s string) string { return s[:min(len(s), 60)] }

// bytewise returns a script that sends the text of s one byte at a time.
func bytewise(s llmtest.Script) llmtest.Script {
	var steps []llmtest.Step
	for _, st := range s.Steps {
		for i := range len(st.Send) {
			steps = append(steps, llmtest.Step{Send: st.Send[i : i+1]})
		}
	}
	s.Steps = steps
	return s
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	good := llmtest.Answer(llmtest.DeepSeek, say())
	tests := []struct {
		name   string
		script llmtest.Script
		code   errs.Code // error code of the answer; "": the second attempt succeeds
		calls  int
		wait   time.Duration
		after  time.Duration
	}{
		{"429 with a short wait", llmtest.Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After", "7"), "", 2, 7 * time.Second, 0},
		{"429 with a long wait", llmtest.Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After", "120"), errs.ModelBusy, 1, 0, 120 * time.Second},
		{"429 without a wait", llmtest.Fail(429, `{}`), errs.ModelBusy, 1, 0, 0},
		{"429 for no money", llmtest.Fail(429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, "Retry-After", "1"), errs.ModelBalance, 1, 0, time.Second},
		{"500", llmtest.Fail(500, `{"error":"boom"}`), "", 2, 200 * time.Millisecond, 0},
		{"502 page", llmtest.Fail(502, "<html>bad gateway</html>"), "", 2, 200 * time.Millisecond, 0},
		{"503", llmtest.Fail(503, "", "Retry-After", "2"), "", 2, 2 * time.Second, 0},
		{"401", llmtest.Fail(401, `{"error":{"message":"Incorrect API key provided: `+key+`","code":"invalid_api_key"}}`), errs.ModelKey, 1, 0, 0},
		{"403", llmtest.Fail(403, `{"message":"no"}`), errs.ModelKey, 1, 0, 0},
		{"402", llmtest.Fail(402, `{"error":{"message":"Insufficient Balance"}}`), errs.ModelBalance, 1, 0, 0},
		{"404 model", llmtest.Fail(404, `{"error":"model 'm1' not found"}`), errs.ModelMissing, 1, 0, 0},
		{"404 path", llmtest.Fail(404, "404 page not found"), errs.StreamFail, 1, 0, 0},
		{"400 model", llmtest.Fail(400, `{"error":{"code":"1211","message":"模型不存在，请检查模型代码。"}}`), errs.ModelMissing, 1, 0, 0},
		{"400 too long", llmtest.Fail(400, `{"error":{"message":"This model's maximum context length is 4096 tokens","code":"context_length_exceeded"}}`), errs.ModelTooLong, 1, 0, 0},
		{"413", llmtest.Fail(413, ""), errs.ModelTooLong, 1, 0, 0},
		{"top-level code", llmtest.Fail(400, `{"code":"Arrearage","message":"Access denied: arrearage","request_id":"1"}`), errs.ModelBalance, 1, 0, 0},
		{"base_resp under 200", llmtest.Fail(200, `{"choices":null,"base_resp":{"status_code":1004,"status_msg":"login fail"}}`), errs.ModelKey, 1, 0, 0},
		{"top-level code under 200", llmtest.Fail(200, `{"code":500,"message":"server is busy"}`), errs.ModelBusy, 1, 0, 0},
		{"redirect", llmtest.Fail(307, "", "Location", "http://127.0.0.1:1/v1/chat/completions"), errs.StreamFail, 1, 0, 0},
		{"504", llmtest.Fail(504, ""), errs.Timeout, 1, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv, c, waits := setup(t, nil)
			srv.Queue(tt.script, good)
			a := ask(t.Context(), c, question("问"))
			if a.code() != tt.code || (tt.code == "" && a.text != "一二三") {
				t.Fatalf("text %q, err %v", a.text, a.err)
			}
			if srv.Calls() != tt.calls {
				t.Fatalf("%d calls, want %d", srv.Calls(), tt.calls)
			}
			if tt.wait > 0 && !cmp.Equal(*waits, []time.Duration{tt.wait}) {
				t.Fatalf("waits %v", *waits)
			}
			if a.err != nil && (a.err.RetryAfter != tt.after || strings.Contains(a.err.Error(), "secret")) {
				t.Fatalf("retry after %v, %v", a.err.RetryAfter, a.err)
			}
		})
	}
}

func TestContentFilterIsAnEnd(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.Queue(llmtest.Fail(400, `{"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content."}}`))
	if a := ask(t.Context(), c, question("问")); a.finish != llm.FinishFilter || a.err != nil {
		t.Fatalf("%+v", a)
	}
}

func TestRefusedConnection(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	c := openai.New(llm.Provider{BaseURL: "http://" + addr + "/v1", Key: key, Local: true}, openai.Options{})
	a := ask(t.Context(), c, question("问"))
	if a.code() != errs.Network || !strings.Contains(a.err.Error(), addr) {
		t.Fatalf("%v", a.err)
	}
}

// When a connection ends before the answer begins, the request is repeated once.
func TestDroppedConnection(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.Queue(llmtest.Script{Steps: []llmtest.Step{{Do: llmtest.Reset}}}, llmtest.Answer(llmtest.DeepSeek, say()))
	if a := ask(t.Context(), c, question("问")); a.text != "一二三" || srv.Calls() != 2 {
		t.Fatalf("%+v after %d calls", a, srv.Calls())
	}
	srv.Queue(llmtest.Script{Steps: []llmtest.Step{{Do: llmtest.Reset}}}, llmtest.Script{Steps: []llmtest.Step{{Do: llmtest.Reset}}})
	if a := ask(t.Context(), c, question("问")); a.code() != errs.Network || srv.Calls() != 4 {
		t.Fatalf("%+v after %d calls", a, srv.Calls())
	}
}

// Cancelling the context closes the upstream connection, and the error is the cause of
// the cancellation.
func TestStop(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"一\"}}]}\n\n"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	}))
	t.Cleanup(upstream.Close)
	c := openai.New(llm.Provider{BaseURL: upstream.URL + "/v1", Local: true}, openai.Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var last error
	for d, err := range c.Stream(ctx, question("问")) {
		if d.Text != "" {
			cancel(errs.New(errs.Timeout))
		}
		last = err
	}
	if !errs.Is(last, errs.Timeout) {
		t.Fatalf("ended with %v", last)
	}
	<-gone
}

// If the provider stalls before or after the first pieces, the answer ends when its context ends.
func TestStall(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 2} {
		srv, c, _ := setup(t, nil)
		srv.Queue(llmtest.Answer(llmtest.DeepSeek, say()).Insert(0, ": wait\n\n").Cut(n+1, llmtest.Stall))
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		seen := 0
		var last error
		for _, err := range c.Stream(ctx, question("问")) {
			if seen++; seen == 1 {
				cancel(errs.New(errs.Timeout))
			}
			last = err
		}
		if !errs.Is(last, errs.Timeout) || srv.Calls() != 1 {
			t.Fatalf("after %d pieces: %v, %d calls", n, last, srv.Calls())
		}
	}
}

func TestReaderLeaves(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	endless := llmtest.Answer(llmtest.DeepSeek, say())
	endless.Steps = append(endless.Steps[:3:3], llmtest.Step{Do: llmtest.Repeat})
	srv.Queue(endless)
	n := 0
	for range c.Stream(t.Context(), question("问")) {
		if n++; n == 50 {
			break
		}
	}
	if n != 50 {
		t.Fatalf("%d deltas of an endless answer", n)
	}
}

// When a provider sends the end of an answer but leaves the connection open, the answer is
// complete.
func TestFinishedButOpen(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.Queue(llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: []string{"好"}}).Cut(2, llmtest.Stall))
	if a := ask(t.Context(), c, question("问")); a.text != "好" || a.finish != llm.FinishStop || a.err != nil {
		t.Fatalf("%+v", a)
	}
	srv.Queue(llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: []string{"好"}}).Cut(4, llmtest.Stall))
	if a := ask(t.Context(), c, question("问")); a.usage == nil || a.finish != llm.FinishStop || a.err != nil {
		t.Fatalf("%+v", a)
	}
}

func TestQueued(t *testing.T) {
	t.Parallel()
	seen := make(chan struct{})
	srv, url := llmtest.Start(t, llmtest.Options{Sleep: func(context.Context, time.Duration) error { <-seen; return nil }})
	c := openai.New(llm.Provider{BaseURL: url + "/v1", Local: true}, openai.Options{})
	waiting := llmtest.Answer(llmtest.DeepSeek, say())
	waiting.Steps[0].Wait = time.Second
	srv.Queue(waiting.Insert(0, ": keep-alive\n\n"))
	var first, last llm.Delta
	for d, err := range c.Stream(t.Context(), question("问")) {
		if err != nil {
			t.Fatal(err)
		}
		if d.Queued {
			first = d
			close(seen)
		}
		last = d
	}
	if !first.Queued || last.Finish != llm.FinishStop || last.Usage == nil {
		t.Fatalf("first %+v, last %+v", first, last)
	}
}

// While a server is loading its model, the client reports the loading and waits, but not for ever.
func TestLoadingModel(t *testing.T) {
	t.Parallel()
	const said = `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`
	for _, times := range []int{3, 1000} {
		srv, url := llmtest.Start(t, llmtest.Options{})
		c := openai.New(llm.Provider{BaseURL: url + "/v1", Local: true}, openai.Options{Sleep: func(context.Context, time.Duration) error { return nil }})
		for range times {
			srv.Queue(llmtest.Fail(http.StatusServiceUnavailable, said))
		}
		srv.Queue(llmtest.Answer(llmtest.ThinkTag, llmtest.Say{Text: []string{"好"}}))
		loading, text, code := 0, "", errs.Code("")
		for d, err := range c.Stream(t.Context(), question("问")) {
			if err != nil {
				code = errs.From(err).Code
			}
			if d.Loading {
				loading++
			}
			text += d.Text
		}
		if times == 3 && (loading != 3 || text != "好" || code != "") {
			t.Errorf("told %d times, text %q, code %q", loading, text, code)
		}
		if times == 1000 && (loading > 150 || text != "" || code != errs.ModelLoading) {
			t.Errorf("for ever: told %d times, text %q, code %q", loading, text, code)
		}
	}
}

// TestConnectionsAreReused checks that 20 successive answers need at most 5 connections.
func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	srv := llmtest.New(llmtest.Options{})
	var opened atomic.Int32
	h := httptest.NewUnstartedServer(srv)
	h.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	h.Start()
	t.Cleanup(h.Close)
	c := openai.New(llm.Provider{BaseURL: h.URL + "/v1", Local: true}, openai.Options{})
	for range 20 {
		if a := ask(t.Context(), c, question("问")); a.err != nil || a.finish != llm.FinishStop {
			t.Fatalf("%+v", a.err)
		}
	}
	if n := opened.Load(); n > 5 {
		t.Fatalf("%d connections for 20 answers one after another", n)
	}
}

// Impossible token counts are read as 0.
func TestImpossibleUsage(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.Queue(llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: []string{"好"}, Usage: &llm.Usage{PromptTokens: -5, CompletionTokens: 1 << 40, CachedTokens: -1}}))
	if a := ask(t.Context(), c, question("问")); a.err != nil || a.usage == nil || *a.usage != (llm.Usage{}) {
		t.Errorf("%+v, %v", a.usage, a.err)
	}
}

// A private address is refused unless the provider is marked local. A link-local address is always
// refused.
func TestPrivateAddress(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, func(p *llm.Provider) { p.Local = false })
	if a := ask(t.Context(), c, question("问")); a.code() != errs.Network || srv.Calls() != 0 {
		t.Fatalf("%+v, %d calls", a, srv.Calls())
	}
	for _, base := range []string{"http://169.254.169.254/v1", "http://[fe80::1]/v1", "http://[::ffff:169.254.169.254]/v1"} {
		for _, proxy := range []string{"", "direct"} {
			c := openai.New(llm.Provider{BaseURL: base, Local: true, Proxy: proxy}, openai.Options{})
			if a := ask(t.Context(), c, question("问")); a.code() != errs.Network || !strings.Contains(a.err.Error(), "link-local") {
				t.Fatalf("%s, proxy %q: %v", base, proxy, a.err)
			}
		}
	}
}

func TestKeyIsNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	srv, url := llmtest.Start(t, llmtest.Options{Key: "another"})
	p := llm.Provider{ID: "test", BaseURL: url + "/v1", Key: key, Local: true}
	c := openai.New(p, openai.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	a := ask(t.Context(), c, question("问"))
	if a.code() != errs.ModelKey || srv.Calls() != 0 {
		t.Fatalf("%+v", a)
	}
	slog.New(slog.NewJSONHandler(&log, nil)).Info("row", "provider", p, "key", p.Key)
	b, _ := json.Marshal(p)
	if all := log.String() + a.err.Error() + string(b); strings.Contains(all, "secret") {
		t.Fatal(all)
	}
}

// If the model refuses an extra field, the client repeats the request without the field. It also
// leaves the field out of all later requests to the model.
func TestRefusedExtra(t *testing.T) {
	t.Parallel()
	quirks := llm.Quirks{Thinking: llm.ThinkParamEnable}
	srv, c, _ := setup(t, func(p *llm.Provider) {
		p.Quirks = &quirks
		p.Models = []llm.ModelRow{{ID: "m1", Thinking: llm.ThinkSwitch}, {ID: "m2", Thinking: llm.ThinkSwitch}}
	})
	refuse := llmtest.Fail(400, `{"error":{"message":"Unrecognized request argument supplied: enable_thinking"}}`)
	srv.Queue(refuse)
	for range 2 {
		if a := ask(t.Context(), c, question("问")); a.err != nil || a.text == "" {
			t.Fatalf("%+v", a.err)
		}
	}
	other := question("问")
	other.Model = "m2"
	ask(t.Context(), c, other)
	var sent []bool
	for _, r := range srv.Requests() {
		sent = append(sent, strings.Contains(r.Body, "enable_thinking"))
	}
	if diff := cmp.Diff([]bool{true, false, false, true}, sent); diff != "" {
		t.Fatal(diff)
	}
}

// If a model refuses its provider's search tool, the client sends this question again, and all later
// questions, without the tool. The provider's error names the tool, not the field of the request.
func TestRefusedOwnSearch(t *testing.T) {
	t.Parallel()
	for param, tool := range map[llm.OwnSearch]string{llm.OwnSearchFunction: "$web_search", llm.OwnSearchPlain: "web_search", llm.OwnSearchTool: "web_search"} {
		t.Run(string(param), func(t *testing.T) {
			t.Parallel()
			quirks := llm.Quirks{Search: param}
			srv, c, _ := setup(t, func(p *llm.Provider) {
				p.Quirks = &quirks
				p.Models = []llm.ModelRow{{ID: "m1", Search: llm.SearchItself}}
			})
			srv.Queue(llmtest.Fail(400, `{"error":{"message":"unsupported tool: `+tool+`"}}`))
			q := question("问")
			q.Search = llm.SearchAlways
			for range 2 {
				if a := ask(t.Context(), c, q); a.err != nil || a.text == "" {
					t.Fatalf("%+v", a.err)
				}
			}
			var sent []bool
			for _, r := range srv.Requests() {
				sent = append(sent, strings.Contains(r.Body, `"`+tool+`"`))
			}
			if diff := cmp.Diff([]bool{true, false, false}, sent); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The client leaves out the field named in the provider's error, and repeats the request. If the
// provider refuses the second request, too, the client gives up.
func TestRefusedForEver(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.On("", llmtest.Fail(400, `{"error":{"message":"unsupported: stream_options"}}`))
	if a := ask(t.Context(), c, question("问")); a.code() != errs.StreamFail || srv.Calls() != 2 {
		t.Fatalf("%v after %d calls", a.err, srv.Calls())
	}
}

func TestNothingOfTheCallerIsForwarded(t *testing.T) {
	t.Parallel()
	srv, c, _ := setup(t, nil)
	srv.Queue(llmtest.Script{Header: map[string]string{"Set-Cookie": "a=b"}, Steps: llmtest.Answer(llmtest.VLLM, say()).Steps})
	ask(t.Context(), c, question("问"))
	ask(t.Context(), c, question("问"))
	for _, r := range srv.Requests() {
		if r.Header.Get("Cookie") != "" || r.Header.Get("Authorization") != "Bearer "+key || r.Header.Get("Accept-Encoding") != "" {
			t.Fatalf("%v", r.Header)
		}
	}
}
