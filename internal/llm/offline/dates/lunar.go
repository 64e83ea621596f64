package dates

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// Lunar answers questions about the lunar calendar, solar terms and the zodiac.
var Lunar = skill.Skill{
	ID:      "lunar",
	Name:    skill.Named("农历与节气", "lunar calendar"),
	Match:   lunar,
	Hints:   []string{"下一个节气是什么？", "2027 年春节是哪天？", "1990 年属什么？"},
	EnHints: []string{"What is today's lunar date?", "When is Chinese New Year 2027?", "What zodiac animal is 1990?"},
	Short:   true,
}

const lunarSource = "农历表覆盖 1900—2100 年，内置在程序里，并用天文算法（朔望与太阳黄经）核对过。"

// civilWord matches the names of the civil calendar.
const civilWord = `(?:公历|阳历|新历|西历)`

// lunarWord matches the names of the lunar calendar.
const lunarWord = `(?:农历|阴历|旧历|黄历|老黄历)`

var lunarPatterns = sync.OnceValue(func() []datePattern {
	return []datePattern{
		dp(`<D>?的?(?:是|对应)?(?:的)?`+lunarWord+`(?:是|日期|日子)*(?:几月初?几|几月几[日号]|多少号?|几号|哪天|什么|初几|什么日子|日期)?|<D>?(?:是|转|换算成?|转成?|转换成?)(?:成|为)?`+lunarWord+`(?:的)?(?:几月初?几|几月几[日号]|多少号?|几号|初几|哪天|什么日子)?|`+lunarWord+`(?:的)?(?:今天|今日)(?:是)?(?:几月初?几|几月几[日号]|几号|初几|多少)|(?:what is |what's )?(?:the )?lunar date(?: of| for)? <D>|(?:what is |what's )?<D>(?:'s)? (?:lunar date|in the lunar calendar)|(?:what is |what's )?(?:the )?lunar date`, lunarOf),
		dp(`(?:把|将)?`+civilWord+`?<D>的?(?:这一?天|那一?天)?(?:是|转换?|换算?|折算|改|写|对应|等于|成|为|到|的|用|什么)*`+lunarWord+`(?:的|是|日期|日子|怎么说|怎么写|表示|哪一?天|几月初?几|几月几[日号]|多少号?|几号|初几|什么日子|什么|多少)*`, lunarOf),
		dp(`(?:把|将)<D>(?:转换?|换算?|折算|改|写|成|为|到)+`+civilWord+`(?:的|是|日期|日子|哪一?天|几月几[日号]|几号|多少)*`, solarOf),
		dp(`(?:我的?|他的?|她的?|爸爸?的?|妈妈?的?)?<D>,?(?:今年|那么?)?(?:是|对应|转|换算成?|转成?|转换成?)?(?:成|为|的)?(?:公历|阳历|新历)?的?(?:是)?(?:几月几[日号]|几号|哪天|哪一天|多少号|多少|什么时候|公历|阳历|什么日期|几月几号星期几|日期)`, solarOf),
		dp(`<D>(?:出生的?|生的?)?(?:的人)?,?(?:我的?|他的?|她的?|那|那么)?的?`+lunarWord+`生日(?:是|在)?(?:几月初?几|几月几[日号]|几号|哪一?天|什么时候|多少|什么)?`, lunarOf),
		dp(`<D>`, solarOfYear),
		dp(`when (?:is|was|will be) <D>(?: this year)?|what date is <D>`, solarOf),
		dp(`(?:`+yearGroup+`)(?:出生的?人?|生的?人?|的人|是)?(?:是)?(?:属什么的?|属啥|什么生肖|生肖是?什么|属相是?什么|什么属相|生肖|是什么年|哪个生肖|属相)(?:年|生肖)?|(?:what )?(?:chinese )?zodiac (?:animal |sign )?(?:is |for |of )?(?:the year )?(\d{4})|what (?:is the )?(?:chinese )?zodiac(?: animal| sign)? (?:is|of|for)(?: the year)? (\d{4})`, zodiacOf),
		dp(`(?:属|生肖)?(?:是)?([鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:年|的)?(?:人)?(?:都)?(?:年份)?(?:是|有|出生)*(?:在)?(?:哪些年份?|哪些|哪几年|哪年|哪一年|几几年|什么年份?|哪年出生|多少岁|哪些年出生的?)(?:出生的?|生的?|的)?`, yearsOfAnimal),
		dp(`(?:`+yearGroup+`)(?:的)?(?:是)?(?:干支|天干地支|什么年|干支纪年|干支年)(?:是什么|是|怎么说|什么)?`, yearPair),
		dp(`<D>的?(?:是)?(?:干支|天干地支|八字|年月日柱|什么日)(?:是什么|是多少|是)?`, dayPairs),
		dp(`(?:`+yearGroup+`)?的?(?:有(?:哪些|什么)|全部|所有)?的?(?:二十四|24)(?:个)?节气(?:有哪些|表|是哪些|时间表?|日期|分别是(?:什么|哪些|哪天|几号)|都有哪些|是哪天|是什么时候)*|(?:`+yearGroup+`)的?节气(?:表|有哪些|时间表)`, termsOf),
		dp(`(?:下一?个|接下来的|最近的)节气(?:是)?(?:什么|哪个|哪天|几号|什么时候|还有几天)*|(?:现在|今天|目前)(?:是)?(?:什么|哪个)节气`, nextTerm),
		dp(lunarWord+`?的?(?:`+yearGroup+`)的?`+lunarWord+`?的?(?:有没有|有|是否有|是)?闰(?:几?月|哪个月)(?:是)?(?:几月|哪个月|吗)?`, leapMonthOf),
		dp(lunarWord+`?的?闰(`+lunarMonth+`)月(?:是|在|有)*(?:哪些|哪一?|哪几|什么|几几)年(?:份)?(?:有|出现)?`, yearsOfLeapMonth),
		dp(lunarWord+`?的?(?:`+yearGroup+`)的?`+lunarWord+`?的?(`+lunarMonth+`)月(?:有|是|一共|共)*(?:(?:没有)?(?:年?三十|30)[天日号]?吗?|(?:没有|有没有)(?:年?三十|30)[天日号]?|(?:几|多少)天|大月还是小月|大月吗|小月吗)`, lengthOfMonth),
		dp(`(?:`+yearGroup+`)(?:的)?正月初一(?:是)?(?:公历)?(?:哪天|几号|几月几号|什么时候)`, newYearOf),
	}
})

