package agent

import (
	"context"
	"database/sql"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Move moves everything of the visitor `from`, such as agents and reports, to the account `to`. If
// visitor and account reported the same agent, only the account's report is kept.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := agentdb.New(tx)
	if err := q.MoveAgents(ctx, agentdb.MoveAgentsParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.MoveVersions(ctx, agentdb.MoveVersionsParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.MoveAvatars(ctx, agentdb.MoveAvatarsParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.MoveUses(ctx, agentdb.MoveUsesParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.MoveReports(ctx, agentdb.MoveReportsParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.ForgetReports(ctx, from); err != nil {
		return err
	}
	return q.ForgetUses(ctx, from)
}

// Forget deletes everything of an owner, such as agents and reports. It also deletes other users'
// reports of the owner's agents.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return stored(s.o.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := agentdb.New(tx)
		all, err := q.AllOwn(ctx, owner)
		if err != nil {
			return err
		}
		for _, forget := range []func(context.Context, string) error{q.ForgetReportsOfAgents, q.ForgetReports, q.ForgetAgents, q.ForgetVersions, q.ForgetUses, q.ForgetAvatars} {
			if err := forget(ctx, owner); err != nil {
				return err
			}
		}
		for _, a := range all {
			if err := s.o.Changed(ctx, tx, a.ID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Export returns the drafts of an owner's agents.
func (s *Service) Export(ctx context.Context, owner string) ([]Spec, error) {
	rows, err := agentdb.New(s.o.DB.Read()).AllOwn(ctx, owner)
	out := make([]Spec, len(rows))
	for i, r := range rows {
		out[i] = decode(r.Draft)
	}
	return out, stored(err)
}

// Import creates private agents from an archive. Files, sites and pictures are left out because
// their ids differ between servers. Invalid entries, agents already owned and agents above
// MaxAgents are skipped.
func (s *Service) Import(ctx context.Context, owner string, all []Spec) (kept int, err error) {
	had, err := s.Export(ctx, owner)
	if err != nil {
		return 0, err
	}
	for _, v := range all {
		v.Files, v.Sites, v.Avatar = nil, nil, ""
		if slices.ContainsFunc(had, func(h Spec) bool {
			h.Files, h.Sites, h.Avatar = []string{}, []string{}, ""
			c, err := clean(v)
			return err == nil && c.encode() == h.encode()
		}) {
			continue
		}
		_, err := s.Create(ctx, owner, v)
		switch {
		case errs.Is(err, errs.AgentsFull):
			return kept, nil
		case errs.Is(err, errs.StorageFail):
			return kept, err
		case err == nil:
			kept++
		}
	}
	return kept, nil
}
