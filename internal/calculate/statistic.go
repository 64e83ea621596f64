package calculate

import (
	"math/big"
	"slices"
	"sort"
)

// Statistic is a figure computed from a list of numbers, with the words for it.
type Statistic struct {
	words  []string
	Label  Label
	Method Label
	Of     func([]*big.Rat) (Number, bool) // false when the figure does not exist for the numbers
}

// StatisticNamed finds a figure by one of the words for it.
func StatisticNamed(word string) (Statistic, bool) {
	for _, s := range statistics {
		if slices.Contains(s.words, word) {
			return s, true
		}
	}
	return Statistic{}, false
}

var statistics = []Statistic{
	{[]string{"平均数", "平均值", "平均分", "平均", "均值", "average of", "mean of"}, Label{"平均数", "average"}, Label{"总和除以个数。", "The sum divided by the count."}, mean},
	{[]string{"总和", "和", "之和", "求和", "sum of"}, Label{"总和", "sum"}, Label{"逐个相加。", "Added one by one."}, sum},
	{[]string{"乘积", "积"}, Label{"乘积", "product"}, Label{"逐个相乘。", "Multiplied one by one."}, product},
	{[]string{"最大值"}, Label{"最大值", "maximum"}, Label{"排序取最大。", "The last after sorting."}, pick(func(n int) (int, int) { return n - 1, n - 1 })},
	{[]string{"最小值"}, Label{"最小值", "minimum"}, Label{"排序取最小。", "The first after sorting."}, pick(func(int) (int, int) { return 0, 0 })},
	{[]string{"中位数", "median of"}, Label{"中位数", "median"}, Label{"排序后取中间的数；个数为偶数时取中间两个的平均。", "The middle after sorting, or the mean of the two middle ones."}, pick(func(n int) (int, int) { return (n - 1) / 2, n / 2 })},
	{[]string{"方差"}, Label{"方差", "variance"}, Label{"各数与平均数之差的平方的平均（总体方差）。", "The mean of the squared deviations."}, variance},
	{[]string{"标准差"}, Label{"标准差", "standard deviation"}, Label{"总体方差的平方根。", "The square root of the variance."}, deviation},
	{[]string{"最大公约数", "最大公因数", "gcd of", "gcd"}, Label{"最大公约数", "greatest common divisor"}, Label{"辗转相除法。", "Euclid's algorithm."}, gcd},
	{[]string{"最小公倍数", "lcm of", "lcm"}, Label{"最小公倍数", "least common multiple"}, Label{"两数之积除以最大公约数，依次累积。", "The product divided by the greatest common divisor."}, lcm},
}

func sum(xs []*big.Rat) (Number, bool) {
	t := new(big.Rat)
	for _, x := range xs {
		t.Add(t, x)
	}
	return Number{t, true}, true
}

func product(xs []*big.Rat) (Number, bool) {
	t := big.NewRat(1, 1)
	for _, x := range xs {
		t.Mul(t, x)
	}
	return Number{t, true}, true
}

func mean(xs []*big.Rat) (Number, bool) {
	t, _ := sum(xs)
	return Number{t.rat.Quo(t.rat, big.NewRat(int64(len(xs)), 1)), true}, true
}

// pick makes a statistic that sorts the numbers and averages two of them. `positions` returns the
// indexes of the two for n numbers; the indexes may be equal.
func pick(positions func(n int) (int, int)) func([]*big.Rat) (Number, bool) {
	return func(xs []*big.Rat) (Number, bool) {
		sorted := append([]*big.Rat(nil), xs...)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].Cmp(sorted[j]) < 0 })
		i, j := positions(len(sorted))
		return mean([]*big.Rat{sorted[i], sorted[j]})
	}
}

func variance(xs []*big.Rat) (Number, bool) {
	m, _ := mean(xs)
	squares := make([]*big.Rat, len(xs))
	for i, x := range xs {
		d := new(big.Rat).Sub(x, m.rat)
		squares[i] = d.Mul(d, d)
	}
	return mean(squares)
}

func deviation(xs []*big.Rat) (Number, bool) {
	v, _ := variance(xs)
	r, err := squareRoot(v)
	return r, err == nil
}

func gcd(xs []*big.Rat) (Number, bool) {
	return foldIntegers(xs, func(a, b *big.Int) *big.Int { return new(big.Int).GCD(nil, nil, a, b) })
}

func lcm(xs []*big.Rat) (Number, bool) {
	return foldIntegers(xs, func(a, b *big.Int) *big.Int {
		g := new(big.Int).GCD(nil, nil, a, b)
		return g.Mul(a, new(big.Int).Quo(b, g))
	})
}

// foldIntegers combines positive integers of at most 100 bits; it returns false for other numbers.
func foldIntegers(xs []*big.Rat, f func(a, b *big.Int) *big.Int) (Number, bool) {
	var acc *big.Int
	for _, x := range xs {
		if !x.IsInt() || x.Sign() <= 0 || x.Num().BitLen() > 100 {
			return Number{}, false
		}
		if acc == nil {
			acc = new(big.Int).Set(x.Num())
			continue
		}
		acc = f(acc, x.Num())
	}
	return Number{new(big.Rat).SetInt(acc), true}, true
}
