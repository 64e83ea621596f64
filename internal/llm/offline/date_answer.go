package offline

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func todayIs(q *question, _ []string) (answer, bool) {
	today := dayOf(q.now)
	text := q.say("**今天是 "+q.dated(today)+"**", "**Today is "+q.dated(today)+"**")
	if l, ok := toLunar(today); ok && q.lang != en {
		text += "\n\n农历" + l.String() + "。"
	}
	return answer{text: text, how: clockSource(q)}, true
}

// clockSource says whose clock was read.
func clockSource(q *question) string {
	return q.say("日期取自你的设备所在时区的当前时间："+q.now.Format("2006-01-02 15:04")+"。", "Taken from the current time in your zone: "+q.now.Format("2006-01-02 15:04")+".")
}

// called names the day as the question did, with its date in brackets.
func (q *question) called(d spokenDay) string {
	if d.label == "" {
		return q.longDate(d.at)
	}
	if q.lang == en {
		return q.longDate(d.at)
	}
	return d.label + "（" + q.longDate(d.at) + "）"
}

func weekdayOf(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 {
		return answer{}, false
	}
	d := ds[0]
	verb := map[int]string{-1: "was", 0: "is", 1: "is"}[d.at.Compare(dayOf(q.now))]
	return answer{
		text: q.say("**"+q.called(d)+"是"+q.weekday(d.at)+"**", "**"+q.longDate(d.at)+" "+verb+" a "+q.weekday(d.at)+"**"),
		how:  q.say("按公历逐日推算星期。", "Counted in the Gregorian calendar.") + d.source(q),
	}, true
}

// source tells how a festival's day was found.
func (d spokenDay) source(q *question) string {
	if d.festival == nil || q.lang == en {
		return ""
	}
	return d.festival.name + "：" + d.festival.rule + "。"
}

// dateOfDay answers which date a named day has. Festivals are left to the lunar skill.
func dateOfDay(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 || ds[0].festival != nil && q.lang != en || strings.HasPrefix(ds[0].label, "农历") {
		return answer{}, false
	}
	d := ds[0]
	if d.label == "" {
		return answer{}, false
	}
	if q.lang == en {
		return answer{text: "**" + q.dated(d.at) + "**", how: "Worked out from " + q.longDate(dayOf(q.now)) + "."}, true
	}
	return answer{text: "**" + d.label + "是 " + q.dated(d.at) + "**", how: clockSource(q)}, true
}

// shift moves t by n units; a month that is too short ends on its last day.
func shift(t time.Time, n int, u string) (time.Time, string, bool) {
	switch strings.TrimSuffix(u, "s") {
	case "天", "日", "day":
		return t.AddDate(0, 0, n), "", true
	case "周", "星期", "礼拜", "week":
		return t.AddDate(0, 0, 7*n), "", true
	case "月", "month":
		return addMonths(t, n), "月末没有这一天时取当月最后一天。", true
	case "年", "year":
		return addMonths(t, 12*n), "", true
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
			if isWorkday(t) {
				left--
			}
		}
		return t, "跳过周末和已公布的节假日，调休上班日算工作日。", true
	default:
		return t, "", false
	}
}

