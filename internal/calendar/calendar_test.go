package calendar

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// nearMidnight is the tolerance of the astronomy: two computations may put an instant on different
// days only if the instant is this close to midnight.
const nearMidnight = 3 * time.Minute

// TestMonthsBeginAtNewMoon checks the first day of every lunar month of the table. Only
// in 1906, the almanac of the time began a month on a day other than the new moon.
func TestMonthsBeginAtNewMoon(t *testing.T) {
	t.Parallel()
	months, doubtful := 0, 0
	for year := FirstLunarYear; year <= LastLunarYear; year++ {
		y, _ := LunarYearOf(year)
		day := y.First
		for _, m := range y.Months {
			k := math.Round((float64(day.Unix())/86400 + 2440587.5 - 2451550.1) / 29.530588861)
			at := almanacTime(newMoon(k))
			months++
			if !DayOf(at).Equal(day) {
				doubtful++
				t.Logf("lunar %d month %d: table %s, astronomy %s", year, m.Number, day.Format(time.DateOnly), at.Format(time.DateTime))
				if toMidnight(at) > nearMidnight && year != 1906 {
					t.Errorf("lunar %d month %d begins on %s, new moon is at %s", year, m.Number, day.Format(time.DateOnly), at.Format(time.DateTime))
				}
			}
			day = day.AddDate(0, 0, m.Days)
		}
		if next, ok := LunarYearOf(year + 1); ok && !next.First.Equal(day) {
			t.Errorf("lunar %d ends on %s, %d begins on %s", year, day.Format(time.DateOnly), year+1, next.First.Format(time.DateOnly))
		}
	}
	if months < 2484 || doubtful > 3 {
		t.Errorf("%d months, %d differ from the astronomy", months, doubtful)
	}
}

// TestTermsFollowTheSun checks all 4,824 solar terms of the table. Their days are in UTC+8.
func TestTermsFollowTheSun(t *testing.T) {
	t.Parallel()
	doubtful := 0
	for year := FirstLunarYear; year <= LastLunarYear; year++ {
		for i := range TermNames {
			table, _ := TermDay(year, i)
			at := chinaTime(solarTerm(year, i))
			if DayOf(at).Equal(table) {
				continue
			}
			doubtful++
			t.Logf("%d %s: table %s, astronomy %s", year, TermNames[i], table.Format(time.DateOnly), at.Format(time.DateTime))
			if toMidnight(at) > nearMidnight {
				t.Errorf("%d %s is on %s, the sun says %s", year, TermNames[i], table.Format(time.DateOnly), at.Format(time.DateTime))
			}
		}
	}
	if doubtful > 2 {
		t.Errorf("%d terms differ from the astronomy", doubtful)
	}
}

// TestLeapMonthRule derives the numbers of the months from their days and the solar terms, and compares
// them with the numbers in the table. The month of the winter solstice is month 11. If the next month 11
// is thirteen months later, the first month between them without a principal term is the leap month.
func TestLeapMonthRule(t *testing.T) {
	t.Parallel()
	type month struct {
		First, end time.Time
		Number     int
		Leap       bool
	}
	var months []month
	for year := FirstLunarYear; year <= LastLunarYear; year++ {
		y, _ := LunarYearOf(year)
		day := y.First
		for _, m := range y.Months {
			end := day.AddDate(0, 0, m.Days)
			months = append(months, month{day, end, m.Number, m.Leap})
			day = end
		}
	}
	has := func(m month, term time.Time) bool { return !term.Before(m.First) && term.Before(m.end) }
	var solstices []int
	for i, m := range months {
		if s, ok := TermDay(m.First.Year(), 23); ok && has(m, s) {
			solstices = append(solstices, i)
		}
	}
	for n := 1; n < len(solstices); n++ {
		from, to := solstices[n-1], solstices[n]
		leapAt := -1
		if to-from == 13 {
			for i := from + 1; i < to && leapAt < 0; i++ {
				principal := false
				for year := months[i].First.Year(); year <= months[i].end.Year(); year++ {
					for term := 1; term < 24; term += 2 {
						if d, ok := TermDay(year, term); ok && has(months[i], d) {
							principal = true
						}
					}
				}
				if !principal {
					leapAt = i
				}
			}
		}
		number := 11
		for i := from; i < to; i++ {
			leap := i == leapAt
			if i > from && !leap {
				number = number%12 + 1
			}
			if months[i].Number != number || months[i].Leap != leap {
				t.Errorf("month of %s: table %d leap %v, rule %d leap %v", months[i].First.Format(time.DateOnly), months[i].Number, months[i].Leap, number, leap)
			}
		}
	}
}

func TestLunarRoundTrip(t *testing.T) {
	t.Parallel()
	first := Civil(1900, 1, 31)
	rapid.Check(t, func(t *rapid.T) {
		day := first.AddDate(0, 0, rapid.IntRange(0, 73_000).Draw(t, "days"))
		l, ok := ToLunar(day)
		if !ok {
			t.Fatalf("%s has no lunar date", day)
		}
		back, ok := l.Solar()
		if !ok || !back.Equal(day) {
			t.Fatalf("%s is %v, which is %s", day, l, back)
		}
	})
}

func TestKnownDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		day                         time.Time
		lunar, year, month, dayPair string
	}{
		{Civil(2026, 11, 20), "丙午年十月十二", "丙午", "己亥", "戊戌"},
		{Civil(2000, 1, 1), "己卯年十一月廿五", "己卯", "丙子", "戊午"},
		{Civil(2025, 7, 25), "乙巳年闰六月初一", "乙巳", "癸未", "乙未"},
		{Civil(2027, 2, 6), "丁未年正月初一", "丁未", "壬寅", "丙辰"},
	} {
		l, ok := ToLunar(c.day)
		if !ok || l.String() != c.lunar {
			t.Errorf("%s: %s, want %s", c.day.Format(time.DateOnly), l, c.lunar)
		}
		if got, _ := MonthPair(c.day); got != c.month {
			t.Errorf("%s: month %s, want %s", c.day.Format(time.DateOnly), got, c.month)
		}
		if got := DayPair(c.day); got != c.dayPair {
			t.Errorf("%s: day %s, want %s", c.day.Format(time.DateOnly), got, c.dayPair)
		}
	}
}

// TestHolidayData compares the notices with the calendar. Each holiday contains its festivals and
// has at most nine days. Make-up working days are on weekends. The years have no gaps.
func TestHolidayData(t *testing.T) {
	t.Parallel()
	for i, n := range notices {
		if i > 0 && n.year != notices[i-1].year+1 {
			t.Errorf("%d follows %d", n.year, notices[i-1].year)
		}
		for _, h := range announced()[n.year].Holidays {
			if h.To.Before(h.From) || h.Days() > 9 {
				t.Errorf("%d %s: %d days", n.year, h.Name, h.Days())
			}
			for _, w := range h.Work {
				if d := w.Weekday(); d != time.Saturday && d != time.Sunday {
					t.Errorf("%d %s: %s is worked but no weekend", n.year, h.Name, w.Format(time.DateOnly))
				}
			}
			for _, part := range strings.Split(h.Name, "、") {
				on, ok := festivalNames[part].On(n.year)
				if !ok || on.Before(h.From) || on.After(h.To) {
					t.Errorf("%d %s does not contain %s", n.year, h.Name, on.Format(time.DateOnly))
				}
			}
		}
	}
}
