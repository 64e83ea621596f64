package reading

import (
	"context"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

const (
	// callTimeout is how long a model may take for one piece of work.
	callTimeout = 3 * time.Minute
	// maxReply bounds what a model may write for one piece of work, in bytes.
	maxReply = 64 << 10
)

// complete asks a model for a text. An answer that is not whole is an error.
func complete(ctx context.Context, c llm.Choice, messages []llm.Message) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, callTimeout, errs.New(errs.Timeout))
	defer cancel()
	var b strings.Builder
	whole := false
	for d, err := range c.Model.Stream(ctx, llm.Request{Model: c.Upstream, Messages: messages}) {
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				return "", cause
			}
			return "", err
		}
		b.WriteString(d.Text)
		if b.Len() > maxReply {
			return "", errs.New(errs.AnswerTooLarge)
		}
		whole = whole || d.Finish == llm.FinishStop
	}
	if !whole {
		return "", errs.New(errs.Incomplete)
	}
	return strings.TrimSpace(b.String()), nil
}

// errShape says that a model has twice not written what was asked for.
var errShape = errs.New(errs.NoAnswer)

// ask asks a model for JSON. What comes is repaired where that is possible,
// and checked; once it is asked for again, and then ask fails with errShape.
// Any other error says that the model did not answer.
func ask[T any](ctx context.Context, c llm.Choice, messages []llm.Message, check func(T) bool) (T, error) {
	var none T
	for range 2 {
		reply, err := complete(ctx, c, messages)
		if err != nil {
			return none, err
		}
		v, err := fromJSON[T](repair(reply))
		if err == nil && check(v) {
			return v, nil
		}
		messages = append(messages[:len(messages):len(messages)],
			llm.Message{Role: llm.Assistant, Content: reply}, llm.Message{Role: llm.User, Content: promptAgain})
	}
	return none, errShape
}
