package cite

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// number is a number in a text, with its unit.
type number struct {
	value *big.Rat
	unit  string // the class of the unit; empty: no known unit, or a unit without a class, such as 个
	bound int    // −1: at most, +1: at least, 0: no bound
	about bool   // marked as approximate
}

// date is a day of a month.
type date struct{ month, day string }

// facts are the parts of a text that can be verified one by one.
type facts struct {
	numbers []number
	dates   []date
	codes   []string // such as versions, addresses and standards: digits together with letters, or with several points
	times   []string // days of the week, and times of day without a.m. or p.m.: 15:30 becomes 3:30
}

const hanNumeral = `[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅]+`

var (
	codePattern  = text.NewPattern(`\d+(?:\.\d+){2,}|[a-z]+\d[a-z0-9.]*|\d+[a-z]+\d[a-z0-9]*`)
	isoDate      = text.NewPattern(`\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b`)
	hanDate      = text.NewPattern(`(\d{1,2}|` + hanNumeral + `)\s*月\s*(\d{1,2}|` + hanNumeral + `)\s*[日号]`)
	englishDate  = text.NewPattern(`\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b`)
	ratioOf      = text.NewPattern(`(百|千|万|` + hanNumeral + `|\d+)分之(` + hanNumeral + `|\d+(?:\.\d+)?)`)
	points       = text.NewPattern(`(\d[\d,]*(?:\.\d+)?|[零〇一二两三四五六七八九十百千万亿]+?(?:点[零〇一二三四五六七八九]+)?)\s*个?百分点`)
	ratioSlash   = text.NewPattern(`(\d{1,2})\s*/\s*(\d{1,2})`)
	metresAnd    = text.NewPattern(`(\d|[一二两三四五六七八九])米([一二三四五六七八九\d])(?:$|[^\d一二三四五六七八九十百])`)
	tenthYuan    = text.NewPattern(`(\d|[一二两三四五六七八九])(?:毛|角)(?:钱|$|[^\p{Han}]|的)`)
	discounts    = text.NewPattern(`([一二三四五六七八九\d])([一二三四五六七八九\d])?折(?:$|[^叠旧算])`)
	tenths       = text.NewPattern(`([一二两三四五六七八九])成([一二三四五六七八九半])?`)
	plainNumber  = text.NewPattern(`(\d[\d,]*(?:\.\d+)?)\s*(万亿|亿|千万|百万|万|千|百|million|billion|thousand|bn)?`)
	hanNumber    = text.NewPattern(hanNumeral + `(?:点[零〇一二三四五六七八九]+)?[万亿]?`)
	englishWords = text.NewPattern(`\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|half)\b`)
	listMarker   = text.NewPattern(`^\s*(?:#+\s+)?(?:[-*+•]\s+)?(?:\*\*)?(?:\(?\d{1,2}[.、)）]|（[一二三四五六七八九十\d]{1,3}）|第?[一二三四五六七八九十]{1,3}、)\s*`)
)

// clock matches a time of day, weekday matches a day of the week, halfOf matches half a unit of time.
var (
	clock   = text.NewPattern(`(\d{1,2})[:：](\d{2})|(\d{1,2}|[一二两三四五六七八九十]{1,3})\s*点(?:(半)|\s*(\d{1,2}|[零一二三四五六七八九十]{1,3})分?)?`)
	weekday = text.NewPattern(`(?:周|星期|礼拜)([一二三四五六日天])|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b`)
	halfOf  = text.NewPattern(`半(?:年|个月|个小时|小时|天)`)
)

// weekdays maps names to days of the week.
var weekdays = map[string]string{
	"一": "mon", "二": "tue", "三": "wed", "四": "thu", "五": "fri", "六": "sat", "日": "sun", "天": "sun",
	"mon": "mon", "tues": "tue", "wednes": "wed", "thurs": "thu", "fri": "fri", "satur": "sat", "sun": "sun",
}

var englishNumbers = map[string]int64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"first": 1, "second": 2, "third": 3, "fourth": 4,
}

var scales = map[string]int64{
	"百": 100, "千": 1_000, "万": 10_000, "百万": 1_000_000, "千万": 10_000_000, "亿": 100_000_000, "万亿": 1_000_000_000_000,
	"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "bn": 1_000_000_000,
}

