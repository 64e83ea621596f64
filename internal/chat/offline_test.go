package chat

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/title"
)

// TestBuiltInEngine checks that the real engine answers when no model is connected, and that the answer
// and the model list say so.
func TestBuiltInEngine(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		registry := llm.NewRegistry(llm.Settings{}, nil, offline.New(), slog.New(slog.DiscardHandler))
		h.Models, h.modelList.Catalogue, h.Title = registry, registry, title.Of
		res, frames := h.do(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"12*34等于多少？","chatModelId":"deep_seek"}`})
		for _, part := range []string{`{"type":"step"`, `"id":"working","state":"done","detail":"`, "408", `"chatModelId":"offline","modelId":"offline"`, "data: [DONE]"} {
			if !strings.Contains(frames, part) {
				t.Errorf("%d: no %s in %s", res.StatusCode, part, frames)
			}
		}
		a := h.answerOf(t, alice, "conv-0001")
		if a.State != string(stream.StateDone) || !strings.Contains(a.Speech, "408") || a.SpeechesV2[0].ModelID != "offline" {
			t.Errorf("%+v", a)
		}
		if _, body := h.do(t, call{Path: "/api/agent/model/list", Body: "{}"}); !strings.Contains(body, `"offline":true`) {
			t.Errorf("model list: %s", body)
		}
	})
}

// TestRestart stops the server during an answer and starts it on the same database: the text
// shown so far is kept and can be continued.
func TestRestart(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		g := newGate("前半")
		h.models.set("default", g.script())
		res := h.server.Begin(t, call{Path: "/api/chat/conv-0001", Owner: alice, Body: `{"prompt":"问"}`})
		<-g.begun
		now, cancel := context.WithCancel(t.Context())
		cancel()
		if err := h.manager.Drain(now); err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if _, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "再问"}); err == nil {
			t.Error("a server that is ending takes questions")
		}

		after := newHarness(t, h.DB)
		a := after.answerOf(t, alice, "conv-0001")
		if a.State != string(stream.Interrupt) || a.ErrorCode != "80016" || a.Speech != "前半" {
			t.Errorf("after the restart: %+v", a)
		}
		after.models.online = true
		after.models.set("default", says("后半"))
		r, err := after.Continue(t.Context(), Again{Key: Key{alice, "conv-0001"}, Index: 2}, -1)
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if a := after.answerOf(t, alice, "conv-0001"); a.State != string(stream.StateDone) || a.Speech != "前半后半" {
			t.Errorf("gone on with: %+v", a)
		}
	})
}

// TestSinkDropsWhatIsGone checks that the end of an answer stores nothing if the answer's row no longer
// exists.
func TestSinkDropsWhatIsGone(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "问")
		before := h.everything(t)
		for _, cid := range []string{"conv-0001", "conv-0404"} {
			r := run.Record{RunID: "gone", OwnerID: alice, ConversationID: cid, Index: 4, State: stream.StateDone, EndedAt: 1}
			if err := h.DB.InTx(t.Context(), func(tx *sql.Tx) error {
				return Sink{}.RunEnded(t.Context(), tx, r, stream.NewMessage())
			}); err != nil {
				t.Fatal(err)
			}
		}
		if after := h.everything(t); strings.Join(before, "\n") != strings.Join(after, "\n") {
			t.Errorf("an answer of nothing was stored: %v", after)
		}
	})
}

// TestRevokedPair checks that a revoked question and its answer are hidden from readers and from
// the model.
func TestRevokedPair(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "不宜的问题")
		m := stream.NewMessage()
		m.Apply(stream.Text{Msg: "不宜的回答"})
		m.Apply(stream.Revoke{RevokeQAPair: true, Sensitive: true})
		rec := run.Record{RunID: "r", OwnerID: alice, ConversationID: "conv-0001", Index: 2, State: m.State, EndedAt: 1}
		for range 2 { // twice, as after a commit with an unknown outcome
			if err := h.DB.InTx(t.Context(), func(tx *sql.Tx) error { return Sink{}.RunEnded(t.Context(), tx, rec, m) }); err != nil {
				t.Fatal(err)
			}
		}
		for _, path := range []string{conversation + "v1/detail", conversation + "list"} {
			res, body := h.do(t, call{Path: path, Owner: alice, Body: `{"conversationId":"conv-0001","prompt":"不宜"}`})
			if res.StatusCode != 200 || strings.Contains(body, "不宜的") {
				t.Errorf("%s shows it: %s", path, body)
			}
		}
		if past, err := h.PastQuestions(t.Context(), alice); err != nil || strings.Contains(fmt.Sprint(past), "不宜的") {
			t.Errorf("suggestions are made of %v %v", past, err)
		}
		h.ask(t, alice, "conv-0001", "别的")
		if given := h.models.requests()[1].Messages; len(given) != 2 {
			t.Errorf("the model was told %v", given)
		}
		if title := h.answerTitle(t, "conv-0001"); title != "别的" {
			t.Errorf("title %q", title)
		}
	})
}
