package app

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/agent/clockin"
	"github.com/wenqu-ai/wenqu/internal/agent/store"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// newStore creates the store of agents and adds to it the agents that ship with the program.
func (s *services) newStore(ctx context.Context, a *App, all []builtin.Agent) error {
	shown := shownAgents{s.agents}
	s.store = store.New(store.Options{
		DB: a.main, Builtin: all, Sound: search.Sounds, Cards: shown.cards, Detail: shown.detail, Now: time.Now,
		Newcomer: func(ctx context.Context, asker string) (bool, error) {
			used, _, err := s.agents.Used(ctx, asker, "", 0, 1)
			return len(used) == 0, err
		},
		Note: func(ctx context.Context, agentIDs string) error { return s.noteAgent(ctx, "", "feature "+agentIDs) },
	})
	s.clock = clockin.New(a.main, time.Now)
	return s.store.Start(ctx)
}

// shownAgents implements the store's view of agents.
type shownAgents struct{ *agent.Service }

func (w shownAgents) cards(ctx context.Context, asker string, ids []string, locale string) (map[string]store.Card, error) {
	out := map[string]store.Card{}
	for _, id := range ids {
		a, err := w.Get(ctx, asker, id, locale)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[id] = w.card(ctx, a)
	}
	return out, nil
}

func (w shownAgents) card(ctx context.Context, a agent.Agent) store.Card {
	return store.Card{
		Name: a.Name, Description: a.Description, Avatar: agent.AvatarURL(a.Avatar), Author: w.AuthorName(ctx, a),
		Builtin: a.Builtin(), NeedsModel: w.NeedsModel(a),
	}
}

func (w shownAgents) detail(ctx context.Context, asker, agentID, locale string) (store.Detail, error) {
	a, err := w.Get(ctx, asker, agentID, locale)
	if err != nil {
		return store.Detail{}, err
	}
	return store.Detail{
		Card: w.card(ctx, a), AgentID: a.ID, Category: a.Category, Opening: a.Opening, Questions: a.Questions, Starter: a.Starter, Tools: a.Tools,
		Knowledge: len(a.Files) + len(a.Sites), Mode: string(a.Mode), Own: asker != "" && a.Owner == asker, Public: a.Visibility == agent.Public,
	}, nil
}

// storeDomain is the store of agents together with the clock-ins.
type storeDomain struct {
	*store.Service
	clock  *clockin.Service
	agents *agent.Service
	brand  string
}

func (d storeDomain) Routes(r *httpapi.Router) {
	d.Service.Routes(r)
	d.Pages(r, d.brand)
	d.agents.FileRoutes(r)
	d.clock.Routes(r, func(ctx context.Context, asker, agentID string) error {
		_, err := d.Detail(ctx, asker, agentID, "")
		return err
	})
}

func (d storeDomain) Forget(ctx context.Context, owner string) error {
	return errors.Join(d.Service.Forget(ctx, owner), d.clock.Forget(ctx, owner))
}

func (d storeDomain) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	if err := d.Service.Move(ctx, tx, from, to); err != nil {
		return err
	}
	return d.clock.Move(ctx, tx, from, to)
}

// FoundKinds returns one kind: the owner's agents together with the store's agents.
func (d storeDomain) FoundKinds() []search.Kind {
	return []search.Kind{{Name: "agent", Code: 'a', Find: d.found}}
}

// found returns the owner's own agents first, then agents of the store. Agents have no time and no
// conversation, so a search within a conversation or a time range finds no agents.
func (d storeDomain) found(ctx context.Context, owner, typed string, r search.Range) ([]search.Found, bool, error) {
	if r.ConversationID != "" || r.Since > 0 || r.Until > 0 {
		return nil, false, nil
	}
	var out []search.Found
	seen := map[string]bool{}
	add := func(id, name, description string) {
		if !seen[id] {
			seen[id] = true
			out = append(out, search.Found{Title: name, Snippet: search.Mark(name+" · "+description, typed), Link: entry.Link{AgentID: id}})
		}
	}
	mine, _, err := d.agents.List(ctx, owner, 0, agent.MaxPage)
	if err != nil {
		return nil, false, err
	}
	key := zh.FoldSimplified(typed)
	for _, a := range mine {
		if strings.Contains(zh.FoldSimplified(a.Name+"\n"+a.Description), key) || slices.Contains(search.Sounds(a.Name), key) {
			add(a.ID, a.Name, a.Description)
		}
	}
	listed, more, err := d.List(ctx, store.Query{Asker: owner, Text: typed, Limit: min(r.Offset+r.Limit, store.MaxPage), Locale: httpapi.Locale(ctx)})
	if err != nil {
		return nil, false, err
	}
	for _, e := range listed {
		add(e.AgentID, e.Name, e.Description)
	}
	out = out[min(r.Offset, len(out)):]
	more = more && r.Offset+r.Limit < store.MaxPage || len(out) > r.Limit
	return out[:min(len(out), r.Limit)], more, nil
}