// unit is a unit as written, its class, and its size within the class.
type unit struct {
	written, class string
	times          int64
}

// units lists longer units before their prefixes. Days and weeks are in hours, and years in months,
// so that 12 个月 equals 一年.
var units = []unit{
	{"个工作日", "workday", 1}, {"工作日", "workday", 1}, {"business day", "workday", 1}, {"working day", "workday", 1},
	{"个小时", "hour", 1}, {"小时", "hour", 1}, {"hour", "hour", 1}, {"分钟", "minute", 1}, {"minute", "minute", 1}, {"秒", "second", 1}, {"second", "second", 1},
	{"个星期", "hour", 168}, {"星期", "hour", 168}, {"周年", "month", 12}, {"周岁", "age", 1}, {"岁", "age", 1}, {"周", "hour", 168}, {"week", "hour", 168},
	{"个季度", "quarter", 1}, {"季度", "quarter", 1}, {"quarter", "quarter", 1}, {"个月", "month", 1}, {"月", "month", 1}, {"month", "month", 1},
	{"日元", "yen", 1}, {"日圆", "yen", 1}, {"年级", "grade", 1}, {"年代", "decade", 1}, // before 日 and 年
	{"年", "month", 12}, {"year", "month", 12}, {"天", "hour", 24}, {"日", "hour", 24}, {"day", "hour", 24}, {"时", "clock", 1}, {"点", "clock", 1},
	{"%", "ratio", 1}, {"percent", "ratio", 1}, {"per cent", "ratio", 1}, {"‰", "ratio", 1},
	{"美元", "dollar", 1}, {"欧元", "euro", 1}, {"港元", "hkd", 1}, {"港币", "hkd", 1}, {"台币", "twd", 1}, {"人民币", "yuan", 1}, {"元", "yuan", 1}, {"块", "yuan", 1},
	{"平方米", "area", 1}, {"立方米", "volume", 1}, {"公里", "km", 1}, {"千米", "km", 1}, {"厘米", "cm", 1}, {"毫米", "mm", 1}, {"米", "metre", 1},
	{"公斤", "kg", 1}, {"千克", "kg", 1}, {"吨", "ton", 1}, {"毫克", "mg", 1}, {"微克", "µg", 1}, {"克拉", "carat", 1}, {"克朗", "krona", 1}, {"克", "gram", 1}, {"毫升", "ml", 1}, {"升", "litre", 1},
	{"mmhg", "mmhg", 1}, {"mg/kg", "mg/kg", 1}, {"mg", "mg", 1}, {"kg", "kg", 1}, {"kwh", "kwh", 1}, {"kw", "kw", 1}, {"mm", "mm", 1}, {"cm", "cm", 1}, {"km", "km", 1},
	{"gb", "gb", 1}, {"mb", "mb", 1}, {"v", "volt", 1}, {"w", "watt", 1}, {"度", "degree", 1}, {"℃", "degree", 1},
	{"名", "people", 1}, {"人", "people", 1}, {"位", "people", 1}, {"例", "people", 1}, {"户", "household", 1}, {"employees", "people", 1},
	{"次", "times", 1}, {"倍", "fold", 1}, {"级", "level", 1}, {"楼", "floor", 1}, {"层", "floor", 1}, {"条", "article", 1}, {"号", "ordinal", 1},
	{"股", "share", 1}, {"套", "set", 1}, {"台", "set", 1}, {"页", "page", 1}, {"期", "term", 1}, {"个", "", 1}, {"份", "", 1},
	{"袋", "bag", 1}, {"瓶", "bottle", 1}, {"片", "tablet", 1}, {"粒", "tablet", 1}, {"盒", "box", 1}, {"箱", "box", 1}, {"支", "piece", 1}, {"只", "piece", 1},
	{"件", "piece", 1}, {"张", "sheet", 1}, {"辆", "car", 1}, {"间", "room", 1}, {"节", "lesson", 1}, {"课时", "lesson", 1}, {"遍", "times", 1}, {"晚", "night", 1}, {"桌", "table", 1},
}

// leading are units written before the number.
var leading = []unit{{"usd", "dollar", 1}, {"us$", "dollar", 1}, {"$", "dollar", 1}, {"rmb", "yuan", 1}, {"¥", "yuan", 1}, {"人民币", "yuan", 1}, {"€", "euro", 1}}

