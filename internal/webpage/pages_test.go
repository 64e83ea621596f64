package webpage_test

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/wenqu-ai/wenqu/internal/webpage"
)

//go:embed testdata/pages.txt
var pagesText string

// sample is a page of testdata/pages.txt with the expected result.
type sample struct {
	name  string
	says  map[string][]string // the values of the lines "key: value", by key; only the keys "want" and "not" may have several lines
	bytes []byte
}

func (s sample) value(key string) string {
	if v := s.says[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// frames maps placeholders in the sample pages to the HTML that replaces them.
var frames = map[string]string{
	"{nav}":   `<div class="top-nav"><ul>` + list("/n", "首页", "国内", "国际", "财经", "体育", "娱乐", "科技", "教育", "健康", "房产", "汽车", "视频") + `</ul><div class="search"><form><input name="q"><button>搜索</button></form></div></div>`,
	"{links}": `<ul class="rank">` + list("/r", "男子冒雨为邻居修屋顶", "这座城市要建五条地铁", "专家提醒换季注意保暖", "一图看懂新规", "冬季进补吃什么好", "明年放假安排公布", "他用三十年走遍全国古桥", "大学生返乡种草莓") + `</ul>`,
	"{rec}":   `<div class="rec-list">` + strings.Repeat(`<div class="rec-item"><a href="/rec"><img src="x.jpg"><span>不可错过的推荐内容</span></a><p>点击查看更多精彩</p></div>`, 6) + `</div>`,
	"{foot}":  `<div class="foot"><a href="/about">关于我们</a> <a href="/ad">广告服务</a> <a href="/job">诚聘英才</a> <p>沪ICP备 00000000 号 举报电话 12345</p></div>`,
}

func list(path string, names ...string) string {
	var b strings.Builder
	for i, n := range names {
		b.WriteString(`<li><a href="` + path + strconv.Itoa(i) + `">` + n + `</a></li>`)
	}
	return b.String()
}

var fillers = []string{"有关负责人介绍，这项工作从去年年底开始筹备，经过了多轮论证。", "附近的居民说，平时出门方便了许多，路上的时间也省了不少。", "数据显示，今年以来相关指标稳中有升，好于去年同期水平。", "下一步，各单位将继续完善细则，确保各项安排落到实处。", "记者在现场看到，工作人员正在做最后的检查，秩序井然。"}

var words = regexp.MustCompile(`\{words (\d+)\}`)

// samples reads testdata/pages.txt.
func samples(t testing.TB) (out []sample) {
	t.Helper()
	for _, part := range strings.Split(pagesText, "\n=== ")[1:] {
		head, html, ok := strings.Cut(part, "\nhtml:\n")
		if !ok {
			t.Fatalf("no page: %.40q", part)
		}
		s := sample{says: map[string][]string{}}
		for i, line := range strings.Split(head, "\n") {
			if i == 0 {
				s.name = line
				continue
			}
			key, value, _ := strings.Cut(line, ": ")
			s.says[key] = append(s.says[key], value)
		}
		for macro, with := range frames {
			html = strings.ReplaceAll(html, macro, with)
		}
		n := 0
		html = words.ReplaceAllStringFunc(html, func(m string) string {
			count, _ := strconv.Atoi(words.FindStringSubmatch(m)[1])
			var b strings.Builder
			for range count {
				b.WriteString(fillers[n%len(fillers)])
				n++
			}
			return b.String()
		})
		var enc encoding.Encoding = encoding.Nop
		switch s.value("encoding") {
		case "gb18030":
			enc = simplifiedchinese.GB18030
		case "big5":
			enc = traditionalchinese.Big5
		}
		b, err := enc.NewEncoder().Bytes([]byte(html))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		s.bytes = b
		out = append(out, s)
	}
	return out
}

func clock(s string) int64 {
	for _, form := range []string{"2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.ParseInLocation(form, s, time.FixedZone("", 8*60*60)); err == nil {
			return at.UnixMilli()
		}
	}
	return 0
}

// The main text of the sample pages is extracted, without the text around it. If a page
// cannot be read, the error states the reason.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p, err := webpage.Extract(webpage.Raw{URL: s.value("url"), ContentType: "text/html", Body: s.bytes})
			if want := webpage.Reason(s.value("reason")); reason(err) != want || want == "" && err != nil {
				t.Fatalf("%v, want %q; %q", err, want, p.Text)
			} else if want != "" {
				return
			}
			for _, want := range s.says["want"] {
				if !strings.Contains(p.Text, want) {
					t.Errorf("%q is missing in\n%s", want, p.Text)
				}
			}
			for _, not := range s.says["not"] {
				if strings.Contains(p.Text, not) {
					t.Errorf("%q is in\n%s", not, p.Text)
				}
			}
			for key, got := range map[string]string{"title": p.Title, "site": p.Site, "author": p.Author, "partial": string(p.Partial)} {
				if want := s.value(key); want != "" && got != want {
					t.Errorf("%s: %q, want %q", key, got, want)
				}
			}
			if want := s.value("date"); want != "" && p.Published != clock(want) {
				t.Errorf("published %s, want %s", time.UnixMilli(p.Published).UTC().Add(8*time.Hour), want)
			}
			if s.value("partial") == "" && p.Partial != "" {
				t.Errorf("partial: %s", p.Partial)
			}
		})
	}
}
