package dates

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

func ageOf(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	today := calendar.DayOf(q.Now)
	if len(ds) != 1 || ds[0].Festival != nil || ds[0].Yearless || ds[0].At.After(today) || today.Year()-ds[0].At.Year() > 200 {
		return skill.Answer{}, false
	}
	born := ds[0].At
	years, _, _ := calendar.Span(born, today)
	if q.Language == skill.English {
		return skill.Answer{Text: fmt.Sprintf("**%d years old**", years), How: "Full years from " + q.LongDate(born) + " to " + q.LongDate(today) + "."}, true
	}
	text := fmt.Sprintf("**%d 周岁**\n\n%s出生，到今天活了 %d 天", years, q.LongDate(born), calendar.DaysBetween(born, today))
	if l, ok := calendar.ToLunar(born); ok {
		text += fmt.Sprintf("，属%s", calendar.Animal(l.Year))
		if now, ok := calendar.ToLunar(today); ok {
			text += fmt.Sprintf("，虚岁 %d", now.Year-l.Year+1)
		}
	}
	return skill.Answer{Text: text + "。", How: "周岁按过了几个生日算；虚岁出生算一岁，每过春节加一岁。"}, true
}

func ageOfYear(q *skill.Question, m []string) (skill.Answer, bool) {
	born, _ := strconv.Atoi(m[1])
	n := q.Now.Year() - born
	if n < 0 || n > 150 {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%d 岁**（今年生日过后；还没过生日是 %d 岁）", n, max(n-1, 0)),
		How:  "今年年份减去出生年份。",
	}, true
}

func weekNumber(q *skill.Question, m []string) (skill.Answer, bool) {
	t := calendar.DayOf(q.Now)
	if ds := days(q, m); len(ds) == 1 {
		t = ds[0].At
	}
	year, week := t.ISOWeek()
	from := calendar.Monday(t)
	return skill.Answer{
		Text: q.Say(fmt.Sprintf("**%s在 %d 年第 %d 周**\n\n这一周从%s到%s。", q.LongDate(t), year, week, q.LongDate(from), q.LongDate(from.AddDate(0, 0, 6))),
			fmt.Sprintf("**Week %d of %d**\n\n%s to %s.", week, year, q.LongDate(from), q.LongDate(from.AddDate(0, 0, 6)))),
		How: q.Say("按国际标准 ISO 8601：一周从星期一开始，含有当年第一个星期四的那周是第 1 周。", "ISO 8601: weeks begin on Monday; week 1 holds the first Thursday of the year."),
	}, true
}

func dayNumber(q *skill.Question, m []string) (skill.Answer, bool) {
	t := calendar.DayOf(q.Now)
	if ds := days(q, m); len(ds) == 1 {
		t = ds[0].At
	}
	total := calendar.Civil(t.Year(), 12, 31).YearDay()
	return skill.Answer{
		Text: q.Say(fmt.Sprintf("**%s是 %d 年的第 %d 天**\n\n全年 %d 天，之后还剩 %d 天。", q.LongDate(t), t.Year(), t.YearDay(), total, total-t.YearDay()),
			fmt.Sprintf("**Day %d of %d**\n\n%d days are left.", t.YearDay(), t.Year(), total-t.YearDay())),
		How: q.Say("从 1 月 1 日数起。", "Counted from January 1."),
	}, true
}

// spokenYear reads 2028, 二〇二八, or one of 今, 明, 后, 去 and 前.
func spokenYear(q *skill.Question, s string) (int, bool) {
	if n, ok := calendar.RelativeYears[s+"年"]; ok {
		return q.Now.Year() + n, true
	}
	return zh.Integer(s)
}

func leapYear(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, skill.Groups(m)[0])
	if !ok || year < 1 || year > 9999 {
		return skill.Answer{}, false
	}
	how := q.Say("公历规则：能被 4 整除而不能被 100 整除，或能被 400 整除的是闰年。", "Divisible by 4 but not by 100, or divisible by 400.")
	if calendar.IsLeapYear(year) {
		return skill.Answer{Text: q.Say(fmt.Sprintf("**%d 年是闰年**，2 月有 29 天，全年 366 天。", year), fmt.Sprintf("**Yes, %d is a leap year**, with 366 days.", year)), How: how}, true
	}
	return skill.Answer{Text: q.Say(fmt.Sprintf("**%d 年不是闰年**，2 月有 28 天，全年 365 天。", year), fmt.Sprintf("**No, %d is not a leap year**; it has 365 days.", year)), How: how}, true
}

func nextLeap(q *skill.Question, m []string) (skill.Answer, bool) {
	step := 1
	if strings.HasPrefix(m[0], "上") {
		step = -1
	}
	year := q.Now.Year() + step
	for !calendar.IsLeapYear(year) {
		year += step
	}
	return skill.Answer{Text: q.Say(fmt.Sprintf("**%d 年**", year), fmt.Sprintf("**%d**", year)), How: q.Say("能被 4 整除而不能被 100 整除，或能被 400 整除的是闰年。", "Divisible by 4 but not by 100, or divisible by 400.")}, true
}

func daysInMonth(q *skill.Question, m []string) (skill.Answer, bool) {
	year := q.Now.Year()
	if m[1] != "" {
		var ok bool
		if year, ok = spokenYear(q, m[1]); !ok {
			return skill.Answer{}, false
		}
	}
	month := int(q.Now.Month())
	if m[2] != "这个" && m[2] != "本" {
		var ok bool
		if month, ok = zh.Integer(m[2]); !ok {
			return skill.Answer{}, false
		}
	}
	if month < 1 || month > 12 {
		return skill.Answer{}, false
	}
	n := calendar.Civil(year, month+1, 1).AddDate(0, 0, -1).Day()
	return skill.Answer{Text: fmt.Sprintf("**%d 年 %d 月有 %d 天**", year, month, n), How: "公历月份天数；2 月逢闰年 29 天。"}, true
}

func daysInYear(q *skill.Question, m []string) (skill.Answer, bool) {
	if fixedDays, ok := map[string]string{"一": "平年 365 天，闰年 366 天", "闰": "闰年有 366 天", "平": "平年有 365 天"}[m[1]]; ok {
		return skill.Answer{Text: "**" + fixedDays + "**", How: "公历规则。"}, true
	}
	year, ok := spokenYear(q, m[1])
	if !ok || year < 1 || year > 9999 {
		return skill.Answer{}, false
	}
	return skill.Answer{Text: fmt.Sprintf("**%d 年有 %d 天**", year, calendar.Civil(year, 12, 31).YearDay()), How: "公历规则：闰年 366 天，平年 365 天。"}, true
}

func leftInYear(q *skill.Question, _ []string) (skill.Answer, bool) {
	today := calendar.DayOf(q.Now)
	n := calendar.DaysBetween(today, calendar.Civil(today.Year(), 12, 31))
	return skill.Answer{
		Text: q.Say(fmt.Sprintf("**今年还剩 %d 天**", n), fmt.Sprintf("**%d days are left in %d**", n, today.Year())),
		How:  q.Say("从明天数到 12 月 31 日。", "From tomorrow to December 31."),
	}, true
}
