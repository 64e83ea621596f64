package dates

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Holiday answers questions about the public holidays of mainland China.
var Holiday = skill.Skill{
	ID:      "holiday",
	Name:    skill.Named("节假日安排", "public holidays"),
	Match:   holidays,
	Hints:   []string{"2026 年放假安排", "距离春节还有几天？", "今年国庆怎么调休？"},
	EnHints: []string{"Chinese public holidays in 2026", "How many days until Chinese New Year?"},
}

var (
	publicNames = `(?:元旦节?|春节|过年|新年|清明节?|劳动节|五一(?:劳动)?节?|端午节?|中秋节?|国庆节?|十一(?:黄金周)?|国庆中秋|中秋国庆|双节)`
	yearWords   = `(?:(\d{4}|二[零〇][一二三四五六七八九零〇]{2})年?|(今年|明年|去年|后年|本年|全年))`
	offWords    = `(?:放几天假?|放假|放多少天假?|怎么放假?|几天假|休几天|休息几天|假期|休假|调休|补班|怎么调|什么时候放|哪几天放|放不放假|上班|怎么休|怎么安排|安排|有几天|有|从几号|几号|哪一天|上几天班|上几天|到几号|几号到几号|哪天|几天|多少天|什么时候|开始|结束|怎么|如何|是|的|和|与|,|哪几天|哪些|日子|要|需要|吗|节|补|一共|时间|表|天数|法定|节假日|日期|连休|放|休|请|拼)`
	ofHoliday   = text.NewPattern(`^(?:中国|大陆|国内)?` + yearWords + `?的?(` + publicNames + `)` + offWords + `+$`)
	ofYear      = text.NewPattern(`^(?:中国|大陆|国内)?` + yearWords + `?的?(?:法定节假日|节假日|法定假日|放假|假期|公休|假日|调休|全年放假|全年假期)` + offWords + `*$|^(?:when are )?(?:the )?(?:chinese |china )?(?:public |national )?holidays(?: in china)?(?: (?:in |of |for )?(\d{4}|this year|next year))?(?: in china)?$`)
	reallyAsked = text.NewPattern(`放|假|休|班|调`)
	nextOff     = text.NewPattern(`^(?:下一?个|最近的?(?:一个)?|接下来的?)(?:法定)?(?:节假日|假期|长假|小长假|放假)(?:是)?(?:什么时候|哪天|几号|什么节|什么|是什么|还有多久|还有几天)*$|^(?:when is )?the next (?:chinese )?(?:public )?holiday(?: in china)?$|^什么时候放假$|^还有(?:几天|多久)放假$`)
)

var dayWorked = text.NewPattern(`^(` + calendar.DayPattern + `)(?:是|要|需要|用|还|得|应该|该)*(?:不用|要不要|用不用|需不需要|是不是)?(?:上班|补班|放假|休息|工作日|节假日|调休|休息日)(?:还是(?:上班|放假|休息|休息日|工作日|节假日))?$`)

// canonicalHoliday maps the names of a holiday to its name in the official notices.
var canonicalHoliday = map[string]string{
	"元旦": "元旦", "元旦节": "元旦", "新年": "元旦", "春节": "春节", "过年": "春节", "清明": "清明节", "清明节": "清明节",
	"劳动节": "劳动节", "五一": "劳动节", "五一节": "劳动节", "五一劳动节": "劳动节", "端午": "端午节", "端午节": "端午节",
	"中秋": "中秋节", "中秋节": "中秋节", "国庆": "国庆节", "国庆节": "国庆节", "十一": "国庆节", "十一黄金周": "国庆节",
	"国庆中秋": "国庆节", "中秋国庆": "国庆节", "双节": "国庆节",
}