var (
	boundBefore  = text.NewPattern(`(?:(不得?超过|不高于|不多于|不大于|至多|最多|不满|不足|up to|at most|no more than|not exceed|under|below|less than)|(不得?低于|不少于|不小于|至少|最少|满|at least|more than|over|above|exceed(?:s|ing)?)|(低于|少于|小于)|(超过|高于|多于|大于))[^\d，。,;；零一二两三四五六七八九十百千万亿]{0,4}$`)
	atMostAfter  = text.NewPattern(`^[^，。,;；\d]{0,3}(?:以内|以下|之内|or less)`)
	atLeastAfter = text.NewPattern(`^[^，。,;；\d]{0,3}(?:以上|及以上|or more)`)
	aboutBefore  = text.NewPattern(`(?:约|近|接近|大约|将近|大概|差不多|左右|about|around|nearly|almost|roughly)[^\d，。,;；]{0,3}$`)
)

// hanInWords matches words that contain a Chinese numeral but are not numbers.
var hanInWords = text.NewPattern(`统一|一般|一切|一致|一定|一线|二线|三线|万一|十分|第三方|第三人|第三者|一些|同一|唯一|单一|之一|一旦|一并|一起|一次性|一律|一方|任一|进一步|一经|一直|一样|一同|一体|专一|一种|一项|第二年|第二天|千万不|三角|四周|百货|万科`)

// mayHaveFacts is a quick check before factsOf. It reports whether the text has a digit, a Latin
// letter, or one of the Chinese characters below. Every fact has at least one such character.
func mayHaveFacts(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || strings.ContainsRune("零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅半日天成", r)
	})
}

