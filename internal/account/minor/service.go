package minor

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/absent"
	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Options are the dependencies of a Service.
type Options struct {
	DB  *db.DB
	Now func() time.Time
	// CountPIN counts one more hash of a PIN for a network. It fails after too many hashes.
	CountPIN func(ctx context.Context, network string) error
	// Fresh fails if the last proof of identity is too old. verifiedAt is the time of that proof in
	// Unix milliseconds.
	Fresh func(verifiedAt int64) error
}

// Service stores the minor modes of owners.
type Service struct {
	Options
	off absent.Owners // owners whose mode is known to be off
}

// Asker is the person who wants to change a mode.
type Asker struct {
	ID         string
	User       bool   // the asker has an account
	VerifiedAt int64  // last proof of identity of a user; Unix milliseconds
	Network    string // the IPv4 address, or the network of the IPv6 address; limits count per network
}

// Of reads the mode of an owner; a mode that is off has the defaults.
func (s *Service) Of(ctx context.Context, ownerID string) (Mode, error) {
	row, err := s.row(ctx, ownerID)
	if errors.Is(err, sql.ErrNoRows) {
		return Mode{Minutes: DefaultMinutes, From: DefaultFrom, To: DefaultTo}, nil
	}
	if err != nil {
		return Mode{}, accountdb.Failed(err)
	}
	return s.mode(row), nil
}

// Moved must be called after a mode was moved to another owner and the transaction was
// committed.
func (s *Service) Moved() { s.off.Drop() }

// row reads an owner's row; it fails with sql.ErrNoRows when the mode is off. The owners whose mode
// is off are cached, because each question reads the row several times and hardly anybody uses the
// mode.
func (s *Service) row(ctx context.Context, ownerID string) (accountdb.AccountMinor, error) {
	off, turn := s.off.Has(ownerID, s.Now())
	if off {
		return accountdb.AccountMinor{}, sql.ErrNoRows
	}
	row, err := accountdb.New(s.DB.Read()).GetMinor(ctx, ownerID)
	if errors.Is(err, sql.ErrNoRows) {
		s.off.Add(ownerID, turn, s.Now())
	}
	return row, err
}

func (s *Service) mode(row accountdb.AccountMinor) Mode {
	now := s.Now()
	m := Mode{On: true, Minutes: int(row.Minutes), From: int(row.QuietFrom), To: int(row.QuietTo)}
	if row.Day == dayOf(now) {
		m.Used = int(row.Used)
	}
	if row.LockedUntil > now.UnixMilli() {
		m.LockedUntil = row.LockedUntil
	}
	if at := m.nextAllowed(now); at.After(now) {
		m.NextAt = at.UnixMilli()
	}
	return m
}

// On tells whether an owner's minor mode is on.
func (s *Service) On(ctx context.Context, ownerID string) (bool, error) {
	m, err := s.Of(ctx, ownerID)
	return m.On, err
}

// Set switches a minor mode on or off, or changes it. To switch the mode off, to replace the
// PIN or to loosen the limits, the PIN or a recent proof of the asker's identity is needed.
func (s *Service) Set(ctx context.Context, who Asker, c Change) (Mode, error) {
	if err := c.check(); err != nil {
		return Mode{}, err
	}
	row, err := accountdb.New(s.DB.Read()).GetMinor(ctx, who.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows) && c.On:
		err = s.begin(ctx, who, c)
	case errors.Is(err, sql.ErrNoRows):
		err = nil // the mode is off already
	case err == nil:
		err = s.change(ctx, who, row, c)
	}
	s.off.Drop()
	if err != nil {
		return Mode{}, accountdb.Failed(err)
	}
	return s.Of(ctx, who.ID)
}

func (s *Service) begin(ctx context.Context, who Asker, c Change) error {
	pin := cmp.Or(c.NewPIN, c.PIN)
	if pin == "" {
		return badRequest("pin")
	}
	hash, err := s.newPIN(ctx, pin, who.Network)
	if err != nil {
		return err
	}
	m := c.over(Mode{Minutes: DefaultMinutes, From: DefaultFrom, To: DefaultTo})
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.InsertMinor(ctx, accountdb.InsertMinorParams{
			OwnerID: who.ID, PinHash: hash, Minutes: int64(m.Minutes), QuietFrom: int64(m.From), QuietTo: int64(m.To), CreatedAt: s.Now().UnixMilli(),
		})
		return unchanged(rows, err)
	})
}

