package calendar

import (
	"regexp"
	"sort"
	"strings"
	"time"
	_ "time/tzdata" // so that time zones work on machines without a zone database
)

// City is a city and its time zone.
type City struct {
	Name, English string
	Zone          string   // name in the IANA database
	names         []string // other names, folded
}

// Local is the time t in the city.
func (c City) Local(t time.Time) (time.Time, bool) {
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return time.Time{}, false
	}
	return t.In(zone), true
}

// CityNamed finds a city by any of its names, folded as zh.FoldRunes does.
func CityNamed(name string) (City, bool) {
	c, ok := cityNames[name]
	return c, ok
}

var cities = []City{
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

var cityNames = func() map[string]City {
	m := map[string]City{}
	for _, c := range cities {
		m[c.Name], m[strings.ToLower(c.English)] = c, c
		for _, n := range c.names {
			m[n] = c
		}
	}
	return m
}()

// ManyZones lists countries with several time zones. The values are cities in some of the zones.
var ManyZones = map[string][]string{"美国": {"纽约", "芝加哥", "丹佛", "洛杉矶"}, "加拿大": {"多伦多", "温哥华"}, "usa": {"纽约", "芝加哥", "丹佛", "洛杉矶"}, "us": {"纽约", "芝加哥", "丹佛", "洛杉矶"}}

// CityPattern is a capturing group that matches the name of a city or of a country in ManyZones.
var CityPattern = func() string {
	var names []string
	for n := range cityNames {
		names = append(names, regexp.QuoteMeta(n))
	}
	for n := range ManyZones {
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
