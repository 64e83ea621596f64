package chat

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// gate is a model that yields one text, waits until the channel `open` is closed, and then yields the
// rest.
type gate struct {
	first string
	begun chan struct{} // receives a value for each answer that has yielded the first text
	open  chan struct{} // all answers continue after it is closed
}

func newGate(first string) *gate {
	return &gate{first: first, begun: make(chan struct{}, 10), open: make(chan struct{})}
}

func (g *gate) script() script {
	return func(ctx context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		if !yield(llm.Delta{Text: g.first}, nil) {
			return
		}
		g.begun <- struct{}{}
		select {
		case <-g.open:
		case <-ctx.Done():
			yield(llm.Delta{}, errs.Wrap(errs.Network, ctx.Err()))
			return
		}
		_ = yield(llm.Delta{Text: "后半"}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func TestStopKeepsWhatThereIs(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		g := newGate("前半")
		h.models.set("default", g.script())
		r, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "问"})
		if err != nil {
			t.Fatal(err)
		}
		<-g.begun
		if p, err := h.List(t.Context(), alice, ListQuery{}); err != nil || !p.Conversations[0].Running {
			t.Errorf("the list does not say that it runs: %+v %v", p, err)
		}
		if a := h.answerOf(t, alice, "conv-0001"); a.State != running || a.Speech != "前半" {
			t.Errorf("while it runs: %+v", a)
		}
		status, body := h.json(t, alice, "/api/stop/chat", map[string]any{"conversationId": "conv-0001"})
		if status != 200 || body["code"] != 0.0 {
			t.Errorf("stop: %d %v", status, body)
		}
		<-r.Done()
		a := h.answerOf(t, alice, "conv-0001")
		if a.State != string(stream.ManualStop) || a.Speech != "前半" {
			t.Errorf("stopped: %+v", a)
		}
		if stopped, err := h.Stop(t.Context(), Key{alice, "conv-0001"}); stopped || err != nil {
			t.Errorf("stopped twice: %v %v", stopped, err)
		}

		// The answer is continued: the model gets the partial answer, and the version grows.
		h.models.set("default", says("接着", "写完"))
		h.models.online = true
		res, frames := h.do(t, call{Path: conversation + "continue", Owner: alice, Body: map[string]any{"conversationId": "conv-0001", "index": 2}})
		if res.StatusCode != 200 || res.Header.Get(headerAnswer) != "conv-0001_2" || !strings.HasSuffix(frames, "data: [DONE]\n\n") {
			t.Fatalf("continue: %d %s", res.StatusCode, frames)
		}
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.StateDone) || a.Speech != "前半接着写完" || len(a.SpeechesV2) != 1 {
			t.Errorf("continued: %+v", a)
		}
		given := h.models.requests()[1].Messages
		if n := len(given); given[n-2].Content != "前半" || given[n-2].Role != llm.Assistant || !strings.HasPrefix(given[n-1].Content, "请从中断的地方接着写下去") {
			t.Errorf("the model was given %v", given)
		}
		if status, body := h.json(t, alice, conversation+"continue", map[string]any{"conversationId": "conv-0001", "index": 2}); status != 400 {
			t.Errorf("a whole answer was gone on with: %d %v", status, body)
		}
	})
}

// TestOfflineContinues checks that the built-in engine continues an answer by making it again from the
// beginning.
func TestOfflineContinues(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: "半"}, nil) && yield(llm.Delta{}, errs.New(errs.Incomplete))
		})
		h.ask(t, alice, "conv-0001", "问")
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.Interrupt) || a.ErrorCode != string(errs.Incomplete) {
			t.Fatalf("%+v", a)
		}
		h.models.set("default", says("整个"))
		r, err := h.Continue(t.Context(), Again{Key: Key{alice, "conv-0001"}}, -1)
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.StateDone) || a.Speech != "整个" {
			t.Errorf("%+v", a)
		}
	})
}

