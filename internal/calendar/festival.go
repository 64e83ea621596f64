package calendar

import (
	"maps"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Festival is a yearly day with a name.
type Festival struct {
	Name  string
	names []string // names for FestivalNamed, folded by zh.FoldRunes
	on    func(year int) (time.Time, bool)
	Rule  string // how its day is determined, in Chinese
}

// On is the festival's day in a year, or false when the day is not known. For a festival on a lunar day,
// `year` is the lunar year, which ends in January or February of the next solar year.
func (f Festival) On(year int) (time.Time, bool) { return f.on(year) }

// FestivalNamed finds a festival by any of its names, or a solar term by its name. The name must be
// folded by zh.FoldRunes.
func FestivalNamed(name string) (Festival, bool) {
	f, ok := festivalNames[name]
	return f, ok
}

func solarDay(month, day int) func(int) (time.Time, bool) {
	return func(year int) (time.Time, bool) { return Civil(year, month, day), true }
}

func lunarDay(month, day int) func(int) (time.Time, bool) {
	return func(year int) (time.Time, bool) { return LunarDate{year, month, day, false}.Solar() }
}

// nthWeekday is the n-th weekday w of a month.
func nthWeekday(month int, w time.Weekday, n int) func(int) (time.Time, bool) {
	return func(year int) (time.Time, bool) {
		first := Civil(year, month, 1)
		return first.AddDate(0, 0, mod(int(w)-int(first.Weekday()), 7)+7*(n-1)), true
	}
}

// eve is the day before the lunar new year.
func eve(year int) (time.Time, bool) {
	y, ok := LunarYearOf(year)
	return y.First.AddDate(0, 0, -1), ok
}

// easter computes Easter Sunday of the Gregorian calendar.
func easter(year int) (time.Time, bool) {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return Civil(year, n/31, n%31+1), true
}

// Festivals are all festivals except the solar terms.
var Festivals = []Festival{
	{"元旦", []string{"元旦", "元旦节", "新年第一天", "new year's day", "new years day", "new year"}, solarDay(1, 1), "公历 1 月 1 日"},
	{"除夕", []string{"除夕", "大年三十", "年三十", "除夕夜"}, eve, "农历新年的前一天"},
	{"春节", []string{"春节", "过年", "大年初一", "农历新年", "新春", "农历年", "chinese new year", "spring festival", "lunar new year"}, lunarDay(1, 1), "农历正月初一"},
	{"元宵节", []string{"元宵节", "元宵", "正月十五", "上元节", "lantern festival"}, lunarDay(1, 15), "农历正月十五"},
	{"龙抬头", []string{"龙抬头", "二月二"}, lunarDay(2, 2), "农历二月初二"},
	{"情人节", []string{"情人节", "valentine's day", "valentines day"}, solarDay(2, 14), "公历 2 月 14 日"},
	{"妇女节", []string{"妇女节", "三八节", "三八妇女节", "女神节"}, solarDay(3, 8), "公历 3 月 8 日"},
	{"植树节", []string{"植树节"}, solarDay(3, 12), "公历 3 月 12 日"},
	{"愚人节", []string{"愚人节", "april fools' day"}, solarDay(4, 1), "公历 4 月 1 日"},
	{"清明节", []string{"清明节", "qingming festival", "qingming", "tomb-sweeping day"}, func(y int) (time.Time, bool) { return TermDay(y, 6) }, "二十四节气的清明"},
	{"劳动节", []string{"劳动节", "五一", "五一劳动节", "五一节", "labour day", "labor day"}, solarDay(5, 1), "公历 5 月 1 日"},
	{"青年节", []string{"青年节", "五四青年节", "五四"}, solarDay(5, 4), "公历 5 月 4 日"},
	{"母亲节", []string{"母亲节", "mother's day"}, nthWeekday(5, time.Sunday, 2), "5 月的第二个星期日"},
	{"儿童节", []string{"儿童节", "六一", "六一儿童节"}, solarDay(6, 1), "公历 6 月 1 日"},
	{"端午节", []string{"端午节", "端午", "端阳节", "dragon boat festival"}, lunarDay(5, 5), "农历五月初五"},
	{"父亲节", []string{"父亲节", "father's day"}, nthWeekday(6, time.Sunday, 3), "6 月的第三个星期日"},
	{"建党节", []string{"建党节", "七一建党节"}, solarDay(7, 1), "公历 7 月 1 日"},
	{"建军节", []string{"建军节", "八一建军节", "八一"}, solarDay(8, 1), "公历 8 月 1 日"},
	{"七夕", []string{"七夕节", "七夕", "乞巧节"}, lunarDay(7, 7), "农历七月初七"},
	{"中元节", []string{"中元节", "鬼节"}, lunarDay(7, 15), "农历七月十五"},
	{"教师节", []string{"教师节"}, solarDay(9, 10), "公历 9 月 10 日"},
	{"中秋节", []string{"中秋节", "中秋", "八月十五中秋节", "团圆节", "mid-autumn festival", "mid autumn festival", "moon festival"}, lunarDay(8, 15), "农历八月十五"},
	{"重阳节", []string{"重阳节", "重阳", "老人节"}, lunarDay(9, 9), "农历九月初九"},
	{"国庆节", []string{"国庆节", "国庆", "十一国庆节", "十一", "十一黄金周", "national day"}, solarDay(10, 1), "公历 10 月 1 日"},
	{"万圣节", []string{"万圣节前夜", "万圣夜", "halloween"}, solarDay(10, 31), "公历 10 月 31 日"},
	{"光棍节", []string{"光棍节", "双十一", "双11"}, solarDay(11, 11), "公历 11 月 11 日"},
	{"感恩节", []string{"感恩节", "thanksgiving"}, nthWeekday(11, time.Thursday, 4), "11 月的第四个星期四（美国）"},
	{"腊八节", []string{"腊八节", "腊八"}, lunarDay(12, 8), "农历十二月初八"},
	{"平安夜", []string{"平安夜", "christmas eve"}, solarDay(12, 24), "公历 12 月 24 日"},
	{"圣诞节", []string{"圣诞节", "圣诞", "christmas day", "christmas", "xmas"}, solarDay(12, 25), "公历 12 月 25 日"},
	{"小年", []string{"小年", "北方小年"}, lunarDay(12, 23), "农历十二月廿三（北方）"},
	{"复活节", []string{"复活节", "easter"}, easter, "春分后第一个满月后的星期日"},
	{"跨年夜", []string{"跨年夜", "跨年", "new year's eve", "new years eve"}, solarDay(12, 31), "公历 12 月 31 日"},
}

// FestivalsOn returns the festivals of a day, without solar terms. It also searches the previous lunar year,
// because a festival late in a lunar year is usually in the next solar year.
func FestivalsOn(day time.Time) []Festival {
	var out []Festival
	for _, f := range Festivals {
		for _, year := range []int{day.Year(), day.Year() - 1} {
			if on, ok := f.On(year); ok && on.Equal(day) {
				out = append(out, f)
			}
		}
	}
	return out
}

// festivalNames finds a festival by any of its names, and a solar term by its name with or without
// 节气.
var festivalNames = func() map[string]Festival {
	m := map[string]Festival{}
	for _, f := range Festivals {
		for _, n := range f.names {
			m[n] = f
		}
	}
	for i, n := range TermNames {
		f := Festival{n, []string{n}, func(y int) (time.Time, bool) { return TermDay(y, i) }, "二十四节气"}
		m[n], m[n+"节气"] = f, f
	}
	return m
}()

// festivalPattern matches any festival or solar term; longer names come first.
var festivalPattern = text.AnyOf(maps.Keys(festivalNames))

// Next is the next day of the festival, which may be `day` itself. A festival late in the lunar year
// may be in the next solar year.
func (f Festival) Next(day time.Time) (time.Time, bool) {
	for year := day.Year() - 1; year <= day.Year()+1; year++ {
		if t, ok := f.On(year); ok && !t.Before(day) {
			return t, true
		}
	}
	return time.Time{}, false
}
