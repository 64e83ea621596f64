package store

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	listIn struct {
		Body struct {
			Category string `json:"category,omitempty" doc:"work, writing, study, code, data or life; empty: all"`
			Query    string `json:"query,omitempty" doc:"words, or the sound of a name; of more than 60 characters the beginning counts"`
			Sort     Sort   `json:"sort,omitempty" doc:"hot or new; empty: hot"`
			Offset   int    `json:"offset,omitempty" doc:"at most 10,000"`
			Limit    int    `json:"limit,omitempty" doc:"at most 48; 0: 24"`
		}
	}
	listOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				List    []CardView `json:"list"`
				HasMore bool       `json:"hasMore"`
			} `json:"data"`
		}
	}
	homeOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Featured []CardView    `json:"featured"`
				List     []CardView    `json:"list" doc:"the first page of the store"`
				HasMore  bool          `json:"hasMore"`
				Starters []StarterView `json:"starters" doc:"for who has asked no agent yet: questions to begin with"`
			} `json:"data"`
		}
	}
	agentIn struct {
		Body struct {
			AgentID string `json:"agentId"`
		}
	}
	featureIn struct {
		Body struct {
			AgentIDs []string `json:"agentIds" maxItems:"12" doc:"all of them, in their order"`
		}
	}
	likeIn struct {
		Body struct {
			AgentID string `json:"agentId"`
			Like    bool   `json:"like" doc:"false: no longer"`
		}
	}
	detailOut struct {
		Body struct {
			Code int        `json:"code" doc:"0"`
			Data DetailView `json:"data"`
		}
	}
	countsOut struct {
		Body struct {
			Code int        `json:"code" doc:"0"`
			Data CountsView `json:"data"`
		}
	}
	// CountsView has the numbers of an agent's users and likes.
	CountsView struct {
		People int64 `json:"people" doc:"who have asked it, its author aside"`
		Likes  int64 `json:"likes"`
		Liked  bool  `json:"liked" doc:"by the asker"`
	}
	// CardView is an agent in a list.
	CardView struct {
		AgentID     string `json:"agentId"`
		Name        string `json:"name"`
		Description string `json:"description"`
		Category    string `json:"category"`
		Avatar      string `json:"avatar" doc:"address of a picture; empty: pages show the initial of the name"`
		Author      string `json:"author" doc:"empty: none is named"`
		Builtin     bool   `json:"builtin" doc:"it comes with the program"`
		NeedsModel  bool   `json:"needsModel" doc:"it cannot answer now: no model is connected"`
		CountsView
	}
	// StarterView is a suggested question that begins a conversation with an agent.
	StarterView struct {
		AgentID  string `json:"agentId"`
		Name     string `json:"name"`
		Avatar   string `json:"avatar" doc:"address of a picture; empty: pages show the initial of the name"`
		Question string `json:"question"`
	}
	// DetailView is an agent on its own page.
	DetailView struct {
		CardView
		Opening   string   `json:"opening"`
		Questions []string `json:"questions"`
		Tools     []string `json:"tools" doc:"names of tools"`
		Knowledge int      `json:"knowledge" doc:"files and sites of its own"`
		Mode      string   `json:"mode" doc:"chat mode"`
		Own       bool     `json:"own" doc:"the asker is its author"`
		Public    bool     `json:"public" doc:"the store lists it"`
	}
)

const root = "/api/user/agent/store/"

// Routes registers the operations of the store.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: root + path, Summary: summary, Domain: "agent", Owner: httpapi.Mine}
	}
	httpapi.Route(r, op("home", "What the store shows first"), s.home)
	httpapi.Route(r, op("list", "A page of the store, or what a search finds there"), s.list)
	httpapi.Route(r, op("detail", "An agent before it is asked").Naming(httpapi.Unknown), s.detail)
	feature := httpapi.Op{Method: http.MethodPost, Path: "/api/admin/agent/feature", Summary: "Say which agents stand at the head of the store", Domain: "agent", Owner: httpapi.Admin}
	httpapi.Route(r, feature, func(ctx context.Context, in *featureIn) (*httpapi.JSON[httpapi.Finished], error) {
		return httpapi.Finish(s.Feature(ctx, in.Body.AgentIDs))
	})
	httpapi.Route(r, op("like", "Like an agent, or no longer").Naming(httpapi.Unknown), s.like)
}

