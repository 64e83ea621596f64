package offline

import (
	"fmt"
	"strconv"
	"strings"
)

func ageOf(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	today := dayOf(q.now)
	if len(ds) != 1 || ds[0].festival != nil || ds[0].yearless || ds[0].at.After(today) || today.Year()-ds[0].at.Year() > 200 {
		return answer{}, false
	}
	born := ds[0].at
	years, _, _ := calendarSpan(born, today)
	if q.lang == en {
		return answer{text: fmt.Sprintf("**%d years old**", years), how: "Full years from " + q.longDate(born) + " to " + q.longDate(today) + "."}, true
	}
	text := fmt.Sprintf("**%d 周岁**\n\n%s出生，到今天活了 %d 天", years, q.longDate(born), daysBetween(born, today))
	if l, ok := toLunar(born); ok {
		text += fmt.Sprintf("，属%s", animal(l.year))
		if now, ok := toLunar(today); ok {
			text += fmt.Sprintf("，虚岁 %d", now.year-l.year+1)
		}
	}
	return answer{text: text + "。", how: "周岁按过了几个生日算；虚岁出生算一岁，每过春节加一岁。"}, true
}

func ageOfYear(q *question, m []string) (answer, bool) {
	born, _ := strconv.Atoi(m[1])
	n := q.now.Year() - born
	if n < 0 || n > 150 {
		return answer{}, false
	}
	return answer{
		text: fmt.Sprintf("**%d 岁**（今年生日过后；还没过生日是 %d 岁）", n, max(n-1, 0)),
		how:  "今年年份减去出生年份。",
	}, true
}

func weekNumber(q *question, m []string) (answer, bool) {
	t := dayOf(q.now)
	if ds := q.days(m); len(ds) == 1 {
		t = ds[0].at
	}
	year, week := t.ISOWeek()
	from := monday(t)
	return answer{
		text: q.say(fmt.Sprintf("**%s在 %d 年第 %d 周**\n\n这一周从%s到%s。", q.longDate(t), year, week, q.longDate(from), q.longDate(from.AddDate(0, 0, 6))),
			fmt.Sprintf("**Week %d of %d**\n\n%s to %s.", week, year, q.longDate(from), q.longDate(from.AddDate(0, 0, 6)))),
		how: q.say("按国际标准 ISO 8601：一周从星期一开始，含有当年第一个星期四的那周是第 1 周。", "ISO 8601: weeks begin on Monday; week 1 holds the first Thursday of the year."),
	}, true
}

func dayNumber(q *question, m []string) (answer, bool) {
	t := dayOf(q.now)
	if ds := q.days(m); len(ds) == 1 {
		t = ds[0].at
	}
	total := civil(t.Year(), 12, 31).YearDay()
	return answer{
		text: q.say(fmt.Sprintf("**%s是 %d 年的第 %d 天**\n\n全年 %d 天，之后还剩 %d 天。", q.longDate(t), t.Year(), t.YearDay(), total, total-t.YearDay()),
			fmt.Sprintf("**Day %d of %d**\n\n%d days are left.", t.YearDay(), t.Year(), total-t.YearDay())),
		how: q.say("从 1 月 1 日数起。", "Counted from January 1."),
	}, true
}

// spokenYear reads 2028, 二〇二八, or 今/明/去/后.
func (q *question) spokenYear(s string) (int, bool) {
	if n, ok := relativeYears[s+"年"]; ok {
		return q.now.Year() + n, true
	}
	return smallInt(s)
}

func isLeap(year int) bool { return civil(year, 12, 31).YearDay() == 366 }

func leapYear(q *question, m []string) (answer, bool) {
	year, ok := q.spokenYear(groups(m)[0])
	if !ok || year < 1 || year > 9999 {
		return answer{}, false
	}
	how := q.say("公历规则：能被 4 整除而不能被 100 整除，或能被 400 整除的是闰年。", "Divisible by 4 but not by 100, or divisible by 400.")
	if isLeap(year) {
		return answer{text: q.say(fmt.Sprintf("**%d 年是闰年**，2 月有 29 天，全年 366 天。", year), fmt.Sprintf("**Yes, %d is a leap year**, with 366 days.", year)), how: how}, true
	}
	return answer{text: q.say(fmt.Sprintf("**%d 年不是闰年**，2 月有 28 天，全年 365 天。", year), fmt.Sprintf("**No, %d is not a leap year**; it has 365 days.", year)), how: how}, true
}

func nextLeap(q *question, m []string) (answer, bool) {
	step := 1
	if strings.HasPrefix(m[0], "上") {
		step = -1
	}
	year := q.now.Year() + step
	for !isLeap(year) {
		year += step
	}
	return answer{text: q.say(fmt.Sprintf("**%d 年**", year), fmt.Sprintf("**%d**", year)), how: q.say("能被 4 整除而不能被 100 整除，或能被 400 整除的是闰年。", "Divisible by 4 but not by 100, or divisible by 400.")}, true
}

func daysInMonth(q *question, m []string) (answer, bool) {
	year := q.now.Year()
	if m[1] != "" {
		var ok bool
		if year, ok = q.spokenYear(m[1]); !ok {
			return answer{}, false
		}
	}
	month := int(q.now.Month())
	if m[2] != "这个" && m[2] != "本" {
		var ok bool
		if month, ok = smallInt(m[2]); !ok {
			return answer{}, false
		}
	}
	if month < 1 || month > 12 {
		return answer{}, false
	}
	n := civil(year, month+1, 1).AddDate(0, 0, -1).Day()
	return answer{text: fmt.Sprintf("**%d 年 %d 月有 %d 天**", year, month, n), how: "公历月份天数；2 月逢闰年 29 天。"}, true
}

func daysInYear(q *question, m []string) (answer, bool) {
	if fixedDays, ok := map[string]string{"一": "平年 365 天，闰年 366 天", "闰": "闰年有 366 天", "平": "平年有 365 天"}[m[1]]; ok {
		return answer{text: "**" + fixedDays + "**", how: "公历规则。"}, true
	}
	year, ok := q.spokenYear(m[1])
	if !ok || year < 1 || year > 9999 {
		return answer{}, false
	}
	return answer{text: fmt.Sprintf("**%d 年有 %d 天**", year, civil(year, 12, 31).YearDay()), how: "公历规则：闰年 366 天，平年 365 天。"}, true
}

func leftInYear(q *question, _ []string) (answer, bool) {
	today := dayOf(q.now)
	n := daysBetween(today, civil(today.Year(), 12, 31))
	return answer{
		text: q.say(fmt.Sprintf("**今年还剩 %d 天**", n), fmt.Sprintf("**%d days are left in %d**", n, today.Year())),
		how:  q.say("从明天数到 12 月 31 日。", "From tomorrow to December 31."),
	}, true
}
