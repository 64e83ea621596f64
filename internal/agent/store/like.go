package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/store/storedb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Counts are an agent's numbers of users and likes.
type Counts struct {
	People int64 // users who have asked the agent, without its author
	Likes  int64
	Liked  bool // the caller likes the agent
}

// Counts returns the counts of an agent; all are 0 if it was never listed.
func (s *Service) Counts(ctx context.Context, asker, agentID string) (Counts, error) {
	q := storedb.New(s.o.DB.Read())
	l, err := q.Listing(ctx, agentID)
	if errors.Is(err, sql.ErrNoRows) {
		return Counts{}, nil
	}
	if err != nil {
		return Counts{}, stored(err)
	}
	_, err = q.LikedAt(ctx, storedb.LikedAtParams{OwnerID: asker, AgentID: agentID})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Counts{}, stored(err)
	}
	return Counts{People: l.People, Likes: l.Likes, Liked: err == nil}, nil
}

// Like sets or removes the owner's like of an agent. Agents that were never listed are ignored.
func (s *Service) Like(ctx context.Context, owner, agentID string, like bool) (Counts, error) {
	err := s.write(ctx, func(tx *sql.Tx) error {
		q := storedb.New(tx)
		if _, err := q.Listing(ctx, agentID); errors.Is(err, sql.ErrNoRows) {
			return nil
		} else if err != nil {
			return err
		}
		if like {
			n, err := q.Like(ctx, storedb.LikeParams{OwnerID: owner, AgentID: agentID, LikedAt: s.o.Now().UnixMilli()})
			if err != nil || n == 0 {
				return err
			}
			return s.count(ctx, q, agentID, change{likes: 1, weight: likeWeight, at: s.o.Now()})
		}
		at, err := q.LikedAt(ctx, storedb.LikedAtParams{OwnerID: owner, AgentID: agentID})
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.unlike(ctx, q, owner, agentID, at)
	})
	if err != nil {
		return Counts{}, err
	}
	return s.Counts(ctx, owner, agentID)
}

func (s *Service) unlike(ctx context.Context, q *storedb.Queries, owner, agentID string, at int64) error {
	n, err := q.Unlike(ctx, storedb.UnlikeParams{OwnerID: owner, AgentID: agentID})
	if err != nil || n == 0 {
		return err
	}
	return s.count(ctx, q, agentID, change{likes: -1, weight: likeWeight, at: time.UnixMilli(at)})
}

// Used counts a user who asks an agent, in the caller's transaction. The caller leaves out the author.
// Each user is counted once. Agents that were never listed are ignored.
func (s *Service) Used(ctx context.Context, tx *sql.Tx, owner, agentID string) error {
	q := storedb.New(tx)
	if _, err := q.Listing(ctx, agentID); err != nil {
		if errors.Is(err, sql.ErrNoRows) { // the agent was never listed
			return nil
		}
		return err
	}
	now := s.o.Now()
	n, err := q.NoteAsker(ctx, storedb.NoteAskerParams{OwnerID: owner, AgentID: agentID, AskedAt: now.UnixMilli()})
	if err != nil || n == 0 {
		return err
	}
	return s.count(ctx, q, agentID, change{people: 1, weight: useWeight, at: now})
}

// change is a use or a like to be added to, or removed from, an agent's counts and heat.
type change struct {
	people, likes int64
	weight        float64
	at            time.Time
}

func (s *Service) count(ctx context.Context, q *storedb.Queries, agentID string, c change) error {
	heat, err := q.Count(ctx, storedb.CountParams{People: c.people, Likes: c.likes, AgentID: agentID})
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.people+c.likes > 0 {
		heat = warmer(heat, c.weight, c.at)
	} else {
		heat = cooler(heat, c.weight, c.at)
	}
	return q.SetHeat(ctx, storedb.SetHeatParams{Heat: heat, AgentID: agentID})
}

// Feature replaces the list of featured agents at the head of the store. It fails with
// errs.BadRequest for more than 12 agents or for duplicates, and with errs.NotFound if an agent is
// not listed.
func (s *Service) Feature(ctx context.Context, agentIDs []string) error {
	seen := map[string]bool{}
	for _, id := range agentIDs {
		if seen[id] {
			return errs.New(errs.BadRequest).With("detail", "agentIds")
		}
		seen[id] = true
	}
	if len(agentIDs) > maxFeatured {
		return errs.New(errs.BadRequest).With("detail", "agentIds")
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		q := storedb.New(tx)
		if err := q.ClearFeatured(ctx); err != nil {
			return err
		}
		for i, id := range agentIDs {
			n, err := q.SetFeatured(ctx, storedb.SetFeaturedParams{Featured: int64(i + 1), AgentID: id})
			if err != nil {
				return err
			}
			if n == 0 {
				return notFound()
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.o.Note(ctx, strings.Join(agentIDs, " "))
}
