package offline

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the world clock must work on hosts without a zone database
)

var clockSkill = skill{
	id:      "clock",
	name:    name{"时间", "time"},
	match:   clock,
	hints:   []string{"伦敦现在几点？", "北京和纽约差几个小时？", "现在的时间戳是多少？"},
	enHints: []string{"What time is it in London?", "1700000000 timestamp to date", "Current timestamp"},
}

// city is a place with its zone.
type city struct {
	name, english, zone string
	names               []string // other names, normalised
}

var cities = []city{
	{"北京", "Beijing", "Asia/Shanghai", []string{"中国", "上海", "广州", "深圳", "china", "shanghai", "北京时间", "杭州", "成都"}},
	{"香港", "Hong Kong", "Asia/Hong_Kong", nil}, {"澳门", "Macau", "Asia/Macau", []string{"macao"}},
	{"台北", "Taipei", "Asia/Taipei", []string{"台湾", "taiwan"}},
	{"东京", "Tokyo", "Asia/Tokyo", []string{"日本", "大阪", "japan", "osaka"}}, {"首尔", "Seoul", "Asia/Seoul", []string{"韩国", "korea", "south korea"}},
	{"新加坡", "Singapore", "Asia/Singapore", nil}, {"吉隆坡", "Kuala Lumpur", "Asia/Kuala_Lumpur", []string{"马来西亚", "malaysia"}},
	{"曼谷", "Bangkok", "Asia/Bangkok", []string{"泰国", "thailand"}}, {"河内", "Hanoi", "Asia/Ho_Chi_Minh", []string{"越南", "胡志明市", "vietnam"}},
	{"雅加达", "Jakarta", "Asia/Jakarta", []string{"印尼"}}, {"马尼拉", "Manila", "Asia/Manila", []string{"菲律宾"}},
	{"新德里", "New Delhi", "Asia/Kolkata", []string{"印度", "孟买", "班加罗尔", "india", "mumbai", "delhi"}},
	{"迪拜", "Dubai", "Asia/Dubai", []string{"阿联酋"}}, {"利雅得", "Riyadh", "Asia/Riyadh", []string{"沙特"}}, {"特拉维夫", "Tel Aviv", "Asia/Jerusalem", []string{"以色列"}},
	{"伊斯坦布尔", "Istanbul", "Europe/Istanbul", []string{"土耳其"}}, {"莫斯科", "Moscow", "Europe/Moscow", []string{"俄罗斯"}},
	{"伦敦", "London", "Europe/London", []string{"英国", "uk", "england"}}, {"巴黎", "Paris", "Europe/Paris", []string{"法国", "france"}},
	{"柏林", "Berlin", "Europe/Berlin", []string{"德国", "慕尼黑", "法兰克福", "germany", "munich", "frankfurt"}}, {"罗马", "Rome", "Europe/Rome", []string{"意大利", "米兰", "italy"}},
	{"马德里", "Madrid", "Europe/Madrid", []string{"西班牙", "巴塞罗那", "spain"}}, {"阿姆斯特丹", "Amsterdam", "Europe/Amsterdam", []string{"荷兰"}},
	{"苏黎世", "Zurich", "Europe/Zurich", []string{"瑞士", "日内瓦"}}, {"维也纳", "Vienna", "Europe/Vienna", []string{"奥地利"}}, {"斯德哥尔摩", "Stockholm", "Europe/Stockholm", []string{"瑞典"}},
	{"雅典", "Athens", "Europe/Athens", []string{"希腊"}}, {"开罗", "Cairo", "Africa/Cairo", []string{"埃及"}}, {"约翰内斯堡", "Johannesburg", "Africa/Johannesburg", []string{"南非"}},
	{"内罗毕", "Nairobi", "Africa/Nairobi", []string{"肯尼亚"}}, {"拉各斯", "Lagos", "Africa/Lagos", []string{"尼日利亚"}},
	{"纽约", "New York", "America/New_York", []string{"华盛顿", "波士顿", "美东", "美国东部", "new york city", "nyc", "boston", "washington", "et", "est"}},
	{"芝加哥", "Chicago", "America/Chicago", []string{"美中", "休斯顿", "达拉斯"}}, {"丹佛", "Denver", "America/Denver", nil},
	{"洛杉矶", "Los Angeles", "America/Los_Angeles", []string{"旧金山", "西雅图", "硅谷", "美西", "美国西部", "san francisco", "seattle", "la", "拉斯维加斯", "pt", "pst"}},
	{"多伦多", "Toronto", "America/Toronto", nil}, {"温哥华", "Vancouver", "America/Vancouver", nil}, {"墨西哥城", "Mexico City", "America/Mexico_City", []string{"墨西哥"}},
	{"圣保罗", "São Paulo", "America/Sao_Paulo", []string{"巴西", "sao paulo", "brazil"}}, {"布宜诺斯艾利斯", "Buenos Aires", "America/Argentina/Buenos_Aires", []string{"阿根廷"}},
	{"悉尼", "Sydney", "Australia/Sydney", []string{"雪梨", "澳大利亚", "australia"}}, {"墨尔本", "Melbourne", "Australia/Melbourne", nil}, {"珀斯", "Perth", "Australia/Perth", nil},
	{"奥克兰", "Auckland", "Pacific/Auckland", []string{"新西兰", "new zealand"}}, {"夏威夷", "Honolulu", "Pacific/Honolulu", []string{"火奴鲁鲁", "檀香山", "hawaii"}},
	{"UTC", "UTC", "UTC", []string{"utc", "gmt", "世界标准时间", "格林尼治", "协调世界时"}},
}

