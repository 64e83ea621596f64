package calendar

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Errors for days, spans and cities unknown to the calendar.
var (
	ErrNoDay  = errors.New("not a day")
	ErrNoSpan = errors.New("not a span of time that can be counted")
	ErrNoCity = errors.New("not a city whose time is known")
)

const (
	maxSpoken    = 80        // bytes of the text of a day or a city
	maxMove      = 1_000_000 // largest count for Move
	maxGapOfWork = 4_000     // Between counts working days only up to this many days
)

// Day describes one civil day.
type Day struct {
	Date      string    `json:"date"`              // such as 2026-11-20
	Weekday   string    `json:"weekday"`           // such as Friday
	Week      int       `json:"week"`              // week of the year, by ISO 8601
	DayOfYear int       `json:"dayOfYear"`         // day of the year, from 1
	Lunar     string    `json:"lunar,omitempty"`   // such as 丙午年十月十二; empty outside of the lunar years 1900–2100
	Animal    string    `json:"animal,omitempty"`  // animal of the lunar year, such as 马
	Term      string    `json:"term,omitempty"`    // the solar term that begins on the day
	Festivals []string  `json:"festivals"`         // festivals on this day
	Workday   bool      `json:"workday"`           // people work on this day in mainland China
	Holiday   string    `json:"holiday,omitempty"` // the public holiday, if this is one of its days off or make-up working days
	Announced bool      `json:"announced"`         // the arrangement of the year is known; otherwise only weekends are off
	Method    errs.Text `json:"-"`
	Sentence  errs.Text `json:"-"`
}

// Lookup describes a day. `day` is written as people or programs write it: 2026-11-20, 明天,
// 农历八月十五, 今年中秋. `now` is the time of the asker. Lookup fails with ErrNoDay if it cannot read `day`.
func Lookup(ctx context.Context, day string, now time.Time) (Day, error) {
	if err := errs.Ended(ctx); err != nil {
		return Day{}, err
	}
	at, err := read(day, now)
	if err != nil {
		return Day{}, err
	}
	return describe(at), nil
}

func read(day string, now time.Time) (time.Time, error) {
	if len(day) > maxSpoken {
		return time.Time{}, ErrNoDay
	}
	d, ok := ReadDay(strings.TrimSpace(zh.FoldRunes([]rune(day))), now)
	if !ok {
		return time.Time{}, ErrNoDay
	}
	return d.At, nil
}

func describe(at time.Time) Day {
	_, week := at.ISOWeek()
	d := Day{Date: at.Format(time.DateOnly), Weekday: at.Weekday().String(), Week: week, DayOfYear: at.YearDay(), Festivals: []string{}, Workday: IsWorkday(at)}
	chinese := fmt.Sprintf("%d年%d月%d日%s", at.Year(), int(at.Month()), at.Day(), WeekdayNames[at.Weekday()])
	if l, ok := ToLunar(at); ok {
		d.Lunar, d.Animal = l.String(), Animal(l.Year)
		chinese += "，农历" + d.Lunar
	}
	d.Term, _ = TermOn(at)
	for _, f := range FestivalsOn(at) {
		d.Festivals = append(d.Festivals, f.Name)
	}
	d.Holiday, _, _ = DayStatus(at)
	_, d.Announced = Announced(at.Year())
	if names := strings.Join(append(append([]string(nil), d.Festivals...), nonEmpty(d.Term)...), "、"); names != "" {
		chinese += "，" + names
	}
	d.Sentence = both(chinese+"。", at.Format("Monday, January 2, 2006")+".")
	d.Method = both("公历逐日推算；农历与节气取自内置的 1900—2100 年表；放假取自国务院办公厅的通知。",
		"Counted in the Gregorian calendar; lunar dates from a table of 1900–2100, holidays from the notices of the State Council.")
	return d
}

