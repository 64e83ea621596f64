// Package calculate works out arithmetic, units, statistics and the sums of
// everyday money: loans, interest, income tax. Whatever it is given is bounded
// in size, nesting and time. Its functions serve the built-in engine, which
// reads questions, and tools that a model calls.
package calculate

import (
	"context"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxExpression is the longest expression that is read, in bytes.
const maxExpression = 2000

// otherCommas are commas that part no thousands: 1,2 is no number.
var otherCommas = regexp.MustCompile(`\d,(?:\d{1,2}|\d{4,})(?:\D|$)`)

// Label is a short name in Chinese and English.
type Label struct{ Zh, En string }

// Result is what was worked out.
type Result struct {
	Expression string    `json:"expression"`         // as it was understood: 300 × 0.85
	Value      string    `json:"value"`              // in decimal, with its unit where it has one
	Exact      bool      `json:"exact"`              // Value loses nothing
	Fraction   string    `json:"fraction,omitempty"` // the exact value where its decimal form is endless
	Method     errs.Text `json:"-"`                  // how it was worked out
	Sentence   errs.Text `json:"-"`                  // the result as a sentence
}

// said makes a text of its Chinese and English forms.
func said(chinese, english string) errs.Text {
	return errs.Text{ZhCN: chinese, ZhTW: zh.ToTaiwan(chinese), En: english}
}

// Evaluate works out arithmetic in symbols or words: 2^10, 3万加5%, "15% of
// 240". It fails with ErrNotArithmetic when anything else is left over, and with
// ErrDivision, ErrDomain and ErrTooBig when there is no value to give.
func Evaluate(ctx context.Context, expression string) (Result, error) {
	if len(expression) > maxExpression || otherCommas.MatchString(expression) {
		return Result{}, ErrNotArithmetic
	}
	spoken := strings.TrimSpace(strings.TrimRight(zh.FoldRunes([]rune(expression)), " =?"))
	e, ok := Expression(spoken)
	if !ok {
		if n, plain := zh.Number(spoken); plain {
			e, ok = Decimal(n), true
		}
	}
	if !ok {
		return Result{}, ErrNotArithmetic
	}
	v, err := compute(ctx, e)
	if err != nil {
		return Result{}, err
	}
	shown := Pretty(e)
	sentence := shown + " " + v.Sign() + " " + v.String()
	return Result{
		Expression: shown, Value: v.String(), Exact: v.Whole(), Fraction: v.Fraction(),
		Method:   said("先乘方、再乘除、后加减，按精确分数计算。", "Powers first, then × and ÷, then + and −, with exact fractions."),
		Sentence: said(sentence, sentence),
	}, nil
}

// Compute works out an expression that Expression made.
func Compute(expression string) (Number, error) { return compute(context.Background(), expression) }

// Convert works out a quantity such as 6英尺2英寸 or 100 °F in the unit named
// to. It fails with ErrUnit when either is not known, or when they are
// not of one dimension.
func Convert(ctx context.Context, quantity, to string) (Result, error) {
	if err := errs.Ended(ctx); err != nil {
		return Result{}, err
	}
	if len(quantity) > 200 || len(to) > 60 {
		return Result{}, ErrUnit
	}
	quantity, to = strings.TrimSpace(zh.FoldRunes([]rune(quantity))), strings.TrimSpace(zh.FoldRunes([]rune(to)))
	for _, u := range UnitsNamed(to) {
		q, ok := ReadQuantity(quantity, u)
		if !ok || !q.Possible() {
			continue
		}
		v := q.In(u)
		label, source := u.Label(), "℉ = ℃ × 1.8 + 32，K = ℃ + 273.15。"
		if u.Dimension != nil {
			source = u.Dimension.Source
		}
		return Result{
			Expression: quantity + " → " + to, Value: Figure(v) + " " + label.En, Exact: Equals(v) == "=",
			Method:   said(source, "Conversion by the definitions of the units."),
			Sentence: said(quantity+" "+Equals(v)+" "+Figure(v)+" "+label.Zh, quantity+" "+Equals(v)+" "+Figure(v)+" "+label.En),
		}, nil
	}
	return Result{}, ErrUnit
}
