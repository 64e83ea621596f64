package calculate

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

const (
	maxDepth    = 40     // nested parentheses
	maxBits     = 40_000 // bits of a numerator or denominator, about 12,000 digits
	maxShown    = 60     // digits before the point that are written out
	maxDecimals = 30     // decimals that are written out
	significant = 12     // digits of a rounded value
)

// Errors of Evaluate and Convert.
var (
	ErrDivision      = errors.New("division by zero")
	ErrDomain        = errors.New("outside the real domain")
	ErrTooBig        = errors.New("too big")
	ErrUnit          = errors.New("a unit is not known, or cannot be converted to the other")
	ErrNotArithmetic = errors.New("not arithmetic")
)

// NumberOf returns r as an exact Number.
func NumberOf(r *big.Rat) Number { return Number{r, true} }

// Number is a value of the calculator. It is inexact if it may have been rounded, as pi and the
// square root of 2 are.
type Number struct {
	rat   *big.Rat
	exact bool
}

// Finite reports whether the value is exact and has a finite decimal form.
func (n Number) Finite() bool {
	if !n.exact {
		return false
	}
	_, ok := n.rat.FloatPrec()
	return ok
}

// Whole reports whether String is exact.
func (n Number) Whole() bool {
	_, short := n.decimals()
	return n.exact && short
}

// decimals returns the number of decimals of the value. It returns false if the value is too long to
// be written out.
func (n Number) decimals() (int, bool) {
	digits, finite := n.rat.FloatPrec()
	whole := new(big.Int).Quo(n.rat.Num(), n.rat.Denom())
	return digits, finite && digits <= maxDecimals && len(whole.String()) <= maxShown
}

// String writes the value in decimal: in full if that is short and the value is exact or an integer,
// and otherwise rounded.
func (n Number) String() string {
	if digits, short := n.decimals(); short && (n.exact || n.rat.IsInt()) {
		return n.rat.FloatString(digits)
	}
	if n.rat.IsInt() {
		f := new(big.Float).SetInt(n.rat.Num())
		return strings.Replace(f.Text('e', significant-1), "e+", " × 10^", 1)
	}
	f, _ := n.rat.Float64()
	if f == 0 || math.IsInf(f, 0) {
		return new(big.Float).SetRat(n.rat).Text('e', significant-1)
	}
	return strconv.FormatFloat(f, 'g', significant, 64)
}

// Fraction is the exact value as a fraction, if its decimal form is endless and the fraction has at
// most 24 characters; otherwise "".
func (n Number) Fraction() string {
	if !n.exact || n.rat.IsInt() || n.Finite() {
		return ""
	}
	s := n.rat.String()
	if len(s) > 24 {
		return ""
	}
	return s
}

// TrimZeros removes zeros at the end of the decimals of a number.
func TrimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// Decimal writes r in decimal, rounded to 60 decimals if it has more. The decimal form of r must be
// finite.
func Decimal(r *big.Rat) string {
	digits, _ := r.FloatPrec()
	return r.FloatString(min(digits, 60))
}

// Rat is the value; callers must not change it.
func (n Number) Rat() *big.Rat { return n.rat }

// Sign is "=" when String is exact, otherwise "≈".
func (n Number) Sign() string {
	if n.Whole() {
		return "="
	}
	return "≈"
}
