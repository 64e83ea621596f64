package chat

import (
	"context"
	"database/sql"
	"net/http"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// newSender returns a chat with a tool that needs consent, and a counter of the calls to the tool.
func newSender(t *testing.T) (*harness, *int) {
	t.Helper()
	sent := 0
	h := newHarness(t, dbtest.OpenSQLite(t), answer.Tool{
		Spec: llm.Tool{Name: "send", Description: "发送", Parameters: []byte(`{"type":"object"}`)}, Consent: answer.ConsentEvery,
		Call: func(context.Context, answer.Call) (answer.Result, error) {
			sent++
			return answer.Result{Text: "发了"}, nil
		},
	})
	h.models.online, h.models.tools = true, true
	h.models.set("default", func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
		if last := req.Messages[len(req.Messages)-1]; last.Role == llm.User && len(req.Tools) > 0 {
			yield(llm.Delta{ToolCalls: []llm.ToolCall{{ID: "a", Name: "send", Arguments: `{}`}}, Finish: llm.FinishTools}, nil)
			return
		}
		says("好了")(ctx, req, yield)
	})
	return h, &sent
}

// waiting asks a question and waits until the answer waits for consent.
func (h *harness) waiting(t *testing.T, cid string) *run.Run {
	t.Helper()
	r, err := h.Ask(t.Context(), Ask{Key: Key{alice, cid}, Prompt: "发给甲"})
	if err != nil {
		t.Fatal(err)
	}
	domaintest.Eventually(t, "the answer waits for consent", func() bool { return r.Record().Waiting })
	return r
}

func TestConsentRoute(t *testing.T) {
	t.Parallel()
	h, sent := newSender(t)
	r := h.waiting(t, "conv-0001")
	path := "/api/chat/conv-0001/tools/2.0.1.0"
	for _, c := range []struct {
		owner, path string
		want        int
	}{
		{bob, path, http.StatusNotFound},
		{alice, "/api/chat/conv-0001/tools/2.0.1.1", http.StatusNotFound},
		{alice, "/api/chat/conv-0002/tools/2.0.1.0", http.StatusNotFound},
		{alice, path, http.StatusOK},
		{alice, path, http.StatusConflict},
	} {
		if status, body := h.json(t, c.owner, c.path, map[string]any{"allow": true}); status != c.want {
			t.Errorf("%s %s: %d %v", c.owner, c.path, status, body)
		}
	}
	<-r.Done()
	if a := h.answerOf(t, alice, "conv-0001"); *sent != 1 || a.Speech != "好了" {
		t.Errorf("%d sent, %+v", *sent, a)
	}
	if status, _ := h.json(t, alice, path, map[string]any{"allow": true}); status != http.StatusConflict {
		t.Errorf("after the end: %d", status)
	}
}

// TestNewQuestionDeclines checks that a new question declines a call that waits for consent.
func TestNewQuestionDeclines(t *testing.T) {
	t.Parallel()
	h, sent := newSender(t)
	first := h.waiting(t, "conv-0001")
	second := h.waiting(t, "conv-0001")
	if first.State() != stream.ManualStop || *sent != 0 {
		t.Errorf("%s, %d sent", first.State(), *sent)
	}
	if status, _ := h.json(t, alice, "/api/chat/conv-0001/tools/2.0.1.0", map[string]any{"allow": true}); status != http.StatusConflict {
		t.Errorf("the first can still be allowed: %d", status)
	}
	if status, body := h.json(t, alice, "/api/chat/conv-0001/tools/4.0.1.0", map[string]any{"allow": false}); status != http.StatusOK {
		t.Errorf("%d %v", status, body)
	}
	<-second.Done()
	if a := h.answerOf(t, alice, "conv-0001"); *sent != 0 || a.Speech != "好了" {
		t.Errorf("%d sent, %+v", *sent, a)
	}
}

// TestConsentAfterCrash gives consent to a call after a crash of the server: the answer continues in
// the next process.
func TestConsentAfterCrash(t *testing.T) {
	t.Parallel()
	h, sent := newSender(t)
	h.waiting(t, "conv-0001")
	next := h.restart(t)
	path := "/api/chat/conv-0001/tools/2.0.1.0"
	status, body := next.json(t, alice, path, map[string]any{"allow": true})
	if status != http.StatusOK || body["resumed"] != true || body["msgId"] != "conv-0001_2" {
		t.Fatalf("%d %v", status, body)
	}
	if r, err := next.Runs.Current(t.Context(), alice, "conv-0001"); err == nil && r != nil {
		<-r.Done()
	}
	if a := next.answerOf(t, alice, "conv-0001"); *sent != 1 || a.Speech != "好了" || a.State != string(stream.StateDone) {
		t.Errorf("%d sent, %+v", *sent, a)
	}
}

