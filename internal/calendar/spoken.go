package calendar

import (
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Parts of DayPattern: words for the lunar calendar, a month with a day of it, and the sexagenary names
// of years.
const (
	lunarCalendar = `(?:农历|阴历|旧历|lunar )(?:生日(?:是|在)?)?`
	lunarMonthDay = `闰?(?:[正一二三四五六七八九十冬腊]+|\d{1,2})月(?:初|廿|卅|[一二三四五六七八九十])?(?:[一二三四五六七八九十]{1,3}|\d{1,2})?[日号]?`
	pairYears     = `[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]`
)

// DayPattern matches one day as people write it; ReadDay parses its matches.
var DayPattern = `(?:` + strings.Join([]string{
	`(?:(?:\d{4}|[零〇一二三四五六七八九]{4})年|今年|明年|去年|后年)?的?` + lunarCalendar + `(?:(?:\d{4}|[零〇一二三四五六七八九]{4})年|今年|明年|去年|后年)?的?` + lunarMonthDay,
	`(?:` + lunarCalendar + `)?` + pairYears + `年的?` + lunarMonthDay,
	`(?:\d{4}|[零〇一二三四五六七八九]{4})年(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?`,
	`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
	`(?:(?:今|明|去|后|前)年的?)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?`,
	`(?:本月|这个月|下个?月|上个?月)的?\d{1,2}[日号]`,
	`(?:明年|去年|后年|前年)的?(?:今天|今日)`,
	`大后天|大前天|今天|今日|今晚|明天|明日|昨天|昨日|后天|前天|现在|today|tomorrow|yesterday|the day after tomorrow|the day before yesterday|now`,
	`(?:这|本|下下|下|上上|上)?个?(?:周|星期|礼拜)(?:[一二三四五六日天末1-6])`,
	`(?:next |last |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)`,
	`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
	`\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december),?(?: \d{4})?`,
	`(?:(?:\d{4}|[零〇一二三四五六七八九]{4})年的?|今年的?|明年的?|去年的?|后年的?|前年的?|下个?|this year's |next year's )?(?:的)?` + festivalPattern + `(?: (?:in )?\d{4})?`,
	`(?:今年|年)底|(?:今年|本年)(?:的)?最后一天`,
}, "|") + `)`

// SpokenDay is a day mentioned in a question.
type SpokenDay struct {
	At       time.Time
	Label    string // such as 今天, 中秋节 or 农历八月十五; empty for plain dates
	Festival *Festival
	Yearless bool // a date or festival without a year; false for relative days such as 明天
}

var (
	fullDate    = text.NewPattern(`^(\d{4}|[零〇一二三四五六七八九]{4})[-年/.](\d{1,2}|[一二三四五六七八九十]{1,3})[-月/.](\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?$`)
	shortDate   = text.NewPattern(`^((?:今|明|去|后|前)年)?的?(\d{1,2}|[一二三四五六七八九十]{1,2})月(\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?$`)
	monthDay    = text.NewPattern(`^(本月|这个月|下个?月|上个?月)的?(\d{1,2})[日号]$`)
	weekdayZh   = text.NewPattern(`^(这|本|下下|下|上上|上)?个?(?:周|星期|礼拜)([一二三四五六日天末1-6])$`)
	weekdayEn   = text.NewPattern(`^(next |last |this )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`)
	englishDate = text.NewPattern(`^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$`)
	englishBack = text.NewPattern(`^(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3,9}),?(?: (\d{4}))?$`)
	sameDay     = text.NewPattern(`^(明年|去年|后年|前年)的?(?:今天|今日)$`)
	lunarMark   = text.NewPattern(lunarCalendar)
	pairYear    = text.NewPattern(`^` + pairYears + `年`)
	lunarSpoken = text.NewPattern(`^(?:(\d{4}|[零〇一二三四五六七八九]{4})年|(今年|明年|去年|后年)|(` + pairYears + `)年)?的?(闰)?([正一二三四五六七八九十冬腊]+|\d{1,2})月(.*?)[日号]?$`)
	festivalOf  = text.NewPattern(`^(?:(\d{4}|[零〇一二三四五六七八九]{4})年|(今年|明年|去年|后年|前年|this year's |next year's )|下个?)?的?(` + festivalPattern + `)(?: (?:in )?(\d{4}))?$`)
)

var relativeDays = map[string]int{
	"今天": 0, "今日": 0, "今晚": 0, "现在": 0, "today": 0, "now": 0, "明天": 1, "明日": 1, "tomorrow": 1, "后天": 2,
	"the day after tomorrow": 2, "大后天": 3, "昨天": -1, "昨日": -1, "yesterday": -1, "前天": -2, "the day before yesterday": -2, "大前天": -3,
}

// RelativeYears maps words for a year to its distance from the current year.
var RelativeYears = map[string]int{"今年": 0, "本年": 0, "明年": 1, "后年": 2, "去年": -1, "前年": -2, "this year's ": 0, "next year's ": 1, "this year": 0, "next year": 1, "last year": -1}

var weekdayDigits = map[string]int{"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7, "末": 6, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}

var englishMonths = func() map[string]int {
	m := map[string]int{"sept": 9}
	for i := time.January; i <= time.December; i++ {
		n := strings.ToLower(i.String())
		m[n], m[n[:3]] = int(i), int(i)
	}
	return m
}()

// validDay refuses days that do not exist, such as 2 月 30 日.
func validDay(year, month, day int) (time.Time, bool) {
	t := Civil(year, month, day)
	return t, year >= 1 && year <= 9999 && t.Year() == year && int(t.Month()) == month && t.Day() == day
}

// ReadDay parses a match of DayPattern, relative to the time `now`.
func ReadDay(s string, now time.Time) (SpokenDay, bool) {
	today := DayOf(now)
	s = strings.TrimSpace(s)
	if n, ok := relativeDays[s]; ok {
		return SpokenDay{At: today.AddDate(0, 0, n), Label: s}, true
	}
	if m := sameDay.FindStringSubmatch(s); m != nil {
		return SpokenDay{At: AddMonths(today, 12*RelativeYears[m[1]]), Label: s}, true
	}
	if strings.Contains(s, "年底") || strings.Contains(s, "最后一天") {
		return SpokenDay{At: Civil(today.Year(), 12, 31), Label: "年底"}, true
	}
	if plain := lunarMark.ReplaceAllString(s, ""); plain != s || pairYear.MatchString(s) {
		return readLunarDay(plain, today)
	}
	if m := fullDate.FindStringSubmatch(s); m != nil {
		return dateOf(m[1], m[2], m[3])
	}
	if m := shortDate.FindStringSubmatch(s); m != nil {
		d, ok := dateOf(strconv.Itoa(today.Year()+RelativeYears[m[1]]), m[2], m[3])
		d.Yearless = m[1] == ""
		return d, ok
	}
	if m := monthDay.FindStringSubmatch(s); m != nil {
		step := map[bool]int{true: 1}[strings.HasPrefix(m[1], "下")] - map[bool]int{true: 1}[strings.HasPrefix(m[1], "上")]
		first := Civil(today.Year(), int(today.Month())+step, 1)
		return dateOf(strconv.Itoa(first.Year()), strconv.Itoa(int(first.Month())), m[2])
	}
	if m := weekdayZh.FindStringSubmatch(s); m != nil {
		weeks := map[string]int{"下": 7, "下下": 14, "上": -7, "上上": -14}[m[1]]
		return SpokenDay{At: Monday(today).AddDate(0, 0, weeks+weekdayDigits[m[2]]-1), Label: s}, true
	}
	if m := weekdayEn.FindStringSubmatch(s); m != nil {
		weeks := map[string]int{"next ": 7, "last ": -7}[m[1]]
		for d := range 7 {
			if t := Monday(today).AddDate(0, 0, d); strings.ToLower(t.Weekday().String()) == m[2] {
				return SpokenDay{At: t.AddDate(0, 0, weeks), Label: s}, true
			}
		}
	}
	if m := englishDate.FindStringSubmatch(s); m != nil {
		return englishDay(m[1], m[2], m[3], today)
	}
	if m := englishBack.FindStringSubmatch(s); m != nil {
		return englishDay(m[2], m[1], m[3], today)
	}
	return readFestival(s, today)
}

func dateOf(year, month, day string) (SpokenDay, bool) {
	y, ok1 := zh.Integer(year)
	m, ok2 := zh.Integer(month)
	d, ok3 := zh.Integer(day)
	if !ok1 || !ok2 || !ok3 {
		return SpokenDay{}, false
	}
	t, ok := validDay(y, m, d)
	return SpokenDay{At: t}, ok
}

func englishDay(month, day, year string, today time.Time) (SpokenDay, bool) {
	m, ok := englishMonths[month]
	d, _ := strconv.Atoi(day)
	y := today.Year()
	if year != "" {
		y, _ = strconv.Atoi(year)
	}
	t, valid := validDay(y, m, d)
	return SpokenDay{At: t, Yearless: year == ""}, ok && valid
}

func readFestival(s string, today time.Time) (SpokenDay, bool) {
	m := festivalOf.FindStringSubmatch(s)
	if m == nil {
		return SpokenDay{}, false
	}
	f := festivalNames[m[3]]
	year, yearGiven := today.Year(), true
	switch {
	case m[1] != "":
		year, _ = zh.Integer(m[1])
	case m[4] != "":
		year, _ = strconv.Atoi(m[4])
	case m[2] != "":
		year += RelativeYears[m[2]]
	default:
		yearGiven = false
	}
	t, ok := f.On(year)
	if next, found := f.Next(today); !yearGiven && found {
		t, ok = next, true
	}
	return SpokenDay{At: t, Label: f.Name, Festival: &f, Yearless: !yearGiven}, ok
}

var lunarMonthNumbers = map[string]int{"正": 1, "冬": 11, "腊": 12}

// LunarMonthNumber returns the number of a lunar month by its name without 月, such as 正, 六 or 腊.
func LunarMonthNumber(name string) (int, bool) {
	if n := lunarMonthNumbers[name]; n > 0 {
		return n, true
	}
	n, ok := zh.Integer(name)
	return n, ok && n >= 1 && n <= 12
}

// readLunarDay parses 八月十五, 2026年闰六月初一 or 乙巳年八月十五.
func readLunarDay(s string, today time.Time) (SpokenDay, bool) {
	m := lunarSpoken.FindStringSubmatch(s)
	if m == nil {
		return SpokenDay{}, false
	}
	d := LunarDate{Year: today.Year(), Leap: m[4] != ""}
	named := true
	switch {
	case m[1] != "":
		d.Year, _ = zh.Integer(m[1])
	case m[3] != "":
		d.Year, named = yearOfPair(m[3], today.Year())
	default:
		d.Year += RelativeYears[m[2]]
	}
	month, ok := LunarMonthNumber(m[5])
	d.Month = month
	day, ok2 := lunarDayNumber(m[6])
	d.Day = day
	if !ok || !ok2 || !named {
		return SpokenDay{}, false
	}
	t, ok := d.Solar()
	if !ok { // no such day, as in 农历十三月初一 or 农历四月三十一
		return SpokenDay{}, false
	}
	return SpokenDay{At: t, Label: "农历" + d.MonthDay(), Yearless: m[1]+m[2]+m[3] == ""}, true
}

// yearOfPair returns the year with a sexagenary name. Every name recurs after sixty years. Because people
// mention past years more often, only the years from now−49 to now+10 are searched. It returns false if
// none of them has the name.
func yearOfPair(pair string, now int) (year int, ok bool) {
	for year := now - 49; year <= now+10; year++ {
		if StemBranch(year-4) == pair {
			return year, true
		}
	}
	return 0, false
}

func lunarDayNumber(s string) (int, bool) {
	if rest, ok := strings.CutPrefix(s, "初"); ok {
		return zh.Integer(rest)
	}
	if rest, ok := strings.CutPrefix(s, "廿"); ok && rest != "" {
		n, ok := zh.Integer(rest)
		return 20 + n, ok
	}
	return zh.Integer(s)
}
