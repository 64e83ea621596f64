package reading

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// replyLimits are what a model may take for one piece of work.
var replyLimits = llm.CompleteOptions{Timeout: 3 * time.Minute, MaxBytes: 64 << 10}

// complete asks a model for a text.
func complete(ctx context.Context, c llm.Choice, messages []llm.Message) (string, error) {
	return llm.Complete(ctx, c, llm.Request{Messages: messages}, replyLimits)
}

// ask asks a model for JSON that check accepts. It fails with llm.ErrShape when
// the model does not write it.
func ask[T any](ctx context.Context, c llm.Choice, messages []llm.Message, check func(T) bool) (T, error) {
	return llm.CompleteJSON(ctx, c, llm.Request{Messages: messages}, replyLimits, promptAgain, check)
}