// Gap is the difference between two days. All counts except Days are from the earlier to the later day.
type Gap struct {
	From     Day       `json:"from"`
	To       Day       `json:"to"`
	Days     int       `json:"days"` // negative when To is before From
	Years    int       `json:"years"`
	Months   int       `json:"months"`   // months in addition to Years
	Rest     int       `json:"rest"`     // days in addition to Years and Months
	Workdays int       `json:"workdays"` // working days, including both ends; −1 when From and To are too far apart
	Sentence errs.Text `json:"-"`
}

// Between computes the time between two days, each given as for Lookup.
func Between(ctx context.Context, from, to string, now time.Time) (Gap, error) {
	if err := errs.Ended(ctx); err != nil {
		return Gap{}, err
	}
	a, err := read(from, now)
	if err != nil {
		return Gap{}, err
	}
	b, err := read(to, now)
	if err != nil {
		return Gap{}, err
	}
	g := Gap{From: describe(a), To: describe(b), Days: DaysBetween(a, b), Workdays: -1}
	if b.Before(a) {
		a, b = b, a
	}
	g.Years, g.Months, g.Rest = Span(a, b)
	if n := DaysBetween(a, b); n <= maxGapOfWork {
		g.Workdays = 0
		for t := a; !t.After(b); t = t.AddDate(0, 0, 1) {
			if IsWorkday(t) {
				g.Workdays++
			}
		}
	}
	g.Sentence = both(fmt.Sprintf("从 %s 到 %s 是 %d 天。", g.From.Date, g.To.Date, g.Days), fmt.Sprintf("From %s to %s it is %d days.", g.From.Date, g.To.Date, g.Days))
	return g, nil
}

// Move returns the day that is `count` units later than the day `from`, or earlier if `count` is
// negative. Units are days, weeks, months, years and working days, also in Chinese. Move fails with
// ErrNoDay for an unknown day. It fails with ErrNoSpan for an unknown unit, and for a count that is
// too large or leads outside of the years 1–9999.
func Move(ctx context.Context, from string, count int, unit string, now time.Time) (Day, error) {
	if err := errs.Ended(ctx); err != nil {
		return Day{}, err
	}
	at, err := read(from, now)
	if err != nil {
		return Day{}, err
	}
	if count > maxMove || count < -maxMove {
		return Day{}, ErrNoSpan
	}
	unit = strings.ToLower(strings.TrimSpace(unit))
	if unit == "workday" || unit == "workdays" {
		unit = "工作日"
	}
	to, _, ok := Shift(at, count, unit)
	if !ok || to.Year() < 1 || to.Year() > 9999 {
		return Day{}, ErrNoSpan
	}
	return describe(to), nil
}

// Clock is the time in a city.
type Clock struct {
	City     string    `json:"city"`
	Zone     string    `json:"zone"`
	Time     string    `json:"time"` // RFC 3339, with the city's offset
	Sentence errs.Text `json:"-"`
}

// TimeIn is the local time at the moment `now` in a city. It fails with ErrNoCity for a name
// unknown to CityNamed.
func TimeIn(ctx context.Context, city string, now time.Time) (Clock, error) {
	if err := errs.Ended(ctx); err != nil {
		return Clock{}, err
	}
	if len(city) > maxSpoken {
		return Clock{}, ErrNoCity
	}
	c, ok := CityNamed(strings.TrimSpace(zh.FoldRunes([]rune(city))))
	if !ok {
		return Clock{}, ErrNoCity
	}
	t, ok := c.Local(now)
	if !ok {
		return Clock{}, ErrNoCity
	}
	return Clock{
		City: c.English, Zone: c.Zone, Time: t.Format(time.RFC3339),
		Sentence: both(c.Name+"现在是 "+t.Format("1月2日 15:04")+"。", "It is "+t.Format("15:04 on January 2")+" in "+c.English+"."),
	}, nil
}

func both(chinese, english string) errs.Text {
	return errs.Text{ZhCN: chinese, ZhTW: zh.ToTaiwan(chinese), En: english}
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
