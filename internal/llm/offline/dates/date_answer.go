package dates

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

func todayIs(q *skill.Question, _ []string) (skill.Answer, bool) {
	today := calendar.DayOf(q.Now)
	text := q.Say("**今天是 "+q.Dated(today)+"**", "**Today is "+q.Dated(today)+"**")
	if l, ok := calendar.ToLunar(today); ok && q.Language != skill.English {
		text += "\n\n农历" + l.String() + "。"
	}
	return skill.Answer{Text: text, How: clockSource(q)}, true
}

// clockSource is the sentence about the basis of an answer: the current time in the asker's zone.
func clockSource(q *skill.Question) string {
	return q.Say("日期取自你的设备所在时区的当前时间："+q.Now.Format("2006-01-02 15:04")+"。", "Taken from the current time in your zone: "+q.Now.Format("2006-01-02 15:04")+".")
}

// called writes a day in the question's own words, with the date in brackets. In English, or if
// the question itself contains the date, called writes only the date.
func called(q *skill.Question, d calendar.SpokenDay) string {
	if d.Label == "" {
		return q.LongDate(d.At)
	}
	if q.Language == skill.English {
		return q.LongDate(d.At)
	}
	return d.Label + "（" + q.LongDate(d.At) + "）"
}

func weekdayOf(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 {
		return skill.Answer{}, false
	}
	d := ds[0]
	verb := map[int]string{-1: "was", 0: "is", 1: "is"}[d.At.Compare(calendar.DayOf(q.Now))]
	return skill.Answer{
		Text: q.Say("**"+called(q, d)+"是"+q.Weekday(d.At)+"**", "**"+q.LongDate(d.At)+" "+verb+" a "+q.Weekday(d.At)+"**"),
		How:  q.Say("按公历逐日推算星期。", "Counted in the Gregorian calendar.") + ruleOf(q, d),
	}, true
}

// ruleOf states how the date of a festival is computed. The result is empty in English and for a
// day that is not a festival.
func ruleOf(q *skill.Question, d calendar.SpokenDay) string {
	if d.Festival == nil || q.Language == skill.English {
		return ""
	}
	return d.Festival.Name + "：" + d.Festival.Rule + "。"
}

// dateOfDay answers questions for the date of a named day. It leaves lunar days and, in Chinese,
// festivals to the lunar skill.
func dateOfDay(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 || ds[0].Festival != nil && q.Language != skill.English || strings.HasPrefix(ds[0].Label, "农历") {
		return skill.Answer{}, false
	}
	d := ds[0]
	if d.Label == "" {
		return skill.Answer{}, false
	}
	if q.Language == skill.English {
		return skill.Answer{Text: "**" + q.Dated(d.At) + "**", How: "Worked out from " + q.LongDate(calendar.DayOf(q.Now)) + "."}, true
	}
	return skill.Answer{Text: "**" + d.Label + "是 " + q.Dated(d.At) + "**", How: clockSource(q)}, true
}

// maxShift is the largest shift of a date, in days, weeks, months or years.
const maxShift = 1_000_000

func daysAfter(q *skill.Question, m []string) (skill.Answer, bool) {
	whole := m[0]
	if !spanAsked.MatchString(whole) || strings.HasSuffix(whole, "前") {
		return skill.Answer{}, false
	}
	return shifted(q, m[1], m[2], m[3], 1)
}

// spanAsked matches the words that make a span such as "三天" a question for a later date.
var spanAsked = text.NewPattern(`后|再过|^过|从今天|往后`)

func daysBefore(q *skill.Question, m []string) (skill.Answer, bool) {
	if !strings.Contains(m[0], "前") && !strings.Contains(m[0], "倒推") {
		return skill.Answer{}, false
	}
	return shifted(q, m[1], m[2], m[3], -1)
}

func daysAfterEn(q *skill.Question, m []string) (skill.Answer, bool) {
	g := skill.Groups(m)
	switch len(g) {
	case 3:
		return shifted(q, g[2], g[0], g[1], 1)
	case 2:
		return shifted(q, "", g[0], g[1], 1)
	}
	return skill.Answer{}, false
}

func daysBeforeEn(q *skill.Question, m []string) (skill.Answer, bool) {
	return shifted(q, m[3], m[1], m[2], -1)
}

func shifted(q *skill.Question, from, count, unitName string, sign int) (skill.Answer, bool) {
	start := calendar.SpokenDay{At: calendar.DayOf(q.Now), Label: "今天"}
	if from != "" {
		var ok bool
		if start, ok = calendar.ReadDay(from, q.Now); !ok {
			return skill.Answer{}, false
		}
	}
	n, ok := zh.Integer(count)
	if !ok || n < 0 || n > maxShift {
		return skill.Answer{}, false
	}
	t, note, ok := calendar.Shift(start.At, sign*n, unitName)
	if !ok || t.Year() < 1 || t.Year() > 9999 {
		return skill.Answer{}, false
	}
	if q.Language == skill.English {
		word := map[int]string{1: "after", -1: "before"}[sign]
		return skill.Answer{
			Text: "**" + q.Dated(t) + "**",
			How:  fmt.Sprintf("%d %s %s %s.", n, unitName, word, q.LongDate(start.At)),
		}, true
	}
	word := map[int]string{1: "后", -1: "前"}[sign]
	unitWord := unitName
	if unitName == "月" || unitName == "星期" || unitName == "礼拜" || unitName == "工作日" {
		unitWord = "个" + unitName
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%d %s%s是 %s**\n\n从%s算起。", n, unitWord, word, q.Dated(t), called(q, start)),
		How:  fmt.Sprintf("从 %s 起推算 %d %s。", q.LongDate(start.At), n, unitWord) + note,
	}, true
}

