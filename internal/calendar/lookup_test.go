package calendar_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

var now = time.Date(2026, 11, 20, 19, 19, 0, 0, time.FixedZone("CST", 8*3600))

func TestLookup(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]calendar.Day{
		"今天":           {Date: "2026-11-20", Weekday: "Friday", Lunar: "丙午年十月十二", Workday: true, Announced: true},
		"2026-10-10":   {Date: "2026-10-10", Weekday: "Saturday", Lunar: "丙午年九月初一", Workday: true, Announced: true, Holiday: "国庆节"},
		"农历2026年八月十五":  {Date: "2026-09-25", Weekday: "Friday", Lunar: "丙午年八月十五", Announced: true, Holiday: "中秋节"},
		"2030年５月１日":    {Date: "2030-05-01", Weekday: "Wednesday", Lunar: "庚戌年三月廿九", Workday: true},
		"1800-01-01":   {Date: "1800-01-01", Weekday: "Wednesday", Workday: true},
		"july 4, 2027": {Date: "2027-07-04", Weekday: "Sunday", Lunar: "丁未年六月初一"},
	} {
		got, err := calendar.Lookup(t.Context(), day, now)
		if err != nil || got.Date != want.Date || got.Weekday != want.Weekday || got.Lunar != want.Lunar || got.Workday != want.Workday || got.Announced != want.Announced || got.Holiday != want.Holiday {
			t.Errorf("%s: %+v, %v", day, got, err)
		}
		if got.Sentence.ZhCN == "" || got.Sentence.ZhTW == "" || got.Sentence.En == "" || got.Method.En == "" {
			t.Errorf("%s is not told in three languages: %+v", day, got.Sentence)
		}
	}
	if d, _ := calendar.Lookup(t.Context(), "2026年中秋", now); !slices.Contains(d.Festivals, "中秋节") {
		t.Errorf("%+v", d)
	}
	for _, day := range []string{"", "2026-02-30", "明天的明天", strings.Repeat("今", 2<<20), "9999999-1-1"} {
		if got, err := calendar.Lookup(t.Context(), day, now); !errors.Is(err, calendar.ErrNoDay) {
			t.Errorf("%.20q: %+v, %v", day, got, err)
		}
	}
}

func TestBetweenAndMove(t *testing.T) {
	t.Parallel()
	g, err := calendar.Between(t.Context(), "2026-01-31", "2027-03-01", now)
	if err != nil || g.Days != 394 || g.Years != 1 || g.Months != 1 || g.Rest != 1 || g.Workdays < 250 {
		t.Errorf("%+v, %v", g, err)
	}
	if g, err = calendar.Between(t.Context(), "9999-12-31", "0001-01-01", now); err != nil || g.Days >= 0 || g.Workdays != -1 {
		t.Errorf("the longest gap: %+v, %v", g, err)
	}
	for _, c := range []struct {
		n    int
		unit string
		want string
	}{{100, "days", "2027-02-28"}, {-1, "month", "2026-10-20"}, {1, "工作日", "2026-11-23"}, {5, "workdays", "2026-11-27"}, {3, "周", "2026-12-11"}} {
		if d, err := calendar.Move(t.Context(), "今天", c.n, c.unit, now); err != nil || d.Date != c.want {
			t.Errorf("%d %s: %s, %v", c.n, c.unit, d.Date, err)
		}
	}
	for _, n := range []int{1 << 62, -1 << 62, 2_000_000} {
		if _, err := calendar.Move(t.Context(), "今天", n, "days", now); !errors.Is(err, calendar.ErrNoSpan) {
			t.Errorf("%d days: %v", n, err)
		}
	}
	if _, err := calendar.Move(t.Context(), "今天", 1, "fortnight", now); !errors.Is(err, calendar.ErrNoSpan) {
		t.Errorf("a strange unit: %v", err)
	}
}

func TestTimeIn(t *testing.T) {
	t.Parallel()
	if c, err := calendar.TimeIn(t.Context(), "New York", now); err != nil || c.Time != "2026-11-20T06:19:00-05:00" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := calendar.TimeIn(t.Context(), "mexico city", now); err != nil || c.City != "Mexico City" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := calendar.TimeIn(t.Context(), "亚特兰蒂斯", now); !errors.Is(err, calendar.ErrNoCity) {
		t.Errorf("%v", err)
	}
}

// TestEnglishNames reads each day of the week and each month in English. It matches DayPattern in
// lower case, because Lookup and the built-in engine convert their input to lower case first.
func TestEnglishNames(t *testing.T) {
	t.Parallel()
	whole := regexp.MustCompile(`^` + calendar.DayPattern + `$`)
	check := func(spoken, want string) {
		t.Helper()
		if d, err := calendar.Lookup(t.Context(), spoken, now); err != nil || d.Date != want || !whole.MatchString(strings.ToLower(spoken)) {
			t.Errorf("%s: %s, want %s, %v", spoken, d.Date, want, err)
		}
	}
	for n := range 7 {
		day := calendar.Monday(now).AddDate(0, 0, n)
		name := day.Weekday().String()
		check(name, day.Format(time.DateOnly))
		check("this "+name, day.Format(time.DateOnly))
		check("next "+name, day.AddDate(0, 0, 7).Format(time.DateOnly))
		check("Last "+name, day.AddDate(0, 0, -7).Format(time.DateOnly))
	}
	for m := time.January; m <= time.December; m++ {
		want := fmt.Sprintf("2027-%02d-04", m)
		check(m.String()+" 4, 2027", want)
		check(m.String()[:3]+" 4 2027", want)
		check("4th of "+m.String()+" 2027", want)
	}
}

func TestLookupEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := calendar.Lookup(ctx, "今天", now); !errs.Is(err, errs.Incomplete) {
		t.Errorf("%v", err)
	}
}

func FuzzLookup(f *testing.F) {
	for _, s := range []string{"今天", "农历闰六月初一", "2026-11-20", "下下周五", "9999年12月31日", "next friday", "今年底"} {
		f.Add(s, 3, "工作日")
	}
	f.Fuzz(func(t *testing.T, day string, n int, unit string) {
		d, err := calendar.Lookup(t.Context(), day, now)
		if err == nil {
			if _, err := time.Parse(time.DateOnly, d.Date); err != nil {
				t.Errorf("%q: %+v", day, d)
			}
		}
		_, _ = calendar.Move(t.Context(), day, n, unit, now)
	})
}

// TestNoSuchLunarDay reads lunar days that do not exist or are outside of the calendar.
func TestNoSuchLunarDay(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"农历2026年四月三十一", "农历2026年十三月初一", "农历九十九月初一", "农历2026年闰六月初一", "农历八月99", "农历3000年八月十五"} {
		if d, ok := calendar.ReadDay(s, calendar.Civil(2026, 11, 20)); ok {
			t.Errorf("%s: %v", s, d.At)
		}
	}
}
