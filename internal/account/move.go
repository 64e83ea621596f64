package account

import (
	"context"
	"database/sql"
	"maps"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// followAfter says when, after a login, what the visitor's last requests stored
// is looked for: those requests were let in before it and end after it. The
// last look comes when even the slowest upload has ended.
var followAfter = []time.Duration{30 * time.Second, 15 * time.Minute}

// Moved is what a Mover has done beside changing the owner.
type Moved struct {
	Renamed map[string]string     // conversations that got another id, because theirs was taken
	After   func(context.Context) // corrects what is held in memory; may be nil
}

// moves is what several Movers have done.
type moves struct {
	renamed map[string]string
	after   []func(context.Context)
}

// finish corrects what is held in memory, once the move is committed.
func (m moves) finish(ctx context.Context) {
	for _, f := range m.after {
		f(context.WithoutCancel(ctx))
	}
}

// moveVisitor gives an account what a visitor has and retires the visitor, in
// the caller's transaction. Nothing happens when another login was first.
func (s *Service) moveVisitor(ctx context.Context, tx *sql.Tx, q *accountdb.Queries, v Who, accountID string) (moves, error) {
	now := s.now()
	follow := millis(now.Add(followAfter[0]))
	rows, err := q.RetireVisitor(ctx, accountdb.RetireVisitorParams{MovedTo: accountID, FollowAt: follow, ID: v.ID})
	if err == nil && rows == 0 {
		rows, err = q.RetireUnstored(ctx, accountdb.RetireUnstoredParams{
			ID: v.ID, TokenHash: hash(v.Token), CreatedAt: millis(now), MovedTo: accountID, FollowAt: follow,
		})
	}
	if err != nil || rows == 0 {
		return moves{}, err
	}
	if err := q.MoveBan(ctx, accountdb.MoveBanParams{ToOwner: accountID, FromOwner: v.ID}); err != nil {
		return moves{}, err
	}
	if err := q.MoveMinor(ctx, accountdb.MoveMinorParams{ToOwner: accountID, FromOwner: v.ID}); err != nil {
		return moves{}, err
	}
	did, err := s.move(ctx, tx, v.ID, accountID)
	did.after = append(did.after, func(context.Context) {
		s.Minor.Moved()
		s.unbanned.Drop()
	})
	return did, err
}

// move runs every Mover.
func (s *Service) move(ctx context.Context, tx *sql.Tx, from, to string) (moves, error) {
	out := moves{renamed: map[string]string{}}
	for _, m := range s.Movers {
		did, err := m(ctx, tx, from, to)
		if err != nil {
			return moves{}, err
		}
		maps.Copy(out.renamed, did.Renamed)
		if did.After != nil {
			out.after = append(out.after, did.After)
		}
	}
	return out, nil
}

// Claim gives a user what a visitor has, whose secret they know. It fails with
// errs.LoginState when they do not: errs.LoginOver would be about themselves.
func (s *Service) Claim(ctx context.Context, who Who, visitorID, token string) error {
	v, err := s.Identify(ctx, visitorID, token)
	if errs.Is(err, errs.LoginOver) || err == nil && v.Kind != KindVisitor {
		return errs.New(errs.LoginState)
	}
	if err != nil {
		return err
	}
	var did moves
	err = s.write(ctx, func(tx *sql.Tx, q *accountdb.Queries) (err error) {
		did, err = s.moveVisitor(ctx, tx, q, v, who.ID)
		return err
	})
	if err != nil {
		return err
	}
	s.known.DropOwner(v.ID)
	did.finish(ctx)
	return nil
}

// Follow moves what the last requests of visitors stored while those visitors
// logged in. It is called now and then.
func (s *Service) Follow(ctx context.Context) error {
	rows, err := accountdb.New(s.db.Read()).VisitorsToFollow(ctx, accountdb.VisitorsToFollowParams{FollowAt: millis(s.now()), Limit: sweepBatch})
	if err != nil {
		return accountdb.Failed(err)
	}
	for _, r := range rows {
		next := int64(0)
		if n := int(r.Follows) + 1; n < len(followAfter) {
			next = millis(s.now().Add(followAfter[n]))
		}
		var did moves
		err := s.write(ctx, func(tx *sql.Tx, q *accountdb.Queries) (err error) {
			if err := q.FollowLater(ctx, accountdb.FollowLaterParams{FollowAt: next, ID: r.ID}); err != nil {
				return err
			}
			did, err = s.move(ctx, tx, r.ID, r.MovedTo)
			return err
		})
		if err != nil {
			return err
		}
		did.finish(ctx)
	}
	return nil
}
