package offline

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

var lunarSkill = skill{
	id:      "lunar",
	name:    name{"农历与节气", "lunar calendar"},
	match:   lunar,
	hints:   []string{"下一个节气是什么？", "2027 年春节是哪天？", "1990 年属什么？"},
	enHints: []string{"What is today's lunar date?", "When is Chinese New Year 2027?", "What zodiac animal is 1990?"},
}

const lunarSource = "农历表覆盖 1900—2100 年，内置在程序里，并用天文算法（朔望与太阳黄经）核对过。"

const lunarWord = `(?:农历|阴历|旧历|黄历|老黄历)`

var lunarPatterns = sync.OnceValue(func() []datePattern {
	return []datePattern{
		dp(`<D>?的?(?:是|对应)?(?:的)?`+lunarWord+`(?:是|日期|日子)*(?:几月初?几|几月几[日号]|多少号?|几号|哪天|什么|初几|什么日子|日期)?|<D>?(?:是|转|换算成?|转成?|转换成?)(?:成|为)?`+lunarWord+`(?:的)?(?:几月初?几|几月几[日号]|多少号?|几号|初几|哪天|什么日子)?|`+lunarWord+`(?:的)?(?:今天|今日)(?:是)?(?:几月初?几|几月几[日号]|几号|初几|多少)|(?:what is |what's )?(?:the )?lunar date(?: of| for)? <D>|(?:what is |what's )?<D>(?:'s)? (?:lunar date|in the lunar calendar)|(?:what is |what's )?(?:the )?lunar date`, lunarOf),
		dp(`<D>(?:今年|,)?(?:是|对应|转|换算成?|转成?|转换成?)?(?:成|为|的)?(?:公历|阳历|新历)?的?(?:是)?(?:几月几[日号]|几号|哪天|哪一天|多少号|多少|什么时候|公历|阳历|什么日期|几月几号星期几|日期)`, solarOf),
		dp(`<D>`, solarOfYear),
		dp(`when (?:is|was|will be) <D>(?: this year)?|what date is <D>`, solarOf),
		dp(`(?:`+yearGroup+`)(?:出生的?人?|生的?人?|的人|是)?(?:是)?(?:属什么的?|属啥|什么生肖|生肖是?什么|属相是?什么|什么属相|生肖|是什么年|哪个生肖|属相)(?:年|生肖)?|(?:what )?(?:chinese )?zodiac (?:animal |sign )?(?:is |for |of )?(?:the year )?(\d{4})|what (?:is the )?(?:chinese )?zodiac(?: animal| sign)? (?:is|of|for)(?: the year)? (\d{4})`, zodiacOf),
		dp(`(?:属|生肖)?(?:是)?([鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:年|的)?(?:人)?(?:都)?(?:年份)?(?:是|有|出生)*(?:在)?(?:哪些年份?|哪些|哪几年|哪年|哪一年|几几年|什么年份?|哪年出生|多少岁|哪些年出生的?)(?:出生的?|生的?|的)?`, yearsOfAnimal),
		dp(`(?:`+yearGroup+`)(?:的)?(?:是)?(?:干支|天干地支|什么年|干支纪年|干支年)(?:是什么|是|怎么说|什么)?`, yearPair),
		dp(`<D>的?(?:是)?(?:干支|天干地支|八字|年月日柱|什么日)(?:是什么|是多少|是)?`, dayPairs),
		dp(`(?:`+yearGroup+`)?的?(?:有(?:哪些|什么)|全部|所有)?的?(?:二十四|24)(?:个)?节气(?:有哪些|表|是哪些|时间表?|日期|分别是(?:什么|哪些|哪天|几号)|都有哪些|是哪天|是什么时候)*|(?:`+yearGroup+`)的?节气(?:表|有哪些|时间表)`, termsOf),
		dp(`(?:下一?个|接下来的|最近的)节气(?:是)?(?:什么|哪个|哪天|几号|什么时候|还有几天)*|(?:现在|今天|目前)(?:是)?(?:什么|哪个)节气`, nextTerm),
		dp(`(?:`+yearGroup+`)(?:有没有|有|是否有|是)?闰(?:几?月|哪个月)(?:是)?(?:几月|哪个月|吗)?`, leapMonthOf),
		dp(`(?:`+yearGroup+`)(?:的)?正月初一(?:是)?(?:公历)?(?:哪天|几号|几月几号|什么时候)`, newYearOf),
	}
})

const yearGroup = `(\d{4}|[零〇一二三四五六七八九]{4}|今|明|去|后|前)年`

// lunar answers questions about the lunar calendar, solar terms and the zodiac.
func lunar(q *question) (answer, bool) {
	if q.core == "" || len(q.core) > 120 {
		return answer{}, false
	}
	for _, p := range lunarPatterns() {
		if m := p.asked.FindStringSubmatch(q.core); m != nil {
			if a, ok := p.answer(q, m); ok {
				return a, true
			}
		}
	}
	return answer{}, false
}