// users identifies callers in the same way as domaintest, but every caller has an account.
type users struct{ httpapi.Identities }

func (users) Identify(_ context.Context, id, token string) (httpapi.Identity, error) {
	return httpapi.Identity{ID: id, Kind: httpapi.User, Token: token, Stored: true}, nil
}

// anyProject lets everybody act for every project.
type anyProject struct{}

func (anyProject) Act(context.Context, string, string, httpapi.ProjectRole) error { return nil }

func (anyProject) While(ctx context.Context, _, _ string) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}

func (anyProject) Acted(context.Context, httpapi.Op, string, string) {}

// TestAuthorOfContinuedAnswer checks the author of a project's answer that continues after a crash.
// The author is the person who consents to the call of a tool or, if a job continues the answer, the
// author of the question.
func TestAuthorOfContinuedAnswer(t *testing.T) {
	t.Parallel()
	const project = "project-0001"
	h, _ := newSender(t)
	r, err := h.Ask(t.Context(), Ask{Key: Key{project, "conv-0001"}, Asker: Asker{AuthorID: alice}, Prompt: "发给甲"})
	if err != nil {
		t.Fatal(err)
	}
	domaintest.Eventually(t, "the answer waits for consent", func() bool { return r.Record().Waiting })

	byJob := h.restart(t)
	if r, err = byJob.ContinueStudy(t.Context(), Key{project, "conv-0001"}, r.Index(), 0, Asker{}); err != nil {
		t.Fatal(err)
	}
	domaintest.Eventually(t, "the answer waits for consent again", func() bool { return r.Record().Waiting })
	if got := r.Record().AuthorID; got != alice {
		t.Errorf("a job continues the answer for %q, want %q", got, alice)
	}

	byConsent := h.restart(t)
	server := domaintest.ServeWith(t, httpapi.Options{Identities: users{}, Projects: anyProject{}}, byConsent.Routes)
	res, body := server.Do(t, domaintest.Call{
		Path: "/api/chat/conv-0001/tools/2.0.1.0", Owner: bob, Header: map[string]string{"X-Project-Id": project}, Body: map[string]any{"allow": true},
	})
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	var runs int
	if err := h.DB.Read().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM run WHERE owner_id = $1 AND author_id = $2", project, bob).Scan(&runs); err != nil {
		t.Fatal(err)
	}
	if runs != 1 {
		t.Errorf("%d answers continue for who consents, want 1", runs)
	}
}

// TestConsentEndsWithConversation imports a conversation in the place of a deleted conversation. The
// new conversation must inherit no data of the deleted one, such as a consent for all later calls.
func TestConsentEndsWithConversation(t *testing.T) {
	t.Parallel()
	h, sent := newSender(t)
	var dropped []Key
	h.Drop = func(_ context.Context, _ *sql.Tx, owner, cid string) error {
		dropped = append(dropped, Key{owner, cid})
		return nil
	}
	k := Key{alice, "conv-0001"}
	r := h.waiting(t, k.CID)
	if _, err := h.Decide(t.Context(), Consent{Key: k, Part: "2.0.1.0", Allow: true, Remember: true}); err != nil {
		t.Fatal(err)
	}
	<-r.Done()
	if h.ask(t, alice, k.CID, "发给乙"); *sent != 2 {
		t.Fatalf("%d sent, the consent does not last", *sent)
	}
	if err := h.Delete(t.Context(), alice, k.CID); err != nil {
		t.Fatal(err)
	}
	a := archive.Conversation{CID: k.CID, Title: "搬来的", CreatedAt: 1, Leaf: 2, Messages: []archive.Message{
		{Index: 1, Human: true, Prompt: "问", CreatedAt: 1},
		{Index: 2, Parent: 1, CreatedAt: 1, Versions: []archive.Version{{State: stream.StateDone, Text: "答"}}},
	}}
	if made, err := h.Import(t.Context(), alice, a); err != nil || !made {
		t.Fatal(made, err)
	}
	if rows := dumpTables(t, h.DB, "answer_step", "answer_consent"); len(rows) != 0 {
		t.Errorf("steps and consents of the deleted conversation are left: %v", rows)
	}
	if len(dropped) != 1 || dropped[0] != k {
		t.Errorf("other domains drop the data of %v", dropped)
	}
	if h.waiting(t, k.CID); *sent != 2 {
		t.Errorf("%d sent, a call ran without consent", *sent)
	}
}