func (s *Service) change(ctx context.Context, who Asker, row accountdb.AccountMinor, c Change) error {
	was := s.mode(row)
	next := c.over(was)
	proven := false
	if !c.On || c.NewPIN != "" || next.looser(was) {
		if err := s.guardian(ctx, who, c.PIN); err != nil {
			return err
		}
		proven = true
	}
	hash := row.PinHash
	if c.NewPIN != "" {
		var err error
		if hash, err = s.newPIN(ctx, c.NewPIN, who.Network); err != nil {
			return err
		}
	}
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		if !c.On {
			return unchanged(q.EndMinor(ctx, accountdb.EndMinorParams{OwnerID: who.ID, PinHash: row.PinHash}))
		}
		if proven {
			if err := q.ForgiveMinor(ctx, accountdb.ForgiveMinorParams{OwnerID: who.ID, PinHash: row.PinHash}); err != nil {
				return err
			}
		}
		return unchanged(q.ChangeMinor(ctx, accountdb.ChangeMinorParams{
			OwnerID: who.ID, PinHash: hash, Minutes: int64(next.Minutes), QuietFrom: int64(next.From), QuietTo: int64(next.To),
			FromHash: row.PinHash, FromMinutes: row.Minutes, FromQuietFrom: row.QuietFrom, FromQuietTo: row.QuietTo,
		}))
	})
}

// unchanged returns errs.SettingMoved if no row was changed: another request has changed the mode
// in the meantime.
func unchanged(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.SettingMoved)
	}
	return err
}

// guardian checks whether the asker may make a change that needs the PIN (see Set). If `pin` is not empty,
// it must be the right PIN. Otherwise a user needs a recent proof of identity, and a visitor has to log
// in first. The login moves the mode to the account, unless the account has its own mode.
func (s *Service) guardian(ctx context.Context, who Asker, pin string) error {
	if pin != "" {
		return s.tryPIN(ctx, who, pin)
	}
	if !who.User {
		return errs.New(errs.NeedLogin)
	}
	return s.Fresh(who.VerifiedAt)
}

// newPIN hashes a new PIN. It fails if there were too many tries from the network.
func (s *Service) newPIN(ctx context.Context, pin, network string) (string, error) {
	if err := s.CountPIN(ctx, network); err != nil {
		return "", err
	}
	return hashPIN(ctx, pin)
}

// tryPIN counts the try before it checks the PIN, so that simultaneous tries
// are limited in the same way as successive ones.
func (s *Service) tryPIN(ctx context.Context, who Asker, pin string) error {
	if err := s.CountPIN(ctx, who.Network); err != nil {
		return err
	}
	now := s.Now()
	var row accountdb.AccountMinor
	err := accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) (err error) {
		row, err = q.TryMinor(ctx, accountdb.TryMinorParams{
			OwnerID: who.ID, Most: PinTries, LockUntil: now.Add(PinLock).UnixMilli(), Now: now.UnixMilli(),
		})
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if row, err = q.GetMinor(ctx, who.ID); err == nil {
			err = locked(time.UnixMilli(row.LockedUntil).Sub(now))
		}
		return err
	})
	if err != nil {
		return err
	}
	right, err := samePIN(ctx, pin, row.PinHash)
	switch {
	case err != nil:
		return accountdb.Failed(err)
	case !right && row.LockedUntil > 0:
		return locked(PinLock)
	case !right:
		return errs.New(errs.WrongPin).With("left", strconv.Itoa(PinTries-int(row.Tries)))
	}
	return nil
}

func locked(wait time.Duration) error {
	wait = max(wait, time.Second)
	return errs.New(errs.PinLocked).With("minutes", strconv.Itoa(int((wait+time.Minute-1)/time.Minute))).Retry(wait)
}

// MayAsk refuses a question if the minor mode forbids it. Otherwise it adds to the minutes used today.
// The first question of a day adds one minute. A later question adds the minutes since the previous
// question, but at most readingMinutes.
func (s *Service) MayAsk(ctx context.Context, ownerID string) error {
	row, err := s.row(ctx, ownerID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return accountdb.Failed(err)
	}
	now, m := s.Now(), s.mode(row)
	if at := m.nextAllowed(now); at.After(now) {
		code := errs.MinorSpent
		if m.quiet(minuteOf(now)) {
			code = errs.MinorQuiet
		}
		return errs.New(code).With("limit", strconv.Itoa(m.Minutes)).With("until", at.Format("2006-01-02 15:04 MST")).Retry(at.Sub(now))
	}
	minute, spent := now.Unix()/60, int64(1)
	if row.Day == dayOf(now) && minute >= row.LastMinute {
		spent = min(minute-row.LastMinute, readingMinutes)
	}
	if spent == 0 {
		return nil
	}
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		// If no row is changed, a simultaneous question has counted the minutes.
		_, err := q.SpendMinor(ctx, accountdb.SpendMinorParams{
			OwnerID: ownerID, Day: dayOf(now), Used: int64(m.Used) + spent, LastMinute: minute,
			FromDay: row.Day, FromMinute: row.LastMinute,
		})
		return err
	})
}
