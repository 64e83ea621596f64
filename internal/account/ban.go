package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/display"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxReason is the longest reason of a ban, in characters.
const maxReason = 100

// Ban forbids an owner to ask questions until the given time. The reason is shown to the owner.
func (s *Service) Ban(ctx context.Context, ownerID string, until time.Time, reason string) error {
	reason = display.Line(reason)
	if ownerID == "" || reason == "" || text.Len(reason) > maxReason || !until.After(s.now()) {
		return badRequest("until, reason")
	}
	defer s.unbanned.Drop()
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return q.PutBan(ctx, accountdb.PutBanParams{OwnerID: ownerID, Until: millis(until), Reason: reason, CreatedAt: millis(s.now())})
	})
}

// Unban lifts a ban.
func (s *Service) Unban(ctx context.Context, ownerID string) error {
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error { return q.DeleteBan(ctx, ownerID) })
}

// Banned returns the end and the reason of an owner's ban; the zero time means that
// there is no ban.
func (s *Service) Banned(ctx context.Context, ownerID string) (until time.Time, reason string, err error) {
	none, turn := s.unbanned.Has(ownerID, s.now())
	if none {
		return time.Time{}, "", nil
	}
	row, err := accountdb.New(s.db.Read()).GetBan(ctx, ownerID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		s.unbanned.Add(ownerID, turn, s.now())
		return time.Time{}, "", nil
	case err != nil:
		return time.Time{}, "", accountdb.Failed(err)
	}
	if until = time.UnixMilli(row.Until); !until.After(s.now()) {
		return time.Time{}, "", nil
	}
	return until, row.Reason, nil
}

// freshBan is how long FreshlyBanned returns an owner after the owner was banned. The time of the ban may
// come from the clock of another server. So freshBan must be longer than the difference between the
// clocks of servers that share a database.
const freshBan = time.Minute

// FreshlyBanned returns the owners banned by any server within the last minute, if the ban has not
// ended. It returns at most 1,000 owners, the latest ban first.
func (s *Service) FreshlyBanned(ctx context.Context) ([]string, error) {
	now := s.now()
	owners, err := accountdb.New(s.db.Read()).FreshBans(ctx, accountdb.FreshBansParams{Since: millis(now.Add(-freshBan)), Now: millis(now)})
	return owners, accountdb.Failed(err)
}

// MayAsk fails with errs.ChatBanned when the owner is banned.
func (s *Service) MayAsk(ctx context.Context, ownerID string) error {
	until, reason, err := s.Banned(ctx, ownerID)
	if err != nil || until.IsZero() {
		return err
	}
	return errs.New(errs.ChatBanned).With("until", until.Format("2006-01-02 15:04 MST")).With("reason", reason).Retry(until.Sub(s.now()))
}
