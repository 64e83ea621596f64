package offline

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// testNow is a Friday evening in China.
var testNow = time.Date(2026, 11, 20, 19, 19, 0, 0, time.FixedZone("CST", 8*3600))

func ask(text, locale string, now time.Time) result {
	return reply(skill.NewQuestion(text, now, locale, rand.New(rand.NewPCG(1, 1))))
}

func request(text string) llm.Request {
	return llm.Request{Now: testNow, Locale: "zh-CN", Messages: []llm.Message{
		{Role: llm.User, Content: "你好"}, {Role: llm.Assistant, Content: "你好"}, {Role: llm.User, Content: text},
	}}
}

func TestStreamOrder(t *testing.T) {
	t.Parallel()
	const text = "写一份租房合同，租金3000元"
	want := ask(text, "zh-CN", testNow)
	var body strings.Builder
	var last llm.Delta
	first := true
	for d, err := range NewSeeded(1).Stream(t.Context(), request(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if last.Finish != llm.FinishNone {
			t.Fatalf("a delta after the end: %+v", d)
		}
		if first && (d.Step != "识别为：写作模板" || d.Working != want.how || d.Model != ModelID) {
			t.Errorf("the first delta is %+v", d)
		}
		if said := []string{"识别为：写作模板", "識別為：寫作模板", "Recognised as: writing template"}; first && !slices.Equal(d.StepTexts, said) {
			t.Errorf("readers of other languages see %q", d.StepTexts)
		}
		if d.Reasoning != "" {
			t.Errorf("the engine does not think: %q", d.Reasoning)
		}
		if !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > 24 {
			t.Errorf("piece %q", d.Text)
		}
		body.WriteString(d.Text)
		first, last = false, d
	}
	if body.String() != want.text {
		t.Errorf("streamed %q", body.String())
	}
	if last.Finish != llm.FinishStop || last.Model != ModelID || last.Usage == nil || last.Usage.CompletionTokens == 0 || len(last.Hints) == 0 {
		t.Errorf("the last delta is %+v", last)
	}
}

func TestStreamStopsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	var failure error
	for _, err := range New().Stream(ctx, request("写一份简历")) {
		if n++; n == 3 {
			cancel()
		}
		failure = err
	}
	var e *errs.Error
	if !errors.As(failure, &e) || e.Code != errs.Incomplete || !errors.Is(failure, context.Canceled) || n != 4 {
		t.Errorf("%d deltas, then %v", n, failure)
	}
	for range New().Stream(t.Context(), request("写一份简历")) {
		break // this checks that an early end of the iteration causes no panic
	}
}

func TestStreamWithoutQuestion(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for d, err := range New().Stream(t.Context(), llm.Request{}) {
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(d.Text)
	}
	if !strings.Contains(text.String(), "没有看到问题") {
		t.Errorf("answered %q", text.String())
	}
}

func TestTaiwanAnswersKeepUserText(t *testing.T) {
	t.Parallel()
	r := ask("幫我 base64 解碼：6L2v5Lu2", "zh-TW", testNow)
	if !strings.Contains(r.text, "软件") {
		t.Errorf("the decoded text was converted: %s", r.text)
	}
	if r = ask("你能做什麼", "zh-TW", testNow); strings.Contains(r.text, "计算") || !strings.Contains(r.text, "計算") {
		t.Errorf("not in traditional Chinese: %s", r.text)
	}
}

func TestSkilled(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for asked, want := range map[string]bool{
		"3.5 英里是多少公里？": true, "你好": true, "100 天后是几月几号？今天农历几号？": true,
		"付款期限是多久？": false, "": false, "总结这份文件": false,
	} {
		if got := skilled(asked, now, "zh-CN"); got != want {
			t.Errorf("%s: %v", asked, got)
		}
	}
}

// The engine answers common English questions about whether a number is prime.
func TestEnglishPrimes(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"Is 7 a prime number?": "**7 is a prime number.**",
		"Is 7 a prime?":        "**7 is a prime number.**",
		"Is 7 prime?":          "**7 is a prime number.**",
		"is 91 a prime number": "**91 is not a prime number.**",
	} {
		if r := ask(question, "en", testNow); r.id != "calculator" || !strings.Contains(r.text, want) {
			t.Errorf("%s: %s: %s", question, r.id, r.text)
		}
	}
}

// TestRoundedValues checks the method of an answer. The method distinguishes exact values, values
// rounded for their length, and values without a finite decimal form.
func TestRoundedValues(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{"2的300次方": "结果太长", "100除以7": "结果是无限小数", "2的10次方": "没有浮点误差"} {
		if r := ask(question, "zh-CN", testNow); !strings.Contains(r.how, want) {
			t.Errorf("%s: %s", question, r.how)
		}
	}
}

// TestLongComparison checks the answer for texts that are too long to compare. It must state the limit.
func TestLongComparison(t *testing.T) {
	t.Parallel()
	question := "比较「" + strings.Repeat("天", 2_001) + "」和「" + strings.Repeat("地", 2_001) + "」"
	if r := ask(question, "zh-CN", testNow); !strings.Contains(r.text, "2,000 字") {
		t.Errorf("%s", r.text)
	}
}
