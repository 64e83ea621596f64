package account

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// MinorMinutes is how long a day may be in minor mode when nobody says.
	MinorMinutes = 40
	// MinorFrom is where the quiet hours begin when nobody says, in minutes of
	// the day of the server's zone.
	MinorFrom = 22 * 60
	// MinorTo is where they end, on the next day.
	MinorTo = 6 * 60
	// PinTries is how many wrong PINs lock it.
	PinTries = 5
	// PinLock is how long it is locked then.
	PinLock = 30 * time.Minute

	minutesADay = 24 * 60
	// minorReading is how many minutes, up to the next question, count as
	// reading the answer to the last one.
	minorReading = 5
)

// Minor is a minor mode: limits that only a guardian's PIN loosens.
type Minor struct {
	On          bool
	Minutes     int // a day; 0: no limit
	From, To    int // quiet hours, in minutes of the day; equal: none
	Used        int // minutes of today
	LockedUntil int64
	NextAt      int64 // when questions are answered again; 0: now
}

// MinorChange asks for a minor mode. Nil fields stay as they are, or become
// what is usual when the mode is switched on.
type MinorChange struct {
	On       bool
	PIN      string // the guardian's; empty: forgotten
	NewPIN   string
	Minutes  *int
	From, To *int
}

// MinorOf tells how an owner stands; what is off shows what is usual.
func (s *Service) MinorOf(ctx context.Context, ownerID string) (Minor, error) {
	row, err := accountdb.New(s.db.Read()).GetMinor(ctx, ownerID)
	if errors.Is(err, sql.ErrNoRows) {
		return Minor{Minutes: MinorMinutes, From: MinorFrom, To: MinorTo}, nil
	}
	if err != nil {
		return Minor{}, stored(err)
	}
	return s.minor(row), nil
}

func (s *Service) minor(row accountdb.AccountMinor) Minor {
	now := s.now()
	m := Minor{On: true, Minutes: int(row.Minutes), From: int(row.QuietFrom), To: int(row.QuietTo)}
	if row.Day == dayOf(now) {
		m.Used = int(row.Used)
	}
	if row.LockedUntil > millis(now) {
		m.LockedUntil = row.LockedUntil
	}
	if at := m.opens(now); at.After(now) {
		m.NextAt = millis(at)
	}
	return m
}

// InMinorMode reports whether an owner's minor mode is on.
func (s *Service) InMinorMode(ctx context.Context, ownerID string) (bool, error) {
	m, err := s.MinorOf(ctx, ownerID)
	return m.On, err
}

// SetMinor switches a minor mode on or off, or changes it. What is not stricter
// than before takes the PIN, or in its place a fresh proof of who asks.
func (s *Service) SetMinor(ctx context.Context, who Who, c MinorChange, from Client) (Minor, error) {
	if err := c.check(); err != nil {
		return Minor{}, err
	}
	row, err := accountdb.New(s.db.Read()).GetMinor(ctx, who.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows) && c.On:
		err = s.beginMinor(ctx, who.ID, c, from)
	case errors.Is(err, sql.ErrNoRows):
		err = nil // it is off already
	case err == nil:
		err = s.changeMinor(ctx, who, row, c, from)
	}
	if err != nil {
		return Minor{}, stored(err)
	}
	return s.MinorOf(ctx, who.ID)
}

func (c MinorChange) check() error {
	for _, pin := range []string{c.PIN, c.NewPIN} {
		if pin != "" && !pinPattern.MatchString(pin) {
			return badRequest("pin, newPin: 4-6 digits")
		}
	}
	if c.Minutes != nil && (*c.Minutes < 0 || *c.Minutes > minutesADay) {
		return badRequest("minutes: 0-1440")
	}
	for _, at := range []*int{c.From, c.To} {
		if at != nil && (*at < 0 || *at >= minutesADay) {
			return badRequest("from, to: 00:00-23:59")
		}
	}
	return nil
}

// over is the change laid over what there is.
func (c MinorChange) over(m Minor) Minor {
	for _, f := range []struct {
		to   *int
		from *int
	}{{&m.Minutes, c.Minutes}, {&m.From, c.From}, {&m.To, c.To}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	return m
}

func (s *Service) beginMinor(ctx context.Context, ownerID string, c MinorChange, from Client) error {
	pin := first(c.NewPIN, c.PIN)
	if pin == "" {
		return badRequest("pin")
	}
	hash, err := s.newPIN(ctx, pin, from)
	if err != nil {
		return err
	}
	m := c.over(Minor{Minutes: MinorMinutes, From: MinorFrom, To: MinorTo})
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.InsertMinor(ctx, accountdb.InsertMinorParams{
			OwnerID: ownerID, PinHash: hash, Minutes: int64(m.Minutes), QuietFrom: int64(m.From), QuietTo: int64(m.To), CreatedAt: millis(s.now()),
		})
		return unmoved(rows, err)
	})
}

