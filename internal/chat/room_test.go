package chat

import (
	"context"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestRoomOfConversations checks that an owner with full storage can still read, but cannot
// ask or import. The owner can ask again after a deleted conversation was purged.
func TestRoomOfConversations(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const text = 1 << 20
		h.MaxBytes = 10 * text
		// The limit applies to the stored size, which may be larger than the size as sent.
		archived := func(cid string) archive.Conversation {
			long := strings.Repeat("<", text/4) + strings.Repeat("字", text/4)
			return archive.Conversation{CID: cid, Title: "大", CreatedAt: 1, Leaf: 2, Messages: []archive.Message{
				{Index: 1, Human: true, Prompt: "问", CreatedAt: 1},
				{Index: 2, Parent: 1, CreatedAt: 1, Versions: []archive.Version{{State: stream.StateDone, Text: long}}},
			}}
		}
		made := 0
		var err error
		for ; err == nil && made < 20; made++ {
			_, err = h.Import(t.Context(), alice, archived("large-000"+string(rune('a'+made))))
		}
		made-- // the last import was refused
		if !errs.Is(err, errs.ConversationsFull) || made < 2 {
			t.Fatalf("after %d imports: %v", made, err)
		}
		var stored int64
		if err := h.DB.Read().QueryRow(`SELECT sum(octet_length(message) + octet_length(text)) FROM speech WHERE owner_id = $1`, alice).Scan(&stored); err != nil {
			t.Fatal(err)
		}
		if stored > h.MaxBytes || stored < h.MaxBytes/2 {
			t.Errorf("%d bytes are stored, at most %d may be", stored, h.MaxBytes)
		}
		k := Key{alice, "large-000a"}
		if _, err := h.Detail(t.Context(), k, 0, 10); err != nil {
			t.Errorf("what is there cannot be read: %v", err)
		}
		if made, err := h.Import(t.Context(), alice, archived("large-000a")); made || err != nil {
			t.Errorf("what is there is imported again: %v %v", made, err)
		}
		h.MaxBytes = stored
		ask := Ask{Key: Key{alice, "conv-0001"}, Prompt: "还能问吗？"}
		if _, err := h.Ask(t.Context(), ask); !errs.Is(err, errs.ConversationsFull) {
			t.Errorf("a question: %v", err)
		}
		if _, err := h.Detail(t.Context(), ask.Key, 0, 10); !errs.Is(err, errs.NotFound) {
			t.Errorf("a conversation was made for a refused question: %v", err)
		}
		h.ask(t, alice, "conv-temp", "临时的", func(a *Ask) { a.Temporary = true })
		h.ask(t, bob, "conv-0001", "别人的") // another owner has a limit of their own
		// Deleted conversations free their storage when they can no longer be restored.
		if err := h.Delete(t.Context(), alice, k.CID); err != nil {
			t.Fatal(err)
		}
		h.clock.Add(UndoWindow + measuredFor)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.ask(t, alice, "conv-0001", "现在呢？")
		h.MaxBytes = 0
		if _, err := h.Import(t.Context(), alice, archived("large-0010")); err != nil {
			t.Errorf("without a limit: %v", err)
		}
	})
}

// TestStepsTakeRoom checks that the stored steps of answers count towards the limit of the storage.
func TestStepsTakeRoom(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		found := strings.Repeat("字", 5000)
		h := newHarness(t, d, answer.Tool{
			Spec: llm.Tool{Name: "look", Description: "看", Parameters: []byte(`{"type":"object"}`)}, Consent: answer.ConsentNever, Replay: true,
			Call: func(context.Context, answer.Call) (answer.Result, error) { return answer.Result{Text: found}, nil },
		})
		h.models.online, h.models.tools = true, true
		h.models.set("default", func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
			if last := req.Messages[len(req.Messages)-1]; last.Role == llm.User && len(req.Tools) > 0 {
				yield(llm.Delta{ToolCalls: []llm.ToolCall{{ID: "a", Name: "look", Arguments: `{}`}}, Finish: llm.FinishTools}, nil)
				return
			}
			says("好了")(ctx, req, yield)
		})
		h.MaxBytes = int64(len(found))
		h.ask(t, alice, "conv-temp", "临时的", func(a *Ask) { a.Temporary = true })
		h.ask(t, alice, "conv-0001", "看看")
		h.clock.Add(measuredFor)
		if _, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "还能问吗？"}); !errs.Is(err, errs.ConversationsFull) {
			t.Errorf("a question when steps have taken the room: %v", err)
		}
		h.MaxBytes = 2 * int64(len(found))
		h.ask(t, alice, "conv-0001", "再看看")
	})
}