// holidays answers questions about public holidays and about the make-up working days for
// holidays.
func holidays(q *skill.Question) (skill.Answer, bool) {
	core := strings.NewReplacer("?", ",", " ", "").Replace(q.Core)
	if q.Language == skill.English {
		core = q.Core
	}
	if core == "" {
		return skill.Answer{}, false
	}
	if m := ofHoliday.FindStringSubmatch(core); m != nil && reallyAsked.MatchString(strings.Replace(core, m[3], "", 1)) {
		return oneHoliday(q, m[1], m[2], m[3])
	}
	if m := ofYear.FindStringSubmatch(core); m != nil {
		word := m[2]
		if m[3] != "" {
			word = m[3]
		}
		return wholeYear(q, yearFrom(q, m[1], word))
	}
	if m := dayWorked.FindStringSubmatch(core); m != nil {
		return workOn(q, m[1])
	}
	if nextOff.MatchString(core) {
		return nextHoliday(q)
	}
	return skill.Answer{}, false
}

// yearFrom parses 2026, 二〇二六 and words such as 今年.
func yearFrom(q *skill.Question, number, word string) int {
	if number != "" {
		if n, ok := zh.Integer(number); ok {
			return n
		}
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return q.Now.Year() + calendar.RelativeYears[word]
}

func oneHoliday(q *skill.Question, number, word, asked string) (skill.Answer, bool) {
	year := yearFrom(q, number, word)
	key := canonicalHoliday[asked]
	y, ok := calendar.Announced(year)
	if !ok {
		return notAnnounced(q, year, key)
	}
	for _, h := range y.Holidays {
		if !strings.Contains(h.Name, key) {
			continue
		}
		text := holidaySummary(h) + "\n\n" + holidayTable(h)
		if number == "" && word == "" && h.To.Before(calendar.DayOf(q.Now)) {
			text += nextTime(q, year+1, key)
		}
		return skill.Answer{
			Text:  text,
			How:   "按" + y.Source + "，逐条收录在内置数据里。",
			Hints: []string{fmt.Sprintf("%d 年放假安排", year), "距离春节还有几天？", key + "是哪天？"},
		}, true
	}
	return skill.Answer{}, false
}

// nextTime states that this year's holiday is over, and the holiday's date in `year`, the next year.
func nextTime(q *skill.Question, year int, key string) string {
	if y, ok := calendar.Announced(year); ok {
		for _, h := range y.Holidays {
			if strings.Contains(h.Name, key) {
				return "\n\n今年的已经过去。下一次：" + strings.ReplaceAll(holidaySummary(h), "**", "")
			}
		}
	}
	festival, _ := calendar.FestivalNamed(key)
	on, ok := festival.On(year)
	if !ok {
		return ""
	}
	return fmt.Sprintf("\n\n今年的已经过去。%d 年%s是 %s，放假安排尚未公布。", year, key, q.Dated(on))
}

// holidaySummary states the days of a holiday in one bold sentence.
func holidaySummary(h calendar.Holiday) string {
	span := shortDay(h.From)
	if h.Days() > 1 {
		span += "至" + shortDay(h.To)
	}
	exchange := "不调休"
	if len(h.Work) > 0 {
		var days []string
		for _, w := range h.Work {
			days = append(days, shortDay(w))
		}
		exchange = "调休：" + strings.Join(days, "、") + "上班"
	}
	return fmt.Sprintf("**%d 年%s放假 %d 天：%s，%s。**", h.From.Year(), h.Name, h.Days(), span, exchange)
}

func shortDay(t time.Time) string {
	return fmt.Sprintf("%d月%d日（%s）", int(t.Month()), t.Day(), calendar.WeekdayNames[t.Weekday()])
}

// holidayTable is a table of all days off and all make-up working days, in order of time. If the
// day after the holiday is a working day, the table contains it, too.
func holidayTable(h calendar.Holiday) string {
	type row struct {
		day  time.Time
		what string
	}
	var rows []row
	for t := h.From; !t.After(h.To); t = t.AddDate(0, 0, 1) {
		what := "放假"
		if t.Weekday() == time.Saturday || t.Weekday() == time.Sunday {
			what = "放假（周末）"
		}
		for _, part := range strings.Split(h.Name, "、") {
			if f, ok := calendar.FestivalNamed(part); ok {
				if on, ok := f.On(t.Year()); ok && on.Equal(t) {
					what = part + "，放假"
				}
			}
		}
		rows = append(rows, row{t, what})
	}
	for _, w := range h.Work {
		rows = append(rows, row{w, "上班（调休）"})
	}
	after := h.To.AddDate(0, 0, 1)
	if calendar.IsWorkday(after) {
		listed := false
		for _, w := range h.Work {
			listed = listed || w.Equal(after)
		}
		if !listed {
			rows = append(rows, row{after, "上班"})
		}
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].day.Before(rows[j].day) })
	var b strings.Builder
	b.WriteString("| 日期 | 星期 | 安排 |\n|---|---|---|")
	for _, r := range rows {
		fmt.Fprintf(&b, "\n| %d 月 %d 日 | %s | %s |", int(r.day.Month()), r.day.Day(), strings.TrimPrefix(calendar.WeekdayNames[r.day.Weekday()], "星期"), r.what)
	}
	return b.String()
}

