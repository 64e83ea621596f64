package dates

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Clock answers questions about the time in cities and about timestamps.
var Clock = skill.Skill{
	ID:      "clock",
	Name:    skill.Named("时间", "time"),
	Match:   clock,
	Hints:   []string{"伦敦现在几点？", "北京和纽约差几个小时？", "现在的时间戳是多少？"},
	EnHints: []string{"What time is it in London?", "1700000000 timestamp to date", "Current timestamp"},
	Short:   true,
}

var clockPatterns = sync.OnceValue(func() []datePattern {
	compile := func(pattern string, f func(*skill.Question, []string) (skill.Answer, bool)) datePattern {
		return datePattern{text.NewPattern(`^(?:` + strings.ReplaceAll(pattern, "<C>", calendar.CityPattern) + `)$`), f}
	}
	return []datePattern{
		compile(`(?:现在|目前|此刻|当前)?(?:是)?(?:几点|几点钟|什么时间|几时|时间|的时间|几点几分)(?:了|是多少|是几点)?|(?:现在|当前)时间|what time is it(?: now)?|(?:what(?:'s| is) the )?(?:current )?time(?: now)?`, timeHere),
		compile(`(?:现在|此刻|目前)?<C>(?:当地|本地)?的?(?:时间)?(?:现在|此刻|目前)?的?(?:当地)?(?:是)?(?:几点钟?|时间|什么时间|几时|几点几分|当地时间|几号)(?:了|是几点|是多少|是什么)?|<C>(?:当地)?的?时间现在|(?:what time is it|what(?:'s| is) the time|current time|time|time now)(?: now)?(?: right now)? in <C>(?: now| right now)?|<C> time(?: now)?`, timeIn),
		compile(`<C>(?:和|与|跟|比|同)<C>(?:的)?(?:时差|相差|差|时间差|时间相差|早|晚|快|慢)(?:是)?(?:多少|几)?(?:个)?(?:小时|钟头|时区|多少)?|(?:what is the )?time difference between <C> and <C>`, zoneDifference),
		compile(`<C>(?:时间)?(今天|明天|早上|上午|中午|下午|晚上|半夜|凌晨)?(\d{1,2}|[一二三四五六七八九十]{1,2})(?:点|:(\d{2}))(半|钟|整)?(?:是|时|等于|的时候|,)*<C>(?:时间|当地)?(?:的)?(?:是)?(?:几点|什么时间|几点钟)`, timeThere),
		compile(`(?:现在的?|当前的?|此刻的?)?(?:unix)?时间戳(?:是)?(?:多少|是多少)?|current (?:unix )?timestamp|(?:unix )?timestamp now`, stampNow),
		compile(`(?:unix)?(?:时间戳)?[ :]*(\d{10}|\d{13})(?:这个)?(?:时间戳)?(?:是|转|转换|对应|换算|to|in|into|成|为|的| )*(?:什么时间|什么时候|什么日期|日期|时间|多少|哪天|几点|几月几号|是|date|datetime| a )+|(?:convert )?(\d{10}|\d{13}) (?:unix )?timestamp(?: to (?:a )?date)?|(?:convert )?(?:unix )?(?:timestamp|时间戳)[ :]*(\d{10}|\d{13})(?: to (?:a )?date)?|(?:把|将)?(?:时间戳)?(\d{10}|\d{13})(?:转换|转)(?:成|为)?(?:日期|时间)`, stampToTime),
		compile(`(\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)(?: ?(\d{1,2}:\d{2}(?::\d{2})?))?(?:的|转|转换|换算|对应|是|to|成|为| )*(?:unix ?)?(?:时间戳|timestamp)(?:是)?(?:多少)?`, timeToStamp),
	}
})

// clock answers questions about times of day, time zones and timestamps.
func clock(q *skill.Question) (skill.Answer, bool) {
	if q.Core == "" || len(q.Core) > 120 {
		return skill.Answer{}, false
	}
	for _, p := range clockPatterns() {
		if m := p.asked.FindStringSubmatch(q.Core); m != nil {
			if a, ok := p.answer(q, m); ok {
				return a, true
			}
		}
	}
	return skill.Answer{}, false
}

