package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Models finds what answers; llm.Registry is one.
type Models interface {
	// Resolve finds the model that a client means. It reports false when that is
	// not there and the default model answers instead.
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
}

// choose finds the model that answers. The switch for deep thinking chooses a
// model's thinking mode, where it has one.
func (s *Service) choose(c ModelChoice) llm.Choice {
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
		return s.meter.Count(c.Upstream, text)
	})
	return kept, err
}

// savedChoice is a choice as it is kept, in the shape of chatModelExtInfo.
type savedChoice struct {
	ModelID          string   `json:"modelId"`
	SubModelID       string   `json:"subModelId"`
	SupportFunctions []string `json:"supportFunctions"`
}

// encode gives the chatModelExtInfo of a choice, empty when there is nothing
// to say beside the model.
func (c ModelChoice) encode() string {
	s := savedChoice{ModelID: c.ModelID, SubModelID: c.SubModelID, SupportFunctions: []string{}}
	if c.Search != "" {
		s.SupportFunctions = append(s.SupportFunctions, c.Search)
	}
	if c.DeepThink {
		s.SupportFunctions = append(s.SupportFunctions, supportThink)
	}
	if s.ModelID == "" && s.SubModelID == "" && len(s.SupportFunctions) == 0 {
		return ""
	}
	b, _ := json.Marshal(s) // plain strings: it cannot fail
	return string(b)
}

// decodeChoice reads what encode wrote.
func decodeChoice(chatModelID, ext string) ModelChoice {
	return parseChoice(chatModelID, json.RawMessage(ext), nil)
}

// maxCompletion bounds the text of a small answer that is not shown as one.
const maxCompletion = 8 << 10

// complete asks a model for a small text such as a title. An answer that is
// not whole is an error.
func complete(ctx context.Context, c llm.Choice, locale string, messages []llm.Message) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var b strings.Builder
	whole := false
	for d, err := range c.Model.Stream(ctx, llm.Request{Model: c.Upstream, Messages: messages, Locale: locale}) {
		if err != nil {
			return "", err
		}
		b.WriteString(d.Text)
		if b.Len() > maxCompletion {
			return "", errs.New(errs.AnswerTooLarge)
		}
		whole = whole || d.Finish == llm.FinishStop
	}
	if !whole {
		return "", errs.New(errs.Incomplete)
	}
	return strings.TrimSpace(b.String()), nil
}
