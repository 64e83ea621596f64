package account

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// followAfter are the waiting times before the two moves by Follow. A request that began before a
// visitor's login may store data of the visitor after the login. Follow moves such data to the account
// 30 seconds after the login, and again 35 minutes later, because an upload may take 30 minutes.
var followAfter = []time.Duration{30 * time.Second, 35 * time.Minute}

// Moved is the result of a Mover.
type Moved struct {
	Renamed map[string]string     // new ids by old ids: if the account has a conversation with the same id, the visitor's conversation gets a new id
	After   func(context.Context) // updates data in memory; may be nil
}

// moves are the results of several Movers.
type moves struct {
	renamed map[string]string
	after   []func(context.Context)
}

// finish updates data in memory after the move was committed.
func (m moves) finish(ctx context.Context) {
	for _, f := range m.after {
		f(context.WithoutCancel(ctx))
	}
}

// moveVisitor moves everything of a visitor to an account and makes the visitor's token invalid,
// in the caller's transaction. It does nothing if an earlier login has already moved the visitor.
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

func (s *Service) move(ctx context.Context, tx *sql.Tx, from, to string) (moves, error) {
	if err := errors.Join(s.db.LockOwner(ctx, tx, from), s.db.LockOwner(ctx, tx, to)); err != nil {
		return moves{}, err
	}
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

// Claim moves everything of a visitor to the account of a user. The visitor's token proves that
// both are the same person. If the token is wrong, Claim fails with errs.LoginState. The error
// errs.LoginOver would say that the user's own session has ended.
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

// Follow moves data of visitors that was stored after their login. It is called regularly. A visitor
// whose data cannot be moved stays for the next call.
func (s *Service) Follow(ctx context.Context) error {
	rows, err := accountdb.New(s.db.Read()).VisitorsToFollow(ctx, accountdb.VisitorsToFollowParams{FollowAt: millis(s.now()), Limit: sweepBatch})
	if err != nil {
		return accountdb.Failed(err)
	}
	var failed error
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
			failed = errors.Join(failed, err)
			continue
		}
		did.finish(ctx)
	}
	return failed
}
