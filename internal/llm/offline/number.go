package offline

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Bounds of the calculator.
const (
	maxDepth    = 40     // nested parentheses
	maxBits     = 40_000 // of a numerator or denominator, about 12,000 digits
	maxShown    = 60     // digits of an integer that are written out
	maxDecimals = 30     // decimals that are written out
	significant = 12     // digits of a value without a finite decimal form
)

var (
	errDivision = errors.New("division by zero")
	errDomain   = errors.New("outside the real domain")
	errTooBig   = errors.New("too big")
	errUnknown  = errors.New("not arithmetic")
)

// number is a value of the calculator. An inexact one went through a function
// without rational values.
type number struct {
	rat   *big.Rat
	exact bool
}

// finite says that the value has a finite decimal form.
func (n number) finite() bool {
	if !n.exact {
		return false
	}
	_, ok := n.rat.FloatPrec()
	return ok
}

// whole says that String loses nothing.
func (n number) whole() bool {
	digits, finite := n.rat.FloatPrec()
	return n.exact && finite && digits <= maxDecimals && len(n.rat.Num().String()) <= maxShown
}

// String writes the value in decimal: exactly when that is short, else rounded.
func (n number) String() string {
	if n.rat.IsInt() {
		s := n.rat.Num().String()
		if len(s) <= maxShown {
			return s
		}
		f := new(big.Float).SetInt(n.rat.Num())
		return strings.Replace(f.Text('e', significant-1), "e+", " × 10^", 1)
	}
	if digits, ok := n.rat.FloatPrec(); ok && n.exact && digits <= maxDecimals {
		return n.rat.FloatString(digits)
	}
	f, _ := n.rat.Float64()
	if f == 0 || math.IsInf(f, 0) {
		return new(big.Float).SetRat(n.rat).Text('e', significant-1)
	}
	return strconv.FormatFloat(f, 'g', significant, 64)
}

// short writes the value with at most four decimals.
func (n number) short() string {
	return trimZeros(n.rat.FloatString(4))
}

// fraction is the exact value as a fraction when its decimal form is endless.
func (n number) fraction() string {
	if !n.exact || n.rat.IsInt() || n.finite() {
		return ""
	}
	s := n.rat.String()
	if len(s) > 24 {
		return ""
	}
	return s
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// decimalText writes r as a literal; r came from a literal, so it is finite.
func decimalText(r *big.Rat) string {
	digits, _ := r.FloatPrec()
	return r.FloatString(min(digits, 60))
}

// evaluate computes an expression of literals, operators and the functions of
// the table. The grammar and its precedence are those of expr-lang; only the
// node kinds below are accepted, and values are exact rationals.
func evaluate(expression string) (number, error) {
	if len(expression) > 2000 {
		return number{}, errUnknown
	}
	tree, err := parser.Parse(expression)
	if err != nil {
		return number{}, errUnknown
	}
	return evaluateNode(tree.Node, expression)
}

func evaluateNode(node ast.Node, source string) (number, error) {
	switch n := node.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return literal(node, source)
	case *ast.IdentifierNode:
		if n.Value == "pi" {
			return inexact(math.Pi)
		}
		return number{}, errUnknown
	case *ast.UnaryNode:
		v, err := evaluateNode(n.Node, source)
		if err != nil {
			return v, err
		}
		if n.Operator == "-" {
			return number{new(big.Rat).Neg(v.rat), v.exact}, nil
		}
		return v, nil
	case *ast.BinaryNode:
		a, err := evaluateNode(n.Left, source)
		if err != nil {
			return a, err
		}
		b, err := evaluateNode(n.Right, source)
		if err != nil {
			return b, err
		}
		return operate(n.Operator, a, b)
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		if !ok {
			return number{}, errUnknown
		}
		return call(name.Value, n.Arguments, source)
	case *ast.BuiltinNode:
		return call(n.Name, n.Arguments, source)
	default:
		return number{}, errUnknown
	}
}

// literal reads the digits from the source: a float64 would lose some.
func literal(node ast.Node, source string) (number, error) {
	at := node.Location()
	if at.From < 0 || at.To > len(source) || at.From >= at.To {
		return number{}, errUnknown
	}
	r, ok := new(big.Rat).SetString(source[at.From:at.To])
	if !ok {
		return number{}, errUnknown
	}
	return number{r, true}, nil
}

func inexact(f float64) (number, error) {
	switch {
	case math.IsNaN(f):
		return number{}, errDomain
	case math.IsInf(f, 0):
		return number{}, errTooBig
	default:
		return number{new(big.Rat).SetFloat64(f), false}, nil
	}
}

func operate(op string, a, b number) (number, error) {
	exact := a.exact && b.exact
	r := new(big.Rat)
	switch op {
	case "+":
		r.Add(a.rat, b.rat)
	case "-":
		r.Sub(a.rat, b.rat)
	case "*":
		r.Mul(a.rat, b.rat)
	case "/":
		if b.rat.Sign() == 0 {
			return number{}, errDivision
		}
		r.Quo(a.rat, b.rat)
	case "%":
		if !a.rat.IsInt() || !b.rat.IsInt() {
			return number{}, errUnknown
		}
		if b.rat.Sign() == 0 {
			return number{}, errDivision
		}
		r.SetInt(new(big.Int).Rem(a.rat.Num(), b.rat.Num()))
	case "**", "^":
		return power(a, b)
	default:
		return number{}, errUnknown
	}
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		return number{}, errTooBig
	}
	return number{r, exact}, nil
}

func power(base, exponent number) (number, error) {
	if !exponent.rat.IsInt() || !base.exact {
		b, _ := base.rat.Float64()
		e, _ := exponent.rat.Float64()
		return inexact(math.Pow(b, e))
	}
	if base.rat.Sign() == 0 && exponent.rat.Sign() < 0 {
		return number{}, errDivision
	}
	one := big.NewInt(1)
	if base.rat.IsInt() && base.rat.Num().CmpAbs(one) <= 0 { // 0, 1 and -1 stay small
		if base.rat.Sign() < 0 && exponent.rat.Num().Bit(0) == 0 || exponent.rat.Sign() == 0 {
			return number{big.NewRat(1, 1), true}, nil
		}
		return base, nil
	}
	e := exponent.rat.Num()
	bits := max(base.rat.Num().BitLen(), base.rat.Denom().BitLen())
	if !e.IsInt64() || e.Int64() > maxBits || e.Int64() < -maxBits || int64(bits)*abs64(e.Int64()) > maxBits {
		return number{}, errTooBig
	}
	k := big.NewInt(abs64(e.Int64()))
	num := new(big.Int).Exp(base.rat.Num(), k, nil)
	den := new(big.Int).Exp(base.rat.Denom(), k, nil)
	if e.Sign() < 0 {
		num, den = den, num
	}
	return number{new(big.Rat).SetFrac(num, den), true}, nil
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
