package offline

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"sort"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// maxFactorial is the largest n whose factorial is worked out.
const maxFactorial = 2000

// functions of one argument the calculator knows; everything else is refused.
var functions = map[string]func(number) (number, error){
	"sqrt":      squareRoot,
	"cbrt":      realFunction(math.Cbrt),
	"sin":       realFunction(math.Sin),
	"cos":       realFunction(math.Cos),
	"tan":       realFunction(math.Tan),
	"ln":        realFunction(math.Log),
	"lg":        realFunction(math.Log10),
	"log":       realFunction(math.Log10),
	"abs":       func(n number) (number, error) { return number{new(big.Rat).Abs(n.rat), n.exact}, nil },
	"factorial": factorial,
}

var functionName = regexp.MustCompile(`^(?:sqrt|cbrt|sin|cos|tan|ln|lg|log|abs|factorial)\b`)

func call(name string, arguments []ast.Node, source string) (number, error) {
	f, ok := functions[name]
	if !ok || len(arguments) != 1 {
		return number{}, errUnknown
	}
	v, err := evaluateNode(arguments[0], source)
	if err != nil {
		return v, err
	}
	return f(v)
}

// realFunction wraps a float function. Results within 10^-15 of a short decimal
// are that decimal: sin 30° is 0.5.
func realFunction(f func(float64) float64) func(number) (number, error) {
	return func(n number) (number, error) {
		x, _ := n.rat.Float64()
		v, err := inexact(f(x))
		if err != nil {
			return v, err
		}
		near, _ := new(big.Rat).SetString(v.rat.FloatString(9))
		if d := new(big.Rat).Sub(near, v.rat); d.Abs(d).Cmp(big.NewRat(1, 1e15)) < 0 {
			return number{near, true}, nil
		}
		return v, nil
	}
}

func squareRoot(n number) (number, error) {
	if n.rat.Sign() < 0 {
		return number{}, errDomain
	}
	num, den := new(big.Int).Sqrt(n.rat.Num()), new(big.Int).Sqrt(n.rat.Denom())
	root := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(root, root).Cmp(n.rat) == 0 {
		return number{root, n.exact}, nil
	}
	f, _ := new(big.Float).SetPrec(200).SetRat(n.rat).Float64()
	return inexact(math.Sqrt(f))
}

func factorial(n number) (number, error) {
	if !n.rat.IsInt() || n.rat.Sign() < 0 {
		return number{}, errDomain
	}
	if n.rat.Cmp(big.NewRat(maxFactorial, 1)) > 0 {
		return number{}, errTooBig
	}
	return number{new(big.Rat).SetInt(new(big.Int).MulRange(1, n.rat.Num().Int64())), true}, nil
}

// statistic is one figure of a list, by the words that ask for it.
type statistic struct {
	words  []string
	label  name
	method name
	of     func([]*big.Rat) (number, bool)
}

var figures = []statistic{
	{[]string{"平均数", "平均值", "平均分", "平均", "均值", "average of", "mean of"}, name{"平均数", "average"}, name{"总和除以个数。", "The sum divided by the count."}, mean},
	{[]string{"总和", "和", "之和", "求和", "sum of"}, name{"总和", "sum"}, name{"逐个相加。", "Added one by one."}, sum},
	{[]string{"乘积", "积"}, name{"乘积", "product"}, name{"逐个相乘。", "Multiplied one by one."}, product},
	{[]string{"最大值"}, name{"最大值", "maximum"}, name{"排序取最大。", "The last after sorting."}, pick(func(n int) (int, int) { return n - 1, n - 1 })},
	{[]string{"最小值"}, name{"最小值", "minimum"}, name{"排序取最小。", "The first after sorting."}, pick(func(int) (int, int) { return 0, 0 })},
	{[]string{"中位数", "median of"}, name{"中位数", "median"}, name{"排序后取中间的数；个数为偶数时取中间两个的平均。", "The middle after sorting, or the mean of the two middle ones."}, pick(func(n int) (int, int) { return (n - 1) / 2, n / 2 })},
	{[]string{"方差"}, name{"方差", "variance"}, name{"各数与平均数之差的平方的平均（总体方差）。", "The mean of the squared deviations."}, variance},
	{[]string{"标准差"}, name{"标准差", "standard deviation"}, name{"总体方差的平方根。", "The square root of the variance."}, deviation},
	{[]string{"最大公约数", "最大公因数", "gcd of", "gcd"}, name{"最大公约数", "greatest common divisor"}, name{"辗转相除法。", "Euclid's algorithm."}, gcd},
	{[]string{"最小公倍数", "lcm of", "lcm"}, name{"最小公倍数", "least common multiple"}, name{"两数之积除以最大公约数，依次累积。", "The product divided by the greatest common divisor."}, lcm},
}