func wholeYear(q *skill.Question, year int) (skill.Answer, bool) {
	y, ok := calendar.Announced(year)
	if !ok {
		return notAnnounced(q, year, "")
	}
	var b strings.Builder
	total := 0
	for _, h := range y.Holidays {
		total += h.Days()
	}
	if q.Language == skill.English {
		fmt.Fprintf(&b, "**Public holidays in mainland China, %d**\n\n| Holiday | Days off | Days | Worked weekends |\n|---|---|---|---|", year)
		for _, h := range y.Holidays {
			fmt.Fprintf(&b, "\n| %s | %s – %s | %d | %s |", englishHoliday(h.Name), h.From.Format("Jan 2"), h.To.Format("Jan 2"), h.Days(), joinDays(h.Work, "Jan 2", ", ", "–"))
		}
		return skill.Answer{Text: b.String(), How: "From the yearly notice of the General Office of the State Council, kept as data."}, true
	}
	fmt.Fprintf(&b, "**%d 年法定节假日共 %d 个假期，连周末一共 %d 天**\n\n| 节日 | 放假 | 天数 | 调休上班 |\n|---|---|---|---|", year, len(y.Holidays), total)
	for _, h := range y.Holidays {
		fmt.Fprintf(&b, "\n| %s | %d月%d日 – %d月%d日 | %d | %s |", h.Name, int(h.From.Month()), h.From.Day(), int(h.To.Month()), h.To.Day(), h.Days(), joinDays(h.Work, "1月2日", "、", "无"))
	}
	return skill.Answer{Text: b.String(), How: "按" + y.Source + "，逐条收录在内置数据里。"}, true
}

func englishHoliday(zh string) string {
	return strings.NewReplacer("元旦", "New Year's Day", "春节", "Spring Festival", "清明节", "Qingming Festival", "劳动节", "Labour Day", "端午节", "Dragon Boat Festival", "中秋节", "Mid-Autumn Festival", "国庆节", "National Day", "、", " and ").Replace(zh)
}

func joinDays(days []time.Time, layout, between, none string) string {
	if len(days) == 0 {
		return none
	}
	var out []string
	for _, d := range days {
		out = append(out, d.Format(layout))
	}
	return strings.Join(out, between)
}

// notAnnounced states that the built-in data does not contain the days off of `year`. If `key` is the
// name of a festival, the Chinese answer also contains the festival's date.
func notAnnounced(q *skill.Question, year int, key string) (skill.Answer, bool) {
	if year < 2000 || year > 2100 {
		return skill.Answer{}, false
	}
	first, last := calendar.AnnouncedYears()
	how := fmt.Sprintf("内置数据收录了 %d—%d 年的国务院办公厅通知；没有通知的年份不推测放假和调休。", first, last)
	status := "放假和调休安排尚未公布"
	if year < first {
		status = "的放假安排没有收录"
	}
	if q.Language == skill.English {
		return skill.Answer{Text: fmt.Sprintf("**The arrangement for %d is not in the built-in data.**\n\nIt covers %d to %d.", year, first, last), How: "No arrangement is guessed."}, true
	}
	if key == "" {
		return skill.Answer{Text: fmt.Sprintf("**%d 年%s。**\n\n内置数据收录到 %d 年，请以国务院办公厅的通知为准。", year, status, last), How: how}, true
	}
	festival, _ := calendar.FestivalNamed(key)
	on, ok := festival.On(year)
	if !ok {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text:  fmt.Sprintf("**%d 年%s%s；%s当天是 %s。**\n\n内置数据收录到 %d 年，请以国务院办公厅的通知为准。", year, key, status, key, q.Dated(on), last),
		How:   how + key + "：" + festival.Rule + "。",
		Hints: []string{fmt.Sprintf("%d 年放假安排", last), fmt.Sprintf("距离%s还有几天？", key), fmt.Sprintf("%d 年春节是哪天？", year)},
	}, true
}

