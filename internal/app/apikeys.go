package app

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/apikey/openapi"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func newKeys(a *App) *apikey.Service {
	return apikey.New(apikey.Options{
		DB: a.main, Person: a.keyHolder, MayAsk: a.accounts.MayAsk, Security: a.security, Off: !a.config.Limits, Now: time.Now,
		AtOnce: func() int { return a.services.quotas.Limits().RunningAnswersPerOwner },
	})
}

// keyHolder returns the owner of a key. It fails with errs.KeyWrong if the owner's account does not
// exist or is not active, and with errs.FactorDue for an administrator without a second factor if
// the settings require one.
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
		Waits:    openapi.Waits{First: a.config.Waits.First, Next: a.config.Waits.Next, Longest: a.config.Waits.Longest},
		Draining: a.draining.Load, Now: time.Now,
	})
}

// countProgram counts an answer to a program in the same way as an answer in the chat.
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

// assistants are the agents and projects available to programs.
type assistants struct{ services *services }

// maxOffered is the maximum number of agents of the user, of agents that the user has used, and of
// projects in the list of models. The three are counted separately. Programs can also ask unlisted
// agents and projects by their ids.
const maxOffered = 50

// List returns the plain assistant, the user's own agents, the agents the user has used, and the
// projects in which the user may ask, at most maxOffered of each.
func (a assistants) List(ctx context.Context, owner, locale string) ([]openapi.Assistant, error) {
	s := a.services
	name := errs.Text{ZhCN: "助手", ZhTW: "助手", En: "assistant"}
	out := []openapi.Assistant{{ID: openapi.AgentMark + s.chats.DefaultAgent, Name: s.chats.Product + " " + name.In(locale)}}
	own, _, err := s.agents.List(ctx, owner, 0, maxOffered)
	if err != nil {
		return nil, err
	}
	used, _, err := s.agents.Used(ctx, owner, locale, 0, maxOffered)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{s.chats.DefaultAgent: true}
	for _, g := range append(own, used...) {
		if !seen[g.ID] {
			seen[g.ID] = true
			out = append(out, openapi.Assistant{ID: openapi.AgentMark + g.ID, Name: g.Name, CreatedAt: g.CreatedAt.UnixMilli()})
		}
	}
	projects, err := s.projects.List(ctx, owner)
	if err != nil {
		return nil, err
	}
	projects = slices.DeleteFunc(projects, func(p project.Project) bool { return p.Role < project.Editor || p.ArchivedAt > 0 })
	for _, p := range projects[:min(len(projects), maxOffered)] {
		out = append(out, openapi.Assistant{ID: openapi.ProjectMark + p.ID, Name: p.Name, CreatedAt: p.CreatedAt})
	}
	return out, nil
}

// Compose makes an answer. The owner of an answer in a project is the project, as in the chat. The caller
// must be at least an editor of the project; otherwise Compose fails. The answer ends when the
// caller is removed from the project.
func (a assistants) Compose(ctx context.Context, c openapi.Composition, out answer.Output) error {
	owner, author := c.Owner, ""
	if c.ProjectID != "" {
		projects := a.services.projects
		if err := projects.Act(ctx, c.ProjectID, c.Owner, project.Editor); err != nil {
			return err
		}
		var end context.CancelFunc
		ctx, end = projects.While(ctx, c.ProjectID, c.Owner)
		defer end()
		owner, author = c.ProjectID, c.Owner
	}
	return a.services.chats.Compose(ctx, chat.Composition{
		OwnerID: owner, AuthorID: author, AgentID: c.AgentID, TraceID: c.TraceID, Locale: c.Locale,
		Instructions: c.Instructions, Earlier: c.Earlier, Question: c.Question, Pictures: c.Pictures,
		MaxTokens: c.MaxTokens, Temperature: c.Temperature, TopP: c.TopP, Started: c.Started,
	}, out)
}
