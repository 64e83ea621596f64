// Package minor is the minor mode. In the minor mode, an owner may ask questions only for some minutes a
// day, and not during the quiet hours. Loosening these limits needs a guardian's PIN or a recent proof of
// identity.
package minor

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// DefaultMinutes is the limit of minutes a day when no limit was chosen.
	DefaultMinutes = 40
	// DefaultFrom is the default beginning of the quiet hours, in minutes of the day in the server's
	// time zone.
	DefaultFrom = 22 * 60
	// DefaultTo is the default end of the quiet hours, in minutes of the next day.
	DefaultTo = 6 * 60
	// PinTries is how many wrong PINs lock the PIN.
	PinTries = 5
	// PinLock is how long the PIN stays locked.
	PinLock = 30 * time.Minute

	minutesADay = 24 * 60
	// Of the minutes between two questions, at most readingMinutes count as use.
	readingMinutes = 5
)

// Mode is the minor mode of one owner.
type Mode struct {
	On          bool
	Minutes     int // minutes a day; 0: no limit
	From, To    int // quiet hours, in minutes of the day; no quiet hours when From and To are equal
	Used        int // minutes used today
	LockedUntil int64
	NextAt      int64 // when questions are answered again, in Unix milliseconds; 0: they are answered now
}

// Change asks for a change of the minor mode. Nil fields keep their value, or
// get the default when the mode is switched on.
type Change struct {
	On       bool
	PIN      string // the guardian's PIN; empty: it was forgotten, or the change does not need it
	NewPIN   string // the new PIN; empty: unchanged, or the value of PIN when the mode is switched on
	Minutes  *int
	From, To *int
}

func (c Change) check() error {
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

// over returns m with the limits of the change.
func (c Change) over(m Mode) Mode {
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

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }

// looser reports whether m allows something that `was` forbids.
func (m Mode) looser(was Mode) bool {
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
func (m Mode) quiet(minute int) bool {
	if m.From <= m.To {
		return m.From <= minute && minute < m.To
	}
	return minute >= m.From || minute < m.To
}

// nextAllowed returns the next time when questions are answered. If questions are answered at `now`,
// it returns `now`.
func (m Mode) nextAllowed(now time.Time) time.Time {
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

// clockAt returns the time at `minute` of the day that is `days` days after t.
func clockAt(t time.Time, days, minute int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+days, minute/60, minute%60, 0, 0, t.Location())
}

func minuteOf(t time.Time) int { return t.Hour()*60 + t.Minute() }

func dayOf(t time.Time) string { return t.Format(time.DateOnly) }
