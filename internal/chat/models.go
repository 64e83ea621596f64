package chat

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Models is what chat needs of the models that are connected.
type Models interface {
	// Choose gives what answers a choice. An unknown or empty choice is answered
	// by the default model, and Chosen says so.
	Choose(c ModelChoice) Chosen
	// Fit drops the oldest rounds until the rest fits the model's context beside
	// an answer; system message and newest question stay. It fails with
	// errs.ModelTooLong when not even those fit.
	Fit(c Chosen, messages []llm.Message) ([]llm.Message, error)
}

// Chosen is a model that answers.
type Chosen struct {
	ChatModelID string    // as the model list names it
	Upstream    string    // as its provider names it
	Model       llm.Model // what streams the answer
	Thinking    bool      // deep thinking was chosen
	Offline     bool      // it is the built-in engine, no model
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
func complete(ctx context.Context, c Chosen, locale string, messages []llm.Message) (string, error) {
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