func workOn(q *skill.Question, said string) (skill.Answer, bool) {
	d, ok := calendar.ReadDay(said, q.Now)
	if !ok {
		return skill.Answer{}, false
	}
	if d.Festival != nil && canonicalHoliday[d.Festival.Name] != "" {
		return oneHoliday(q, strconv.Itoa(d.At.Year()), "", d.Festival.Name)
	}
	holidayName, off, work := calendar.DayStatus(d.At)
	how := "先查已公布的放假安排，再看是不是周末。"
	if _, known := calendar.Announced(d.At.Year()); !known {
		how = fmt.Sprintf("%d 年的放假安排在内置数据里没有，只按周末判断。", d.At.Year())
	}
	switch {
	case off:
		return skill.Answer{Text: fmt.Sprintf("**%s放假**（%s假期，%s）", called(q, d), holidayName, q.Weekday(d.At)), How: how}, true
	case work:
		return skill.Answer{Text: fmt.Sprintf("**%s要上班**（%s调休，%s）", called(q, d), holidayName, q.Weekday(d.At)), How: how}, true
	case d.At.Weekday() == time.Saturday || d.At.Weekday() == time.Sunday:
		return skill.Answer{Text: fmt.Sprintf("**%s是周末，休息**（%s）", called(q, d), q.Weekday(d.At)), How: how}, true
	default:
		return skill.Answer{Text: fmt.Sprintf("**%s是工作日，要上班**（%s）", called(q, d), q.Weekday(d.At)), How: how}, true
	}
}

func nextHoliday(q *skill.Question) (skill.Answer, bool) {
	today := calendar.DayOf(q.Now)
	for _, y := range announcedFrom(today.Year()) {
		for _, h := range y.Holidays {
			if h.From.After(today) {
				left := calendar.DaysBetween(today, h.From)
				if q.Language == skill.English {
					return skill.Answer{Text: fmt.Sprintf("**%s, from %s, in %d days**", englishHoliday(h.Name), q.LongDate(h.From), left), How: "From the announced arrangement."}, true
				}
				return skill.Answer{Text: holidaySummary(h) + fmt.Sprintf("\n\n距今还有 %d 天。\n\n%s", left, holidayTable(h)), How: "按" + y.Source + "。"}, true
			}
		}
	}
	// No announced holiday is left: find the next festival with days off. Only the festival's own date
	// is known.
	var soonest calendar.SpokenDay
	for _, key := range []string{"元旦", "春节", "清明节", "劳动节", "端午节", "中秋节", "国庆节"} {
		f, _ := calendar.FestivalNamed(key)
		if t, ok := f.Next(today.AddDate(0, 0, 1)); ok && (soonest.Festival == nil || t.Before(soonest.At)) {
			soonest = calendar.SpokenDay{At: t, Festival: &f}
		}
	}
	a, ok := notAnnounced(q, soonest.At.Year(), soonest.Festival.Name)
	a.Text = q.Say(fmt.Sprintf("**下一个节假日是%s，%s，还有 %d 天。**\n\n", soonest.Festival.Name, q.Dated(soonest.At), calendar.DaysBetween(today, soonest.At)),
		fmt.Sprintf("**%s, %s, in %d days.**\n\n", englishHoliday(soonest.Festival.Name), q.LongDate(soonest.At), calendar.DaysBetween(today, soonest.At))) + strings.ReplaceAll(a.Text, "**", "")
	return a, ok
}

// announcedFrom lists the announced arrangements of a year and of the years after it.
func announcedFrom(year int) []calendar.YearHolidays {
	var out []calendar.YearHolidays
	for y, ok := calendar.Announced(year); ok; y, ok = calendar.Announced(year) {
		out = append(out, y)
		year++
	}
	return out
}
