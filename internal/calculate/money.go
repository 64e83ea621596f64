package calculate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// ErrAmount means that an argument is out of range, such as an amount, a rate, a time or a weight.
var ErrAmount = errors.New("an amount, a rate or a time is out of range")

const (
	maxAmount = 1e13 // in yuan
	maxRate   = 100  // per cent a year
	maxMonths = 1200
)

// Loan is a loan that is repaid monthly. All amounts have the same currency.
type Loan struct {
	Months        int
	Level         float64 // the monthly payment with equal payments (等额本息)
	LevelInterest float64 // total interest of equal payments
	First, Last   float64 // the first and the last payment with equal shares of the principal (等额本金)
	ShareInterest float64 // total interest of equal shares
	Method        errs.Text
}

// LoanOf computes a loan of `amount`, at `rate` per cent a year, that is repaid in `months` months.
func LoanOf(ctx context.Context, amount, rate float64, months int) (Loan, error) {
	if err := errs.Ended(ctx); err != nil {
		return Loan{}, err
	}
	if !(amount > 0 && amount <= maxAmount && rate >= 0 && rate <= maxRate) || months < 1 || months > maxMonths {
		return Loan{}, ErrAmount
	}
	n, r := float64(months), rate/1200
	l := Loan{Months: months, Level: amount / n}
	if r > 0 {
		l.Level = amount * r / -math.Expm1(-n*math.Log1p(r))
	}
	l.LevelInterest = l.Level*n - amount
	l.First, l.Last = amount/n+amount*r, amount/n*(1+r)
	l.ShareInterest = amount * r * (n + 1) / 2
	l.Method = bilingual("等额本息：月供 = 本金 × 月利率 ÷（1 −（1 + 月利率）^−期数）；等额本金：每月还本金 ÷ 期数，加剩余本金的利息。月利率 = 年利率 ÷ 12。",
		"Level payment = principal × monthly rate ÷ (1 − (1 + monthly rate)^−months); equal principal = principal ÷ months plus interest on the rest.")
	return l, nil
}

// Compound is the value of an amount after a number of years at `rate` per cent a year. `times` is
// the number of interest payments a year.
func Compound(ctx context.Context, amount, rate, years float64, times int) (float64, error) {
	if err := errs.Ended(ctx); err != nil {
		return 0, err
	}
	if !(amount > 0 && amount <= maxAmount && rate >= 0 && rate <= maxRate && years > 0 && years <= 100) || times < 1 || times > 366 {
		return 0, ErrAmount
	}
	grown := amount * math.Exp(years*float64(times)*math.Log1p(rate/100/float64(times)))
	if grown > 1e18 {
		return 0, ErrAmount
	}
	return grown, nil
}

// Deposit is the interest of a term deposit of `amount` at `rate` per cent a year for a number of
// months. Interest is not compounded.
func Deposit(ctx context.Context, amount, rate, months float64) (float64, error) {
	if err := errs.Ended(ctx); err != nil {
		return 0, err
	}
	if !(amount > 0 && amount <= maxAmount && rate >= 0 && rate <= maxRate && months > 0 && months <= maxMonths) {
		return 0, ErrAmount
	}
	return amount * rate / 100 * months / 12, nil
}

// Saving is the value of `months` monthly payments of `amount` at `rate` per cent a year. Payments are
// made at the end of each month, and interest is compounded monthly. With `simple`, payments are made
// at the beginning of each month, and interest is not compounded (零存整取).
func Saving(ctx context.Context, amount, rate float64, months int, simple bool) (float64, error) {
	if err := errs.Ended(ctx); err != nil {
		return 0, err
	}
	if !(amount > 0 && amount <= maxAmount && rate >= 0 && rate <= maxRate) || months < 1 || months > maxMonths {
		return 0, ErrAmount
	}
	n, r := float64(months), rate/1200
	if simple {
		return amount * (n + r*n*(n+1)/2), nil
	}
	if r == 0 {
		return amount * n, nil
	}
	return amount * math.Expm1(n*math.Log1p(r)) / r, nil
}