// outside answers days the table does not hold.
func outside(q *question) (answer, bool) {
	return answer{
		text: q.say("**只能查 1900—2100 年的农历，这一天不在范围里，或者没有这一天。**", "**The lunar table covers 1900–2100; this day is outside it, or does not exist.**"),
		how:  lunarSource,
	}, true
}

func lunarOf(q *question, m []string) (answer, bool) {
	d := spokenDay{at: dayOf(q.now), label: "今天"}
	ds := q.days(m)
	if len(ds) > 0 {
		d = ds[0]
	} else if len(groups(m)) > 0 {
		return answer{}, false
	}
	if strings.HasPrefix(d.label, "农历") {
		return answer{}, false
	}
	l, ok := toLunar(d.at)
	if !ok {
		return outside(q)
	}
	if q.lang == en {
		leap := ""
		if l.leap {
			leap = "leap "
		}
		return answer{text: fmt.Sprintf("**%s is day %d of the %s%s lunar month (农历%s)**", q.longDate(d.at), l.day, leap, ordinal(l.month), l.monthDay()), how: "From the built-in lunar table for 1900–2100."}, true
	}
	text := fmt.Sprintf("**%s是农历%s**", q.called(d), l.String())
	text += "\n\n" + detail(q, d.at, l)
	return answer{text: text, how: lunarSource}, true
}

// detail adds the pairs, the animal and a solar term of the day.
func detail(q *question, t time.Time, l lunarDate) string {
	s := fmt.Sprintf("%s，%s年（属%s），%s日", q.weekday(t), stemBranch(l.year-4), animal(l.year), dayPair(t))
	if term, ok := termOn(t); ok {
		s += "，" + term
	}
	for _, f := range festivals {
		if on, ok := f.on(t.Year()); ok && on.Equal(t) && strings.HasPrefix(f.rule, "农历") {
			s += "，" + f.name
		}
	}
	return s + "。"
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
		if suffix == "" {
			suffix = "th"
		}
	}
	return fmt.Sprint(n) + suffix
}

// solarOf answers the civil day of a lunar day, a festival or a solar term.
func solarOf(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) == 0 {
		for _, g := range groups(m) {
			if strings.Contains(g, "农历") || strings.Contains(g, "阴历") {
				return outside(q)
			}
		}
		return answer{}, false
	}
	d := ds[0]
	if d.festival == nil && !strings.HasPrefix(d.label, "农历") {
		return answer{}, false
	}
	year := d.at.Year()
	if q.lang == en {
		return answer{text: "**" + q.dated(d.at) + "**", how: "From the built-in calendar tables."}, true
	}
	subject := d.label
	if d.festival != nil {
		subject = fmt.Sprintf("%d 年%s", year, d.festival.name)
	} else if l, ok := toLunar(d.at); ok {
		subject = fmt.Sprintf("农历 %d 年%s", l.year, l.monthDay())
	}
	text := fmt.Sprintf("**%s是 %s**", subject, q.dated(d.at))
	if l, ok := toLunar(d.at); ok {
		text += fmt.Sprintf("\n\n农历%s，属%s年。", l.String(), animal(l.year))
	}
	if n := daysBetween(dayOf(q.now), d.at); n > 0 && n < 800 {
		text += fmt.Sprintf("距今天还有 %d 天。", n)
	} else if n < 0 && n > -800 {
		text += fmt.Sprintf("已经过去 %d 天。", -n)
	}
	return answer{text: text, how: lunarSource + d.source(q)}, true
}

// solarOfYear answers a bare "2028 年春节".
func solarOfYear(q *question, m []string) (answer, bool) {
	if ds := q.days(m); len(ds) != 1 || ds[0].festival == nil || ds[0].yearless {
		return answer{}, false
	}
	return solarOf(q, m)
}

func zodiacOf(q *question, m []string) (answer, bool) {
	year, ok := q.spokenYear(groups(m)[0])
	if !ok || year < 1 || year > 9999 {
		return answer{}, false
	}
	a := animal(year)
	y, known := lunarYearOf(year)
	if q.lang == en {
		return answer{text: fmt.Sprintf("**%d is the year of the %s (%s)**", year, englishAnimals[a], a), how: "The animals repeat every 12 lunar years."}, true
	}
	text := fmt.Sprintf("**%d 年属%s**，%s年。", year, a, stemBranch(year-4))
	if known {
		text += fmt.Sprintf("\n\n生肖年从春节（%s）开始；这一天以前出生的属%s。", q.longDate(y.first), animal(year-1))
	}
	return answer{text: text, how: "十二生肖每 12 个农历年一轮，以春节为界。"}, true
}

var englishAnimals = map[string]string{"鼠": "Rat", "牛": "Ox", "虎": "Tiger", "兔": "Rabbit", "龙": "Dragon", "蛇": "Snake", "马": "Horse", "羊": "Goat", "猴": "Monkey", "鸡": "Rooster", "狗": "Dog", "猪": "Pig"}