func timeHere(q *skill.Question, _ []string) (skill.Answer, bool) {
	return skill.Answer{
		Text: q.Say("**现在是 "+q.Now.Format("15:04")+"**\n\n"+q.Dated(calendar.DayOf(q.Now))+"。", "**It is "+q.Now.Format("15:04")+"**\n\n"+q.Dated(calendar.DayOf(q.Now))+"."),
		How:  clockSource(q),
	}, true
}

func timeIn(q *skill.Question, m []string) (skill.Answer, bool) {
	asked := skill.Groups(m)[0]
	names, many := calendar.ManyZones[asked]
	if !many {
		city, _ := calendar.CityNamed(asked)
		names = []string{city.Name}
	}
	var lines []string
	for _, n := range names {
		c, _ := calendar.CityNamed(n)
		t, ok := c.Local(q.Now)
		if !ok {
			return skill.Answer{}, false
		}
		lines = append(lines, q.Say(fmt.Sprintf("%s现在是 %s %s（%s）", placeName(c, asked), q.Dated(calendar.DayOf(t)), t.Format("15:04"), offset(t)),
			fmt.Sprintf("%s: %s, %s (%s)", c.English, t.Format("15:04"), q.Dated(calendar.DayOf(t)), offset(t))))
	}
	lines[0] = "**" + lines[0] + "**"
	return skill.Answer{
		Text: strings.Join(lines, "\n\n"),
		How:  q.Say("按 IANA 时区数据换算，夏令时已计入。", "Converted with the IANA time zone data, daylight saving time included."),
	}, true
}

// placeName returns `asked` if it is a Chinese name and the place has a single time zone.
// Otherwise placeName returns the city's name in the table.
func placeName(c calendar.City, asked string) string {
	if asked[0] < 0x80 || len(calendar.ManyZones[asked]) > 0 {
		return c.Name
	}
	return asked
}

func offset(t time.Time) string {
	_, seconds := t.Zone()
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	if seconds%3600 != 0 {
		return fmt.Sprintf("UTC%s%d:%02d", sign, seconds/3600, seconds%3600/60)
	}
	return fmt.Sprintf("UTC%s%d", sign, seconds/3600)
}

func zoneDifference(q *skill.Question, m []string) (skill.Answer, bool) {
	g := skill.Groups(m)
	a, ok := calendar.CityNamed(g[0])
	b, ok2 := calendar.CityNamed(g[1])
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	ta, ok := a.Local(q.Now)
	tb, ok2 := b.Local(q.Now)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	_, sa := ta.Zone()
	_, sb := tb.Zone()
	hours := strings.TrimSuffix(fmt.Sprintf("%.1f", math.Abs(float64(sa-sb))/3600), ".0")
	how := q.Say("按 IANA 时区数据，夏令时已计入；夏令时切换后时差可能变。", "IANA time zone data, daylight saving time included; the difference may change with it.")
	if sa == sb {
		return skill.Answer{Text: q.Say(fmt.Sprintf("**%s和%s没有时差**", g[0], g[1]), fmt.Sprintf("**%s and %s have the same time**", a.English, b.English)), How: how}, true
	}
	if q.Language == skill.English {
		unit, word := "hours", "ahead of"
		if hours == "1" {
			unit = "hour"
		}
		if sa < sb {
			word = "behind"
		}
		return skill.Answer{Text: fmt.Sprintf("**%s is %s %s %s %s**", a.English, hours, unit, word, b.English), How: how}, true
	}
	word := "早"
	if sa < sb {
		word = "晚"
	}
	return skill.Answer{Text: fmt.Sprintf("**%s比%s%s %s 小时**\n\n%s现在 %s，%s现在 %s。", g[0], g[1], word, hours, g[0], ta.Format("1月2日 15:04"), g[1], tb.Format("1月2日 15:04")), How: how}, true
}