func TestOneRunAConversation(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		g := newGate("前半")
		h.models.set("default", g.script())
		first, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "问", Asker: Asker{RequestID: "req-1"}})
		if err != nil {
			t.Fatal(err)
		}
		<-g.begun
		for _, c := range []call{
			{Path: "/api/chat/conv-0001", Body: `{"prompt":"再问","traceId":"req-2"}`},
			{Path: "/api/chat/repeat/conv-0001", Body: `{}`},
			{Path: conversation + "continue", Body: `{"conversationId":"conv-0001"}`},
		} {
			c.Owner = alice
			res, body := h.do(t, c)
			if res.StatusCode != http.StatusConflict || res.Header.Get(headerAnswer) != "conv-0001_2" || !strings.Contains(body, string(errs.Busy)) {
				t.Errorf("%s: %d %v %s", c.Path, res.StatusCode, res.Header, body)
			}
		}
		// A second request with the same request id, in its header or its body, gets the running answer.
		for _, c := range []call{
			{Path: "/api/chat/conv-0001", Body: `{"prompt":"问","traceId":"req-1"}`},
			{Path: "/api/chat/conv-0001", Body: `{"prompt":"问","traceId":"other"}`, Header: map[string]string{"X-Request-Id": "req-1"}},
		} {
			c.Owner = alice
			res := h.server.Begin(t, c)
			if res.StatusCode != 200 || res.Header.Get(headerAnswer) != "conv-0001_2" || res.Header.Get("Content-Type") != eventStream {
				t.Errorf("%v: %d %v", c, res.StatusCode, res.Header)
			}
			_ = res.Body.Close()
		}
		close(g.open)
		<-first.Done()
		res, frames := h.do(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"问","traceId":"req-1"}`})
		if res.StatusCode != 200 || strings.Count(frames, `"msg":"前半"`) != 1 || !strings.HasSuffix(frames, "[DONE]\n\n") {
			t.Errorf("after the end: %d %s", res.StatusCode, frames)
		}
		if diff := cmp.Diff([]string{"1:问", "2:前半后半"}, h.texts(t, alice, "conv-0001")); diff != "" {
			t.Error(diff)
		}
		if n := len(h.models.requests()); n != 1 {
			t.Errorf("the model was asked %d times", n)
		}
	})
}

// TestRaces sends concurrent questions to one conversation, some of them with the same request id:
// no question is stored twice, and no index is used twice.
func TestRaces(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				a := Ask{Key: Key{alice, "conv-0001"}, Prompt: fmt.Sprintf("问%d", i)}
				if i%4 == 0 {
					a.Asker.RequestID = "double-click"
					a.Prompt = "双击"
				}
				r, err := h.Ask(t.Context(), a)
				if err != nil && !errs.Is(err, errs.Busy) {
					t.Errorf("ask %d: %v", i, err)
					return
				}
				<-r.Done()
			})
		}
		wg.Wait()
		texts := h.texts(t, alice, "conv-0001")
		doubles := 0
		for i, line := range texts {
			if !strings.HasPrefix(line, fmt.Sprintf("%d:", i+1)) {
				t.Errorf("message %d is %q", i+1, line)
			}
			if strings.HasSuffix(line, ":双击") {
				doubles++
			}
		}
		// There may be more model calls than rounds: the model may already have been called when a
		// question is refused.
		if doubles > 1 || len(texts)/2 > len(h.models.requests()) {
			t.Errorf("%d double clicks, %d rounds, %d calls of the model", doubles, len(texts)/2, len(h.models.requests()))
		}
	})
}

func TestAttach(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		get := func(owner, query string) (int, string) {
			res, body := h.do(t, call{Method: http.MethodGet, Path: "/api/chat/conv-0001/stream" + query, Owner: owner})
			return res.StatusCode, body
		}
		if status, _ := get(alice, ""); status != http.StatusNotFound {
			t.Errorf("an unknown conversation streams: %d", status)
		}
		id, err := h.Create(t.Context(), alice, "", false)
		if err != nil {
			t.Fatal(err)
		}
		if res, _ := h.do(t, call{Method: http.MethodGet, Path: "/api/chat/" + id + "/stream", Owner: alice}); res.StatusCode != http.StatusNoContent {
			t.Errorf("without an answer: %s", res.Status)
		}
		h.models.set("default", says("一", "二"))
		_, whole := h.do(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"问"}`})
		blocks := strings.SplitAfter(whole, "\n\n")
		blocks = blocks[:len(blocks)-1]
		for n := range len(blocks) + 1 {
			if _, got := get(alice, fmt.Sprintf("?from=%d", n)); got != strings.Join(blocks[n:], "") {
				t.Errorf("from %d: %q", n, got)
			}
		}
		res, got := h.do(t, call{Method: http.MethodGet, Path: "/api/chat/conv-0001/stream", Owner: alice, Header: map[string]string{"Last-Event-ID": "2"}})
		if got != strings.Join(blocks[2:], "") || res.Header.Get(headerAnswer) != "conv-0001_2" {
			t.Errorf("Last-Event-ID: %q", got)
		}
		for _, bad := range []string{"-1", "x", fmt.Sprint(len(blocks) + 1), "99999999999999999999"} {
			if status, _ := get(alice, "?from="+bad); status != http.StatusBadRequest {
				t.Errorf("from %s: %d", bad, status)
			}
		}
		for query, want := range map[string]int{"?msgid=conv-0001_2": 200, "?msgid=2": 200, "?msgid=conv-0001_1": 400, "?msgid=conv-0001_4": 404, "?msgid=conv-0002_2": 404, "?msgid=x": 404} {
			if status, _ := get(alice, query); status != want {
				t.Errorf("%s: %d", query, status)
			}
		}

		// After the log was deleted, the stored message is sent as a stream.
		h.manager.Sweep(t.Context(), h.clock.Now().Add(24*365*UndoWindow))
		decode := func(raw string) []stream.Numbered {
			var d stream.Decoder
			return append(d.Write([]byte(raw)), d.Close()...)
		}
		_, again := get(alice, "?from=0")
		_, reset := get(alice, "?from=5")
		m, first := stream.NewMessage(), decode(again)
		for i, e := range first {
			if e.N != i+1 {
				t.Errorf("frame %d has number %d", i+1, e.N)
			}
			m.Apply(e.Event)
		}
		if m.Text() != "一二" || m.State != stream.StateDone {
			t.Errorf("told anew: %+v", m)
		}
		if events := decode(reset); len(events) != len(first)+1 || events[0].Event != (stream.Reset{}) {
			t.Errorf("no reset: %q", reset)
		}
	})
}