var cityNames = func() map[string]city {
	m := map[string]city{}
	for _, c := range cities {
		m[c.name], m[strings.ToLower(c.english)] = c, c
		for _, n := range c.names {
			m[n] = c
		}
	}
	return m
}()

// manyZones are countries for which one time would be wrong.
var manyZones = map[string][]string{"美国": {"纽约", "芝加哥", "丹佛", "洛杉矶"}, "加拿大": {"多伦多", "温哥华"}, "usa": {"纽约", "芝加哥", "丹佛", "洛杉矶"}, "us": {"纽约", "芝加哥", "丹佛", "洛杉矶"}}

var cityPattern = func() string {
	var names []string
	for n := range cityNames {
		names = append(names, regexp.QuoteMeta(n))
	}
	for n := range manyZones {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if len(names[i]) != len(names[j]) {
			return len(names[i]) > len(names[j])
		}
		return names[i] < names[j]
	})
	return "(" + strings.Join(names, "|") + ")"
}()

var clockPatterns = sync.OnceValue(func() []datePattern {
	compile := func(pattern string, f func(*question, []string) (answer, bool)) datePattern {
		return datePattern{regexp.MustCompile(`^(?:` + strings.ReplaceAll(pattern, "<C>", cityPattern) + `)$`), f}
	}
	return []datePattern{
		compile(`(?:现在|目前|此刻|当前)?(?:是)?(?:几点|几点钟|什么时间|几时|时间|的时间|几点几分)(?:了|是多少|是几点)?|(?:现在|当前)时间|what time is it(?: now)?|(?:what(?:'s| is) the )?(?:current )?time(?: now)?`, timeHere),
		compile(`(?:现在|此刻|目前)?<C>(?:当地|本地)?的?(?:时间)?(?:现在|此刻|目前)?的?(?:当地)?(?:是)?(?:几点钟?|时间|什么时间|几时|几点几分|当地时间|几号)(?:了|是几点|是多少|是什么)?|<C>(?:当地)?的?时间现在|(?:what time is it|what(?:'s| is) the time|current time|time|time now)(?: now)?(?: right now)? in <C>(?: now| right now)?|<C> time(?: now)?`, timeIn),
		compile(`<C>(?:和|与|跟|比|同)<C>(?:的)?(?:时差|相差|差|时间差|时间相差|早|晚|快|慢)(?:是)?(?:多少|几)?(?:个)?(?:小时|钟头|时区|多少)?|(?:what is the )?time difference between <C> and <C>`, zoneDifference),
		compile(`<C>(?:时间)?(今天|明天|早上|上午|中午|下午|晚上|凌晨)?(\d{1,2}|[一二三四五六七八九十]{1,2})(?:点|:(\d{2}))(半|钟|整)?(?:是|时|等于|的时候|,)*<C>(?:时间|当地)?(?:的)?(?:是)?(?:几点|什么时间|几点钟)`, timeThere),
		compile(`(?:现在的?|当前的?|此刻的?)?(?:unix)?时间戳(?:是)?(?:多少|是多少)?|current (?:unix )?timestamp|(?:unix )?timestamp now`, stampNow),
		compile(`(?:unix)?(?:时间戳)?[ :]*(\d{10}|\d{13})(?:这个)?(?:时间戳)?(?:是|转|转换|对应|换算|to|in|into|成|为|的| )*(?:什么时间|什么时候|什么日期|日期|时间|多少|哪天|几点|几月几号|是|date|datetime| a )+|(?:convert )?(\d{10}|\d{13}) (?:unix )?timestamp(?: to (?:a )?date)?|(?:convert )?(?:unix )?(?:timestamp|时间戳)[ :]*(\d{10}|\d{13})(?: to (?:a )?date)?|(?:把|将)?(?:时间戳)?(\d{10}|\d{13})(?:转换|转)(?:成|为)?(?:日期|时间)`, stampToTime),
		compile(`(\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)(?: ?(\d{1,2}:\d{2}(?::\d{2})?))?(?:的|转|转换|换算|对应|是|to|成|为| )*(?:unix ?)?(?:时间戳|timestamp)(?:是)?(?:多少)?`, timeToStamp),
	}
})

