package calendar

import (
	"strings"
	"time"
)

// Monday is the first day of t's week.
func Monday(t time.Time) time.Time {
	return t.AddDate(0, 0, -mod(int(t.Weekday())-1, 7))
}

// WeekdayNames are the days of the week in Chinese, from Sunday.
var WeekdayNames = [7]string{"星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"}

// Shift moves t by n units named u, in Chinese or English. When the day does not exist in the
// resulting month, the result is the month's last day. The returned text explains in Chinese how
// the result was counted, and may be empty. Shift returns false for an unknown unit and for more
// than 3,000 working days in either direction.
func Shift(t time.Time, n int, u string) (time.Time, string, bool) {
	switch strings.TrimSuffix(u, "s") {
	case "天", "日", "day":
		return t.AddDate(0, 0, n), "", true
	case "周", "星期", "礼拜", "week":
		return t.AddDate(0, 0, 7*n), "", true
	case "月", "month":
		return AddMonths(t, n), "月末没有这一天时取当月最后一天。", true
	case "年", "year":
		return AddMonths(t, 12*n), "", true
	case "工作日", "business day", "working day":
		if n > 3000 || n < -3000 {
			return t, "", false
		}
		step := 1
		if n < 0 {
			step = -1
		}
		for left := n * step; left > 0; {
			t = t.AddDate(0, 0, step)
			if IsWorkday(t) {
				left--
			}
		}
		return t, "跳过周末和已公布的节假日，调休上班日算工作日。", true
	default:
		return t, "", false
	}
}

// AddMonths moves t by n months. When the day does not exist in the resulting month,
// the result is the month's last day.
func AddMonths(t time.Time, n int) time.Time {
	first := Civil(t.Year(), int(t.Month())+n, 1)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// Span is the time from a to b in whole years, months and days; a must not be after b.
func Span(a, b time.Time) (years, months, days int) {
	total := (b.Year()-a.Year())*12 + int(b.Month()) - int(a.Month())
	if AddMonths(a, total).After(b) {
		total--
	}
	return total / 12, total % 12, DaysBetween(AddMonths(a, total), b)
}

// IsLeapYear reports whether February of year has 29 days.
func IsLeapYear(year int) bool { return Civil(year, 12, 31).YearDay() == 366 }