// factsOf extracts the facts of a text, which must be folded by zh.FoldSimplified.
func factsOf(s string) facts {
	var f facts
	if !mayHaveFacts(s) {
		return f
	}
	taken := make([]bool, len(s))
	free := func(at []int) bool { return !slices.Contains(taken[at[0]:at[1]], true) }
	take := func(at []int) {
		for i := at[0]; i < at[1]; i++ {
			taken[i] = true
		}
	}
	each := func(re *text.Pattern, use func(m []int)) {
		for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
			if free(m[:2]) {
				use(m)
			}
		}
	}
	add := func(value *big.Rat, u unit, m []int) {
		n := number{value: new(big.Rat).Mul(value, big.NewRat(max(u.times, 1), 1)), unit: u.class}
		n.bound, n.about = around(s[:m[0]], s[m[1]:])
		f.numbers = append(f.numbers, n)
		take(m[:2])
	}
	each(isoDate, func(m []int) {
		f.dates = append(f.dates, date{trimZero(s[m[4]:m[5]]), trimZero(s[m[6]:m[7]])})
		if year, ok := zh.Number(s[m[2]:m[3]]); ok {
			add(year, unit{}, m)
		}
	})
	each(points, func(m []int) {
		if v, ok := zh.Number(s[m[2]:m[3]]); ok {
			add(v, unit{class: "ratio"}, m)
		}
	})
	each(clock, func(m []int) {
		hour, minute := group(s, m, 1)+group(s, m, 3), group(s, m, 2)+group(s, m, 5)
		h, ok := zh.Integer(hour)
		if !ok || h > 24 {
			return
		}
		n, _ := zh.Integer(minute)
		if group(s, m, 4) != "" {
			n = 30
		}
		f.times = append(f.times, itoa(h%12)+":"+itoa(n))
		take(m[:2])
	})
	each(weekday, func(m []int) {
		f.times = append(f.times, weekdays[group(s, m, 1)+group(s, m, 2)])
		take(m[:2])
	})
	each(halfOf, func(m []int) {
		if u := unitAt(s, m[0], m[0]+len("半")); u.written == "小时" || u.written == "个小时" {
			add(big.NewRat(30, 1), unit{class: "minute"}, m)
		} else {
			add(big.NewRat(1, 2), u, m)
		}
	})
	each(metresAnd, func(m []int) { // for example 一米五, which is 1.5 metres
		whole, ok := zh.Number(s[m[2]:m[3]])
		part, ok2 := zh.Number(s[m[4]:m[5]])
		if ok && ok2 {
			add(whole.Add(whole, part.Mul(part, big.NewRat(1, 10))), unit{class: "metre"}, m)
		}
	})
	each(tenthYuan, func(m []int) { // for example 四毛, which is 0.4 yuan
		if v, ok := zh.Number(s[m[2]:m[3]]); ok {
			add(v.Mul(v, big.NewRat(1, 10)), unit{class: "yuan"}, m)
		}
	})
	each(discounts, func(m []int) { // 七五折 is 75 % of the price
		first, ok := zh.Number(s[m[2]:m[3]])
		if !ok {
			return
		}
		first.Mul(first, big.NewRat(10, 1))
		if m[4] >= 0 {
			if second, ok := zh.Number(s[m[4]:m[5]]); ok {
				first.Add(first, second)
			}
		}
		add(first, unit{class: "discount"}, m)
	})
	each(hanDate, func(m []int) {
		month, ok := zh.Integer(s[m[2]:m[3]])
		day, ok2 := zh.Integer(s[m[4]:m[5]])
		if ok && ok2 {
			f.dates = append(f.dates, date{itoa(month), itoa(day)})
			take(m[:2])
		}
	})
	each(englishDate, func(m []int) {
		month := 1 + strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", s[m[2]:m[3]])/3
		f.dates = append(f.dates, date{itoa(month), trimZero(s[m[4]:m[5]])})
		take(m[:2])
	})
	each(codePattern, func(m []int) {
		if code := s[m[0]:m[1]]; !strings.HasPrefix(code, "usd") && !strings.HasPrefix(code, "rmb") {
			f.codes = append(f.codes, code)
			take(m[:2])
		}
	})
	each(ratioOf, func(m []int) {
		whole, ok := zh.Number(s[m[2]:m[3]])
		switch s[m[2]:m[3]] {
		case "百", "千", "万":
			whole, ok = big.NewRat(scales[s[m[2]:m[3]]], 1), true
		}
		part, ok2 := zh.Number(s[m[4]:m[5]])
		if ok && ok2 && whole.Sign() > 0 {
			add(part.Quo(part, whole).Mul(part, big.NewRat(100, 1)), unit{class: "ratio"}, m)
		}
	})
	each(ratioSlash, func(m []int) {
		part, _ := zh.Number(s[m[2]:m[3]])
		whole, _ := zh.Number(s[m[4]:m[5]])
		if whole != nil && whole.Sign() > 0 {
			add(part.Quo(part, whole).Mul(part, big.NewRat(100, 1)), unit{class: "ratio"}, m)
		}
	})
	each(tenths, func(m []int) {
		if part, ok := zh.Number(s[m[2]:m[3]]); ok {
			part.Mul(part, big.NewRat(10, 1))
			if m[4] >= 0 && s[m[4]:m[5]] == "半" {
				part.Add(part, big.NewRat(5, 1))
			} else if m[4] >= 0 {
				more, _ := zh.Number(s[m[4]:m[5]])
				part.Add(part, more)
			}
			add(part, unit{class: "ratio"}, m)
		}
	})
	each(plainNumber, func(m []int) {
		v, ok := zh.Number(s[m[2]:m[3]])
		if !ok {
			return
		}
		scaled := m[4] >= 0
		if scaled {
			v.Mul(v, big.NewRat(scales[s[m[4]:m[5]]], 1))
		}
		u := unitAt(s, m[0], m[1])
		if u.class == "month" && u.times == 12 && v.Cmp(big.NewRat(1000, 1)) > 0 {
			u = unit{} // a year of the calendar, not a length of time
		}
		if strings.HasPrefix(s[m[1]:], "‰") {
			v.Quo(v, big.NewRat(10, 1))
		}
		add(v, u, m)
	})
	for _, m := range hanInWords.FindAllStringIndex(s, -1) {
		if free(m) {
			take(m)
		}
	}
	each(hanNumber, func(m []int) {
		v, ok := zh.Number(s[m[0]:m[1]])
		if !ok {
			return
		}
		u := unitAt(s, m[0], m[1])
		if u.class == "" && v.Cmp(big.NewRat(1, 1)) == 0 || u.written == "" && utf8.RuneCountInString(s[m[0]:m[1]]) < 2 {
			return // in words such as 一份 and 三方 the numeral is not an amount
		}
		if u.class == "month" && u.times == 12 && v.Cmp(big.NewRat(1000, 1)) > 0 {
			u = unit{}
		}
		add(v, u, m)
	})
	each(englishWords, func(m []int) {
		if v, ok := englishNumbers[s[m[2]:m[3]]]; ok {
			if u := unitAt(s, m[0], m[1]); u.written != "" {
				add(big.NewRat(v, 1), u, m)
			}
		}
	})
	return f
}