// lunarMonth matches the name of a month of the lunar calendar, without 月.
const lunarMonth = `正|一|二|三|四|五|六|七|八|九|十|十一|冬|十二|腊`

const yearGroup = `(\d{4}|[零〇一二三四五六七八九]{4}|今|明|去|后|前)年`

// lunar calls the functions of the matching patterns in order, until a function has an answer.
func lunar(q *skill.Question) (skill.Answer, bool) {
	if q.Core == "" || len(q.Core) > 120 {
		return skill.Answer{}, false
	}
	for _, p := range lunarPatterns() {
		if m := p.asked.FindStringSubmatch(q.Core); m != nil {
			if a, ok := p.answer(q, m); ok {
				return a, true
			}
		}
	}
	return skill.Answer{}, false
}

// outside answers questions about days that are not in the table of the lunar calendar.
func outside(q *skill.Question) (skill.Answer, bool) {
	return skill.Answer{
		Text: q.Say("**只能查 1900—2100 年的农历，这一天不在范围里，或者没有这一天。**", "**The lunar table covers 1900–2100; this day is outside it, or does not exist.**"),
		How:  lunarSource,
	}, true
}

func lunarOf(q *skill.Question, m []string) (skill.Answer, bool) {
	d := calendar.SpokenDay{At: calendar.DayOf(q.Now), Label: "今天"}
	ds := days(q, m)
	if len(ds) > 0 {
		d = ds[0]
	} else if len(skill.Groups(m)) > 0 {
		return skill.Answer{}, false
	}
	if strings.HasPrefix(d.Label, "农历") {
		return skill.Answer{}, false
	}
	l, ok := calendar.ToLunar(d.At)
	if !ok {
		return outside(q)
	}
	if q.Language == skill.English {
		leap := ""
		if l.Leap {
			leap = "leap "
		}
		return skill.Answer{Text: fmt.Sprintf("**%s is day %d of the %s%s lunar month (农历%s)**", q.LongDate(d.At), l.Day, leap, ordinal(l.Month), l.MonthDay()), How: "From the built-in lunar table for 1900–2100."}, true
	}
	text := fmt.Sprintf("**%s是农历%s**", called(q, d), l.String())
	text += "\n\n" + detail(q, d.At, l)
	return skill.Answer{Text: text, How: lunarSource}, true
}

