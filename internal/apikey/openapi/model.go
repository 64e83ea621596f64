package openapi

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Model is a model, an agent or a project in the list.
type Model struct {
	ID      string `json:"id"`
	Object  string `json:"object" doc:"model"`
	Created int64  `json:"created" doc:"Unix seconds; 0: not known"`
	OwnedBy string `json:"owned_by" doc:"the provider, wenqu for the built-in engine, agent or project"`
	Name    string `json:"name" doc:"for people; not in OpenAI's API"`
}

// ModelList is the answer of GET /v1/models.
type ModelList struct {
	Object string  `json:"object" doc:"list"`
	Data   []Model `json:"data"`
}

func (s *Service) list(ctx context.Context, _ *struct{}) (*httpapi.JSON[ModelList], error) {
	all, err := s.models(ctx)
	if err != nil {
		return nil, err
	}
	return &httpapi.JSON[ModelList]{Body: ModelList{"list", all}}, nil
}

type modelIn struct {
	ID string `path:"id" doc:"with %2F for a slash"`
}

func (s *Service) get(ctx context.Context, in *modelIn) (*httpapi.JSON[Model], error) {
	all, err := s.models(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.ID == in.ID {
			return &httpapi.JSON[Model]{Body: m}, nil
		}
	}
	return nil, noModel(in.ID)
}

// models lists the agents, projects and models in the scope of the request's key. Agents and projects
// come first, because only this server has them.
func (s *Service) models(ctx context.Context) ([]Model, error) {
	g, err := apikey.GrantOf(ctx, "")
	if err != nil {
		return nil, err
	}
	all, err := s.All(ctx, g.Owner, httpapi.Locale(ctx))
	if err != nil {
		return nil, err
	}
	out := []Model{}
	for _, m := range all {
		if g.Scope.Has(m.ID) {
			out = append(out, m)
		}
	}
	return out, nil
}

// All lists what a key of full scope may use: the agents and projects of Assistants.List, chat
// models with their sub-models, and embedding models.
func (s *Service) All(ctx context.Context, owner, locale string) ([]Model, error) {
	s.Models.Ready(ctx)
	assistants, err := s.Assistants.List(ctx, owner, locale)
	if err != nil {
		return nil, err
	}
	out := []Model{}
	for _, a := range assistants {
		kind, _, _ := strings.Cut(a.ID, ":")
		out = append(out, Model{a.ID, "model", a.CreatedAt / 1000, kind, a.Name})
	}
	add := func(m llm.ModelInfo) {
		owned := m.Provider
		if m.Builtin {
			owned = "wenqu"
		}
		out = append(out, Model{m.ID, "model", 0, owned, m.Name.In(locale)})
	}
	for _, m := range s.Models.Models() {
		add(m)
		for _, sub := range m.SubModels {
			add(sub)
		}
	}
	for _, m := range s.Models.EmbedModels() {
		out = append(out, Model{m.ID, "model", 0, m.Provider, m.Upstream})
	}
	return out, nil
}

func noModel(id string) error {
	return errs.New(errs.NoSuchModel).With("model", id).With("param", "model")
}

// target is the assistant or the model named in a request.
type target struct {
	agent, project string
	choice         llm.Choice
}

func (t target) assistant() bool { return t.agent != "" || t.project != "" }

// find finds the target of an id. For a model outside the key's scope, it returns the same error as
// for an unknown id. find does not check whether an agent or a project exists. If `thinking` is set, the
// first sub-model of a model is used.
func (s *Service) find(ctx context.Context, g *apikey.Grant, id string, thinking bool) (target, error) {
	if agent, ok := strings.CutPrefix(id, AgentMark); ok && agent != "" && g.Scope.Has(id) {
		return target{agent: agent}, nil
	}
	if project, ok := strings.CutPrefix(id, ProjectMark); ok && project != "" && g.Scope.Has(id) {
		return target{project: project}, nil
	}
	s.Models.Ready(ctx)
	choice, ok := s.Models.Resolve(id, "")
	if !ok || !g.Scope.Has(id) && !g.Scope.Has(choice.Info.ID) {
		return target{}, noModel(id)
	}
	if thinking && len(choice.Info.SubModels) > 0 {
		if deep, ok := s.Models.Resolve(choice.Info.SubModels[0].ID, ""); ok {
			choice = deep
		}
	}
	return target{choice: choice}, nil
}
