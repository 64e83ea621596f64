package app

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/avatar"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/agent"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/notice"
	"github.com/wenqu-ai/wenqu/internal/transfer"
	webgather "github.com/wenqu-ai/wenqu/internal/websearch/gather"
)

// newAgents creates the service of agents, including the agents that ship with the program, and the
// store of agents.
func (s *services) newAgents(ctx context.Context, a *App, content fs.FS) error {
	all, err := builtin.Load(content)
	if err != nil {
		return err
	}
	s.agents = agent.New(agent.Options{
		DB: a.main, Builtin: all, Product: a.config.BrandName, DefaultAgent: a.config.DefaultAgent, Defaults: s.containers.DefaultAgents(), DefaultOf: a.defaultAgentOf,
		Files: s.namedFiles,
		Sites: s.namedSites,
		Draw:  avatar.Draw,
		Connected: func(chatModelID string) (connected, known bool) {
			chosen, known := s.models.Resolve(chatModelID, "")
			return !chosen.Info.Builtin, known
		},
		Withheld: func(ctx context.Context, owner, text string) bool {
			_, withheld := a.filterFor(s.rules)(ctx, owner).Check(answer.At{Part: "agent"}, text)
			return withheld
		},
		Notify: func(ctx context.Context, owner string, n agent.Notice) error {
			_, err := s.notices.Post(ctx, notice.Notice{ID: n.ID, Owner: owner, Kind: notice.Work, Title: n.Title, Body: n.Body, Link: n.Link})
			return err
		},
		Note: func(ctx context.Context, action, agentID, detail string) error {
			return s.noteAgent(ctx, agentID, strings.TrimSpace(action+" "+detail))
		},
		AuthorName: func(ctx context.Context, owner string) string {
			u, err := a.accounts.User(ctx, owner)
			if err != nil {
				return ""
			}
			return u.Name
		},
		Changed: func(ctx context.Context, tx *sql.Tx, agentID string) error {
			there, err := s.store.Sync(ctx, tx, agentID)
			if err == nil && !there {
				err = errors.Join(s.clock.Drop(ctx, tx, agentID), s.connectors.DropAgent(ctx, tx, agentID))
			}
			return err
		},
		Asked: func(ctx context.Context, tx *sql.Tx, asker, agentID string) error {
			return s.store.Used(ctx, tx, asker, agentID)
		},
		Now: time.Now, Log: slog.Default(),
	})
	return s.newStore(ctx, a, all)
}

// noteAgent records an administrator's action on an agent in the administration log.
func (s *services) noteAgent(ctx context.Context, agentID, what string) error {
	asker := httpapi.AskerOf(ctx).Addr
	by := admin.Actor{ID: httpapi.From(ctx).ID, Network: httpapi.Network(asker), Addr: asker}
	return s.admins.Note(ctx, by, admin.ReviewAgent, agentID, what)
}

// defaultAgentOf returns the id of the plain assistant in the container of a request.
func (a *App) defaultAgentOf(ctx context.Context) string {
	asker := httpapi.AskerOf(ctx)
	return cmp.Or(a.services.containers.ByChannel(asker.Channel, asker.UserAgent).DefaultAgent, a.config.DefaultAgent)
}

// noAgent reports whether an agent's page does not exist for the user who requests it; the editor
// page exists only for the author.
func (s *services) noAgent(r *http.Request, asker httpapi.Identity, agentID string) bool {
	var err error
	if strings.HasPrefix(r.URL.Path, "/app/edit/") {
		_, err = s.agents.Own(r.Context(), asker.ID, agentID)
	} else if !s.agents.Plain(agentID) {
		_, err = s.agents.Get(r.Context(), asker.ID, agentID, "")
	}
	return errs.Is(err, errs.NotFound)
}

// agentCards returns the names and pictures of agents for lists of conversations.
func (s *services) agentCards(ctx context.Context, owner string, ids []string) (map[string]chat.AgentCard, error) {
	found, err := s.agents.Cards(ctx, owner, httpapi.Locale(ctx), ids)
	out := map[string]chat.AgentCard{}
	for id, c := range found {
		out[id] = chat.AgentCard(c)
	}
	return out, err
}