// detail returns a sentence about a day. It contains the weekday, the sexagenary names (干支) of the day
// and of its lunar year, and the zodiac animal of the lunar year. If the day has a solar term or lunar
// festivals, the sentence contains their names, too.
func detail(q *skill.Question, t time.Time, l calendar.LunarDate) string {
	s := fmt.Sprintf("%s，%s年（属%s），%s日", q.Weekday(t), calendar.StemBranch(l.Year-4), calendar.Animal(l.Year), calendar.DayPair(t))
	if term, ok := calendar.TermOn(t); ok {
		s += "，" + term
	}
	for _, f := range calendar.FestivalsOn(t) {
		if strings.HasPrefix(f.Rule, "农历") {
			s += "，" + f.Name
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

// solarOf answers with the civil day of a lunar day, a festival or a solar term.
func solarOf(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) == 0 {
		for _, g := range skill.Groups(m) {
			if strings.Contains(g, "农历") || strings.Contains(g, "阴历") {
				return outside(q)
			}
		}
		return skill.Answer{}, false
	}
	d := ds[0]
	if d.Festival == nil && !strings.HasPrefix(d.Label, "农历") {
		return skill.Answer{}, false
	}
	year := d.At.Year()
	if q.Language == skill.English {
		return skill.Answer{Text: "**" + q.Dated(d.At) + "**", How: "From the built-in calendar tables."}, true
	}
	subject := d.Label
	if d.Festival != nil {
		subject = fmt.Sprintf("%d 年%s", year, d.Festival.Name)
	} else if l, ok := calendar.ToLunar(d.At); ok {
		subject = fmt.Sprintf("农历 %d 年%s", l.Year, l.MonthDay())
	}
	text := fmt.Sprintf("**%s是 %s**", subject, q.Dated(d.At))
	if l, ok := calendar.ToLunar(d.At); ok {
		text += fmt.Sprintf("\n\n农历%s，属%s年。", l.String(), calendar.Animal(l.Year))
	}
	if n := calendar.DaysBetween(calendar.DayOf(q.Now), d.At); n > 0 && n < 800 {
		text += fmt.Sprintf("距今天还有 %d 天。", n)
	} else if n < 0 && n > -800 {
		text += fmt.Sprintf("已经过去 %d 天。", -n)
	}
	return skill.Answer{Text: text, How: lunarSource + ruleOf(q, d)}, true
}

// solarOfYear answers a question without a verb, such as "2028 年春节". The question consists of a year,
// and a festival, a solar term or a lunar day.
func solarOfYear(q *skill.Question, m []string) (skill.Answer, bool) {
	if ds := days(q, m); len(ds) != 1 || ds[0].Festival == nil && !strings.HasPrefix(ds[0].Label, "农历") || ds[0].Yearless {
		return skill.Answer{}, false
	}
	return solarOf(q, m)
}

func zodiacOf(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, skill.Groups(m)[0])
	if !ok || year < 1 || year > 9999 {
		return skill.Answer{}, false
	}
	a := calendar.Animal(year)
	y, known := calendar.LunarYearOf(year)
	if q.Language == skill.English {
		return skill.Answer{Text: fmt.Sprintf("**%d is the year of the %s (%s)**", year, englishAnimals[a], a), How: "The animals repeat every 12 lunar years."}, true
	}
	text := fmt.Sprintf("**%d 年属%s**，%s年。", year, a, calendar.StemBranch(year-4))
	if known {
		text += fmt.Sprintf("\n\n生肖年从春节（%s）开始；这一天以前出生的属%s。", q.LongDate(y.First), calendar.Animal(year-1))
	}
	return skill.Answer{Text: text, How: "十二生肖每 12 个农历年一轮，以春节为界。"}, true
}

var englishAnimals = map[string]string{"鼠": "Rat", "牛": "Ox", "虎": "Tiger", "兔": "Rabbit", "龙": "Dragon", "蛇": "Snake", "马": "Horse", "羊": "Goat", "猴": "Monkey", "鸡": "Rooster", "狗": "Dog", "猪": "Pig"}

func yearsOfAnimal(q *skill.Question, m []string) (skill.Answer, bool) {
	var years []string
	for y := 1936; y <= 2043; y++ {
		if calendar.Animal(y) == m[1] {
			years = append(years, fmt.Sprint(y))
		}
	}
	return skill.Answer{Text: fmt.Sprintf("**属%s的年份：%s**\n\n以当年春节为界。", m[1], strings.Join(years, "、")), How: "十二生肖每 12 年一轮。"}, true
}

func yearPair(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, m[1])
	if !ok || year < 1 || year > 9999 {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%d 年是%s年（%s年）**", year, calendar.StemBranch(year-4), calendar.Animal(year)),
		How:  "干支六十年一循环，公元 4 年是甲子年；以春节为界。",
	}, true
}

