package offline

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// hostile returns difficult inputs. Even for these inputs, the answer must be fast and short.
func hostile() map[string]string {
	return map[string]string{
		"deep parentheses":   strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
		"some parentheses":   strings.Repeat("(", 90) + "1" + strings.Repeat(")", 90) + "+1",
		"power tower":        "9^9^9^9",
		"huge power":         "9999999999^9999999999",
		"huge factorial":     "99999999的阶乘",
		"many factorials":    strings.TrimSuffix(strings.Repeat("1999!+", 30), "+"),
		"long digits":        strings.Repeat("9", 190) + "*" + strings.Repeat("9", 9),
		"long numeral":       strings.Repeat("一千万亿", 40) + "是多少",
		"2 MB of one letter": strings.Repeat("a", 2<<20),
		"2 MB of Han":        strings.Repeat("字", 700_000),
		"2 MB to count":      "统计字数：" + strings.Repeat("问渠 ", 260_000),
		"2 MB to hash":       "md5：" + strings.Repeat("x", 2<<20),
		"2 MB to encode":     "base64编码：" + strings.Repeat("x", 2<<20),
		"2 MB to convert":    "转成繁体：" + strings.Repeat("软件", 350_000),
		"2 MB of quotes":     strings.Repeat("「", 700_000),
		"2 MB of fences":     strings.Repeat("```", 700_000),
		"2 MB of JSON":       "格式化JSON：" + strings.Repeat("[", 2<<20),
		"deep JSON":          "格式化JSON：" + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"deep XML":           "格式化XML：" + strings.Repeat("<a>", 5000),
		"deep SQL":           "格式化SQL：select " + strings.Repeat("(select ", 5000),
		"deep Go":            "格式化Go：" + strings.Repeat("(", 30_000),
		"nested quantifiers": "用正则 (a+)+$ 匹配 " + strings.Repeat("a", 5000) + "b",
		"big repetition":     "用正则 ((a{1,100}){1,100}){1,100} 匹配 aaa",
		"long diff":          "比较「" + strings.Repeat("天", 30_000) + "」和「" + strings.Repeat("地", 30_000) + "」",
		"medium diff":        "比较「" + strings.Repeat("天地", 900) + "」和「" + strings.Repeat("地天", 900) + "」",
		"many lines":         "去重：\n" + strings.Repeat("a\nb\n", 20_000),
		"spaces":             strings.Repeat(" ", 2<<20) + "1+1",
		"newlines":           strings.Repeat("1+1？\n", 100_000),
		"many clauses":       strings.Repeat("1+1？", 60),
		"bad UTF-8":          strings.Repeat("\xff\xfe今天几号", 1000),
		"zero bytes":         "1\x00+\x001",
		"bidi":               "\u202e1+1\u202c\u200b等于几",
		"days":               "999999999999天后是几号",
		"years":              "9999年是闰年吗",
		"workdays":           "3000个工作日后是几号",
		"template flood":     "写一份周报，" + strings.Repeat("主题是", 100_000),
		"passwords":          "生成99个999位随机密码",
		"random range":       "-999999999999到999999999999的随机数",
	}
}

// stuck is the time limit for each answer. Even a slow machine needs less. A skill exceeds the limit
// if its time grows much faster than the length of the input.
const stuck = time.Minute

// TestHostileInput checks the size and the duration of the answers.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	for label, text := range hostile() {
		begin := time.Now()
		r := ask(text, "zh-CN", testNow)
		if took := time.Since(begin); took > stuck {
			t.Errorf("%s: %s", label, took)
		}
		if len(r.text) > 8*skill.MaxTransform || r.text == "" || !utf8.ValidString(r.text) {
			t.Errorf("%s: answer of %d bytes, valid %v", label, len(r.text), utf8.ValidString(r.text))
		}
	}
}

// TestDeterministic asks every question twice. The answer must depend only on the
// question, the clock and the seed.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	for _, p := range readPhrasings(t, "phrasings.jsonl") {
		a, b := ask(p.Q, p.Locale, testNow), ask(p.Q, p.Locale, testNow)
		if a.text != b.text || a.how != b.how || a.step != b.step || fmt.Sprint(a.hints) != fmt.Sprint(b.hints) {
			t.Errorf("%s: two answers", p.Q)
		}
	}
}

// TestAnswersAreWhole checks the form of every answer. An answer begins with a bold result, and
// has a step, a method, and one to three hints. The engine must be able to answer the hints.
func TestAnswersAreWhole(t *testing.T) {
	t.Parallel()
	hints := map[string]string{}
	for _, p := range readPhrasings(t, "phrasings.jsonl") {
		r := ask(p.Q, p.Locale, testNow)
		if !strings.HasPrefix(r.text, "**") || strings.TrimSpace(core(r.text)) == "" {
			t.Errorf("%s: no bold result in %q", p.Q, r.text)
		}
		if r.step == "" || r.how == "" || len(r.hints) == 0 || len(r.hints) > 3 {
			t.Errorf("%s: step %q, how %q, hints %q", p.Q, r.step, r.how, r.hints)
		}
		for _, h := range r.hints {
			hints[h] = p.Locale
		}
	}
	for h, locale := range hints {
		if r := ask(h, locale, testNow); r.id == "fallback" {
			t.Errorf("the hint %q is not answered", h)
		}
	}
}

func TestAbilitiesAreAnswered(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
		for _, a := range Abilities(locale) {
			if r := ask(a.Example, locale, testNow); r.id != a.ID {
				t.Errorf("%s %s: %q is answered by %s", locale, a.ID, a.Example, r.id)
			}
			if a.Name == "" {
				t.Errorf("%s %s has no name", locale, a.ID)
			}
		}
	}
}

func FuzzReply(f *testing.F) {
	for _, p := range readPhrasings(f, "phrasings.jsonl") {
		f.Add(p.Q, p.Locale)
	}
	for _, text := range hostile() {
		if len(text) < 4096 {
			f.Add(text, "zh-TW")
		}
	}
	f.Fuzz(func(t *testing.T, text, locale string) {
		r := reply(skill.NewQuestion(text, testNow, locale, rand.New(rand.NewPCG(1, 1))))
		if r.text == "" || !utf8.ValidString(r.text) || !utf8.ValidString(r.how) {
			t.Errorf("bad answer %q to %q", r.text, text)
		}
	})
}