// unitAt is the unit of the number s[from:to].
func unitAt(s string, from, to int) unit {
	after := strings.TrimLeft(s[to:], " -")
	for _, u := range units {
		if strings.HasPrefix(after, u.written) && (u.written[0] > 0x7f || !startsWord(after[len(u.written):]) || len(u.written) > 2) {
			return u
		}
	}
	before := strings.TrimRight(s[:from], " ")
	for _, u := range leading {
		if strings.HasSuffix(before, u.written) {
			return u
		}
	}
	return unit{}
}

func startsWord(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// around detects bounds and approximations in the text around a number.
func around(before, after string) (bound int, about bool) {
	if len(before) > 60 {
		before = strings.ToValidUTF8(before[len(before)-60:], "")
	}
	if len(after) > 30 {
		after = strings.ToValidUTF8(after[:30], "")
	}
	about = aboutBefore.MatchString(before) || strings.Contains(firstRunes(after, 6), "左右")
	if m := boundBefore.FindStringSubmatch(before); m != nil {
		if m[1] != "" || m[3] != "" {
			return -1, about
		}
		return 1, about
	}
	switch {
	case atMostAfter.MatchString(after):
		return -1, about
	case atLeastAfter.MatchString(after):
		return 1, about
	}
	return 0, about
}

// hasDate reports whether the facts contain a date.
func (f facts) hasDate(d date) bool { return slices.Contains(f.dates, d) }

// hasDay reports whether the facts contain the day of d as a number of days, such as 18 日 without a month.
func (f facts) hasDay(d date) bool {
	return slices.ContainsFunc(f.numbers, func(n number) bool {
		return n.unit == "hour" && new(big.Rat).Quo(n.value, big.NewRat(24, 1)).RatString() == d.day
	})
}

// has reports whether the facts contain n.
func (f facts) has(n number) bool {
	for _, p := range f.numbers {
		if n.unit != "" && p.unit != "" && n.unit != p.unit || n.bound*p.bound < 0 {
			continue
		}
		if n.value.Cmp(p.value) == 0 || n.about && close(n.value, p.value) {
			return true
		}
	}
	// The passage may write a day of the month as 18 日 or 18 号.
	for _, p := range f.numbers {
		day, ordinal := p, n
		if n.unit == "hour" {
			day, ordinal = n, p
		}
		if day.unit == "hour" && ordinal.unit == "ordinal" && day.value.Cmp(new(big.Rat).Mul(ordinal.value, big.NewRat(24, 1))) == 0 {
			return true
		}
	}
	// A month alone (4 月) or a day alone (18 日 or 18 号) matches a date with this month or day.
	for _, d := range f.dates {
		v := n.value.RatString()
		if n.unit == "month" && v == d.month || n.unit == "ordinal" && v == d.day {
			return true
		}
		if n.unit == "hour" && new(big.Rat).Quo(n.value, big.NewRat(24, 1)).RatString() == d.day {
			return true
		}
	}
	return false
}

// close reports whether a differs from b by at most 5 %.
func close(a, b *big.Rat) bool {
	d := new(big.Rat).Sub(a, b)
	limit := new(big.Rat).Mul(d.Abs(d), big.NewRat(20, 1))
	return limit.Cmp(new(big.Rat).Abs(b)) <= 0
}

// listed is the number of items in the list of a sentence, for comparison with a stated count.
func listed(sentence string) int64 {
	if at := strings.IndexAny(sentence, "：:"); at >= 0 {
		sentence = sentence[at:]
	}
	n := int64(1)
	for _, sign := range []string{"、", "和", "以及", "与", "；"} {
		n += int64(strings.Count(sentence, sign))
	}
	return n
}

// group returns the n-th group of a match; empty if that group did not match.
func group(s string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return s[m[2*n]:m[2*n+1]]
}

func trimZero(s string) string { return strings.TrimLeft(s, "0") }

func itoa(n int) string { return big.NewInt(int64(n)).String() }

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func nextRune(s string) (rune, int) { return utf8.DecodeRuneInString(s) }
