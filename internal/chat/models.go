package chat

import (
	"cmp"
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Models finds what answers; llm.Registry is one.
type Models interface {
	// Resolve finds the model that a client means. It reports false when that is
	// not there and the default model answers instead.
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
	// Ready waits a few seconds where models are configured that are not known yet.
	Ready(ctx context.Context)
}

// choose finds the model that answers. The switch for deep thinking chooses a
// model's thinking mode, where it has one.
func (s *Service) choose(c request.Choice) llm.Choice {
	got, _ := s.Models.Resolve(cmp.Or(c.ChatModelID, c.ModelID), c.SubModelID)
	if c.DeepThink && len(got.Info.SubModels) > 0 {
		if deep, ok := s.Models.Resolve(got.Info.SubModels[0].ID, ""); ok {
			return deep
		}
	}
	return got
}

// fit drops the oldest rounds until the rest fits the model's context beside
// an answer. It fails with errs.ModelTooLong when not even the question does.
func (s *Service) fit(c llm.Choice, messages []llm.Message) ([]llm.Message, error) {
	kept, _, err := llm.Trim(messages, llm.Budget(c.Info.Context), s.MaxRounds(), func(text string) int {
		return s.meter().Count(c.Upstream, text)
	})
	return kept, err
}

// complete asks a model for a small text such as a title.
func complete(ctx context.Context, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	return llm.Complete(ctx, c, llm.Request{Messages: messages, Locale: locale}, llm.CompleteOptions{})
}