func dayPairs(q *skill.Question, m []string) (skill.Answer, bool) {
	ds := days(q, m)
	if len(ds) != 1 {
		return skill.Answer{}, false
	}
	t := ds[0].At
	month, ok := calendar.MonthPair(t)
	if !ok {
		return outside(q)
	}
	year := t.Year()
	if start, ok := calendar.TermDay(year, 2); ok && t.Before(start) {
		year--
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%s是%s年 %s月 %s日**", called(q, ds[0]), calendar.StemBranch(year-4), month, calendar.DayPair(t)),
		How:  "年柱以立春为界，月柱以节气为界，日柱按六十甲子连续计数。",
	}, true
}

func termsOf(q *skill.Question, m []string) (skill.Answer, bool) {
	year := q.Now.Year()
	if g := skill.Groups(m); len(g) > 0 {
		var ok bool
		if year, ok = spokenYear(q, g[0]); !ok {
			return skill.Answer{}, false
		}
	}
	y, ok := calendar.LunarYearOf(year)
	if !ok {
		return outside(q)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%d 年二十四节气**\n\n| 节气 | 日期 | 节气 | 日期 |\n|---|---|---|---|", year)
	for i := 0; i < 24; i += 2 {
		fmt.Fprintf(&b, "\n| %s | %d月%d日 | %s | %d月%d日 |", calendar.TermNames[i], i/2+1, y.Terms[i], calendar.TermNames[i+1], i/2+1, y.Terms[i+1])
	}
	return skill.Answer{Text: b.String(), How: "节气按太阳黄经每 15° 一个，时间以北京时间为准。" + lunarSource}, true
}

func nextTerm(q *skill.Question, m []string) (skill.Answer, bool) {
	today := calendar.DayOf(q.Now)
	t := today
	if !strings.HasPrefix(m[0], "下") && !strings.HasPrefix(m[0], "接") {
		if term, ok := calendar.TermOn(today); ok {
			return skill.Answer{Text: "**今天是" + term + "**", How: lunarSource}, true
		}
	}
	var last string
	for back := today; last == ""; back = back.AddDate(0, 0, -1) {
		if term, ok := calendar.TermOn(back); ok {
			last = fmt.Sprintf("%s（%s）", term, q.LongDate(back))
		} else if back.Year() < calendar.FirstLunarYear {
			return outside(q)
		}
	}
	for {
		t = t.AddDate(0, 0, 1)
		if t.Year() > calendar.LastLunarYear {
			return outside(q)
		}
		if term, ok := calendar.TermOn(t); ok {
			return skill.Answer{
				Text: fmt.Sprintf("**下一个节气是%s：%s，还有 %d 天**\n\n现在处在%s之后。", term, q.Dated(t), calendar.DaysBetween(today, t), last),
				How:  "节气按太阳黄经每 15° 一个，时间以北京时间为准。" + lunarSource,
			}, true
		}
	}
}

func leapMonthOf(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, m[1])
	if !ok {
		return skill.Answer{}, false
	}
	y, ok := calendar.LunarYearOf(year)
	if !ok {
		return outside(q)
	}
	how := "一年十三个月时，没有中气的那个月是闰月。" + lunarSource
	for _, month := range y.Months {
		if month.Leap {
			first, _ := calendar.LunarDate{Year: year, Month: month.Number, Day: 1, Leap: true}.Solar()
			return skill.Answer{Text: fmt.Sprintf("**农历 %d 年%s**\n\n闰月从%s开始，共 %d 天。", year, month.Name(), q.LongDate(first), month.Days), How: how}, true
		}
	}
	return skill.Answer{Text: fmt.Sprintf("**农历 %d 年没有闰月**", year), How: how}, true
}