func differenceZh(q *skill.Question, m []string) (skill.Answer, bool) {
	a, ok := calendar.ReadDay(m[1], q.Now)
	b, ok2 := calendar.ReadDay(m[2], q.Now)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	if b.Yearless && b.Festival == nil && a.At.After(b.At) { // the second day is in the next year, as in 12月1日到1月5日
		b.At = calendar.AddMonths(b.At, 12)
	}
	return difference(q, a, b, m[3])
}

func differenceEn(q *skill.Question, m []string) (skill.Answer, bool) {
	g := skill.Groups(m)
	if len(g) != 3 {
		return skill.Answer{}, false
	}
	a, ok := calendar.ReadDay(g[1], q.Now)
	b, ok2 := calendar.ReadDay(g[2], q.Now)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	return difference(q, a, b, g[0])
}

// difference writes the time between two days: in working days if the question asks for them,
// otherwise in days.
func difference(q *skill.Question, a, b calendar.SpokenDay, unitName string) (skill.Answer, bool) {
	n := calendar.DaysBetween(a.At, b.At)
	if n < 0 {
		n, a, b = -n, b, a
	}
	if unitName == "工作日" {
		work := 0
		for t := a.At; !t.After(b.At) && n < 4000; t = t.AddDate(0, 0, 1) {
			if calendar.IsWorkday(t) {
				work++
			}
		}
		return skill.Answer{
			Text: fmt.Sprintf("**%s到%s共有 %d 个工作日**\n\n首尾两天都算在内。", called(q, a), called(q, b), work),
			How:  "跳过周末和已公布的节假日，调休上班日算工作日。没有公布放假安排的年份只跳过周末。",
		}, n < 4000
	}
	if q.Language == skill.English {
		return skill.Answer{
			Text: fmt.Sprintf("**%d days**\n\nFrom %s to %s%s.", n, q.Dated(a.At), q.Dated(b.At), spanEn(a.At, b.At)),
			How:  "Days counted between the two dates, the first one not included.",
		}, true
	}
	if a.Label == "" && a.At.Equal(calendar.DayOf(q.Now)) {
		a.Label = "今天"
	}
	text := fmt.Sprintf("**%s到%s相差 %d 天**", called(q, a), called(q, b), n)
	if s := spanZh(a.At, b.At); s != "" && n >= 14 {
		text += "\n\n也就是 " + s + "；首尾都算是 " + strconv.Itoa(n+1) + " 天。"
	} else {
		text += "\n\n首尾都算是 " + strconv.Itoa(n+1) + " 天。"
	}
	return skill.Answer{Text: text, How: "两个日期相减，起始那天不计。" + ruleOf(q, a) + ruleOf(q, b)}, true
}

// spanZh writes a span in weeks and, if it is at least a month, also in years, months and days.
func spanZh(a, b time.Time) string {
	n := calendar.DaysBetween(a, b)
	years, months, days := calendar.Span(a, b)
	parts := []string{fmt.Sprintf("%d 周", n/7)}
	if n%7 > 0 {
		parts[0] += fmt.Sprintf("零 %d 天", n%7)
	}
	if years+months > 0 {
		var s strings.Builder
		for _, p := range []struct {
			n int
			u string
		}{{years, "年"}, {months, "个月"}, {days, "天"}} {
			if p.n > 0 {
				fmt.Fprintf(&s, " %d %s", p.n, p.u)
			}
		}
		parts = append(parts, strings.TrimSpace(s.String()))
	}
	return strings.Join(parts, "，或 ")
}

func spanEn(a, b time.Time) string {
	n := calendar.DaysBetween(a, b)
	if n < 14 {
		return ""
	}
	return fmt.Sprintf(" (%d weeks and %d days)", n/7, n%7)
}

func untilDay(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 {
		return skill.Answer{}, false
	}
	return countdown(q, ds[0])
}

func untilDayEn(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 {
		return skill.Answer{}, false
	}
	return countdown(q, ds[0])
}

func countdown(q *skill.Question, d calendar.SpokenDay) (skill.Answer, bool) {
	today := calendar.DayOf(q.Now)
	if d.Yearless && d.Festival == nil && d.At.Before(today) {
		d.At = calendar.AddMonths(d.At, 12)
	}
	n := calendar.DaysBetween(today, d.At)
	if q.Language == skill.English {
		switch {
		case n < 0:
			return skill.Answer{Text: fmt.Sprintf("**%s was %d days ago**", q.Dated(d.At), -n), How: "Counted from " + q.LongDate(today) + "."}, true
		default:
			return skill.Answer{Text: fmt.Sprintf("**%d days until %s**", n, q.Dated(d.At)), How: "Counted from " + q.LongDate(today) + ", today not included."}, true
		}
	}
	how := "从" + q.LongDate(today) + "起算，今天不计。" + ruleOf(q, d)
	switch {
	case n == 0:
		return skill.Answer{Text: "**就是今天：" + called(q, d) + "**", How: how}, true
	case n < 0:
		return skill.Answer{Text: fmt.Sprintf("**%s已经过去 %d 天**", called(q, d), -n), How: how}, true
	default:
		return skill.Answer{Text: fmt.Sprintf("**距离%s还有 %d 天**\n\n那天是%s。", called(q, d), n, q.Weekday(d.At)), How: how}, true
	}
}

func sinceDay(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 {
		return skill.Answer{}, false
	}
	n := calendar.DaysBetween(ds[0].At, calendar.DayOf(q.Now))
	if n < 0 {
		return countdown(q, ds[0])
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%s到今天已经过去 %d 天**\n\n也就是 %s。", called(q, ds[0]), n, spanZh(ds[0].At, calendar.DayOf(q.Now))),
		How:  "今天减去那一天。",
	}, true
}
