package agent

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Create creates a private agent. It fails
//   - with errs.AgentsFull if the author already has MaxAgents agents;
//   - with errs.TooLarge if a text or a list of v is too long;
//   - with errs.BadRequest if another value of v is invalid, if a file or the picture does not belong to
//     the author, or if a site does not belong to this server.
func (s *Service) Create(ctx context.Context, owner string, v Spec) (Agent, error) {
	v, err := clean(v)
	if err != nil {
		return Agent{}, err
	}
	if err := s.owned(ctx, owner, v, Spec{}); err != nil {
		return Agent{}, err
	}
	agentID := id.New()
	err = s.writeOf(ctx, owner, func(q *agentdb.Queries) error {
		n, err := q.CountAgents(ctx, owner)
		if err != nil {
			return err
		}
		if n >= MaxAgents {
			return errs.New(errs.AgentsFull)
		}
		return q.InsertAgent(ctx, agentdb.InsertAgentParams{ID: agentID, OwnerID: owner, Draft: v.encode(), CreatedAt: s.o.Now().UnixMilli()})
	})
	if err != nil {
		return Agent{}, err
	}
	return s.Own(ctx, owner, agentID)
}

// Save replaces the draft. `revision` is the revision edited by the author. If the draft has
// changed since then, Save fails with errs.AgentChanged and changes nothing.
func (s *Service) Save(ctx context.Context, owner, agentID string, v Spec, revision int) (Agent, error) {
	v, err := clean(v)
	if err != nil {
		return Agent{}, err
	}
	before, err := s.Own(ctx, owner, agentID)
	if err != nil {
		return Agent{}, err
	}
	if before.Revision != revision {
		return Agent{}, errs.New(errs.AgentChanged)
	}
	if err := s.owned(ctx, owner, v, before.Spec); err != nil {
		return Agent{}, err
	}
	err = s.write(ctx, func(q *agentdb.Queries) error {
		n, err := q.SaveDraft(ctx, agentdb.SaveDraftParams{Draft: v.encode(), UpdatedAt: s.o.Now().UnixMilli(), ID: before.ID, OwnerID: owner, Revision: int64(revision)})
		if err == nil && n == 0 {
			return errs.New(errs.AgentChanged)
		}
		return err
	})
	if err != nil {
		return Agent{}, err
	}
	return s.Own(ctx, owner, agentID)
}

// copyMark is appended to the name of a copy.
var copyMark = errs.Text{ZhCN: "（副本）", ZhTW: "（副本）", En: " (copy)"}

// Copy creates a private copy of an agent, from the version returned by Get. A copy of the owner's
// own agent has all fields. A copy of a built-in agent has the texts, the category and the tools.
// Copy fails with errs.AgentNotYours if the owner may use the agent but another person is its
// author.
func (s *Service) Copy(ctx context.Context, owner, agentID, locale string) (Agent, error) {
	a, err := s.Get(ctx, owner, agentID, locale)
	if err != nil {
		return Agent{}, err
	}
	if !a.Builtin() && a.Owner != owner {
		return Agent{}, errs.New(errs.AgentNotYours)
	}
	mark := copyMark.In(locale)
	a.Name = text.Cut(a.Name, MaxName-text.Len(mark)) + mark
	return s.Create(ctx, owner, a.Spec)
}

// Delete deletes an agent with its versions and reports. Its conversations are kept but get no more
// answers.
func (s *Service) Delete(ctx context.Context, owner, agentID string) error {
	a, err := s.Own(ctx, owner, agentID)
	if err != nil {
		return err
	}
	return s.change(ctx, a.ID, func(q *agentdb.Queries) error {
		if err := met(q.DeleteAgent(ctx, agentdb.DeleteAgentParams{ID: a.ID, OwnerID: owner})); err != nil {
			return err
		}
		if err := q.DropUse(ctx, agentdb.DropUseParams{OwnerID: owner, AgentID: a.ID}); err != nil {
			return err
		}
		if err := q.DeleteReports(ctx, a.ID); err != nil {
			return err
		}
		return q.DeleteVersions(ctx, agentdb.DeleteVersionsParams{AgentID: a.ID, OwnerID: owner})
	})
}
