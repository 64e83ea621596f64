package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/store/storedb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func notFound() error { return errs.New(errs.NotFound) }

// Forget deletes an owner's likes, and the record of the agents that the owner has asked. The likes are
// subtracted from the counts of the agents, but the numbers of users stay the same.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		q := storedb.New(tx)
		likes, err := q.LikesOfOwner(ctx, owner)
		if err != nil {
			return err
		}
		for _, l := range likes {
			if err := s.unlike(ctx, q, owner, l.AgentID, l.LikedAt); err != nil {
				return err
			}
		}
		return q.ForgetAsker(ctx, owner)
	})
}

// Move moves the likes of the visitor `from`, and the record of the agents asked, to the account
// `to`. If visitor and account liked or asked the same agent, this counts once.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := storedb.New(tx)
	liked, err := q.LikedByBoth(ctx, storedb.LikedByBothParams{Giver: from, Receiver: to})
	if err != nil {
		return err
	}
	for _, l := range liked {
		if err := s.count(ctx, q, l.AgentID, change{likes: -1, weight: likeWeight, at: time.UnixMilli(l.LikedAt)}); err != nil {
			return err
		}
	}
	asked, err := q.AskedByBoth(ctx, storedb.AskedByBothParams{Giver: from, Receiver: to})
	if err != nil {
		return err
	}
	for _, a := range asked {
		if err := s.count(ctx, q, a.AgentID, change{people: -1, weight: useWeight, at: time.UnixMilli(a.AskedAt)}); err != nil {
			return err
		}
	}
	for _, f := range []func() error{
		func() error { return q.MoveLikes(ctx, storedb.MoveLikesParams{Receiver: to, Giver: from}) },
		func() error { return q.ForgetLikes(ctx, from) },
		func() error { return q.MoveAsker(ctx, storedb.MoveAskerParams{Receiver: to, Giver: from}) },
		func() error { return q.ForgetAsker(ctx, from) },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}
