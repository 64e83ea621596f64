package calculate

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestArithmeticIsExact compares sums, differences and products of decimals with rational
// arithmetic.
func TestArithmeticIsExact(t *testing.T) {
	t.Parallel()
	decimal := rapid.StringMatching(`[0-9]{1,12}(\.[0-9]{1,8})?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := decimal.Draw(t, "a"), decimal.Draw(t, "b")
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		for op, want := range map[string]*big.Rat{"+": new(big.Rat).Add(x, y), "-": new(big.Rat).Sub(x, y), "*": new(big.Rat).Mul(x, y)} {
			got, err := Compute(a + op + b)
			if err != nil || got.rat.Cmp(want) != 0 {
				t.Fatalf("%s%s%s = %v (%v), want %s", a, op, b, got.rat, err, want)
			}
		}
	})
}

// TestUnitTables checks that every factor is a positive number, and that every label in the field Shown
// of a dimension is the label of one of its units.
func TestUnitTables(t *testing.T) {
	t.Parallel()
	for _, d := range dimensions {
		for i := range d.units {
			if f, ok := new(big.Rat).SetString(d.units[i].factor); !ok || f.Sign() <= 0 {
				t.Errorf("%s: factor %q", d.units[i].label.Zh, d.units[i].factor)
			}
		}
		for _, s := range d.Shown {
			found := false
			for _, u := range d.units {
				found = found || u.label.Zh == s
			}
			if !found {
				t.Errorf("%s has no unit %s", d.Name.Zh, s)
			}
		}
	}
}