// lengthOfMonth states how many days a lunar month of a year has.
func lengthOfMonth(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, m[1])
	number, ok2 := calendar.LunarMonthNumber(m[2])
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	y, ok := calendar.LunarYearOf(year)
	if !ok {
		return outside(q)
	}
	var said []string
	for _, month := range y.Months {
		if month.Number == number {
			kind := map[int]string{29: "小月，没有三十", 30: "大月，有三十"}[month.Days]
			said = append(said, fmt.Sprintf("%s有 %d 天（%s）", month.Name(), month.Days, kind))
		}
	}
	return skill.Answer{Text: fmt.Sprintf("**农历 %d 年%s**", year, strings.Join(said, "，")), How: lunarSource}, true
}

// yearsOfLeapMonth lists the years with a certain leap month in the lunar table.
func yearsOfLeapMonth(q *skill.Question, m []string) (skill.Answer, bool) {
	number, ok := calendar.LunarMonthNumber(m[1])
	if !ok {
		return skill.Answer{}, false
	}
	var years []string
	for year := calendar.FirstLunarYear; year <= calendar.LastLunarYear; year++ {
		y, _ := calendar.LunarYearOf(year)
		if slices.ContainsFunc(y.Months, func(o calendar.LunarMonth) bool { return o.Leap && o.Number == number }) {
			years = append(years, fmt.Sprint(year))
		}
	}
	name := calendar.LunarMonth{Number: number, Leap: true}.Name()
	if len(years) == 0 {
		return skill.Answer{Text: fmt.Sprintf("**%d—%d 年没有%s**", calendar.FirstLunarYear, calendar.LastLunarYear, name), How: lunarSource}, true
	}
	return skill.Answer{Text: fmt.Sprintf("**有%s的年份：%s**", name, strings.Join(years, "、")), How: lunarSource}, true
}

func newYearOf(q *skill.Question, m []string) (skill.Answer, bool) {
	year, ok := spokenYear(q, m[1])
	if !ok {
		return skill.Answer{}, false
	}
	y, ok := calendar.LunarYearOf(year)
	if !ok {
		return outside(q)
	}
	return skill.Answer{Text: fmt.Sprintf("**%d 年正月初一是 %s**", year, q.Dated(y.First)), How: lunarSource}, true
}