// taxBrackets are the brackets of the Chinese individual income tax law for yearly comprehensive
// income, in force since 2019. Each row has the upper bound of taxable income in yuan, the rate in
// per cent, and the quick deduction.
var taxBrackets = []struct{ upTo, rate, quick float64 }{
	{36_000, 3, 0}, {144_000, 10, 2_520}, {300_000, 20, 16_920}, {420_000, 25, 31_920}, {660_000, 30, 52_920}, {960_000, 35, 85_920}, {math.Inf(1), 45, 181_920},
}

// TaxFree is the basic deduction of a year, in yuan.
const TaxFree = 60_000

// Tax is the individual income tax on a year's income or on a year-end bonus, in yuan.
type Tax struct {
	Taxable float64 // the part of the year's income above TaxFree, or the whole bonus
	Rate    float64 // rate of the bracket, per cent
	Quick   float64 // quick deduction of the bracket
	Year    float64 // the tax on the year's income or on the bonus
	Method  errs.Text
}

// IncomeTax computes the tax on a year's income. The caller has already subtracted insurance and
// special deductions, but not TaxFree.
func IncomeTax(ctx context.Context, income float64) (Tax, error) {
	if err := errs.Ended(ctx); err != nil {
		return Tax{}, err
	}
	if !(income >= 0 && income <= maxAmount) {
		return Tax{}, ErrAmount
	}
	t := Tax{Taxable: max(0, income-TaxFree)}
	for _, b := range taxBrackets {
		if t.Taxable <= b.upTo {
			t.Rate, t.Quick = b.rate, b.quick
			break
		}
	}
	t.Year = t.Taxable*t.Rate/100 - t.Quick
	t.Method = bilingual("按《个人所得税法》综合所得年度税率表：（全年收入 − 60000）× 税率 − 速算扣除数。",
		"By the yearly table of comprehensive income: (income − 60,000) × rate − quick deduction.")
	return t, nil
}

// lastBonusYear is the last year in which a year-end bonus may be taxed separately.
const lastBonusYear = 2027

// BonusTax computes the tax on a year-end bonus that is taxed separately in `year`. The bracket is
// chosen by a twelfth of the bonus. BonusTax fails with ErrAmount for years after lastBonusYear and
// for a bonus out of range.
func BonusTax(ctx context.Context, bonus float64, year int) (Tax, error) {
	if err := errs.Ended(ctx); err != nil {
		return Tax{}, err
	}
	if !(bonus > 0 && bonus <= maxAmount) || year > lastBonusYear {
		return Tax{}, ErrAmount
	}
	t := Tax{Taxable: bonus}
	for _, b := range taxBrackets {
		if bonus <= b.upTo { // compares a twelfth of the bonus with the monthly bound, both multiplied by 12
			t.Rate, t.Quick = b.rate, b.quick/12
			break
		}
	}
	t.Year = bonus*t.Rate/100 - t.Quick
	t.Method = bilingual("按财政部、税务总局公告 2023 年第 30 号：年终奖 ÷ 12 查按月税率表，年终奖 × 税率 − 速算扣除数；执行到 2027 年底。",
		"By announcement 30 of 2023: the monthly bracket of a twelfth of the bonus; bonus × rate − quick deduction. In force until the end of 2027.")
	return t, nil
}

// BodyMass is the body mass index of a weight in kilograms and a height in
// metres, and its class by the Chinese standard WS/T 428-2013.
func BodyMass(ctx context.Context, kilograms, metres float64) (index float64, class Label, err error) {
	if err := errs.Ended(ctx); err != nil {
		return 0, Label{}, err
	}
	if !(kilograms >= 2 && kilograms <= 600 && metres >= 0.4 && metres <= 2.8) {
		return 0, Label{}, ErrAmount
	}
	index = kilograms / metres / metres
	switch {
	case index < 18.5:
		class = Label{"偏瘦", "underweight"}
	case index < 24:
		class = Label{"正常", "normal"}
	case index < 28:
		class = Label{"超重", "overweight"}
	default:
		class = Label{"肥胖", "obese"}
	}
	return index, class, nil
}

// Money writes an amount with separated thousands, rounded to two decimals. The decimals are left
// out when both are zero.
func Money(amount float64) string {
	s := strconv.FormatFloat(math.Round(amount*100)/100, 'f', 2, 64)
	whole, cents := s[:len(s)-3], s[len(s)-3:]
	sign := ""
	if whole != "" && whole[0] == '-' {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents == ".00" {
		cents = ""
	}
	return fmt.Sprint(sign, whole, cents)
}
