package agent

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

const defaultPage = 20

// List returns an owner's agents as drafts: pinned agents first, then by last change. `total` is
// the number of all agents of the owner.
func (s *Service) List(ctx context.Context, owner string, offset, limit int) (page []Agent, total int, err error) {
	size, skip, err := paged(offset, limit)
	if err != nil {
		return nil, 0, err
	}
	q := agentdb.New(s.o.DB.Read())
	n, err := q.CountAgents(ctx, owner)
	if err != nil {
		return nil, 0, stored(err)
	}
	rows, err := q.ListOwn(ctx, agentdb.ListOwnParams{OwnerID: owner, Size: size, Skip: skip})
	if err != nil {
		return nil, 0, stored(err)
	}
	for _, r := range rows {
		a := ofRow(r.Agent, true)
		a.PinnedAt = moment(r.PinnedAt)
		page = append(page, a)
	}
	return page, int(n), nil
}

// Used returns the agents that a user has asked or pinned: pinned agents first, then by last use. The
// user can be the author of some of them. Agents are left out if the user may no longer use them.
// `more` reports whether there is another page.
func (s *Service) Used(ctx context.Context, owner, locale string, offset, limit int) (page []Agent, more bool, err error) {
	size, skip, err := paged(offset, limit)
	if err != nil {
		return nil, false, err
	}
	rows, err := agentdb.New(s.o.DB.Read()).ListUsed(ctx, agentdb.ListUsedParams{OwnerID: owner, Size: size + 1, Skip: skip})
	if err != nil {
		return nil, false, stored(err)
	}
	if len(rows) > int(size) {
		rows, more = rows[:size], true
	}
	for _, r := range rows {
		a, err := s.Get(ctx, owner, r.AgentID, locale)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		a.PinnedAt = moment(r.PinnedAt)
		page = append(page, a)
	}
	return page, more, nil
}

// Pin pins an agent to the top of the user's lists, or unpins it.
func (s *Service) Pin(ctx context.Context, owner, agentID string, pinned bool) error {
	a, err := s.Get(ctx, owner, agentID, "")
	if err != nil {
		return err
	}
	return s.write(ctx, func(q *agentdb.Queries) error {
		if pinned {
			return q.SetPinned(ctx, agentdb.SetPinnedParams{OwnerID: owner, AgentID: a.ID, PinnedAt: s.o.Now().UnixMilli()})
		}
		// An agent that the user has never asked was in the list only because it was pinned.
		if err := q.DropUnused(ctx, agentdb.DropUnusedParams{OwnerID: owner, AgentID: a.ID}); err != nil {
			return err
		}
		return q.Unpin(ctx, agentdb.UnpinParams{OwnerID: owner, AgentID: a.ID})
	})
}

// Unlist removes an agent from the user's list of used agents, and unpins it.
func (s *Service) Unlist(ctx context.Context, owner, agentID string) error {
	return s.write(ctx, func(q *agentdb.Queries) error {
		return q.DropUse(ctx, agentdb.DropUseParams{OwnerID: owner, AgentID: agentID})
	})
}

// NoteUse records that a user asked an agent; `begun` reports whether this started a conversation.
// Trials of a draft are not recorded.
func (s *Service) NoteUse(ctx context.Context, owner, agentID string, begun bool) error {
	if _, draft := undraft(agentID); draft {
		return nil
	}
	n := int64(0)
	if begun {
		n = 1
	}
	return stored(s.o.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := agentdb.New(tx)
		err := q.NoteUse(ctx, agentdb.NoteUseParams{OwnerID: owner, AgentID: agentID, UsedAt: s.o.Now().UnixMilli(), Uses: n})
		if err != nil {
			return err
		}
		if n > 0 {
			if err := q.CountUse(ctx, agentdb.CountUseParams{ID: agentID, OwnerID: owner}); err != nil {
				return err
			}
		}
		a, err := q.GetAgent(ctx, agentID)
		if err != nil && !errors.Is(err, sql.ErrNoRows) { // an agent that ships with the program has no row
			return err
		}
		if a.OwnerID == owner {
			return nil
		}
		return s.o.Asked(ctx, tx, owner, agentID)
	}))
}

// Card is the summary of an agent in lists.
type Card struct {
	Name   string
	Avatar string // address of the picture; empty: pages show the initial of the name
}

// Cards returns the summaries of the agents with the given ids, by id. Agents are left out if the
// asker may not see them.
func (s *Service) Cards(ctx context.Context, asker, locale string, ids []string) (map[string]Card, error) {
	out := map[string]Card{}
	for _, id := range ids {
		if _, had := out[id]; had {
			continue
		}
		a, err := s.Get(ctx, asker, id, locale)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[id] = Card{a.Name, AvatarURL(a.Avatar)}
	}
	return out, nil
}

func paged(offset, limit int) (size, skip int32, err error) {
	if offset < 0 || offset > math.MaxInt32/2 || limit < 0 {
		return 0, 0, bad("offset, limit")
	}
	if limit == 0 {
		limit = defaultPage
	}
	return int32(min(limit, MaxPage)), int32(offset), nil
}
