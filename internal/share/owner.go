package share

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// sweepBatch is the maximum number of shares deleted by one transaction of Sweep.
const sweepBatch = 100

// Sweep deletes expired counters of password attempts, expired pictures, and shares that expired
// longer than keptAfterEnd ago.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Now()
	for {
		var old []sharedb.OldRow
		err := s.write(ctx, func(q *sharedb.Queries) (err error) {
			if err := errors.Join(q.SweepTries(ctx, now.UnixMilli()), q.SweepPictures(ctx, now.UnixMilli())); err != nil {
				return err
			}
			if old, err = q.Old(ctx, sharedb.OldParams{ExpiresAt: now.Add(-keptAfterEnd).UnixMilli(), Limit: sweepBatch}); err != nil {
				return err
			}
			for _, r := range old {
				if err := drop(ctx, q, r.OwnerID, r.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(old) < sweepBatch {
			return err
		}
	}
}

// Follow moves an owner's shares, likes, reports and uploaded pictures to another owner. If the move
// changed the id of a conversation, `renamed` maps the old id to the new id.
func (s *Service) Follow(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	q := sharedb.New(tx)
	for was, now := range renamed {
		if err := q.RenameConversation(ctx, sharedb.RenameConversationParams{Now: now, OwnerID: from, Was: was}); err != nil {
			return err
		}
	}
	for _, move := range []func() error{
		func() error { return q.MoveShares(ctx, sharedb.MoveSharesParams{Receiver: to, Giver: from}) },
		func() error { return q.MoveLikes(ctx, sharedb.MoveLikesParams{Receiver: to, Giver: from}) },
		func() error { return q.TakeLikes(ctx, from) }, // subtracts the likes that were not moved: the receiver already likes these shares
		func() error { return q.ForgetLikes(ctx, from) },
		func() error { return q.MoveReports(ctx, sharedb.MoveReportsParams{Receiver: to, Giver: from}) },
		func() error { return q.ForgetReports(ctx, from) },
		func() error { return q.MovePictures(ctx, sharedb.MovePicturesParams{Receiver: to, Giver: from}) },
	} {
		if err := move(); err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes an owner's shares, likes, reports and uploaded pictures.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *sharedb.Queries) error {
		for _, forget := range []func(context.Context, string) error{
			q.ForgetLikesOfShares, q.ForgetReportsOfShares, q.ForgetShares, q.TakeLikes, q.ForgetLikes, q.ForgetReports, q.ForgetPictures,
		} {
			if err := forget(ctx, owner); err != nil {
				return err
			}
		}
		return nil
	})
}
