package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/agent/exchange"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// fileLimits are the limits of a Spec for agents read from files.
var fileLimits = exchange.Limits{
	Name: MaxName, Description: MaxDescription, Persona: MaxPersona, Opening: MaxOpening,
	Question: MaxQuestion, Questions: MaxQuestions, Tools: MaxTools,
}

// ToFile encodes an agent as a file and returns it with a file name. For an agent of the owner, the
// file contains the draft. ToFile fails with errs.AgentNotYours if the owner may use the agent but
// another person is its author.
func (s *Service) ToFile(ctx context.Context, owner, agentID, locale string) (name string, file []byte, err error) {
	a, err := s.Get(ctx, owner, agentID, locale)
	if err != nil {
		return "", nil, err
	}
	if !a.Builtin() {
		if a.Owner != owner {
			return "", nil, errs.New(errs.AgentNotYours)
		}
		if a, err = s.Own(ctx, owner, agentID); err != nil {
			return "", nil, err
		}
	}
	file, err = exchange.Write(exchange.Agent{
		Name: a.Name, Description: a.Description, Category: a.Category, Persona: a.Persona, Opening: a.Opening, Questions: a.Questions,
		Tools: a.Tools, ChatMode: string(a.Mode), Model: a.Model, Temperature: a.Temperature, TopP: a.TopP, MaxTokens: a.MaxTokens,
	})
	return a.Name + ".agent.json", file, err
}

// FromFile creates a private agent from a file. It also returns the result of Parse, with a list of
// the parts left out or cut. It fails with errs.TooLarge if the file is too large, and with
// errs.AgentFile if Parse refuses the file for another reason.
func (s *Service) FromFile(ctx context.Context, owner string, file []byte) (Agent, exchange.Read, error) {
	r, err := exchange.Parse(file, fileLimits)
	switch {
	case errors.Is(err, exchange.ErrTooLarge):
		return Agent{}, r, errs.Wrap(errs.TooLarge, err).With("limit", text.Size(exchange.MaxText)) // the route refuses a file above MaxBytes
	case err != nil:
		return Agent{}, r, errs.Wrap(errs.AgentFile, err)
	}
	f := r.Agent
	v := Spec{
		Name: f.Name, Description: f.Description, Persona: f.Persona, Opening: f.Opening, Questions: f.Questions, Tools: f.Tools,
		Temperature: f.Temperature, TopP: f.TopP, MaxTokens: min(f.MaxTokens, MaxTokens),
	}
	if slices.Contains(Categories, f.Category) {
		v.Category = f.Category
	}
	if slices.Contains(Modes, Mode(f.ChatMode)) {
		v.Mode = Mode(f.ChatMode)
	}
	if connected, known := s.o.Connected(f.Model); connected && known { // any other model is left out
		v.Model = f.Model
	}
	a, err := s.Create(ctx, owner, v)
	return a, r, err
}