func (s *Service) home(ctx context.Context, _ *struct{}) (*homeOut, error) {
	q := Query{Asker: httpapi.From(ctx).ID, Locale: httpapi.Locale(ctx)}
	featured, err := s.Featured(ctx, q.Asker, q.Locale)
	if err != nil {
		return nil, err
	}
	list, more, err := s.List(ctx, q)
	if err != nil {
		return nil, err
	}
	starters, err := s.starters(ctx, q, featured)
	out := &homeOut{}
	out.Body.Data.Starters = starters
	out.Body.Data.Featured, out.Body.Data.List, out.Body.Data.HasMore = views(featured), views(list), more
	return out, err
}

// maxStarters is the maximum number of questions offered to a new user.
const maxStarters = 3

// starters returns questions for a user who has asked no agent yet. It takes one question of each
// featured agent that can answer now, and at most maxStarters.
func (s *Service) starters(ctx context.Context, q Query, featured []Entry) ([]StarterView, error) {
	out := []StarterView{}
	if newcomer, err := s.o.Newcomer(ctx, q.Asker); err != nil || !newcomer {
		return out, err
	}
	for _, e := range featured {
		if e.NeedsModel || len(out) == maxStarters {
			continue
		}
		d, err := s.Detail(ctx, q.Asker, e.AgentID, q.Locale)
		if errs.Is(err, errs.NotFound) || err == nil && d.Starter == "" {
			continue
		}
		if err != nil {
			return out, err
		}
		out = append(out, StarterView{AgentID: e.AgentID, Name: e.Name, Avatar: e.Avatar, Question: d.Starter})
	}
	return out, nil
}

func (s *Service) list(ctx context.Context, in *listIn) (*listOut, error) {
	b := in.Body
	list, more, err := s.List(ctx, Query{
		Asker: httpapi.From(ctx).ID, Locale: httpapi.Locale(ctx),
		Category: b.Category, Text: b.Query, Sort: b.Sort, Offset: b.Offset, Limit: b.Limit,
	})
	out := &listOut{}
	out.Body.Data.List, out.Body.Data.HasMore = views(list), more
	return out, err
}

func (s *Service) detail(ctx context.Context, in *agentIn) (*detailOut, error) {
	asker := httpapi.From(ctx).ID
	d, err := s.Detail(ctx, asker, in.Body.AgentID, httpapi.Locale(ctx))
	if err != nil {
		return nil, err
	}
	counts, err := s.Counts(ctx, asker, in.Body.AgentID)
	if err != nil {
		return nil, err
	}
	out := &detailOut{}
	out.Body.Data = DetailView{
		CardView: view(Entry{AgentID: d.AgentID, Category: d.Category, People: counts.People, Likes: counts.Likes, Liked: counts.Liked, Card: d.Card}),
		Opening:  d.Opening, Questions: append([]string{}, d.Questions...), Tools: append([]string{}, d.Tools...), Knowledge: d.Knowledge,
		Mode: d.Mode, Own: d.Own, Public: d.Public,
	}
	return out, nil
}

func (s *Service) like(ctx context.Context, in *likeIn) (*countsOut, error) {
	who, err := httpapi.Ensure(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.Detail(ctx, who.ID, in.Body.AgentID, httpapi.Locale(ctx)); err != nil {
		return nil, err
	}
	c, err := s.Like(ctx, who.ID, in.Body.AgentID, in.Body.Like)
	out := &countsOut{}
	out.Body.Data = CountsView(c)
	return out, err
}

func views(list []Entry) []CardView {
	out := make([]CardView, len(list))
	for i, e := range list {
		out[i] = view(e)
	}
	return out
}

func view(e Entry) CardView {
	return CardView{
		AgentID: e.AgentID, Name: e.Name, Description: e.Description, Category: e.Category, Avatar: e.Avatar, Author: e.Author,
		Builtin: e.Builtin, NeedsModel: e.NeedsModel, CountsView: CountsView{People: e.People, Likes: e.Likes, Liked: e.Liked},
	}
}
