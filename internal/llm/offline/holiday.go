package offline

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

var holidaySkill = skill{
	id:      "holiday",
	name:    name{"节假日安排", "public holidays"},
	match:   holidays,
	hints:   []string{"2026 年放假安排", "距离春节还有几天？", "今年国庆怎么调休？"},
	enHints: []string{"Chinese public holidays in 2026", "How many days until Chinese New Year?"},
}

// holiday is one announced holiday on real days.
type holiday struct {
	name     string
	from, to time.Time
	work     []time.Time
}

func (h holiday) days() int { return daysBetween(h.from, h.to) + 1 }

// yearHolidays is the announced arrangement of one year.
type yearHolidays struct {
	source   string
	holidays []holiday
}

var announced = sync.OnceValue(func() map[int]yearHolidays {
	all := map[int]yearHolidays{}
	for _, n := range notices {
		day := func(monthDay string) time.Time {
			t, err := time.Parse("2006-01-02", fmt.Sprintf("%d-%s", n.year, monthDay))
			if err != nil {
				panic(err) // the data is part of the binary
			}
			return t
		}
		y := yearHolidays{source: n.source}
		for _, s := range n.holidays {
			h := holiday{name: s.name, from: day(s.from), to: day(s.to)}
			for _, w := range s.work {
				h.work = append(h.work, day(w))
			}
			y.holidays = append(y.holidays, h)
		}
		all[n.year] = y
	}
	return all
})

// dayStatus says what an announced arrangement makes of a day: the holiday it
// belongs to, and whether it is worked in exchange.
func dayStatus(t time.Time) (name string, off, work bool) {
	for _, h := range announced()[t.Year()].holidays {
		if !t.Before(h.from) && !t.After(h.to) {
			return h.name, true, false
		}
		for _, w := range h.work {
			if w.Equal(t) {
				return h.name, false, true
			}
		}
	}
	return "", false, false
}

// isWorkday follows the announced arrangement, else the weekend.
func isWorkday(t time.Time) bool {
	_, off, work := dayStatus(t)
	return work || !off && t.Weekday() != time.Saturday && t.Weekday() != time.Sunday
}

var (
	publicNames = `(?:元旦节?|春节|过年|新年|清明节?|劳动节|五一(?:劳动)?节?|端午节?|中秋节?|国庆节?|十一(?:黄金周)?|国庆中秋|中秋国庆|双节)`
	yearWords   = `(?:(\d{4}|二[零〇][一二三四五六七八九零〇]{2})年?|(今年|明年|去年|后年|本年|全年))`
	offWords    = `(?:放几天假?|放假|放多少天假?|怎么放假?|几天假|休几天|休息几天|假期|休假|调休|补班|怎么调|什么时候放|哪几天放|放不放假|上班|怎么休|怎么安排|安排|有几天|有|从几号|几号|哪一天|上几天班|上几天|到几号|几号到几号|哪天|几天|多少天|什么时候|开始|结束|怎么|如何|是|的|和|与|,|哪几天|哪些|日子|要|需要|吗|节|补|一共|时间|表|天数|法定|节假日|日期|连休|放|休|请|拼)`
	ofHoliday   = regexp.MustCompile(`^(?:中国|大陆|国内)?` + yearWords + `?的?(` + publicNames + `)` + offWords + `+$`)
	ofYear      = regexp.MustCompile(`^(?:中国|大陆|国内)?` + yearWords + `?的?(?:法定节假日|节假日|法定假日|放假|假期|公休|假日|调休|全年放假|全年假期)` + offWords + `*$|^(?:when are )?(?:the )?(?:chinese |china )?(?:public |national )?holidays(?: in china)?(?: (?:in |of |for )?(\d{4}|this year|next year))?(?: in china)?$`)
	reallyAsked = regexp.MustCompile(`放|假|休|班|调`)
	nextOff     = regexp.MustCompile(`^(?:下一?个|最近的?(?:一个)?|接下来的?)(?:法定)?(?:节假日|假期|长假|小长假|放假)(?:是)?(?:什么时候|哪天|几号|什么节|什么|是什么|还有多久|还有几天)*$|^(?:when is )?the next (?:chinese )?(?:public )?holiday(?: in china)?$|^什么时候放假$|^还有(?:几天|多久)放假$`)
)

