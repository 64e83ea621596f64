package offline

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The lunar calendar covers these lunar years.
const (
	firstLunarYear = 1900
	lastLunarYear  = 2100
)

// lunarData has a line for each lunar year, see gen/gen.mjs.
//
//go:embed data/lunar.txt
var lunarData string

// lunarMonth is one month of a lunar year.
type lunarMonth struct {
	number, days int
	leap         bool
}

// lunarYear is a lunar year: its first day, its months, and the days of the 24
// solar terms of the solar year with the same number.
type lunarYear struct {
	first  time.Time
	months []lunarMonth
	terms  [24]int // day of the month; two terms a month from January on
}

// termNames in the order of the solar year.
var termNames = [24]string{
	"小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至",
	"小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至",
}

// lunarYears is indexed by year − firstLunarYear.
var lunarYears = sync.OnceValue(func() []lunarYear {
	var out []lunarYear
	for line := range strings.Lines(lunarData) {
		var number, month, day int
		var letters, days string
		if _, err := fmt.Sscan(line, &number, &month, &day, &letters, &days); err != nil {
			panic(err) // the data is part of the binary
		}
		y := lunarYear{first: civil(number, month, day)}
		last := 0
		for _, l := range letters {
			m := lunarMonth{days: 29, leap: l < 'a'}
			if l == 'b' || l == 'B' {
				m.days = 30
			}
			if !m.leap {
				last++
			}
			m.number = last
			y.months = append(y.months, m)
		}
		for i, d := range days {
			n, err := strconv.ParseInt(string(d), 36, 0)
			if err != nil {
				panic(err)
			}
			y.terms[i] = int(n)
		}
		out = append(out, y)
	}
	return out
})

// lunarYearOf looks a lunar year up.
func lunarYearOf(year int) (lunarYear, bool) {
	if year < firstLunarYear || year > lastLunarYear {
		return lunarYear{}, false
	}
	return lunarYears()[year-firstLunarYear], true
}

// lunarDate is a day of the lunar calendar.
type lunarDate struct {
	year, month, day int
	leap             bool
}

// toLunar gives the lunar date of a civil day between 1900-01-31 and 2101-01-28.
func toLunar(t time.Time) (lunarDate, bool) {
	day := civil(t.Year(), int(t.Month()), t.Day())
	year := t.Year()
	y, ok := lunarYearOf(year)
	if !ok || day.Before(y.first) {
		year--
		if y, ok = lunarYearOf(year); !ok || day.Before(y.first) {
			return lunarDate{}, false
		}
	}
	n := daysBetween(y.first, day)
	for _, m := range y.months {
		if n < m.days {
			return lunarDate{year, m.number, n + 1, m.leap}, true
		}
		n -= m.days
	}
	return lunarDate{}, false
}

// solar gives the civil day of d, false when the year has no such day.
func (d lunarDate) solar() (time.Time, bool) {
	y, ok := lunarYearOf(d.year)
	if !ok {
		return time.Time{}, false
	}
	n := 0
	for _, m := range y.months {
		if m.number == d.month && m.leap == d.leap {
			if d.day < 1 || d.day > m.days {
				return time.Time{}, false
			}
			return y.first.AddDate(0, 0, n+d.day-1), true
		}
		n += m.days
	}
	return time.Time{}, false
}

var (
	lunarMonthNames = [13]string{"", "正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "冬", "腊"}
	stems           = []rune("甲乙丙丁戊己庚辛壬癸")
	branches        = []rune("子丑寅卯辰巳午未申酉戌亥")
	animals         = []rune("鼠牛虎兔龙蛇马羊猴鸡狗猪")
)

// dayName writes a lunar day: 初一, 十五, 廿三, 三十.
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

// monthDay writes month and day, as 闰六月初一.
func (d lunarDate) monthDay() string {
	leap := ""
	if d.leap {
		leap = "闰"
	}
	name := lunarMonthNames[d.month]
	if d.month == 11 {
		name = "十一"
	}
	if d.month == 12 {
		name = "十二"
	}
	return leap + name + "月" + dayName(d.day)
}

// String writes the whole date: 丙午年十月十二.
func (d lunarDate) String() string { return stemBranch(d.year-4) + "年" + d.monthDay() }

// stemBranch is the n-th pair of the cycle of sixty, 0 is 甲子.
func stemBranch(n int) string {
	return string(stems[mod(n, 10)]) + string(branches[mod(n, 12)])
}

// animal is the zodiac animal of a lunar year.
func animal(year int) string { return string(animals[mod(year-4, 12)]) }

// dayPair is the stem and branch of a civil day; 1949-10-01 was 甲子.
func dayPair(t time.Time) string {
	return stemBranch(daysBetween(civil(1949, 10, 1), t))
}

// monthPair is the stem and branch of the month, which begins at a solar term.
func monthPair(t time.Time) (string, bool) {
	y, ok := lunarYearOf(t.Year())
	if !ok {
		return "", false
	}
	n := t.Year()*12 + int(t.Month()) // months since year 0, 丑 month begins with 小寒 in January
	if t.Day() < y.terms[2*(int(t.Month())-1)] {
		n--
	}
	return stemBranch(n + 12), true
}

func mod(a, b int) int { return ((a % b) + b) % b }

// civil is a day without time or zone.
func civil(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// dayOf drops the time of day and the zone of t.
func dayOf(t time.Time) time.Time { return civil(t.Year(), int(t.Month()), t.Day()) }

// daysBetween counts civil days; a Duration would overflow after 292 years.
func daysBetween(a, b time.Time) int { return int((b.Unix() - a.Unix()) / 86400) }

// termDay is the civil day of the solar term with index i (0 小寒) in year.
func termDay(year, i int) (time.Time, bool) {
	y, ok := lunarYearOf(year)
	if !ok {
		return time.Time{}, false
	}
	return civil(year, i/2+1, y.terms[i]), true
}
