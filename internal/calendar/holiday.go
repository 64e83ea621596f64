package calendar

import (
	"fmt"
	"sync"
	"time"
)

// Holiday is one announced public holiday of mainland China.
type Holiday struct {
	Name     string // such as 国庆节、中秋节
	From, To time.Time
	Work     []time.Time // make-up working days, on weekends
}

// Days is the number of days off.
func (h Holiday) Days() int { return DaysBetween(h.From, h.To) + 1 }

// YearHolidays is the announced arrangement of one year.
type YearHolidays struct {
	Source   string // title of the notice
	Holidays []Holiday
}

// AnnouncedYears are the first and the last year with a known arrangement.
func AnnouncedYears() (first, last int) { return notices[0].year, notices[len(notices)-1].year }

// Announced is the arrangement of a year, or false if the arrangement is not known.
func Announced(year int) (YearHolidays, bool) {
	y, ok := announced()[year]
	return y, ok
}

var announced = sync.OnceValue(func() map[int]YearHolidays {
	all := map[int]YearHolidays{}
	for _, n := range notices {
		day := func(monthDay string) time.Time {
			t, err := time.Parse("2006-01-02", fmt.Sprintf("%d-%s", n.year, monthDay))
			if err != nil {
				panic(err) // cannot fail: the data is built into the binary
			}
			return t
		}
		y := YearHolidays{Source: n.source}
		for _, s := range n.holidays {
			h := Holiday{Name: s.name, From: day(s.from), To: day(s.to)}
			for _, w := range s.work {
				h.Work = append(h.Work, day(w))
			}
			y.Holidays = append(y.Holidays, h)
		}
		all[n.year] = y
	}
	return all
})

// DayStatus returns the holiday to which the day t belongs in the announced arrangement. `off` is
// true for a day off, and `work` for a make-up working day on a weekend.
func DayStatus(t time.Time) (name string, off, work bool) {
	for _, h := range announced()[t.Year()].Holidays {
		if !t.Before(h.From) && !t.After(h.To) {
			return h.Name, true, false
		}
		for _, w := range h.Work {
			if w.Equal(t) {
				return h.Name, false, true
			}
		}
	}
	return "", false, false
}

// IsWorkday reports whether people work on a day according to the announced arrangement. Without an
// arrangement, Saturday and Sunday are days off.
func IsWorkday(t time.Time) bool {
	_, off, work := DayStatus(t)
	return work || !off && t.Weekday() != time.Saturday && t.Weekday() != time.Sunday
}
