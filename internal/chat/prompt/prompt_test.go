package prompt

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestExtractIsBounded(t *testing.T) {
	t.Parallel()
	var rounds []llm.Message
	for i := range 30 {
		rounds = append(rounds,
			llm.Message{Role: llm.User, Content: fmt.Sprintf("第%d问", i) + strings.Repeat("长", 5000)},
			llm.Message{Role: llm.Assistant, Content: strings.Repeat("答", 5000)})
	}
	got := In("zh-CN").Extract(rounds, strings.Repeat("旧", 5000))
	if n := len([]rune(got)); n > SummaryLength || !strings.Contains(got, "第29问") || strings.Contains(got, "第17问") || !strings.HasPrefix(got, "旧") {
		t.Errorf("%d characters: %.60s", n, got)
	}
}

// TestWords checks the system prompt and the requests to models in every language.
func TestWords(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 20, 4, 0, 0, time.FixedZone("", 8*3600))
	for locale, w := range languages {
		for _, s := range []string{w.system, w.Title, w.Hints, w.Summarise} {
			if s == "" {
				t.Errorf("%s lacks a sentence: %+v", locale, w)
			}
		}
		for format, n := range map[string]int{w.system: 2, w.summary: 1, w.asked: 1} {
			if strings.Count(format, "%") != n {
				t.Errorf("%s: %q has not %d slots", locale, format, n)
			}
		}
		if got := w.System("Wenqu", now, "要点"); !strings.Contains(got, "2026") || !strings.Contains(got, w.weekdays[5]) || !strings.Contains(got, "要点") {
			t.Errorf("%s: %s", locale, got)
		}
	}
}

func TestHintsOfAReply(t *testing.T) {
	t.Parallel()
	for reply, want := range map[string][]string{
		"1. 要带身份证吗？\n2. 几点开门？":                   {"要带身份证吗？", "几点开门？"},
		"可以这样追问：\n\n- **要预约吗？**[^1]\n- `几点`关门？":  {"要预约吗？", "几点关门？"},
		"## 要点\n| 表 |\n> 引用\n```\n[^1]: 注\n真的吗？": {"真的吗？"},
		`["第一个？", "第二个？"]`:                       {"第一个？", "第二个？"},
		"```json\n[\"一？\",\"二？\"]\n```":          {"一？", "二？"},
		"“源头活水”出自哪里？\n“几点开门？”":                   {"“源头活水”出自哪里？", "几点开门？"},
		"[不是列表] 怎么办？":                            {"[不是列表] 怎么办？"},
		"":                                       {},
	} {
		if diff := cmp.Diff(want, Hints(reply)); diff != "" {
			t.Errorf("%q: %s", reply, diff)
		}
	}
}

// FuzzHints checks that follow-ups and titles stay within their limits whatever a model replies.
func FuzzHints(f *testing.F) {
	f.Add("1. 一\n2、二\n- 三\n四")
	f.Add("“标题”\n解释")
	f.Fuzz(func(t *testing.T, s string) {
		hints := Hints(s)
		if len(hints) > maxHints {
			t.Errorf("%d hints", len(hints))
		}
		for _, h := range hints {
			if h == "" || utf8.RuneCountInString(h) > hintLength {
				t.Errorf("hint %q", h)
			}
		}
		if title := Title(s); text.Width(title) > MaxTitle || lenient.Clean(title) != title {
			t.Errorf("title %q", title)
		}
	})
}

func TestTitleWithoutMarks(t *testing.T) {
	t.Parallel()
	for reply, want := range map[string]string{
		"**好的**，这是回答。": "好的，这是回答", "# 标题：**节水**方案": "标题：节水方案", "《`make` 的用法》": "make 的用法", "2 * 3 等于几": "2 * 3 等于几",
		"Weekend trip to the Lake District.": "Weekend trip to the Lake District",
		"《红楼梦》的人物。":                          "《红楼梦》的人物", "“《论语》与《孟子》”": "《论语》与《孟子》", "解释“源头活水”": "解释“源头活水”", "“没有写完": "没有写完", `"a" or "b"`: `"a" or "b"`,
	} {
		if got := Title(reply); got != want {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}
