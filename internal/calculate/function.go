package calculate

import (
	"math"
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxFactorial is the largest n whose factorial is computed.
const maxFactorial = 2000

// functions are the functions of one argument; calls to any other function are refused.
var functions = map[string]func(Number) (Number, error){
	"sqrt":      squareRoot,
	"cbrt":      realFunction(math.Cbrt),
	"sin":       realFunction(math.Sin),
	"cos":       realFunction(math.Cos),
	"tan":       realFunction(math.Tan),
	"ln":        logarithm(math.Log),
	"lg":        logarithm(math.Log10),
	"log":       logarithm(math.Log10),
	"abs":       func(n Number) (Number, error) { return Number{new(big.Rat).Abs(n.rat), n.exact}, nil },
	"factorial": factorial,
}

var functionName = text.NewPattern(`^(?:sqrt|cbrt|sin|cos|tan|ln|lg|log|abs|factorial)\b`)

func (e *evaluation) call(name string, arguments []ast.Node) (Number, error) {
	f, ok := functions[name]
	if !ok || len(arguments) != 1 {
		return Number{}, ErrNotArithmetic
	}
	v, err := e.node(arguments[0])
	if err != nil {
		return v, err
	}
	return f(v)
}

// realFunction wraps a floating-point function. A result within 10^-15 of a decimal with at most
// nine places becomes that decimal: sin 30° is 0.5.
func realFunction(f func(float64) float64) func(Number) (Number, error) {
	return func(n Number) (Number, error) {
		x, _ := n.rat.Float64()
		v, err := inexact(f(x))
		if err != nil {
			return v, err
		}
		near, _ := new(big.Rat).SetString(v.rat.FloatString(9))
		if d := new(big.Rat).Sub(near, v.rat); d.Abs(d).Cmp(big.NewRat(1, 1e15)) < 0 {
			return Number{near, true}, nil
		}
		return v, nil
	}
}

// logarithm wraps a logarithm, which has no value at 0 and below.
func logarithm(f func(float64) float64) func(Number) (Number, error) {
	return func(n Number) (Number, error) {
		if n.rat.Sign() <= 0 {
			return Number{}, ErrDomain
		}
		return realFunction(f)(n)
	}
}

func squareRoot(n Number) (Number, error) {
	if n.rat.Sign() < 0 {
		return Number{}, ErrDomain
	}
	num, den := new(big.Int).Sqrt(n.rat.Num()), new(big.Int).Sqrt(n.rat.Denom())
	root := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(root, root).Cmp(n.rat) == 0 {
		return Number{root, n.exact}, nil
	}
	f, _ := new(big.Float).SetPrec(200).SetRat(n.rat).Float64()
	return inexact(math.Sqrt(f))
}

func factorial(n Number) (Number, error) {
	if !n.rat.IsInt() || n.rat.Sign() < 0 {
		return Number{}, ErrDomain
	}
	if n.rat.Cmp(big.NewRat(maxFactorial, 1)) > 0 {
		return Number{}, ErrTooBig
	}
	return Number{new(big.Rat).SetInt(new(big.Int).MulRange(1, n.rat.Num().Int64())), true}, nil
}
