// Package account knows who people are. So far all are anonymous visitors: an
// id, and a token that proves it. An id owns what is stored under it, and
// nothing but the id says whose something is.
package account

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const (
	// unstoredAge is how long a token is good that was handed out while nothing
	// was stored under it.
	unstoredAge = 30 * 24 * time.Hour
	// unseenAge is how long a stored visitor may stay away before everything of
	// theirs is deleted. It is longer than unstoredAge, so that the token of a
	// deleted visitor never proves anybody again.
	unseenAge = 180 * 24 * time.Hour
	// touchAge is how old the stored time of the last visit may grow.
	touchAge = 24 * time.Hour
	// clockSkew is how far the clocks of several servers may differ.
	clockSkew = 5 * time.Minute
)

// Visitor is an anonymous person.
type Visitor struct {
	ID     string
	Token  string
	Stored bool // false while nothing has been stored under ID
}

// Options are what a Service needs.
type Options struct {
	DB *db.DB
	// Purge deletes everything that an owner has, before the owner is deleted.
	Purge func(ctx context.Context, ownerID string) error
	Now   func() time.Time // nil: time.Now
}

// Service checks and makes identities. It is safe for concurrent use.
type Service struct {
	db     *db.DB
	purge  func(ctx context.Context, ownerID string) error
	now    func() time.Time
	secret secret
	known  *known
}

// New reads the server's secret, or makes it when this is the first start.
func New(ctx context.Context, o Options) (*Service, error) {
	s := &Service{db: o.DB, purge: o.Purge, now: o.Now, known: newKnown()}
	if s.now == nil {
		s.now = time.Now
	}
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		if err := q.InsertSetting(ctx, accountdb.InsertSettingParams{Name: "secret", Value: id.Token()}); err != nil {
			return err
		}
		value, err := q.GetSetting(ctx, "secret")
		s.secret = secret(value)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the server's secret: %w", err)
	}
	return s, nil
}

// Key gives a key for purpose, the same at every start.
func (s *Service) Key(purpose string) string { return s.secret.derive(purpose) }

// Mint makes a new visitor and stores nothing.
func (s *Service) Mint() Visitor {
	v := Visitor{ID: id.New()}
	v.Token = s.secret.token(v.ID, s.now())
	return v
}

// Identify finds the visitor whom id and token prove. It fails with
// errs.LoginOver when they prove nobody.
func (s *Service) Identify(ctx context.Context, id, token string) (Visitor, error) {
	v := Visitor{ID: id, Token: token, Stored: true}
	now := s.now()
	if s.known.has(id, token, now) {
		return v, nil
	}
	made, ok := s.secret.verify(id, token)
	if !ok {
		return Visitor{}, errs.New(errs.LoginOver)
	}
	row, err := accountdb.New(s.db.Read()).GetVisitor(ctx, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if age := now.Sub(made); age > unstoredAge || age < -clockSkew {
			return Visitor{}, errs.New(errs.LoginOver)
		}
		v.Stored = false
		return v, nil
	case err != nil:
		return Visitor{}, errs.Wrap(errs.StorageFail, err)
	case subtle.ConstantTimeCompare([]byte(row.TokenHash), []byte(hash(token))) != 1:
		return Visitor{}, errs.New(errs.LoginOver)
	}
	s.touch(ctx, id, row.LastSeenAt, now)
	s.known.add(id, token, now)
	return v, nil
}

// touch stores the time of the visit, at most daily. When that fails, the
// visit goes on: the row only looks a day older.
func (s *Service) touch(ctx context.Context, id string, lastSeenAt int64, now time.Time) {
	if now.Sub(time.UnixMilli(lastSeenAt)) < touchAge {
		return
	}
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		return accountdb.New(tx).TouchVisitor(ctx, accountdb.TouchVisitorParams{LastSeenAt: now.UnixMilli(), ID: id})
	})
	if err != nil {
		slog.WarnContext(ctx, "the time of a visit was not stored", "err", err)
	}
}

// Keep stores a visitor, once: their first stored act is about to come.
func (s *Service) Keep(ctx context.Context, v Visitor) (Visitor, error) {
	now := s.now()
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		n, err := q.InsertVisitor(ctx, accountdb.InsertVisitorParams{ID: v.ID, TokenHash: hash(v.Token), CreatedAt: now.UnixMilli()})
		if err != nil || n == 1 {
			return err
		}
		// Stored meanwhile, by a request beside this one.
		row, err := q.GetVisitor(ctx, v.ID)
		if err == nil && row.TokenHash != hash(v.Token) {
			return errs.New(errs.LoginOver)
		}
		return err
	})
	if err != nil {
		return Visitor{}, err
	}
	s.known.add(v.ID, v.Token, now)
	v.Stored = true
	return v, nil
}

// sweepBatch bounds one look of Sweep.
const sweepBatch = 200

// Sweep deletes visitors who have stayed away for 180 days, with all that they
// own, and gives their number.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	before := s.now().Add(-unseenAge).UnixMilli()
	total := 0
	for {
		ids, err := accountdb.New(s.db.Read()).UnseenVisitors(ctx, accountdb.UnseenVisitorsParams{LastSeenAt: before, Limit: sweepBatch})
		if err != nil || len(ids) == 0 {
			return total, err
		}
		for _, id := range ids {
			if s.purge != nil {
				if err := s.purge(ctx, id); err != nil {
					return total, err
				}
			}
			err := s.db.InTx(ctx, func(tx *sql.Tx) error {
				_, err := accountdb.New(tx).DeleteUnseenVisitor(ctx, accountdb.DeleteUnseenVisitorParams{ID: id, LastSeenAt: before})
				return err
			})
			if err != nil {
				return total, err
			}
			s.known.drop(id)
			total++
		}
	}
}
