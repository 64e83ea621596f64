package chat

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Titles and follow-up questions cost further calls of the model while people
// read answers. Such a call therefore begins only after this process has made
// no answer for a short time, or after quietWait.
const (
	quietWait  = 5 * time.Second
	titleCalls = 8     // how many are made at the same time
	titleQueue = 1_000 // how many may wait; further conversations keep their first title
)

// completeWhenQuiet asks a model for a short text when no answers are being
// made, or quietWait after the time since.
func (s *Service) completeWhenQuiet(ctx context.Context, since time.Time, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	wait, cancel := context.WithDeadline(ctx, since.Add(quietWait))
	defer cancel()
	if err := s.Runs.Quiet(wait); err != nil && ctx.Err() != nil {
		return "", errs.Ended(ctx)
	}
	return complete(ctx, c, locale, messages)
}