func addMonths(t time.Time, n int) time.Time {
	first := civil(t.Year(), int(t.Month())+n, 1)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// maxShift bounds a span so that the year keeps four digits.
const maxShift = 1_000_000

func daysAfter(q *question, m []string) (answer, bool) {
	whole := m[0]
	if !spanAsked.MatchString(whole) || strings.HasSuffix(whole, "前") {
		return answer{}, false
	}
	return shifted(q, m[1], m[2], m[3], 1)
}

// spanAsked is what makes "三天" a question about a date.
var spanAsked = regexp.MustCompile(`后|再过|^过|从今天|往后`)

func daysBefore(q *question, m []string) (answer, bool) {
	if !strings.Contains(m[0], "前") && !strings.Contains(m[0], "倒推") {
		return answer{}, false
	}
	return shifted(q, m[1], m[2], m[3], -1)
}

func daysAfterEn(q *question, m []string) (answer, bool) {
	g := groups(m)
	switch len(g) {
	case 3:
		return shifted(q, g[2], g[0], g[1], 1)
	case 2:
		return shifted(q, "", g[0], g[1], 1)
	}
	return answer{}, false
}

func daysBeforeEn(q *question, m []string) (answer, bool) {
	return shifted(q, m[3], m[1], m[2], -1)
}

func shifted(q *question, from, count, unitName string, sign int) (answer, bool) {
	start := spokenDay{at: dayOf(q.now), label: "今天"}
	if from != "" {
		var ok bool
		if start, ok = readDay(from, q.now); !ok {
			return answer{}, false
		}
	}
	n, ok := smallInt(count)
	if !ok || n < 0 || n > maxShift {
		return answer{}, false
	}
	t, note, ok := shift(start.at, sign*n, unitName)
	if !ok || t.Year() < 1 || t.Year() > 9999 {
		return answer{}, false
	}
	if q.lang == en {
		word := map[int]string{1: "after", -1: "before"}[sign]
		return answer{
			text: "**" + q.dated(t) + "**",
			how:  fmt.Sprintf("%d %s %s %s.", n, unitName, word, q.longDate(start.at)),
		}, true
	}
	word := map[int]string{1: "后", -1: "前"}[sign]
	unitWord := unitName
	if unitName == "月" || unitName == "星期" || unitName == "礼拜" || unitName == "工作日" {
		unitWord = "个" + unitName
	}
	return answer{
		text: fmt.Sprintf("**%d %s%s是 %s**\n\n从%s算起。", n, unitWord, word, q.dated(t), q.called(start)),
		how:  fmt.Sprintf("从 %s 起推算 %d %s。", q.longDate(start.at), n, unitWord) + note,
	}, true
}

func differenceZh(q *question, m []string) (answer, bool) {
	a, ok := readDay(m[1], q.now)
	b, ok2 := readDay(m[2], q.now)
	if !ok || !ok2 {
		return answer{}, false
	}
	if b.yearless && b.festival == nil && a.at.After(b.at) { // 12月1日到1月5日
		b.at = addMonths(b.at, 12)
	}
	return difference(q, a, b, m[3])
}

func differenceEn(q *question, m []string) (answer, bool) {
	g := groups(m)
	if len(g) != 3 {
		return answer{}, false
	}
	a, ok := readDay(g[1], q.now)
	b, ok2 := readDay(g[2], q.now)
	if !ok || !ok2 {
		return answer{}, false
	}
	return difference(q, a, b, g[0])
}

// difference answers in the unit asked for, and always in days.
func difference(q *question, a, b spokenDay, unitName string) (answer, bool) {
	n := daysBetween(a.at, b.at)
	if n < 0 {
		n, a, b = -n, b, a
	}
	if unitName == "工作日" {
		work := 0
		for t := a.at; !t.After(b.at) && n < 4000; t = t.AddDate(0, 0, 1) {
			if isWorkday(t) {
				work++
			}
		}
		return answer{
			text: fmt.Sprintf("**%s到%s共有 %d 个工作日**\n\n首尾两天都算在内。", q.called(a), q.called(b), work),
			how:  "跳过周末和已公布的节假日，调休上班日算工作日。没有公布放假安排的年份只跳过周末。",
		}, n < 4000
	}
	if q.lang == en {
		return answer{
			text: fmt.Sprintf("**%d days**\n\nFrom %s to %s%s.", n, q.dated(a.at), q.dated(b.at), spanEn(a.at, b.at)),
			how:  "Days counted between the two dates, the first one not included.",
		}, true
	}
	if a.label == "" && a.at.Equal(dayOf(q.now)) {
		a.label = "今天"
	}
	text := fmt.Sprintf("**%s到%s相差 %d 天**", q.called(a), q.called(b), n)
	if s := spanZh(a.at, b.at); s != "" && n >= 14 {
		text += "\n\n也就是 " + s + "；首尾都算是 " + strconv.Itoa(n+1) + " 天。"
	} else {
		text += "\n\n首尾都算是 " + strconv.Itoa(n+1) + " 天。"
	}
	return answer{text: text, how: "两个日期相减，起始那天不计。" + a.source(q) + b.source(q)}, true
}

// spanZh writes a span in weeks and in years, months and days.
func spanZh(a, b time.Time) string {
	n := daysBetween(a, b)
	years, months, days := calendarSpan(a, b)
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
	n := daysBetween(a, b)
	if n < 14 {
		return ""
	}
	return fmt.Sprintf(" (%d weeks and %d days)", n/7, n%7)
}

// calendarSpan is the span in whole years, months and days.
func calendarSpan(a, b time.Time) (years, months, days int) {
	total := (b.Year()-a.Year())*12 + int(b.Month()) - int(a.Month())
	if addMonths(a, total).After(b) {
		total--
	}
	return total / 12, total % 12, daysBetween(addMonths(a, total), b)
}

func untilDay(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 {
		return answer{}, false
	}
	return countdown(q, ds[0])
}

func untilDayEn(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 {
		return answer{}, false
	}
	return countdown(q, ds[0])
}

func countdown(q *question, d spokenDay) (answer, bool) {
	today := dayOf(q.now)
	if d.yearless && d.festival == nil && d.at.Before(today) {
		d.at = addMonths(d.at, 12)
	}
	n := daysBetween(today, d.at)
	if q.lang == en {
		switch {
		case n < 0:
			return answer{text: fmt.Sprintf("**%s was %d days ago**", q.dated(d.at), -n), how: "Counted from " + q.longDate(today) + "."}, true
		default:
			return answer{text: fmt.Sprintf("**%d days until %s**", n, q.dated(d.at)), how: "Counted from " + q.longDate(today) + ", today not included."}, true
		}
	}
	how := "从" + q.longDate(today) + "起算，今天不计。" + d.source(q)
	switch {
	case n == 0:
		return answer{text: "**就是今天：" + q.called(d) + "**", how: how}, true
	case n < 0:
		return answer{text: fmt.Sprintf("**%s已经过去 %d 天**", q.called(d), -n), how: how}, true
	default:
		return answer{text: fmt.Sprintf("**距离%s还有 %d 天**\n\n那天是%s。", q.called(d), n, q.weekday(d.at)), how: how}, true
	}
}

func sinceDay(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 {
		return answer{}, false
	}
	n := daysBetween(ds[0].at, dayOf(q.now))
	if n < 0 {
		return countdown(q, ds[0])
	}
	return answer{
		text: fmt.Sprintf("**%s到今天已经过去 %d 天**\n\n也就是 %s。", q.called(ds[0]), n, spanZh(ds[0].at, dayOf(q.now))),
		how:  "今天减去那一天。",
	}, true
}
