package reading

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

var replyLimits = llm.CompleteOptions{Timeout: 3 * time.Minute, MaxBytes: 64 << 10}

// complete requests a text from a model.
func complete(ctx context.Context, c llm.Choice, messages []llm.Message) (string, error) {
	return llm.Complete(ctx, c, llm.Request{Messages: messages}, replyLimits)
}

// ask requests JSON from a model. It fails with llm.ErrShape if the model returns no JSON accepted by
// `check`.
func ask[T any](ctx context.Context, c llm.Choice, messages []llm.Message, check func(T) bool) (T, error) {
	return llm.CompleteJSON(ctx, c, llm.Request{Messages: messages}, replyLimits, promptAgain, check)
}
