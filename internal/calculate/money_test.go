package calculate_test

import (
	"errors"
	"math"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/calculate"
)

func TestLoanOf(t *testing.T) {
	t.Parallel()
	l, err := calculate.LoanOf(t.Context(), 1_000_000, 3.5, 360)
	if err != nil || calculate.Money(l.Level) != "4,490.45" || calculate.Money(l.First) != "5,694.44" || calculate.Money(l.ShareInterest) != "526,458.33" {
		t.Errorf("%+v, %v", l, err)
	}
	// After all level payments, the remaining debt is 0.
	rest := 1_000_000.0
	for range 360 {
		rest += rest*3.5/1200 - l.Level
	}
	if math.Abs(rest) > 0.01 {
		t.Errorf("%.4f is left", rest)
	}
	if l, err = calculate.LoanOf(t.Context(), 12000, 0, 12); err != nil || l.Level != 1000 || l.LevelInterest != 0 {
		t.Errorf("without interest: %+v, %v", l, err)
	}
	for _, c := range []struct {
		amount, rate float64
		months       int
	}{{0, 3, 12}, {1, -1, 12}, {1, 101, 12}, {1, 3, 0}, {1, 3, 1 << 40}, {math.Inf(1), 3, 12}, {math.NaN(), 3, 12}, {1, math.NaN(), 12}} {
		if l, err := calculate.LoanOf(t.Context(), c.amount, c.rate, c.months); !errors.Is(err, calculate.ErrAmount) {
			t.Errorf("%+v: %+v, %v", c, l, err)
		}
	}
}

// The tax of some incomes is as expected. At the edges of the brackets, one more yuan of income
// costs at most 0.46 yuan of tax.
func TestIncomeTax(t *testing.T) {
	t.Parallel()
	for income, want := range map[float64]float64{0: 0, 60_000: 0, 96_000: 1080, 120_000: 3480, 204_000: 11_880, 360_000: 43_080, 480_000: 73_080, 720_000: 145_080, 1_020_000: 250_080, 2_060_000: 718_080} {
		if got, err := calculate.IncomeTax(t.Context(), income); err != nil || math.Abs(got.Year-want) > 0.001 {
			t.Errorf("%.0f: %+v, %v, want %.0f", income, got, err, want)
		}
	}
	for _, edge := range []float64{36_000, 144_000, 300_000, 420_000, 660_000, 960_000} {
		a, _ := calculate.IncomeTax(t.Context(), edge+calculate.TaxFree)
		b, _ := calculate.IncomeTax(t.Context(), edge+calculate.TaxFree+1)
		if d := b.Year - a.Year; d <= 0 || d > 0.46 {
			t.Errorf("at %.0f the tax steps by %.2f", edge, d)
		}
	}
	if _, err := calculate.IncomeTax(t.Context(), -1); !errors.Is(err, calculate.ErrAmount) {
		t.Error(err)
	}
}

func TestCompoundAndBodyMass(t *testing.T) {
	t.Parallel()
	if v, err := calculate.Compound(t.Context(), 10_000, 5, 10, 1); err != nil || calculate.Money(v) != "16,288.95" {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := calculate.Compound(t.Context(), 1e13, 100, 100, 366); !errors.Is(err, calculate.ErrAmount) {
		t.Error(err)
	}
	if v, class, err := calculate.BodyMass(t.Context(), 70, 1.75); err != nil || math.Abs(v-22.857) > 0.001 || class.Zh != "正常" {
		t.Errorf("%v %v %v", v, class, err)
	}
	if _, _, err := calculate.BodyMass(t.Context(), 70, 0); !errors.Is(err, calculate.ErrAmount) {
		t.Error(err)
	}
	for amount, want := range map[float64]string{0: "0", 1234567.891: "1,234,567.89", -1000: "-1,000", 999.999: "1,000"} {
		if got := calculate.Money(amount); got != want {
			t.Errorf("%v is %s, want %s", amount, got, want)
		}
	}
}

func TestDeposit(t *testing.T) {
	t.Parallel()
	if got, err := calculate.Deposit(t.Context(), 50_000, 1.2, 3); err != nil || math.Abs(got-150) > 1e-9 {
		t.Errorf("%v, %v", got, err)
	}
	for _, c := range [][3]float64{{0, 1, 12}, {1, -1, 12}, {1, 1, 0}, {1, 1, 1201}, {1, 101, 12}, {math.NaN(), 1, 12}, {1, 1, math.NaN()}} {
		if got, err := calculate.Deposit(t.Context(), c[0], c[1], c[2]); !errors.Is(err, calculate.ErrAmount) {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
}

// TestSaving compares the closed forms with sums over the months.
func TestSaving(t *testing.T) {
	t.Parallel()
	compounded, simple := 0.0, 0.0
	for month := range 120 {
		compounded += compounded*3/1200 + 3000
		simple += 3000 + 3000*3.0/1200*float64(month+1)
	}
	for _, c := range []struct {
		rate   float64
		simple bool
		want   float64
	}{{3, false, compounded}, {3, true, simple}, {0, false, 360_000}, {0, true, 360_000}} {
		if got, err := calculate.Saving(t.Context(), 3000, c.rate, 120, c.simple); err != nil || math.Abs(got-c.want) > 0.001 {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	for _, c := range []struct {
		amount, rate float64
		months       int
	}{{0, 1, 12}, {1, -1, 12}, {1, 1, 0}, {1, 1, 1201}, {math.NaN(), 1, 12}} {
		if got, err := calculate.Saving(t.Context(), c.amount, c.rate, c.months, false); !errors.Is(err, calculate.ErrAmount) {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}