// clock answers times of day, zones and timestamps.
func clock(q *question) (answer, bool) {
	if q.core == "" || len(q.core) > 120 {
		return answer{}, false
	}
	for _, p := range clockPatterns() {
		if m := p.asked.FindStringSubmatch(q.core); m != nil {
			if a, ok := p.answer(q, m); ok {
				return a, true
			}
		}
	}
	return answer{}, false
}

func timeHere(q *question, _ []string) (answer, bool) {
	return answer{
		text: q.say("**现在是 "+q.now.Format("15:04")+"**\n\n"+q.dated(dayOf(q.now))+"。", "**It is "+q.now.Format("15:04")+"**\n\n"+q.dated(dayOf(q.now))+"."),
		how:  clockSource(q),
	}, true
}

// local is the present time in a city.
func (q *question) local(c city) (time.Time, bool) {
	zone, err := time.LoadLocation(c.zone)
	if err != nil {
		return time.Time{}, false
	}
	return q.now.In(zone), true
}

func timeIn(q *question, m []string) (answer, bool) {
	asked := groups(m)[0]
	names, many := manyZones[asked]
	if !many {
		names = []string{cityNames[asked].name}
	}
	var lines []string
	for _, n := range names {
		c := cityNames[n]
		t, ok := q.local(c)
		if !ok {
			return answer{}, false
		}
		lines = append(lines, q.say(fmt.Sprintf("%s现在是 %s %s（%s）", placeName(c, asked), q.dated(dayOf(t)), t.Format("15:04"), offset(t)),
			fmt.Sprintf("%s: %s, %s (%s)", c.english, t.Format("15:04"), q.dated(dayOf(t)), offset(t))))
	}
	lines[0] = "**" + lines[0] + "**"
	return answer{
		text: strings.Join(lines, "\n\n"),
		how:  q.say("按 IANA 时区数据换算，夏令时已计入。", "Converted with the IANA time zone data, daylight saving time included."),
	}, true
}

