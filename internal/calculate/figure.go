package calculate

import (
	"fmt"
	"math/big"
	"strings"
)

// Figure writes v for people. Whole numbers of at most 21 characters are written in full. Other numbers
// from 100,000 to 10^21 have at most two decimals. The remaining numbers have at most six significant
// digits; below 10^-6 and above 10^21, they also have a power of ten.
func Figure(v *big.Rat) string {
	if v.IsInt() && len(v.Num().String()) <= 21 {
		return v.Num().String()
	}
	f, _ := v.Float64()
	abs := f
	if abs < 0 {
		abs = -abs
	}
	switch {
	case abs != 0 && (abs < 1e-6 || abs >= 1e21):
		return strings.Replace(fmt.Sprintf("%.6g", f), "e", " × 10^", 1)
	case abs >= 100_000:
		return TrimZeros(v.FloatString(2))
	default:
		digits := 5
		for x := abs; x >= 10; x /= 10 {
			digits--
		}
		for x := abs; x < 1 && x > 0; x *= 10 {
			digits++
		}
		return TrimZeros(v.FloatString(max(digits, 0)))
	}
}

// Equals is the sign between a quantity and its Figure: ≈ when digits were dropped or
// the figure is written with a power of ten, otherwise =.
func Equals(v *big.Rat) string {
	shown, ok := new(big.Rat).SetString(Figure(v))
	if ok && shown.Cmp(v) == 0 {
		return "="
	}
	return "≈"
}