// dayWorked is compiled at the first use, as all patterns with a day in them.
var dayWorked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(` + dayPattern + `)(?:是|要|需要|用|还|得|应该|该)*(?:不用|要不要|用不用|需不需要|是不是)?(?:上班|补班|放假|休息|工作日|节假日|调休|休息日)(?:还是(?:上班|放假|休息|休息日|工作日|节假日))?$`)
})

// canonicalHoliday names a holiday as the notices do.
var canonicalHoliday = map[string]string{
	"元旦": "元旦", "元旦节": "元旦", "新年": "元旦", "春节": "春节", "过年": "春节", "清明": "清明节", "清明节": "清明节",
	"劳动节": "劳动节", "五一": "劳动节", "五一节": "劳动节", "五一劳动节": "劳动节", "端午": "端午节", "端午节": "端午节",
	"中秋": "中秋节", "中秋节": "中秋节", "国庆": "国庆节", "国庆节": "国庆节", "十一": "国庆节", "十一黄金周": "国庆节",
	"国庆中秋": "国庆节", "中秋国庆": "国庆节", "双节": "国庆节",
}

// holidays answers which days are off and which weekend days are worked.
func holidays(q *question) (answer, bool) {
	core := strings.NewReplacer("?", ",", " ", "").Replace(q.core)
	if q.lang == en {
		core = q.core
	}
	if core == "" {
		return answer{}, false
	}
	if m := ofHoliday.FindStringSubmatch(core); m != nil && reallyAsked.MatchString(strings.Replace(core, m[3], "", 1)) {
		return oneHoliday(q, m[1], m[2], m[3])
	}
	if m := ofYear.FindStringSubmatch(core); m != nil {
		word := m[2]
		if m[3] != "" {
			word = m[3]
		}
		return wholeYear(q, q.yearFrom(m[1], word))
	}
	if m := dayWorked().FindStringSubmatch(core); m != nil {
		return workOn(q, m[1])
	}
	if nextOff.MatchString(core) {
		return nextHoliday(q)
	}
	return answer{}, false
}

// yearFrom reads 2026, 二〇二六, this year.
func (q *question) yearFrom(number, word string) int {
	if number != "" {
		if n, ok := smallInt(number); ok {
			return n
		}
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return q.now.Year() + relativeYears[word]
}

func oneHoliday(q *question, number, word, asked string) (answer, bool) {
	year := q.yearFrom(number, word)
	key := canonicalHoliday[asked]
	y, ok := announced()[year]
	if !ok {
		return notAnnounced(q, year, key)
	}
	for _, h := range y.holidays {
		if !strings.Contains(h.name, key) {
			continue
		}
		text := h.summary() + "\n\n" + h.table()
		if number == "" && word == "" && h.to.Before(dayOf(q.now)) {
			text += nextTime(q, year+1, key)
		}
		return answer{
			text:  text,
			how:   "按" + y.source + "，逐条收录在内置数据里。",
			hints: []string{fmt.Sprintf("%d 年放假安排", year), "距离春节还有几天？", key + "是哪天？"},
		}, true
	}
	return answer{}, false
}

// nextTime says when a holiday that is over comes again.
func nextTime(q *question, year int, key string) string {
	if y, ok := announced()[year]; ok {
		for _, h := range y.holidays {
			if strings.Contains(h.name, key) {
				return "\n\n今年的已经过去。下一次：" + strings.ReplaceAll(h.summary(), "**", "")
			}
		}
	}
	on, ok := festivalNames[key].on(year)
	if !ok {
		return ""
	}
	return fmt.Sprintf("\n\n今年的已经过去。%d 年%s是 %s，放假安排尚未公布。", year, key, q.dated(on))
}

// summary is the result in one bold sentence.
func (h holiday) summary() string {
	span := shortDay(h.from)
	if h.days() > 1 {
		span += "至" + shortDay(h.to)
	}
	exchange := "不调休"
	if len(h.work) > 0 {
		var days []string
		for _, w := range h.work {
			days = append(days, shortDay(w))
		}
		exchange = "调休：" + strings.Join(days, "、") + "上班"
	}
	return fmt.Sprintf("**%d 年%s放假 %d 天：%s，%s。**", h.from.Year(), h.name, h.days(), span, exchange)
}

func shortDay(t time.Time) string {
	return fmt.Sprintf("%d月%d日（%s）", int(t.Month()), t.Day(), weekdayNames[t.Weekday()])
}

// table lists every day off or worked in exchange in order.
func (h holiday) table() string {
	type row struct {
		day  time.Time
		what string
	}
	var rows []row
	for t := h.from; !t.After(h.to); t = t.AddDate(0, 0, 1) {
		what := "放假"
		if t.Weekday() == time.Saturday || t.Weekday() == time.Sunday {
			what = "放假（周末）"
		}
		for _, part := range strings.Split(h.name, "、") {
			if f, ok := festivalNames[part]; ok {
				if on, ok := f.on(t.Year()); ok && on.Equal(t) {
					what = part + "，放假"
				}
			}
		}
		rows = append(rows, row{t, what})
	}
	for _, w := range h.work {
		rows = append(rows, row{w, "上班（调休）"})
	}
	after := h.to.AddDate(0, 0, 1)
	if isWorkday(after) {
		listed := false
		for _, w := range h.work {
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
		fmt.Fprintf(&b, "\n| %d 月 %d 日 | %s | %s |", int(r.day.Month()), r.day.Day(), strings.TrimPrefix(weekdayNames[r.day.Weekday()], "星期"), r.what)
	}
	return b.String()
}

func wholeYear(q *question, year int) (answer, bool) {
	y, ok := announced()[year]
	if !ok {
		return notAnnounced(q, year, "")
	}
	var b strings.Builder
	total := 0
	for _, h := range y.holidays {
		total += h.days()
	}
	if q.lang == en {
		fmt.Fprintf(&b, "**Public holidays in mainland China, %d**\n\n| Holiday | Days off | Days | Worked weekends |\n|---|---|---|---|", year)
		for _, h := range y.holidays {
			fmt.Fprintf(&b, "\n| %s | %s – %s | %d | %s |", englishHoliday(h.name), h.from.Format("Jan 2"), h.to.Format("Jan 2"), h.days(), joinDays(h.work, "Jan 2", ", ", "–"))
		}
		return answer{text: b.String(), how: "From the yearly notice of the General Office of the State Council, kept as data."}, true
	}
	fmt.Fprintf(&b, "**%d 年法定节假日共 %d 个假期，连周末一共 %d 天**\n\n| 节日 | 放假 | 天数 | 调休上班 |\n|---|---|---|---|", year, len(y.holidays), total)
	for _, h := range y.holidays {
		fmt.Fprintf(&b, "\n| %s | %d月%d日 – %d月%d日 | %d | %s |", h.name, int(h.from.Month()), h.from.Day(), int(h.to.Month()), h.to.Day(), h.days(), joinDays(h.work, "1月2日", "、", "无"))
	}
	return answer{text: b.String(), how: "按" + y.source + "，逐条收录在内置数据里。"}, true
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

// notAnnounced tells the plain day of the festival and claims no arrangement.
func notAnnounced(q *question, year int, key string) (answer, bool) {
	if year < 2000 || year > 2100 {
		return answer{}, false
	}
	first, last := notices[0].year, notices[len(notices)-1].year
	how := fmt.Sprintf("内置数据收录了 %d—%d 年的国务院办公厅通知；没有通知的年份不推测放假和调休。", first, last)
	status := "放假和调休安排尚未公布"
	if year < first {
		status = "的放假安排没有收录"
	}
	if q.lang == en {
		return answer{text: fmt.Sprintf("**The arrangement for %d is not in the built-in data.**\n\nIt covers %d to %d.", year, first, last), how: "No arrangement is guessed."}, true
	}
	if key == "" {
		return answer{text: fmt.Sprintf("**%d 年%s。**\n\n内置数据收录到 %d 年，请以国务院办公厅的通知为准。", year, status, last), how: how}, true
	}
	on, ok := festivalNames[key].on(year)
	if !ok {
		return answer{}, false
	}
	return answer{
		text:  fmt.Sprintf("**%d 年%s%s；%s当天是 %s。**\n\n内置数据收录到 %d 年，请以国务院办公厅的通知为准。", year, key, status, key, q.dated(on), last),
		how:   how + key + "：" + festivalNames[key].rule + "。",
		hints: []string{fmt.Sprintf("%d 年放假安排", last), fmt.Sprintf("距离%s还有几天？", key), fmt.Sprintf("%d 年春节是哪天？", year)},
	}, true
}

func workOn(q *question, said string) (answer, bool) {
	d, ok := readDay(said, q.now)
	if !ok {
		return answer{}, false
	}
	if d.festival != nil && canonicalHoliday[d.festival.name] != "" {
		return oneHoliday(q, strconv.Itoa(d.at.Year()), "", d.festival.name)
	}
	holidayName, off, work := dayStatus(d.at)
	how := "先查已公布的放假安排，再看是不是周末。"
	if _, known := announced()[d.at.Year()]; !known {
		how = fmt.Sprintf("%d 年的放假安排在内置数据里没有，只按周末判断。", d.at.Year())
	}
	switch {
	case off:
		return answer{text: fmt.Sprintf("**%s放假**（%s假期，%s）", q.called(d), holidayName, q.weekday(d.at)), how: how}, true
	case work:
		return answer{text: fmt.Sprintf("**%s要上班**（%s调休，%s）", q.called(d), holidayName, q.weekday(d.at)), how: how}, true
	case d.at.Weekday() == time.Saturday || d.at.Weekday() == time.Sunday:
		return answer{text: fmt.Sprintf("**%s是周末，休息**（%s）", q.called(d), q.weekday(d.at)), how: how}, true
	default:
		return answer{text: fmt.Sprintf("**%s是工作日，要上班**（%s）", q.called(d), q.weekday(d.at)), how: how}, true
	}
}

func nextHoliday(q *question) (answer, bool) {
	today := dayOf(q.now)
	for _, n := range notices {
		for _, h := range announced()[n.year].holidays {
			if h.from.After(today) {
				left := daysBetween(today, h.from)
				if q.lang == en {
					return answer{text: fmt.Sprintf("**%s, from %s, in %d days**", englishHoliday(h.name), q.longDate(h.from), left), how: "From the announced arrangement."}, true
				}
				return answer{text: h.summary() + fmt.Sprintf("\n\n距今还有 %d 天。\n\n%s", left, h.table()), how: "按" + announced()[n.year].source + "。"}, true
			}
		}
	}
	// The next festival with days off, by its plain day.
	var soonest spokenDay
	for _, key := range []string{"元旦", "春节", "清明节", "劳动节", "端午节", "中秋节", "国庆节"} {
		f := festivalNames[key]
		if t, ok := f.next(today.AddDate(0, 0, 1)); ok && (soonest.festival == nil || t.Before(soonest.at)) {
			soonest = spokenDay{at: t, festival: &f}
		}
	}
	a, ok := notAnnounced(q, soonest.at.Year(), soonest.festival.name)
	a.text = q.say(fmt.Sprintf("**下一个节假日是%s，%s，还有 %d 天。**\n\n", soonest.festival.name, q.dated(soonest.at), daysBetween(today, soonest.at)),
		fmt.Sprintf("**%s, %s, in %d days.**\n\n", englishHoliday(soonest.festival.name), q.longDate(soonest.at), daysBetween(today, soonest.at))) + strings.ReplaceAll(a.text, "**", "")
	return a, ok
}
