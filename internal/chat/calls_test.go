package chat

import (
	"context"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// TestNextQuestionKnowsCalls checks that the model gets the tool results of the previous answer,
// but not the results of an answer four questions ago. An answer without tool calls is not marked as
// having calls, even if its text contains the JSON "type":"tool".
func TestNextQuestionKnowsCalls(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHarness(t, d, answer.Tool{
			Spec: llm.Tool{Name: "look", Description: "看", Parameters: []byte(`{"type":"object"}`)}, Consent: answer.ConsentNever, Replay: true,
			Call: func(context.Context, answer.Call) (answer.Result, error) {
				return answer.Result{Text: "二十度"}, nil
			},
		})
		h.models.online, h.models.tools = true, true
		h.models.set("default", func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
			if last := req.Messages[len(req.Messages)-1]; last.Role == llm.User && last.Content == "看看" && len(req.Tools) > 0 {
				yield(llm.Delta{ToolCalls: []llm.ToolCall{{ID: "a", Name: "look", Arguments: `{}`}}, Finish: llm.FinishTools}, nil)
				return
			}
			says(`说的是 "type":"tool" 这几个字`)(ctx, req, yield)
		})
		toolResults := func(cid string, prompts ...string) (n int) {
			t.Helper()
			for _, p := range prompts {
				r, err := h.Ask(t.Context(), Ask{Key: Key{alice, cid}, Prompt: p})
				if err != nil {
					t.Fatal(err)
				}
				<-r.Done()
			}
			var last llm.Request
			for _, req := range h.models.requests() {
				if len(req.Tools) > 0 { // requests for titles offer no tools
					last = req
				}
			}
			for _, m := range last.Messages {
				if m.Role == llm.ToolRole {
					n++
				}
			}
			return n
		}
		if n := toolResults("conv-0001", "看看", "然后呢"); n != 1 {
			t.Errorf("%d results of tools are told to the next question", n)
		}
		if n := toolResults("conv-0001", "二", "三", "四"); n != 0 {
			t.Errorf("%d results of tools are told four questions later", n)
		}
		if n := toolResults("conv-0002", "你好", "然后呢"); n != 0 {
			t.Errorf("%d results of tools where none was called", n)
		}
		rows, err := h.reads(Key{alice, "conv-0002"}).History(t.Context(), chatdb.HistoryParams{OwnerID: alice, Cid: "conv-0002", Leaf: 4, Depth: 8})
		if err != nil || len(rows) != 4 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			if row.Tools {
				t.Errorf("message %d counts as one that called tools", row.Idx)
			}
		}
	})
}