// TestEnds checks the possible ends of a model's output.
func TestEnds(t *testing.T) {
	end := func(f llm.Finish) script {
		return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Reasoning: "想"}, nil) && yield(llm.Delta{Text: "文"}, nil) && yield(llm.Delta{Finish: f}, nil)
		}
	}
	fails := func(err error) script {
		return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: "文"}, nil) && yield(llm.Delta{}, err)
		}
	}
	silent := func(d ...llm.Delta) script {
		return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			for _, d := range append(d, llm.Delta{Finish: llm.FinishStop}) {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
	for name, tc := range map[string]struct {
		model  script
		state  stream.State
		code   errs.Code
		text   string
		last   string // last frame of the stream
		cutoff bool
		resume bool
	}{
		"stop":           {end(llm.FinishStop), stream.StateDone, "", "文", "data: [DONE]", false, false},
		"tools":          {end(llm.FinishTools), stream.StateDone, "", "文", "data: [DONE]", false, false},
		"length":         {end(llm.FinishLength), stream.StateDone, "", "文", "data: [DONE]", true, true},
		"filter":         {end(llm.FinishFilter), stream.Sensitive, "", "", "data: [SENSITIVE]", false, false},
		"none":           {end(llm.FinishNone), stream.Interrupt, errs.Incomplete, "文", `"code":"80002"}`, false, true},
		"empty":          {silent(), stream.StateError, errs.NoAnswer, "", `"code":"80017"}`, false, true},
		"blank":          {silent(llm.Delta{Text: " \n"}), stream.StateError, errs.NoAnswer, "", `"code":"80017"}`, false, true},
		"reasoning only": {silent(llm.Delta{Reasoning: "想"}), stream.StateError, errs.NoAnswer, "", `"code":"80017"}`, false, true},
		"network":        {fails(errs.New(errs.Network)), stream.StateError, errs.Network, "文", `"code":"80001"}`, false, true},
		"busy":           {fails(errs.New(errs.ModelBusy)), stream.StateError, errs.ModelBusy, "文", `"code":"80010"}`, false, true},
		"other":          {fails(errors.New("boom")), stream.StateError, errs.Unknown, "文", `"code":"20000"}`, false, true},
		"panic": {func(context.Context, llm.Request, func(llm.Delta, error) bool) { panic("boom") },
			stream.StateError, errs.Unknown, "", `"code":"20000"}`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			on(t, func(t *testing.T, h *harness) {
				h.models.set("default", tc.model)
				_, frames := h.do(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"问"}`})
				if !strings.HasSuffix(strings.TrimSpace(frames), tc.last) {
					t.Errorf("it ends with %s", frames[max(0, len(frames)-200):])
				}
				if (tc.code == "") != (strings.Contains(frames, "[DONE]") || strings.Contains(frames, "[SENSITIVE]")) {
					t.Errorf("a failure and an end: %s", frames)
				}
				a := h.answerOf(t, alice, "conv-0001")
				v := a.SpeechesV2[0]
				if a.State != string(tc.state) || a.ErrorCode != string(tc.code) || a.Speech != tc.text || v.Cutoff != tc.cutoff {
					t.Errorf("stored: %+v", a)
				}
				if tc.state == stream.Sensitive && (len(v.Content) > 0 || !v.Hidden) {
					t.Errorf("what was withheld can be read: %+v", v)
				}
				h.models.set("default", says("完"))
				r, err := h.Continue(t.Context(), Again{Key: Key{alice, "conv-0001"}}, -1)
				if (err == nil) != tc.resume {
					t.Fatalf("continue: %v", err)
				}
				if err == nil {
					<-r.Done()
				}
				// A further question works after every kind of end.
				h.ask(t, alice, "conv-0001", "再问")
				for _, m := range h.models.requests()[len(h.models.requests())-1].Messages {
					if tc.state == stream.Sensitive && m.Role == llm.Assistant {
						t.Errorf("the model was told what is withheld: %v", m)
					}
				}
			})
		})
	}
}

// TestStorageFails removes a table of the database: the user gets an error code, and the question
// is not stored.
func TestStorageFails(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "问")
		if err := h.DB.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DROP TABLE speech")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		res, body := h.do(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"再问"}`})
		if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, string(errs.StorageFail)) {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		if strings.Contains(strings.Join(dumpTables(t, h.DB, "message"), ""), "再问") {
			t.Error("half a question was stored")
		}
	})
}
