package account

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/device"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const (
	// sessionToken is the length of a session's token: 256 random bits in base64url. The
	// token of a visitor is longer.
	sessionToken = 43
	// sessionTouch is the shortest interval between two updates of a session's last use.
	sessionTouch = 5 * time.Minute
	// DefaultSessionIdle is the time without use after which a session ends.
	DefaultSessionIdle = 90 * 24 * time.Hour
	// DefaultAdminSessionIdle is the time without use after which an administrator's
	// session ends.
	DefaultAdminSessionIdle = 7 * 24 * time.Hour
	// sessionAge is how long a session lasts at most, even when it is used.
	sessionAge = 400 * 24 * time.Hour
)

func isSessionToken(token string) bool { return len(token) == sessionToken }

// Session is a session of an account, as shown to its owner.
type Session struct {
	ID         string
	Method     string
	Device     string
	Place      string
	CreatedAt  int64
	LastSeenAt int64
	Current    bool // the request was made in this session
}

func (s *Service) identifyUser(ctx context.Context, id, token string, now time.Time) (Who, error) {
	row, err := accountdb.New(s.db.Read()).SessionByToken(ctx, hash(token))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Who{}, errs.New(errs.LoginOver)
	case err != nil:
		return Who{}, errs.Wrap(errs.StorageFail, err)
	case row.AccountID != id, State(row.State) != Active,
		now.Sub(time.UnixMilli(row.LastSeenAt)) > s.Settings().idle(Role(row.Role)),
		now.Sub(time.UnixMilli(row.CreatedAt)) > sessionAge:
		return Who{}, errs.New(errs.LoginOver)
	}
	s.touchSession(ctx, row, now)
	return Who{
		ID: id, Token: token, Kind: KindUser, Stored: true,
		Role: Role(row.Role), Session: row.ID, VerifiedAt: row.VerifiedAt, Factored: row.Factors > 0,
	}, nil
}

// touchSession stores the time of the last use, at most every five minutes. A failure is only
// logged: the session then looks unused for a little longer.
func (s *Service) touchSession(ctx context.Context, row accountdb.SessionByTokenRow, now time.Time) {
	if now.Sub(time.UnixMilli(row.LastSeenAt)) < sessionTouch {
		return
	}
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return errors.Join(
			q.TouchSession(ctx, accountdb.TouchSessionParams{LastSeenAt: millis(now), ID: row.ID}),
			q.TouchAccount(ctx, accountdb.TouchAccountParams{LastSeenAt: millis(now), ID: row.AccountID}))
	})
	if err != nil {
		slog.WarnContext(ctx, "the time of a session's use was not stored", "err", err)
	}
}

func (s *Service) beginSession(ctx context.Context, q *accountdb.Queries, a accountdb.Account, method string, from Client) (Who, error) {
	now := millis(s.now())
	who := Who{ID: a.ID, Token: id.Token(), Kind: KindUser, Stored: true, Role: Role(a.Role), Session: id.New(), VerifiedAt: now}
	err := q.InsertSession(ctx, accountdb.InsertSessionParams{
		ID: who.Session, AccountID: a.ID, TokenHash: hash(who.Token), Method: method,
		Device: device.Name(from.UserAgent), Place: device.Place(from.Addr, s.Settings().ShowNetwork), CreatedAt: now, VerifiedAt: now,
	})
	return who, err
}

// Sessions lists the sessions of an account, the last used one first.
func (s *Service) Sessions(ctx context.Context, who Who) ([]Session, error) {
	rows, err := accountdb.New(s.db.Read()).Sessions(ctx, who.ID)
	if err != nil {
		return nil, accountdb.Failed(err)
	}
	out := make([]Session, 0, len(rows))
	for _, r := range rows {
		out = append(out, Session{
			ID: r.ID, Method: r.Method, Device: r.Device, Place: r.Place,
			CreatedAt: r.CreatedAt, LastSeenAt: r.LastSeenAt, Current: r.ID == who.Session,
		})
	}
	return out, nil
}

// EndSession ends one session of an account. It fails with errs.NotFound when the
// account has no such session.
func (s *Service) EndSession(ctx context.Context, accountID, session string) error {
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return accountdb.Changed(q.DeleteSession(ctx, accountdb.DeleteSessionParams{ID: session, AccountID: accountID}))
	})
	s.known.DropSession(session)
	return err
}

// EndOthers ends all sessions of an account except the session `keep`, and returns the number of
// ended sessions. If `keep` is empty, all sessions end.
func (s *Service) EndOthers(ctx context.Context, accountID, keep string) (int, error) {
	var n int64
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) (err error) {
		n, err = q.DeleteOtherSessions(ctx, accountdb.DeleteOtherSessionsParams{AccountID: accountID, ID: keep})
		return err
	})
	s.known.DropOwner(accountID)
	return int(n), err
}

// renew gives a session a new token and records that its user has just proven their identity.
func (s *Service) renew(ctx context.Context, who Who) (Who, error) {
	who.Token, who.VerifiedAt = id.Token(), millis(s.now())
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.VerifySession(ctx, accountdb.VerifySessionParams{
			VerifiedAt: who.VerifiedAt, TokenHash: hash(who.Token), ID: who.Session, AccountID: who.ID,
		})
		if err == nil && rows == 0 {
			return errs.New(errs.LoginOver)
		}
		return err
	})
	s.known.DropSession(who.Session)
	return who, err
}
