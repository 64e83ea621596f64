package account

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// stragglers is how long what a visitor's last requests stored still follows
// them into their account: longer than any of those requests lives.
const stragglers = 15 * time.Minute

// moveVisitor gives an account what a visitor has and retires the visitor, in
// the caller's transaction. Nothing happens when another login was first.
func (s *Service) moveVisitor(ctx context.Context, tx *sql.Tx, q *accountdb.Queries, v Who, accountID string) ([]func(context.Context), error) {
	now := millis(s.now())
	rows, err := q.RetireVisitor(ctx, accountdb.RetireVisitorParams{MovedTo: accountID, MovedAt: now, ID: v.ID})
	if err == nil && rows == 0 {
		rows, err = q.RetireUnstored(ctx, accountdb.RetireUnstoredParams{ID: v.ID, TokenHash: hash(v.Token), CreatedAt: now, MovedTo: accountID})
	}
	if err != nil || rows == 0 {
		return nil, err
	}
	if err := q.MoveBan(ctx, accountdb.MoveBanParams{ToOwner: accountID, FromOwner: v.ID}); err != nil {
		return nil, err
	}
	return s.move(ctx, tx, v.ID, accountID)
}

// move runs every Mover.
func (s *Service) move(ctx context.Context, tx *sql.Tx, from, to string) ([]func(context.Context), error) {
	var after []func(context.Context)
	for _, m := range s.Movers {
		f, err := m(ctx, tx, from, to)
		if err != nil {
			return nil, err
		}
		if f != nil {
			after = append(after, f)
		}
	}
	return after, nil
}

// Claim gives a user what a visitor has, whose secret they know.
func (s *Service) Claim(ctx context.Context, who Who, visitorID, token string) error {
	v, err := s.Identify(ctx, visitorID, token)
	if err != nil {
		return err
	}
	if v.Kind != KindVisitor {
		return errs.New(errs.LoginOver)
	}
	var after []func(context.Context)
	err = s.write(ctx, func(tx *sql.Tx, q *accountdb.Queries) (err error) {
		after, err = s.moveVisitor(ctx, tx, q, v, who.ID)
		return err
	})
	if err != nil {
		return err
	}
	s.known.dropOwner(v.ID)
	for _, f := range after {
		f(context.WithoutCancel(ctx))
	}
	return nil
}

// Follow moves what the last requests of visitors stored while those visitors
// logged in. It is called now and then.
func (s *Service) Follow(ctx context.Context) error {
	rows, err := accountdb.New(s.db.Read()).MovedVisitors(ctx, accountdb.MovedVisitorsParams{
		Since: millis(s.now().Add(-stragglers)), Limit: sweepBatch,
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.MovedTo == gone {
			continue
		}
		var after []func(context.Context)
		err := s.write(ctx, func(tx *sql.Tx, _ *accountdb.Queries) (err error) {
			after, err = s.move(ctx, tx, r.ID, r.MovedTo)
			return err
		})
		if err != nil {
			slog.WarnContext(ctx, "what a visitor stored last could not follow", "err", err)
			continue
		}
		for _, f := range after {
			f(ctx)
		}
	}
	return nil
}

// gone stands for the account of a visitor that exists no more.
const gone = "-"