func (s *Service) changeMinor(ctx context.Context, who Who, row accountdb.AccountMinor, c MinorChange, from Client) error {
	was := s.minor(row)
	next := c.over(was)
	proven := false
	if !c.On || c.NewPIN != "" || next.looser(was) {
		if err := s.guardian(ctx, who, c.PIN, from); err != nil {
			return err
		}
		proven = true
	}
	hash := row.PinHash
	if c.NewPIN != "" {
		var err error
		if hash, err = s.newPIN(ctx, c.NewPIN, from); err != nil {
			return err
		}
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		if !c.On {
			return unmoved(q.EndMinor(ctx, accountdb.EndMinorParams{OwnerID: who.ID, PinHash: row.PinHash}))
		}
		if proven {
			if err := q.ForgiveMinor(ctx, accountdb.ForgiveMinorParams{OwnerID: who.ID, PinHash: row.PinHash}); err != nil {
				return err
			}
		}
		return unmoved(q.ChangeMinor(ctx, accountdb.ChangeMinorParams{
			OwnerID: who.ID, PinHash: hash, Minutes: int64(next.Minutes), QuietFrom: int64(next.From), QuietTo: int64(next.To),
			FromHash: row.PinHash, FromMinutes: row.Minutes, FromQuietFrom: row.QuietFrom, FromQuietTo: row.QuietTo,
		}))
	})
}

// unmoved turns "no row" into errs.SettingMoved: the mode was changed meanwhile.
func unmoved(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.SettingMoved)
	}
	return err
}

// looser reports whether m allows anything that was forbidden.
func (m Minor) looser(was Minor) bool {
	if was.Minutes > 0 && (m.Minutes == 0 || m.Minutes > was.Minutes) {
		return true
	}
	for minute := range minutesADay {
		if was.quiet(minute) && !m.quiet(minute) {
			return true
		}
	}
	return false
}

// quiet reports whether a minute of the day lies in the quiet hours.
func (m Minor) quiet(minute int) bool {
	if m.From <= m.To {
		return m.From <= minute && minute < m.To
	}
	return minute >= m.From || minute < m.To
}

// guardian takes the PIN. Who does not know it proves that the account is
// theirs; a visitor has to log in for that, and takes the mode along.
func (s *Service) guardian(ctx context.Context, who Who, pin string, from Client) error {
	if pin != "" {
		return s.tryPIN(ctx, who.ID, pin, from)
	}
	if who.Kind != KindUser {
		return errs.New(errs.NeedLogin)
	}
	return s.fresh(who)
}

// newPIN hashes a PIN that somebody chose, as often as an address may.
func (s *Service) newPIN(ctx context.Context, pin string, from Client) (string, error) {
	if err := s.tally(ctx, counted{pinsOfAddress, from.Network}); err != nil {
		return "", err
	}
	return hashPIN(ctx, pin)
}

// tryPIN counts a try before it says whether the PIN is right, so that tries at
// the same time are no more than tries one after the other.
func (s *Service) tryPIN(ctx context.Context, ownerID, pin string, from Client) error {
	if err := s.tally(ctx, counted{pinsOfAddress, from.Network}); err != nil {
		return err
	}
	now := s.now()
	var row accountdb.AccountMinor
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) (err error) {
		row, err = q.TryMinor(ctx, accountdb.TryMinorParams{
			OwnerID: ownerID, Most: PinTries, LockUntil: millis(now.Add(PinLock)), Now: millis(now),
		})
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if row, err = q.GetMinor(ctx, ownerID); err == nil {
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
		return stored(err)
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

// MinorMayAsk refuses a question outside of what the minor mode allows, and
// counts its minute. The minutes up to the next question count as reading its
// answer, at most minorReading.
func (s *Service) MinorMayAsk(ctx context.Context, ownerID string) error {
	row, err := accountdb.New(s.db.Read()).GetMinor(ctx, ownerID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return stored(err)
	}
	now, m := s.now(), s.minor(row)
	if at := m.opens(now); at.After(now) {
		code := errs.MinorSpent
		if m.quiet(minuteOf(now)) {
			code = errs.MinorQuiet
		}
		return errs.New(code).With("limit", strconv.Itoa(m.Minutes)).With("until", at.Format("2006-01-02 15:04 MST")).Retry(at.Sub(now))
	}
	minute, spent := now.Unix()/60, int64(1)
	if row.Day == dayOf(now) && minute >= row.LastMinute {
		spent = min(minute-row.LastMinute, minorReading)
	}
	if spent == 0 {
		return nil
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		// No row: a question beside this one has counted the minute.
		_, err := q.SpendMinor(ctx, accountdb.SpendMinorParams{
			OwnerID: ownerID, Day: dayOf(now), Used: int64(m.Used) + spent, LastMinute: minute,
			FromDay: row.Day, FromMinute: row.LastMinute,
		})
		return err
	})
}

// opens is when questions are answered again; now, when they are.
func (m Minor) opens(now time.Time) time.Time {
	at := now
	if m.Minutes > 0 && m.Used >= m.Minutes {
		at = clockAt(now, 1, 0)
	}
	if !m.quiet(minuteOf(at)) {
		return at
	}
	if end := clockAt(at, 0, m.To); end.After(at) {
		return end
	}
	return clockAt(at, 1, m.To)
}

// clockAt is a minute of the day some days after t.
func clockAt(t time.Time, days, minute int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+days, minute/60, minute%60, 0, 0, t.Location())
}

func minuteOf(t time.Time) int { return t.Hour()*60 + t.Minute() }

func dayOf(t time.Time) string { return t.Format(time.DateOnly) }
