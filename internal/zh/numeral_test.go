package zh_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"十": "10", "二十": "20", "一百零八": "108", "两百五": "250", "一万二": "12000", "三万零五": "30005", "一亿两千万": "120000000",
		"3万5千": "35000", "1.5亿": "150000000", "负三": "-3", "三点一四": "157/50", "一点五亿": "150000000", "二〇二六": "2026", "廿三": "23",
		"壹仟贰佰": "1200", "1,234.5": "2469/2", "半": "1/2", "0.1": "1/10", "十万零三百": "100300",
	} {
		got, ok := zh.Number(text)
		if !ok || got.RatString() != want {
			t.Errorf("%s: %v %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "百", "一二百", "万", "三点", "1.2.3万", "十百", "一千千"} {
		if got, ok := zh.Number(text); ok {
			t.Errorf("%s is read as %s", text, got.RatString())
		}
	}
}

func TestNumeralRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1e16-1).Draw(t, "n")
		for _, style := range []zh.Style{zh.Plain, zh.Formal} {
			words := zh.WriteInteger(n, style)
			got, ok := zh.Number(words)
			if !ok || !got.IsInt() || got.Num().Int64() != n {
				t.Fatalf("%d is written %s, read %v", n, words, got)
			}
		}
	})
}

func TestWriteMoney(t *testing.T) {
	t.Parallel()
	for fen, want := range map[int64]string{
		0: "零元整", 5: "伍分", 50: "伍角", 120000: "壹仟贰佰元整", 100000500: "壹佰万零伍元整", 305060: "叁仟零伍拾元陆角", 10001: "壹佰元零壹分",
		10000000000: "壹亿元整", 123456: "壹仟贰佰叁拾肆元伍角陆分",
	} {
		if got := zh.WriteMoney(fen); got != want {
			t.Errorf("%d: %s, want %s", fen, got, want)
		}
	}
}

func TestLeadingNumber(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"三百零五": "305", "十五": "15", "二十": "20", "一万二千": "12000", "三亿四千万": "340000000", "两千四百": "2400",
		"二〇二五年": "2025", "一百二十三万四千五百六十七": "1234567", "年": "",
	} {
		if got, end := zh.LeadingNumber(s); got != want || want == "" && end != 0 {
			t.Errorf("%s is %q, want %q", s, got, want)
		}
	}
	zh.LeadingNumber(strings.Repeat("亿", 1000)) // must neither panic nor loop forever
}

func TestInteger(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"3": 3, "十一": 11, "-5": -5, "二〇二五": 2025, "999999": 999999} {
		if got, ok := zh.Integer(s); !ok || got != want {
			t.Errorf("%s is %d %v, want %d", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "半", "1.5", "1000000", "一亿亿", "十百"} {
		if got, ok := zh.Integer(s); ok {
			t.Errorf("%q is read as %d", s, got)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"三万零五", "1,234.5", "负三点一四", "一亿两千万", "----1", "3万5千", "一千万亿亿亿"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := zh.Number(s); ok && n.Num().BitLen() > 4000 {
			t.Errorf("%q has %d bits", s, n.Num().BitLen())
		}
		if digits, size := zh.LeadingNumber(s); size > len(s) || size == 0 && digits != "" {
			t.Errorf("%q: %q of %d bytes", s, digits, size)
		}
	})
}

// TestNumberPattern checks that a comma between two numbers does not join them.
func TestNumberPattern(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(zh.NumberPattern)
	for text, want := range map[string]string{"2000,5年": "2000", "2000,120期": "2000", "12,345.6元": "12,345.6", "1,234,567": "1,234,567", "1,0000元": "1,0000", "3万5千,2年": "3万5千", "1,2": "1"} {
		if got := number.FindString(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
