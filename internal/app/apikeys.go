package app

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/apikey/openapi"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func newKeys(a *App) *apikey.Service {
	return apikey.New(apikey.Options{
		DB: a.main, Person: a.keyHolder, MayAsk: a.accounts.MayAsk, Security: a.security, Off: !a.config.Limits, Now: time.Now,
		AtOnce: func() int { return a.services.quotas.Limits().RunningAnswersPerOwner },
	})
}

// keyHolder says whose key it is. A key is good only as long as its account is.
func (a *App) keyHolder(ctx context.Context, owner string) (apikey.Person, error) {
	user, err := a.accounts.User(ctx, owner)
	switch {
	case errs.Is(err, errs.NotFound) || err == nil && user.State != account.Active:
		return apikey.Person{}, errs.New(errs.KeyWrong)
	case err != nil:
		return apikey.Person{}, err
	}
	p := apikey.Person{Admin: user.Role == account.Admin}
	if p.Admin && a.logins.settings().AdminFactor {
		has, err := a.accounts.Factor.Of(ctx, owner)
		if err != nil {
			return p, err
		}
		if !has.On {
			return p, errs.New(errs.FactorDue)
		}
	}
	return p, nil
}

func newOpenAPI(a *App, s *services) *openapi.Service {
	return openapi.New(openapi.Options{
		Keys: s.keys, Models: s.models, Assistants: assistants{s}, Loop: s.answers,
		MayAsk:   func(ctx context.Context, who httpapi.Identity) error { return a.services.mayAsk(ctx, who) },
		Count:    a.countProgram,
		Waits:    openapi.Waits{First: a.config.FirstWait, Next: a.config.NextWait, Longest: a.config.AnswerTime},
		Draining: a.draining.Load, Now: time.Now,
	})
}

// countProgram counts an answer to a program as those of the chat are counted.
func (a *App) countProgram(ctx context.Context, c openapi.Spent) error {
	state := stream.StateDone
	if c.Failed {
		state = stream.StateError
	}
	meta := stream.Meta{ChatModelID: c.ModelID, TokenUsageInfo: stream.TokenUsage{PromptTokens: c.PromptTokens, CompletionTokens: c.Completion}}
	return a.main.InTx(ctx, func(tx *sql.Tx) error {
		return admin.Meter{Now: time.Now}.RunEnded(ctx, tx, run.Record{OwnerID: c.Owner, State: state}, stream.Message{Meta: &meta})
	})
}

// assistants are the agents and projects that programs ask.
type assistants struct{ services *services }

// List gives the plain assistant.
func (a assistants) List(_ context.Context, _, locale string) ([]openapi.Assistant, error) {
	name := errs.Text{ZhCN: "助手", ZhTW: "助手", En: "assistant"}
	return []openapi.Assistant{{ID: openapi.AgentMark + a.services.chats.DefaultAgent, Name: a.services.chats.Product + " " + name.In(locale)}}, nil
}

func (a assistants) Compose(ctx context.Context, c openapi.Composition, out answer.Output) error {
	if c.ProjectID != "" {
		return errs.New(errs.NotFound)
	}
	return a.services.chats.Compose(ctx, chat.Composition{
		OwnerID: c.Owner, AgentID: c.AgentID, ProjectID: c.ProjectID, TraceID: c.TraceID, Locale: c.Locale,
		Instructions: c.Instructions, Earlier: c.Earlier, Question: c.Question, Pictures: c.Pictures,
		MaxTokens: c.MaxTokens, Temperature: c.Temperature, TopP: c.TopP, Started: c.Started,
	}, out)
}
