package agent

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Publish creates a version from the draft, unless the newest version equals the draft. With Private the
// version is stored, and only the author can use the agent. With Link the version goes live immediately.
// With Public it waits for an administrator; the live version stays until then. Link and Public fail with
// errs.AgentIncomplete if the draft lacks a required field, and with errs.AgentWithheld if the content rules
// forbid its texts. Link fails with errs.AgentDown if an administrator has taken the agent down and has
// approved no version since then.
func (s *Service) Publish(ctx context.Context, owner, agentID string, to Visibility) (Agent, error) {
	a, err := s.Own(ctx, owner, agentID)
	if err != nil {
		return Agent{}, err
	}
	switch to {
	case Private:
	case Link, Public:
		if !a.complete(to) {
			return Agent{}, errs.New(errs.AgentIncomplete)
		}
		if s.o.Withheld(ctx, owner, a.texts()) {
			return Agent{}, errs.New(errs.AgentWithheld)
		}
	default:
		return Agent{}, bad("visibility")
	}
	err = s.change(ctx, a.ID, func(q *agentdb.Queries) error {
		row, err := s.own(ctx, q, owner, a.ID)
		if err != nil {
			return err
		}
		if int(row.Revision) != a.Revision {
			return errs.New(errs.AgentChanged)
		}
		if to == Link && row.DownAt > 0 {
			return errs.New(errs.AgentDown)
		}
		number, err := s.keep(ctx, q, row)
		if err != nil {
			return err
		}
		now := s.o.Now().UnixMilli()
		switch to {
		case Private:
			return met(q.Withdraw(ctx, agentdb.WithdrawParams{ID: row.ID, OwnerID: owner}))
		case Link:
			return goLive(ctx, q, row, number, a.Spec, Link, now)
		}
		return met(q.AskReview(ctx, agentdb.AskReviewParams{AskedVersion: number, AskedAt: now, ID: row.ID, OwnerID: owner}))
	})
	if err != nil {
		return Agent{}, err
	}
	return s.Own(ctx, owner, a.ID)
}

// complete reports whether a draft has all fields required for the visibility `to`.
func (a Agent) complete(to Visibility) bool {
	return a.Name != "" && (a.Persona != "" || a.HasKnowledge()) && (to != Public || a.Description != "" && a.Category != "")
}

// texts returns the texts checked by the content rules.
func (a Agent) texts() string {
	return strings.Join(append([]string{a.Name, a.Description, a.Persona, a.Opening}, a.Questions...), "\n")
}

func goLive(ctx context.Context, q *agentdb.Queries, row agentdb.Agent, number int64, v Spec, to Visibility, now int64) error {
	return met(q.SetLive(ctx, agentdb.SetLiveParams{
		Version: number, Live: v.encode(), LiveName: v.Name, LiveDescription: v.Description, LiveCategory: v.Category,
		Visibility: string(to), PublishedAt: now, ID: row.ID, OwnerID: row.OwnerID,
	}))
}

// keep stores the draft as a version if it differs from the newest version. It returns the number
// of the newest version. If keep stores a version, it deletes the oldest versions beyond
// MaxVersions, but never the live version or the version that waits for review.
func (s *Service) keep(ctx context.Context, q *agentdb.Queries, row agentdb.Agent) (int64, error) {
	newest, err := q.NewestVersion(ctx, row.ID)
	if err != nil {
		return 0, err
	}
	if newest > 0 {
		last, err := q.GetVersion(ctx, agentdb.GetVersionParams{AgentID: row.ID, Number: newest})
		if err != nil {
			return 0, err
		}
		if last.Spec == row.Draft {
			return newest, nil
		}
	}
	err = q.InsertVersion(ctx, agentdb.InsertVersionParams{
		AgentID: row.ID, Number: newest + 1, OwnerID: row.OwnerID, Spec: row.Draft, CreatedAt: s.o.Now().UnixMilli(),
	})
	if err != nil {
		return 0, err
	}
	return newest + 1, q.DropOldVersions(ctx, agentdb.DropOldVersionsParams{
		AgentID: row.ID, Newest: newest + 1 - MaxVersions, Live: row.Version, Asked: row.AskedVersion,
	})
}
