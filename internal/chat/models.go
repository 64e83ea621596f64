package chat

import (
	"cmp"
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Models finds models for answers; llm.Registry implements it.
type Models interface {
	// Resolve finds the model with the id subModelID, or else chatModelID, or else the default model.
	// It returns false when it has ignored an unknown id.
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
	// Ready waits up to a few seconds for the first search for models, if no model is known yet.
	Ready(ctx context.Context)
}

// choose returns the model for an answer. The switch for deep thinking selects the model's
// thinking mode if the model has one.
func (s *Service) choose(c request.Choice) llm.Choice {
	got, _ := s.Models.Resolve(cmp.Or(c.ChatModelID, c.ModelID), c.SubModelID)
	if c.DeepThink && len(got.Info.SubModels) > 0 {
		if deep, ok := s.Models.Resolve(got.Info.SubModels[0].ID, ""); ok {
			return deep
		}
	}
	return got
}

// fit keeps the last message and at most MaxRounds rounds before it. It drops the oldest rounds
// until the rest and an answer fit into the model's context. It fails with errs.ModelTooLong when
// the system messages and the last message alone do not fit.
func (s *Service) fit(c llm.Choice, messages []llm.Message) ([]llm.Message, error) {
	kept, _, err := llm.Trim(messages, llm.Budget(c.Info.Context), s.MaxRounds()+1, func(text string) int {
		return s.meter().Count(c.Upstream, text)
	})
	return kept, err
}

// complete requests a short text such as a title from a model.
func complete(ctx context.Context, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	return llm.Complete(ctx, c, llm.Request{Messages: messages, Locale: locale}, llm.CompleteOptions{})
}