// placeName keeps the name the asker used when it is Chinese.
func placeName(c city, asked string) string {
	if asked[0] < 0x80 || len(manyZones[asked]) > 0 {
		return c.name
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

func zoneDifference(q *question, m []string) (answer, bool) {
	g := groups(m)
	a, ok := cityNames[g[0]]
	b, ok2 := cityNames[g[1]]
	if !ok || !ok2 {
		return answer{}, false
	}
	ta, ok := q.local(a)
	tb, ok2 := q.local(b)
	if !ok || !ok2 {
		return answer{}, false
	}
	_, sa := ta.Zone()
	_, sb := tb.Zone()
	hours := strings.TrimSuffix(fmt.Sprintf("%.1f", float64(abs64(int64(sa-sb)))/3600), ".0")
	how := q.say("按 IANA 时区数据，夏令时已计入；夏令时切换后时差可能变。", "IANA time zone data, daylight saving time included; the difference may change with it.")
	if q.lang == en {
		word := "ahead of"
		if sa < sb {
			word = "behind"
		}
		return answer{text: fmt.Sprintf("**%s is %s hours %s %s**", a.english, hours, word, b.english), how: how}, true
	}
	if sa == sb {
		return answer{text: fmt.Sprintf("**%s和%s没有时差**", g[0], g[1]), how: how}, true
	}
	word := "早"
	if sa < sb {
		word = "晚"
	}
	return answer{text: fmt.Sprintf("**%s比%s%s %s 小时**\n\n%s现在 %s，%s现在 %s。", g[0], g[1], word, hours, g[0], ta.Format("1月2日 15:04"), g[1], tb.Format("1月2日 15:04")), how: how}, true
}

func timeThere(q *question, m []string) (answer, bool) {
	from, ok := cityNames[m[1]]
	to, ok2 := cityNames[m[6]]
	hour, ok3 := smallInt(m[3])
	if !ok || !ok2 || !ok3 || hour > 24 {
		return answer{}, false
	}
	minute, _ := strconv.Atoi(m[4])
	if m[5] == "半" {
		minute = 30
	}
	if (m[2] == "下午" || m[2] == "晚上") && hour < 12 {
		hour += 12
	}
	here, ok := q.local(from)
	there, ok2 := q.local(to)
	if !ok || !ok2 {
		return answer{}, false
	}
	day := here.Day()
	if m[2] == "明天" {
		day++
	}
	t := time.Date(here.Year(), here.Month(), day, hour, minute, 0, 0, here.Location())
	u := t.In(there.Location())
	return answer{
		text: fmt.Sprintf("**%s %s 是%s %s**", m[1], t.Format("1月2日 15:04"), m[6], u.Format("1月2日 15:04")),
		how:  "按 IANA 时区数据换算，夏令时已计入。",
	}, true
}

func stampNow(q *question, _ []string) (answer, bool) {
	return answer{
		text: fmt.Sprintf("**%d**\n\n%s", q.now.Unix(), q.say(fmt.Sprintf("毫秒：%d", q.now.UnixMilli()), fmt.Sprintf("Milliseconds: %d", q.now.UnixMilli()))),
		how:  q.say("Unix 时间戳是从 1970-01-01 00:00:00 UTC 起的秒数。", "Seconds since 1970-01-01 00:00:00 UTC."),
	}, true
}

func stampToTime(q *question, m []string) (answer, bool) {
	digits := groups(m)[0]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return answer{}, false
	}
	t := time.Unix(n, 0)
	if len(digits) == 13 {
		t = time.UnixMilli(n)
	}
	t = t.In(q.now.Location())
	return answer{
		text: fmt.Sprintf("**%s %s（%s）**\n\nUTC：%s", q.dated(dayOf(t)), t.Format("15:04:05"), offset(t), t.UTC().Format("2006-01-02 15:04:05")),
		how:  q.say("10 位按秒、13 位按毫秒，从 1970-01-01 00:00:00 UTC 起算。", "10 digits are seconds, 13 are milliseconds since 1970-01-01 00:00:00 UTC."),
	}, true
}

func timeToStamp(q *question, m []string) (answer, bool) {
	d, ok := readDay(m[1], q.now)
	if !ok {
		return answer{}, false
	}
	var h, min, s int
	if m[2] != "" {
		if n, _ := fmt.Sscanf(m[2], "%d:%d:%d", &h, &min, &s); n < 2 || h > 23 || min > 59 || s > 59 {
			return answer{}, false
		}
	}
	t := time.Date(d.at.Year(), d.at.Month(), d.at.Day(), h, min, s, 0, q.now.Location())
	return answer{
		text: fmt.Sprintf("**%d**\n\n%s（%s）", t.Unix(), t.Format("2006-01-02 15:04:05"), offset(t)),
		how:  q.say("按你所在的时区换算成秒。", "Seconds, taken in your time zone."),
	}, true
}
