package chat

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestFilteredFiles checks that the content rules apply to text from files, such as a quote or an
// extracted sentence.
func TestFilteredFiles(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.rule(t)
		h.files.add(alice, request.File{ID: "f-1", Type: "txt", FileName: "好.txt"}, "付款期限是三十日，遮住这里。逾期要付坏词语违约金。")
		h.ask(t, alice, "conv-0001", "付款期限是多少日", files("f-1"))
		text, a := h.answerText(t, "conv-0001")
		if !strings.Contains(text, "付款期限是三十日，＊＊这里。") || items[stream.SearchGuid](a)[0].Docs[0].Quote != "付款期限是三十日，＊＊这里。" {
			t.Errorf("%s %+v", text, items[stream.SearchGuid](a))
		}
		h.ask(t, alice, "conv-0001", "逾期违约金")
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.Sensitive) || !a.SpeechesV2[0].Hidden {
			t.Errorf("%+v", a)
		}

		// A withheld quote is removed, and the citation is kept.
		h.models.online = true
		h.models.set("default", says("逾期付款要付钱[citation:1]。"))
		h.ask(t, alice, "conv-0002", "逾期呢", files("f-1"))
		_, a = h.answerText(t, "conv-0002")
		if d := items[stream.SearchGuid](a)[0].Docs[0]; d.Quote != "" || d.URL != "/tool/file-viewer?id=f-1&page=1" {
			t.Errorf("%+v", d)
		}
		h.look(t, "conv-0002")

		// Citations are removed from thinking.
		h.models.set("default", deltas(llm.Delta{Reasoning: "第一段[cit"}, llm.Delta{Reasoning: "ation:9]说了。[citation:1"}, llm.Delta{Text: "三十日[citation:1]。"}, llm.Delta{Finish: llm.FinishStop}))
		h.ask(t, alice, "conv-0003", "付款期限", files("f-1"))
		_, a = h.answerText(t, "conv-0003")
		if think := items[stream.Think](a); think[0].Content != "第一段说了。" {
			t.Errorf("%+v", think)
		}
	})
}

// TestOwnerChangesWhileReading checks that an answer waiting for a file continues after the login
// of its visitor.
func TestOwnerChangesWhileReading(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		withContract(h)
		h.models.online = true
		f := h.files.files[0]
		f.wait, f.asked = make(chan struct{}), make(chan struct{}, 1)
		a := Ask{Key: Key{alice, "conv-0001"}, Prompt: "付款期限是多久？"}
		files("f-1")(&a)
		r, err := h.Ask(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		<-f.asked
		var after func(context.Context)
		err = h.DB.InTx(t.Context(), func(tx *sql.Tx) error {
			moved, err := h.Move(t.Context(), tx, alice, "user-00001")
			after = moved.After
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		after(t.Context())
		h.files.mu.Lock()
		f.owner, f.err = "user-00001", nil
		h.files.mu.Unlock()
		close(f.wait)
		<-r.Done()
		if docs := h.lastPrompt(t); r.State() != stream.StateDone || !strings.Contains(docs, page3) {
			t.Errorf("%s: %s", r.State(), docs)
		}
	})
}
