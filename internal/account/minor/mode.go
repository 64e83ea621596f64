// Package minor is the minor mode: limits of a person's day that only a
// guardian's PIN loosens.
package minor

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// DefaultMinutes is how long a day may be in minor mode when nobody says.
	DefaultMinutes = 40
	// DefaultFrom is where the quiet hours begin when nobody says, in minutes of
	// the day of the server's zone.
	DefaultFrom = 22 * 60
	// DefaultTo is where they end, on the next day.
	DefaultTo = 6 * 60
	// PinTries is how many wrong PINs lock it.
	PinTries = 5
	// PinLock is how long it is locked then.
	PinLock = 30 * time.Minute

	minutesADay = 24 * 60
	// readingMinutes is how many minutes, up to the next question, count as
	// reading the answer to the last one.
	readingMinutes = 5
)

// Mode is the minor mode of one owner.
type Mode struct {
	On          bool
	Minutes     int // a day; 0: no limit
	From, To    int // quiet hours, in minutes of the day; equal: none
	Used        int // minutes of today
	LockedUntil int64
	NextAt      int64 // when questions are answered again; 0: now
}

// Change asks for a minor mode. Nil fields stay as they are, or become
// what is usual when the mode is switched on.
type Change struct {
	On       bool
	PIN      string // the guardian's; empty: forgotten
	NewPIN   string
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

// over is the change laid over what there is.
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

// looser reports whether m allows anything that was forbidden.
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

// opens is when questions are answered again; now, when they are.
func (m Mode) opens(now time.Time) time.Time {
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
