package offline

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// If no skill matches a question, the answer offers three fitting examples instead of a list of all
// abilities. The engine can answer all three.
func TestFallbackExamples(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"帮我规划一下明年的节假日旅行": "今年中秋放几天假，怎么调休？",
		"我想贷款买车合适吗":      "贷款 100 万，年利率 3.5%，30 年，每月还多少？",
		"这个正则为什么这么慢":     `用正则 \d+ 匹配 a1b22`,
		"翻译成英文：你好":       "",
	} {
		r := ask(asked, "zh-CN", testNow)
		if r.id != "fallback" || len(r.hints) != 3 || want != "" && !slices.Contains(r.hints, want) || strings.Contains(r.text, "\n- ") || !r.needsModel {
			t.Errorf("%s: %s %q\n%s", asked, r.id, r.hints, r.text)
		}
		for _, h := range r.hints {
			if answered := ask(h, "zh-CN", testNow); answered.id == "fallback" || answered.needsModel {
				t.Errorf("%s: the example %q is not answered", asked, h)
			}
		}
	}
}

// Some abilities have only a Chinese example.
func TestFallbackExamplesInEnglish(t *testing.T) {
	t.Parallel()
	r := ask("Why is the sky blue?", "en", testNow)
	if r.id != "fallback" || len(r.hints) != 3 {
		t.Fatalf("%+v", r)
	}
	for _, h := range r.hints {
		if strings.ContainsFunc(h, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("an English answer offers %q", h)
		}
	}
}
