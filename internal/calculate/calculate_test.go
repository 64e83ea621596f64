package calculate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestEvaluate(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"2^10": "1024", "3万加5千": "35000", "15% of 240": "36", "(1+2)*3 =": "9", "１／３": "0.333333333333", "根号2": "1.41421356237", "20!": "2432902008176640000", "42": "42", "0.1+0.2": "0.3",
	} {
		got, err := calculate.Evaluate(t.Context(), expression)
		if err != nil || got.Value != want || got.Sentence.ZhTW == "" || got.Method.En == "" {
			t.Errorf("%s: %+v, %v", expression, got, err)
		}
	}
	if got, _ := calculate.Evaluate(t.Context(), "1/3"); got.Exact || got.Fraction != "1/3" {
		t.Errorf("a third: %+v", got)
	}
	for expression, want := range map[string]error{
		"1/0": calculate.ErrDivision, "根号(-1)": calculate.ErrDomain, "ln(0)": calculate.ErrDomain, "lg(0)": calculate.ErrDomain, "log(0)": calculate.ErrDomain, "ln(-1)": calculate.ErrDomain, "9^9^9^9": calculate.ErrTooBig, "今天几号": calculate.ErrNotArithmetic, "": calculate.ErrNotArithmetic,
		"os.exit(1)": calculate.ErrNotArithmetic, "1;2": calculate.ErrNotArithmetic, "[1,2][0]": calculate.ErrNotArithmetic, "env.x": calculate.ErrNotArithmetic,
	} {
		if got, err := calculate.Evaluate(t.Context(), expression); !errors.Is(err, want) {
			t.Errorf("%s: %+v, %v, want %v", expression, got, err, want)
		}
	}
}

// TestRounded checks that Exact and the sign before the value, = or ≈, say whether the written value is
// rounded. Values with too many digits are rounded.
func TestRounded(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("0", 60)
	for _, c := range []struct {
		expression, value string
		exact             bool
	}{
		{"10^59+0.1^30", "1" + zeros[:59] + "." + zeros[:29] + "1", true},
		{"0-10^40-0.1^25", "-1" + zeros[:40] + "." + zeros[:24] + "1", true},
		{"2^100+0.5", "1267650600228229401496703205376.5", true},
		{"10^59", "1" + zeros[:59], true},
		{"10^60", "1.00000000000 × 10^60", false},
		{"10^60+0.5", "1e+60", false},
		{"2^3000+0.5", "1.23023192216e+903", false},
		{"0.1^31", "1e-31", false},
		{"2/3", "0.666666666667", false},
	} {
		got, err := calculate.Evaluate(t.Context(), c.expression)
		sign := map[bool]string{true: " = ", false: " ≈ "}[c.exact]
		if err != nil || got.Value != c.value || got.Exact != c.exact || !strings.HasSuffix(got.Sentence.En, sign+c.value) {
			t.Errorf("%s: %+v, %v", c.expression, got, err)
		}
	}
}

// In less than a minute, each hostile expression is either computed or refused.
func TestEvaluateHostile(t *testing.T) {
	t.Parallel()
	for label, expression := range map[string]string{
		"deep parentheses": strings.Repeat("(", 900) + "1" + strings.Repeat(")", 900), "2 MB": strings.Repeat("1+", 1<<20) + "1",
		"many factorials": strings.TrimSuffix(strings.Repeat("1999!+", 300), "+"), "powers": strings.TrimSuffix(strings.Repeat("9^4000*", 250), "*"),
		"signs": strings.Repeat("-", 1900) + "1", "digits": strings.Repeat("9", 1900), "percent": "1" + strings.Repeat("%", 1900), "roots": strings.Repeat("sqrt ", 390) + "2",
		"steps": strings.Repeat("1再加", 300) + "1",
	} {
		begin := time.Now()
		got, err := calculate.Evaluate(t.Context(), expression)
		if took := time.Since(begin); took > time.Minute { // linear work takes much less time
			t.Errorf("%s took %s", label, took)
		}
		if len(got.Value) > 100 || err == nil && got.Value == "" {
			t.Errorf("%s: %+v, %v", label, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := calculate.Evaluate(ctx, "1+1"); !errs.Is(err, errs.Incomplete) {
		t.Errorf("after its end: %v", err)
	}
}

func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ quantity, to, want string }{
		{"3.5 英里", "公里", "5.6327 km"}, {"6英尺2英寸", "cm", "187.96 cm"}, {"100 °F", "摄氏度", "37.7778 °C"}, {"80 kg", "pounds", "176.37 lb"}, {"5斤半", "千克", "2.75 kg"},
	} {
		if got, err := calculate.Convert(t.Context(), c.quantity, c.to); err != nil || got.Value != c.want || got.Sentence.ZhTW == "" {
			t.Errorf("%s in %s: %+v, %v", c.quantity, c.to, got, err)
		}
	}
	for _, c := range [][2]string{{"3 英里", "千克"}, {"3", "公里"}, {"-300 摄氏度", "华氏度"}, {strings.Repeat("9", 1<<20) + "米", "公里"}, {"3米", "光辉"}} {
		if got, err := calculate.Convert(t.Context(), c[0], c[1]); !errors.Is(err, calculate.ErrUnit) {
			t.Errorf("%.20s in %s: %+v, %v", c[0], c[1], got, err)
		}
	}
}

func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"1+1", "9^9^9", "(((1)))", "20!", "百分之五的三万", "sin 30 度", "1%2%", "再再再", "2**-3", "--1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		if got, err := calculate.Evaluate(t.Context(), expression); err == nil && (got.Value == "" || len(got.Value) > 100) {
			t.Errorf("%q: %+v", expression, got)
		}
		_, _ = calculate.Convert(t.Context(), expression, "米")
	})
}
