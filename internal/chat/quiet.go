package chat

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Follow-up questions, and the title made after the first answer, need further calls to the model.
// Each of these calls waits until this process has had no running answer for a short time,
// but at most quietWait.
const (
	quietWait  = 5 * time.Second
	titleCalls = 8     // titles made at the same time
	titleQueue = 1_000 // titles that may wait or be made; further conversations keep their rule-based title
)

// completeWhenQuiet requests a short text from a model as soon as no answer has been running for a
// short time, but at the latest when quietWait has passed since `asked`.
func (s *Service) completeWhenQuiet(ctx context.Context, asked time.Time, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	wait, cancel := context.WithDeadline(ctx, asked.Add(quietWait))
	defer cancel()
	if err := s.Runs.Quiet(wait); err != nil && ctx.Err() != nil {
		return "", errs.Ended(ctx)
	}
	return complete(ctx, c, locale, messages)
}
