package chat

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Titles and follow-up questions cost a model call each, beside the answers that
// people read at that moment. The rule is: such a call begins once this process
// has made no answer for a short while, or after quietWait.
const (
	quietWait  = 5 * time.Second
	titleCalls = 8     // that are made at the same time
	titleQueue = 1_000 // that wait; a conversation beyond them keeps its first title
)

// completeWhenQuiet asks a model for a small text that gives way to answers. It
// waits until quietWait after the moment since, at most.
func (s *Service) completeWhenQuiet(ctx context.Context, since time.Time, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	wait, cancel := context.WithDeadline(ctx, since.Add(quietWait))
	defer cancel()
	if err := s.Runs.Quiet(wait); err != nil && ctx.Err() != nil {
		return "", errs.Ended(ctx)
	}
	return complete(ctx, c, locale, messages)
}
