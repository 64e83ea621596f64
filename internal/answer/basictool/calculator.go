package basictool

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// callTime is the timeout of a call. Calculations have limits of their own, so this timeout is
// reached only on an overloaded machine.
const callTime = 5 * time.Second

// numeric matches questions that may contain something to calculate.
var numeric = regexp.MustCompile(`[0-9０-９一二两三四五六七八九十百千万亿兩萬億]|几|幾|多少|how (?:many|much|long|old)`)

// Calculator returns the tool for exact arithmetic and unit conversion.
func Calculator() answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: "calculator",
			Description: "Works out arithmetic exactly, or converts a quantity to another unit. Use it for every calculation that is more than trivial. " +
				"Give expression alone for arithmetic such as (1200-850)*1.06^3 or 15% of 240; give also unit to convert, such as expression 6 ft 2 in and unit cm.",
			Parameters: []byte(`{"type":"object","properties":{"expression":{"type":"string","description":"arithmetic, or a quantity with its unit"},` +
				`"unit":{"type":"string","description":"the unit to convert to; leave out for arithmetic"}},"required":["expression"],"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "计算器", ZhTW: "計算機", En: "Calculator"},
		About: errs.Text{ZhCN: "准确地算式子、换算单位。", ZhTW: "精確地計算式子、換算單位。", En: "Works out arithmetic and converts units, exactly."},
		Label: func(locale string, input []byte) string {
			var in calculation
			_ = json.Unmarshal(input, &in) // an expression of an invalid type stays empty
			return errs.Text{ZhCN: "计算 ", ZhTW: "計算 ", En: "Calculating "}.In(locale) + in.Expression
		},
		Consent: answer.ConsentNever, Replay: true, Timeout: callTime,
		Offered: func(t answer.Turn) bool { return numeric.MatchString(t.Question) },
		Call:    work,
	}
}

type calculation struct {
	Expression string `json:"expression"`
	Unit       string `json:"unit"`
}

func work(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in calculation
	if err := json.Unmarshal(c.Input, &in); err != nil || in.Expression == "" {
		return failure("expression must be a text that is not empty."), nil //nolint:nilerr // the model gets the error
	}
	r, err := calculate.Evaluate(ctx, in.Expression)
	if in.Unit != "" {
		r, err = calculate.Convert(ctx, in.Expression, in.Unit)
	}
	if ended := errs.Ended(ctx); ended != nil {
		return answer.Result{}, ended
	}
	if err != nil {
		return failure("Not worked out: " + reason(err)), nil
	}
	return result(r, r.Sentence.In(c.Turn.Locale))
}

// result is the result of a successful call: a value as JSON for the model, and a sentence for the user.
func result(v any, sentence string) (answer.Result, error) {
	b, err := json.Marshal(v)
	return answer.Result{Text: string(b), Note: sentence}, err
}

// failure is the result of a call that has invalid arguments, failed or found nothing.
func failure(s string) answer.Result { return answer.Result{Text: s, Note: s} }

// reasons are the texts about failed calculations, for the model and the user.
var reasons = []struct {
	err     error
	message string
}{
	{calculate.ErrNotArithmetic, "this is not arithmetic. Write it with numbers, + - * / ^ %, brackets and functions such as sqrt."},
	{calculate.ErrDivision, "it divides by zero."},
	{calculate.ErrDomain, "a function is not defined there."},
	{calculate.ErrTooBig, "the numbers grow too large."},
	{calculate.ErrUnit, "one of the units is not known, or they are of different kinds."},
}

func reason(err error) string {
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return r.message
		}
	}
	return err.Error()
}