// firstHours maps a part of the day to its first hour, from 0 to 23. If an hour up to 12 is named
// with a part of the day, it lies within twelve hours from the first hour: 晚上12点 and 晚上1点 are on the
// next day, and 中午1点 is 13:00.
var firstHours = map[string]int{"凌晨": 0, "中午": 10, "下午": 12, "晚上": 17, "半夜": 21}

func timeThere(q *skill.Question, m []string) (skill.Answer, bool) {
	from, ok := calendar.CityNamed(m[1])
	to, ok2 := calendar.CityNamed(m[6])
	hour, ok3 := zh.Integer(m[3])
	if !ok || !ok2 || !ok3 || hour > 24 {
		return skill.Answer{}, false
	}
	minute, _ := strconv.Atoi(m[4])
	if m[5] == "半" {
		minute = 30
	}
	if minute > 59 {
		return skill.Answer{}, false
	}
	if first, ok := firstHours[m[2]]; ok && hour <= 12 {
		hour = first + (hour-first+24)%12
	}
	here, ok := from.Local(q.Now)
	there, ok2 := to.Local(q.Now)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	day := here.Day()
	if m[2] == "明天" {
		day++
	}
	t := time.Date(here.Year(), here.Month(), day, hour, minute, 0, 0, here.Location())
	u := t.In(there.Location())
	return skill.Answer{
		Text: fmt.Sprintf("**%s %s 是%s %s**", m[1], t.Format("1月2日 15:04"), m[6], u.Format("1月2日 15:04")),
		How:  "按 IANA 时区数据换算，夏令时已计入。",
	}, true
}

func stampNow(q *skill.Question, _ []string) (skill.Answer, bool) {
	return skill.Answer{
		Text: fmt.Sprintf("**%d**\n\n%s", q.Now.Unix(), q.Say(fmt.Sprintf("毫秒：%d", q.Now.UnixMilli()), fmt.Sprintf("Milliseconds: %d", q.Now.UnixMilli()))),
		How:  q.Say("Unix 时间戳是从 1970-01-01 00:00:00 UTC 起的秒数。", "Seconds since 1970-01-01 00:00:00 UTC."),
	}, true
}

func stampToTime(q *skill.Question, m []string) (skill.Answer, bool) {
	digits := skill.Groups(m)[0]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return skill.Answer{}, false
	}
	t := time.Unix(n, 0)
	if len(digits) == 13 {
		t = time.UnixMilli(n)
	}
	t = t.In(q.Now.Location())
	return skill.Answer{
		Text: fmt.Sprintf("**%s %s（%s）**\n\nUTC：%s", q.Dated(calendar.DayOf(t)), t.Format("15:04:05"), offset(t), t.UTC().Format("2006-01-02 15:04:05")),
		How:  q.Say("10 位按秒、13 位按毫秒，从 1970-01-01 00:00:00 UTC 起算。", "10 digits are seconds, 13 are milliseconds since 1970-01-01 00:00:00 UTC."),
	}, true
}

func timeToStamp(q *skill.Question, m []string) (skill.Answer, bool) {
	d, ok := calendar.ReadDay(m[1], q.Now)
	if !ok {
		return skill.Answer{}, false
	}
	var h, min, s int
	if m[2] != "" {
		if n, _ := fmt.Sscanf(m[2], "%d:%d:%d", &h, &min, &s); n < 2 || h > 23 || min > 59 || s > 59 {
			return skill.Answer{}, false
		}
	}
	t := time.Date(d.At.Year(), d.At.Month(), d.At.Day(), h, min, s, 0, q.Now.Location())
	return skill.Answer{
		Text: fmt.Sprintf("**%d**\n\n%s（%s）", t.Unix(), t.Format("2006-01-02 15:04:05"), offset(t)),
		How:  q.Say("按你所在的时区换算成秒。", "Seconds, taken in your time zone."),
	}, true
}
