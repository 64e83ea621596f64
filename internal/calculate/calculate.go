// Package calculate computes arithmetic, units, statistics, and everyday finance: loans, interest,
// income tax. The package limits the size and the nesting of an expression, and the size of its
// numbers. The built-in engine and the tools of models use this package.
package calculate

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxExpression is the longest expression, in bytes.
const maxExpression = 2000

// otherCommas matches a comma that does not separate thousands, as in 1,2. Such a text is not a
// number.
var otherCommas = text.NewPattern(`\d,(?:\d{1,2}|\d{4,})(?:\D|$)`)

// Label is a short name in Chinese and English.
type Label struct{ Zh, En string }

// Result is the result of a computation.
type Result struct {
	Expression string    `json:"expression"`         // the expression as it was understood: 300 × 0.85
	Value      string    `json:"value"`              // the value in decimal, with its unit if it has one
	Exact      bool      `json:"exact"`              // Value is exact
	Fraction   string    `json:"fraction,omitempty"` // the exact fraction when the decimal form is endless and the fraction is short
	Method     errs.Text `json:"-"`                  // how it was computed
	Sentence   errs.Text `json:"-"`                  // the result in a sentence
}

// bilingual makes a text from a Chinese and an English form.
func bilingual(chinese, english string) errs.Text {
	return errs.Text{ZhCN: chinese, ZhTW: zh.ToTaiwan(chinese), En: english}
}

// Evaluate computes arithmetic in symbols or words: 2^10, 3万加5%, "15% of 240". If the text contains
// anything else or is longer than maxExpression, it fails with ErrNotArithmetic. If the
// value does not exist or is too large, it fails with ErrDivision, ErrDomain or ErrTooBig.
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
		Method:   bilingual("先乘方、再乘除、后加减，按精确分数计算。", "Powers first, then × and ÷, then + and −, with exact fractions."),
		Sentence: bilingual(sentence, sentence),
	}, nil
}

// Compute computes an expression returned by Expression.
func Compute(expression string) (Number, error) { return compute(context.Background(), expression) }

// Convert converts a quantity such as 6英尺2英寸 or 100 °F to the unit named unitName. If the
// conversion is not possible, for example for an unknown unit or two different dimensions, Convert
// fails with ErrUnit.
func Convert(ctx context.Context, quantity, unitName string) (Result, error) {
	if err := errs.Ended(ctx); err != nil {
		return Result{}, err
	}
	if len(quantity) > 200 || len(unitName) > 60 {
		return Result{}, ErrUnit
	}
	quantity, unitName = strings.TrimSpace(zh.FoldRunes([]rune(quantity))), strings.TrimSpace(zh.FoldRunes([]rune(unitName)))
	for _, u := range UnitsNamed(unitName) {
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
			Expression: quantity + " → " + unitName, Value: Figure(v) + " " + label.En, Exact: Equals(v) == "=",
			Method:   bilingual(source, "Conversion by the definitions of the units."),
			Sentence: bilingual(quantity+" "+Equals(v)+" "+Figure(v)+" "+label.Zh, quantity+" "+Equals(v)+" "+Figure(v)+" "+label.En),
		}, nil
	}
	return Result{}, ErrUnit
}