func yearsOfAnimal(q *question, m []string) (answer, bool) {
	var years []string
	for y := 1936; y <= 2043; y++ {
		if animal(y) == m[1] {
			years = append(years, fmt.Sprint(y))
		}
	}
	return answer{text: fmt.Sprintf("**属%s的年份：%s**\n\n以当年春节为界。", m[1], strings.Join(years, "、")), how: "十二生肖每 12 年一轮。"}, true
}

func yearPair(q *question, m []string) (answer, bool) {
	year, ok := q.spokenYear(m[1])
	if !ok || year < 1 || year > 9999 {
		return answer{}, false
	}
	return answer{
		text: fmt.Sprintf("**%d 年是%s年（%s年）**", year, stemBranch(year-4), animal(year)),
		how:  "干支六十年一循环，公元 4 年是甲子年；以春节为界。",
	}, true
}

func dayPairs(q *question, m []string) (answer, bool) {
	ds := q.days(m)
	if len(ds) != 1 {
		return answer{}, false
	}
	t := ds[0].at
	month, ok := monthPair(t)
	if !ok {
		return outside(q)
	}
	year := t.Year()
	if start, ok := termDay(year, 2); ok && t.Before(start) {
		year--
	}
	return answer{
		text: fmt.Sprintf("**%s是%s年 %s月 %s日**", q.called(ds[0]), stemBranch(year-4), month, dayPair(t)),
		how:  "年柱以立春为界，月柱以节气为界，日柱按六十甲子连续计数。",
	}, true
}

// termOn names the solar term of a civil day.
func termOn(t time.Time) (string, bool) {
	y, ok := lunarYearOf(t.Year())
	if !ok {
		return "", false
	}
	for i := range 2 {
		n := 2*(int(t.Month())-1) + i
		if y.terms[n] == t.Day() {
			return termNames[n], true
		}
	}
	return "", false
}

func termsOf(q *question, m []string) (answer, bool) {
	year := q.now.Year()
	if g := groups(m); len(g) > 0 {
		var ok bool
		if year, ok = q.spokenYear(g[0]); !ok {
			return answer{}, false
		}
	}
	y, ok := lunarYearOf(year)
	if !ok {
		return outside(q)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%d 年二十四节气**\n\n| 节气 | 日期 | 节气 | 日期 |\n|---|---|---|---|", year)
	for i := 0; i < 24; i += 2 {
		fmt.Fprintf(&b, "\n| %s | %d月%d日 | %s | %d月%d日 |", termNames[i], i/2+1, y.terms[i], termNames[i+1], i/2+1, y.terms[i+1])
	}
	return answer{text: b.String(), how: "节气按太阳黄经每 15° 一个，时间以北京时间为准。" + lunarSource}, true
}

func nextTerm(q *question, m []string) (answer, bool) {
	today := dayOf(q.now)
	t := today
	if !strings.HasPrefix(m[0], "下") && !strings.HasPrefix(m[0], "接") {
		if term, ok := termOn(today); ok {
			return answer{text: "**今天是" + term + "**", how: lunarSource}, true
		}
	}
	var last string
	for back := today; last == ""; back = back.AddDate(0, 0, -1) {
		if term, ok := termOn(back); ok {
			last = fmt.Sprintf("%s（%s）", term, q.longDate(back))
		} else if back.Year() < firstLunarYear {
			return outside(q)
		}
	}
	for {
		t = t.AddDate(0, 0, 1)
		if t.Year() > lastLunarYear {
			return outside(q)
		}
		if term, ok := termOn(t); ok {
			return answer{
				text: fmt.Sprintf("**下一个节气是%s：%s，还有 %d 天**\n\n现在处在%s之后。", term, q.dated(t), daysBetween(today, t), last),
				how:  "节气按太阳黄经每 15° 一个，时间以北京时间为准。" + lunarSource,
			}, true
		}
	}
}

func leapMonthOf(q *question, m []string) (answer, bool) {
	year, ok := q.spokenYear(m[1])
	if !ok {
		return answer{}, false
	}
	y, ok := lunarYearOf(year)
	if !ok {
		return outside(q)
	}
	how := "一年十三个月时，没有中气的那个月是闰月。" + lunarSource
	for _, month := range y.months {
		if month.leap {
			first, _ := lunarDate{year, month.number, 1, true}.solar()
			return answer{text: fmt.Sprintf("**农历 %d 年闰%s月**\n\n闰月从%s开始，共 %d 天。", year, lunarMonthNames[month.number], q.longDate(first), month.days), how: how}, true
		}
	}
	return answer{text: fmt.Sprintf("**农历 %d 年没有闰月**", year), how: how}, true
}

func newYearOf(q *question, m []string) (answer, bool) {
	year, ok := q.spokenYear(m[1])
	if !ok {
		return answer{}, false
	}
	y, ok := lunarYearOf(year)
	if !ok {
		return outside(q)
	}
	return answer{text: fmt.Sprintf("**%d 年正月初一是 %s**", year, q.dated(y.first)), how: lunarSource}, true
}