// statisticOf computes the figure asked for by word over the numbers in list.
func statisticOf(q *question, word, list string) (answer, bool) {
	var numbers []*big.Rat
	var shown []string
	for _, item := range splitList(list) {
		n, ok := numberOf(item)
		if !ok {
			return answer{}, false
		}
		numbers = append(numbers, n)
		shown = append(shown, decimalText(n))
	}
	for _, s := range figures {
		for _, w := range s.words {
			if w != word {
				continue
			}
			v, ok := s.of(numbers)
			if !ok {
				return answer{}, false
			}
			sign := "="
			if !v.finite() {
				sign = "≈"
			}
			return answer{
				text: fmt.Sprintf("**%s %s %s**\n\n%s", q.say(s.label.zh, s.label.en), sign, v, q.say("共 "+fmt.Sprint(len(numbers))+" 个数：", fmt.Sprintf("%d numbers: ", len(numbers)))+strings.Join(shown, ", ")),
				how:  q.say(s.label.zh+"："+s.method.zh, s.label.en+": "+s.method.en),
			}, true
		}
	}
	return answer{}, false
}

var listBreak = regexp.MustCompile(listJoin)

func splitList(list string) []string {
	var out []string
	for _, s := range listBreak.Split(list, -1) {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func sum(xs []*big.Rat) (number, bool) {
	t := new(big.Rat)
	for _, x := range xs {
		t.Add(t, x)
	}
	return number{t, true}, true
}

func product(xs []*big.Rat) (number, bool) {
	t := big.NewRat(1, 1)
	for _, x := range xs {
		t.Mul(t, x)
	}
	return number{t, true}, true
}

func mean(xs []*big.Rat) (number, bool) {
	t, _ := sum(xs)
	return number{t.rat.Quo(t.rat, big.NewRat(int64(len(xs)), 1)), true}, true
}

// pick sorts and averages the two positions that at chooses.
func pick(at func(n int) (int, int)) func([]*big.Rat) (number, bool) {
	return func(xs []*big.Rat) (number, bool) {
		sorted := append([]*big.Rat(nil), xs...)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].Cmp(sorted[j]) < 0 })
		i, j := at(len(sorted))
		return mean([]*big.Rat{sorted[i], sorted[j]})
	}
}

func variance(xs []*big.Rat) (number, bool) {
	m, _ := mean(xs)
	squares := make([]*big.Rat, len(xs))
	for i, x := range xs {
		d := new(big.Rat).Sub(x, m.rat)
		squares[i] = d.Mul(d, d)
	}
	return mean(squares)
}

func deviation(xs []*big.Rat) (number, bool) {
	v, _ := variance(xs)
	r, err := squareRoot(v)
	return r, err == nil
}

func gcd(xs []*big.Rat) (number, bool) {
	return foldIntegers(xs, func(a, b *big.Int) *big.Int { return new(big.Int).GCD(nil, nil, a, b) })
}

func lcm(xs []*big.Rat) (number, bool) {
	return foldIntegers(xs, func(a, b *big.Int) *big.Int {
		g := new(big.Int).GCD(nil, nil, a, b)
		return g.Mul(a, new(big.Int).Quo(b, g))
	})
}

// foldIntegers folds positive integers of at most 30 digits.
func foldIntegers(xs []*big.Rat, f func(a, b *big.Int) *big.Int) (number, bool) {
	var acc *big.Int
	for _, x := range xs {
		if !x.IsInt() || x.Sign() <= 0 || x.Num().BitLen() > 100 {
			return number{}, false
		}
		if acc == nil {
			acc = new(big.Int).Set(x.Num())
			continue
		}
		acc = f(acc, x.Num())
	}
	return number{new(big.Rat).SetInt(acc), true}, true
}
