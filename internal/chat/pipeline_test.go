package chat

import (
	"context"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestModelSaysNUL checks that NUL characters are removed from the output of a model, because
// PostgreSQL cannot store them.
func TestModelSaysNUL(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: "前\x00后"}, nil) && yield(llm.Delta{Finish: llm.FinishStop, Model: "up\x00-1"}, nil)
		})
		h.ask(t, alice, "conv-0001", "问")
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.StateDone) || a.Speech != "前后" {
			t.Errorf("%+v", a)
		}
	})
}
