package skill

import (
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
)

// LongDate writes 2026年11月20日 or November 20, 2026.
func (q *Question) LongDate(t time.Time) string {
	if q.Language == English {
		return t.Format("January 2, 2006")
	}
	return fmt.Sprintf("%d年%d月%d日", t.Year(), int(t.Month()), t.Day())
}

// Weekday is the name of the day of the week.
func (q *Question) Weekday(t time.Time) string {
	if q.Language == English {
		return t.Weekday().String()
	}
	return calendar.WeekdayNames[t.Weekday()]
}

// Dated is the date with its weekday.
func (q *Question) Dated(t time.Time) string {
	if q.Language == English {
		return t.Format("Monday, January 2, 2006")
	}
	return q.LongDate(t) + q.Weekday(t)
}
