package calculate

import (
	"context"
	"math"
	"math/big"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// evaluation computes one expression. The grammar and its precedence come from expr-lang. Only the
// node kinds below are accepted, and values are rational numbers.
type evaluation struct {
	ctx    context.Context
	source string
}

// compute evaluates an expression of literals, pi, operators and the functions in `functions`.
func compute(ctx context.Context, expression string) (Number, error) {
	if len(expression) > maxExpression {
		return Number{}, ErrNotArithmetic
	}
	tree, err := parser.Parse(expression)
	if err != nil {
		return Number{}, ErrNotArithmetic
	}
	e := evaluation{ctx, expression}
	return e.node(tree.Node)
}

func (e *evaluation) node(node ast.Node) (Number, error) {
	if err := errs.Ended(e.ctx); err != nil {
		return Number{}, err
	}
	switch n := node.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return e.literal(node)
	case *ast.IdentifierNode:
		if n.Value == "pi" {
			return inexact(math.Pi)
		}
		return Number{}, ErrNotArithmetic
	case *ast.UnaryNode:
		v, err := e.node(n.Node)
		if err != nil {
			return v, err
		}
		if n.Operator == "-" {
			return Number{new(big.Rat).Neg(v.rat), v.exact}, nil
		}
		return v, nil
	case *ast.BinaryNode:
		a, err := e.node(n.Left)
		if err != nil {
			return a, err
		}
		b, err := e.node(n.Right)
		if err != nil {
			return b, err
		}
		return operate(n.Operator, a, b)
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		if !ok {
			return Number{}, ErrNotArithmetic
		}
		return e.call(name.Value, n.Arguments)
	case *ast.BuiltinNode:
		return e.call(n.Name, n.Arguments)
	default:
		return Number{}, ErrNotArithmetic
	}
}

// literal reads the digits from the source, because a float64 would lose some digits.
func (e *evaluation) literal(node ast.Node) (Number, error) {
	at := node.Location()
	if at.From < 0 || at.To > len(e.source) || at.From >= at.To {
		return Number{}, ErrNotArithmetic
	}
	r, ok := new(big.Rat).SetString(e.source[at.From:at.To])
	if !ok {
		return Number{}, ErrNotArithmetic
	}
	return Number{r, true}, nil
}

func inexact(f float64) (Number, error) {
	switch {
	case math.IsNaN(f):
		return Number{}, ErrDomain
	case math.IsInf(f, 0):
		return Number{}, ErrTooBig
	default:
		return Number{new(big.Rat).SetFloat64(f), false}, nil
	}
}

func operate(op string, a, b Number) (Number, error) {
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
			return Number{}, ErrDivision
		}
		r.Quo(a.rat, b.rat)
	case "%":
		if !a.rat.IsInt() || !b.rat.IsInt() {
			return Number{}, ErrNotArithmetic
		}
		if b.rat.Sign() == 0 {
			return Number{}, ErrDivision
		}
		r.SetInt(new(big.Int).Rem(a.rat.Num(), b.rat.Num()))
	case "**", "^":
		return power(a, b)
	default:
		return Number{}, ErrNotArithmetic
	}
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		return Number{}, ErrTooBig
	}
	return Number{r, exact}, nil
}

func power(base, exponent Number) (Number, error) {
	if !exponent.rat.IsInt() || !base.exact {
		b, _ := base.rat.Float64()
		e, _ := exponent.rat.Float64()
		return inexact(math.Pow(b, e))
	}
	if base.rat.Sign() == 0 && exponent.rat.Sign() < 0 {
		return Number{}, ErrDivision
	}
	one := big.NewInt(1)
	if base.rat.IsInt() && base.rat.Num().CmpAbs(one) <= 0 { // powers of 0, 1 and -1 stay small
		if base.rat.Sign() < 0 && exponent.rat.Num().Bit(0) == 0 || exponent.rat.Sign() == 0 {
			return Number{big.NewRat(1, 1), true}, nil
		}
		return base, nil
	}
	e := exponent.rat.Num()
	bits := max(base.rat.Num().BitLen(), base.rat.Denom().BitLen())
	if !e.IsInt64() || e.Int64() > maxBits || e.Int64() < -maxBits || int64(bits)*abs64(e.Int64()) > maxBits {
		return Number{}, ErrTooBig
	}
	k := big.NewInt(abs64(e.Int64()))
	num := new(big.Int).Exp(base.rat.Num(), k, nil)
	den := new(big.Int).Exp(base.rat.Denom(), k, nil)
	if e.Sign() < 0 {
		num, den = den, num
	}
	return Number{new(big.Rat).SetFrac(num, den), true}, nil
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