// namedFiles returns the owner's documents with the ids.
func (s *services) namedFiles(ctx context.Context, owner string, ids []string) ([]agent.Named, error) {
	var out []agent.Named
	for _, id := range ids {
		d, err := s.documents.Get(ctx, owner, id)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, agent.Named{ID: d.ID, Name: d.Name, Ready: d.State == document.Ready})
	}
	return out, nil
}

// namedSites returns all of the operator's sites and feeds.
func (s *services) namedSites(ctx context.Context) ([]agent.Named, error) {
	all, err := s.sites.List(ctx)
	out := make([]agent.Named, len(all))
	for i, v := range all {
		out[i] = agent.Named{ID: v.ID, Name: v.Name, Ready: v.Active && v.Readable > 0}
	}
	return out, err
}

// agentAnswerer configures the answers of agents. The agent service is created later, so
// agentAnswerer looks it up for every question.
type agentAnswerer struct{ *services }

// Answer stores the profile of the asked agent in *to. If the asker may not use the agent, to.Known
// stays false.
func (w agentAnswerer) Answer(ctx context.Context, ask chat.AnswererAsk, to *chat.Assistant) error {
	if to.Known { // the plain assistant
		return nil
	}
	a, err := w.agents.Get(ctx, ask.Owner, ask.AgentID, ask.Locale)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	to.Known = true
	to.System = w.agents.System(a, ask.Locale)
	to.Choice = request.Choice{ChatModelID: a.Model, DeepThink: a.Mode == agent.Deep}
	switch a.Mode {
	case agent.Search:
		to.ChatType, to.Choice.Search = string(a.Mode), request.OpenSearch
	case agent.Analysis, agent.Writing, agent.Drawing:
		to.ChatType = string(a.Mode)
	}
	to.Profile = profileOf(a, ask.Owner, to.Profile)
	to.Started = func(ctx context.Context, begun, private bool) {
		if private {
			return
		}
		if err := w.agents.NoteUse(ctx, ask.Owner, ask.AgentID, begun); err != nil {
			slog.WarnContext(ctx, "the use of an agent was not noted", "err", err)
		}
	}
	return nil
}

// alwaysReads are the tools for the files of a question. Every agent may use these tools, even when its
// author did not select them.
var alwaysReads = []string{"search_files", "read_file"}

// profileOf returns the profile of an agent: alwaysReads and its own tools, its model settings, its
// knowledge, and the gatherers of the plain assistant. The gatherer of web search is left out if the
// agent does not search the web. The asker's memories are left out if the agent has another author.
func profileOf(a agent.Agent, asker string, plain answer.Profile) answer.Profile {
	p := answer.Profile{
		Foreign: !a.Builtin() && a.Owner != asker, More: false, Agent: a.ID,
		Temperature: a.Temperature, TopP: a.TopP, MaxTokens: a.MaxTokens,
	}
	p.Tools = slices.Concat(alwaysReads, a.Tools)
	searches := slices.Contains(a.Tools, "web_search") || a.Mode == agent.Search
	for _, g := range plain.Gatherers {
		switch {
		case g == webgather.Name && !searches:
		case g == memoryGatherer && p.Foreign:
		default:
			p.Gatherers = append(p.Gatherers, g)
		}
	}
	if len(a.Files) > 0 {
		p.Knowledge = append(p.Knowledge, answer.Scope{Owner: a.Owner, Kind: answer.ScopeFiles, IDs: a.Files})
	}
	if len(a.Sites) > 0 {
		p.Knowledge = append(p.Knowledge, answer.Scope{Kind: answer.ScopeSites, IDs: a.Sites})
	}
	return p
}

// memoryGatherer is the name of the gatherer of the asker's memories.
const memoryGatherer = "memory"

type agentDomain struct{ *agent.Service }

func (d agentDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, transfer.Section{
		Name: "agents",
		Export: func(ctx context.Context, owner string) (any, error) {
			all, err := d.Export(ctx, owner)
			if err != nil || len(all) == 0 {
				return nil, err
			}
			return all, nil
		},
		Import: func(ctx context.Context, owner string, value json.RawMessage) error {
			var all []agent.Spec
			if json.Unmarshal(value, &all) != nil {
				return nil // an import skips sections that it cannot parse
			}
			_, err := d.Import(ctx, owner, all)
			return err
		},
	})
}
