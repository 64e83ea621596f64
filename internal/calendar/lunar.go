package calendar

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The first and the last lunar year of the calendar.
const (
	FirstLunarYear = 1900
	LastLunarYear  = 2100
)

// lunarData has a line for each lunar year; gen/gen.mjs writes it.
//
//go:embed data/lunar.txt
var lunarData string

// LunarMonth is one month of a lunar year.
type LunarMonth struct {
	Number, Days int
	Leap         bool
}

// LunarYear is a lunar year: its first day, its months, and the days of the 24
// solar terms of the solar year with the same number.
type LunarYear struct {
	First  time.Time
	Months []LunarMonth
	Terms  [24]int // day of the month of each term; every month has two terms, and January comes first
}

// TermNames are the names of the solar terms in the order of the solar year.
var TermNames = [24]string{
	"小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至",
	"小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至",
}

// lunarYears is indexed by year − FirstLunarYear.
var lunarYears = sync.OnceValue(func() []LunarYear {
	var out []LunarYear
	for line := range strings.Lines(lunarData) {
		var number, month, day int
		var letters, days string
		if _, err := fmt.Sscan(line, &number, &month, &day, &letters, &days); err != nil {
			panic(err) // cannot fail: the data is built into the binary
		}
		y := LunarYear{First: Civil(number, month, day)}
		last := 0
		for _, l := range letters {
			m := LunarMonth{Days: 29, Leap: l < 'a'}
			if l == 'b' || l == 'B' {
				m.Days = 30
			}
			if !m.Leap {
				last++
			}
			m.Number = last
			y.Months = append(y.Months, m)
		}
		for i, d := range days {
			n, err := strconv.ParseInt(string(d), 36, 0)
			if err != nil {
				panic(err)
			}
			y.Terms[i] = int(n)
		}
		out = append(out, y)
	}
	return out
})

// LunarYearOf finds a lunar year.
func LunarYearOf(year int) (LunarYear, bool) {
	if year < FirstLunarYear || year > LastLunarYear {
		return LunarYear{}, false
	}
	return lunarYears()[year-FirstLunarYear], true
}

// LunarDate is a day of the lunar calendar.
type LunarDate struct {
	Year, Month, Day int
	Leap             bool
}

// ToLunar returns the lunar date of a Civil day between 1900-01-31 and 2101-01-28.
func ToLunar(t time.Time) (LunarDate, bool) {
	day := Civil(t.Year(), int(t.Month()), t.Day())
	year := t.Year()
	y, ok := LunarYearOf(year)
	if !ok || day.Before(y.First) {
		year--
		if y, ok = LunarYearOf(year); !ok || day.Before(y.First) {
			return LunarDate{}, false
		}
	}
	n := DaysBetween(y.First, day)
	for _, m := range y.Months {
		if n < m.Days {
			return LunarDate{year, m.Number, n + 1, m.Leap}, true
		}
		n -= m.Days
	}
	return LunarDate{}, false
}

// Solar returns the Civil day of d, or false if the calendar does not have the year or the day.
func (d LunarDate) Solar() (time.Time, bool) {
	y, ok := LunarYearOf(d.Year)
	if !ok {
		return time.Time{}, false
	}
	n := 0
	for _, m := range y.Months {
		if m.Number == d.Month && m.Leap == d.Leap {
			if d.Day < 1 || d.Day > m.Days {
				return time.Time{}, false
			}
			return y.First.AddDate(0, 0, n+d.Day-1), true
		}
		n += m.Days
	}
	return time.Time{}, false
}

// lunarMonthNames are the names of the lunar months by their numbers, from 1.
var lunarMonthNames = [13]string{"", "正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}

var (
	stems    = []rune("甲乙丙丁戊己庚辛壬癸")
	branches = []rune("子丑寅卯辰巳午未申酉戌亥")
	animals  = []rune("鼠牛虎兔龙蛇马羊猴鸡狗猪")
)

// dayName is the name of a lunar day: 初一, 十五, 廿三, 三十.
func dayName(day int) string {
	digits := []rune("日一二三四五六七八九十")
	switch {
	case day <= 10:
		return "初" + string(digits[day])
	case day < 20:
		return "十" + string(digits[day-10])
	case day == 20:
		return "二十"
	case day == 30:
		return "三十"
	default:
		return "廿" + string(digits[day-20])
	}
}

// Name is the name of the month in dates: 正月, 十一月, 闰六月.
func (m LunarMonth) Name() string {
	name := lunarMonthNames[m.Number]
	if m.Leap {
		name = "闰" + name
	}
	return name + "月"
}

// MonthDay is the month and the day: 闰六月初一.
func (d LunarDate) MonthDay() string {
	return LunarMonth{Number: d.Month, Leap: d.Leap}.Name() + dayName(d.Day)
}

// String is the whole date: 丙午年十月十二.
func (d LunarDate) String() string { return StemBranch(d.Year-4) + "年" + d.MonthDay() }

// StemBranch is the n-th pair in the cycle of sixty; 0 is 甲子.
func StemBranch(n int) string {
	return string(stems[mod(n, 10)]) + string(branches[mod(n, 12)])
}

// Animal is the zodiac animal of a lunar year.
func Animal(year int) string { return string(animals[mod(year-4, 12)]) }

// DayPair is the stem and branch of a Civil day; 1949-10-01 was 甲子.
func DayPair(t time.Time) string {
	return StemBranch(DaysBetween(Civil(1949, 10, 1), t))
}

// MonthPair is the stem and branch of the month, which begins at a solar term.
func MonthPair(t time.Time) (string, bool) {
	y, ok := LunarYearOf(t.Year())
	if !ok {
		return "", false
	}
	n := t.Year()*12 + int(t.Month()) // months since year 0; the month 丑 begins with 小寒 in January
	if t.Day() < y.Terms[2*(int(t.Month())-1)] {
		n--
	}
	return StemBranch(n + 12), true
}

func mod(a, b int) int { return ((a % b) + b) % b }

// Civil is a day without time of day and zone.
func Civil(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// DayOf drops the time of day and the zone of t.
func DayOf(t time.Time) time.Time { return Civil(t.Year(), int(t.Month()), t.Day()) }

// DaysBetween counts Civil days. It does not use Duration, which would overflow
// after 292 years.
func DaysBetween(a, b time.Time) int { return int((b.Unix() - a.Unix()) / 86400) }

// TermDay is the Civil day of the solar term with index i in year; 0 is 小寒.
func TermDay(year, i int) (time.Time, bool) {
	y, ok := LunarYearOf(year)
	if !ok {
		return time.Time{}, false
	}
	return Civil(year, i/2+1, y.Terms[i]), true
}

// TermOn names the solar term of a civil day.
func TermOn(t time.Time) (string, bool) {
	y, ok := LunarYearOf(t.Year())
	if !ok {
		return "", false
	}
	for i := range 2 {
		n := 2*(int(t.Month())-1) + i
		if y.Terms[n] == t.Day() {
			return TermNames[n], true
		}
	}
	return "", false
}
