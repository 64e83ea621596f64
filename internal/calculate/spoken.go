package calculate

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// operatorWords replaces arithmetic words by operators of the expression language. The first match
// is used, so 加上 comes before 加.
var operatorWords = strings.NewReplacer(
	"加上", "+", "加", "+", "减去", "-", "减掉", "-", "减", "-", "乘以", "*", "乘上", "*", "乘", "*", "除以", "/",
	"divided by", "/", "multiplied by", "*", "times", "*", "plus", "+", "minus", "-", "to the power of", "**", "over", "/",
	"squared", "**2", "cubed", "**3", "²", "**2", "³", "**3", "^", "**", "·", "*", "[", "(", "]", ")", "{", "(", "}", ")",
	"％", "%", "√", "sqrt ", "π", "(pi)", "的平方根", "的sqrt", "圆周率", "(pi)",
)

var leadingNumber = text.NewPattern(`^` + zh.NumberPattern)

var spokenForms = []struct {
	pattern *text.Pattern
	into    string
}{
	{text.NewPattern(`百分之(` + zh.NumberPattern + `)`), `$1%`},
	{text.NewPattern(`千分之(` + zh.NumberPattern + `)`), `($1/1000)`},
	{text.NewPattern(`(` + zh.NumberPattern + `)分之(` + zh.NumberPattern + `)`), `($2/$1)`},
	{text.NewPattern(`(` + zh.NumberPattern + `) ?(?:%|percent) of (` + zh.NumberPattern + `)`), `$2*$1%`},
	{text.NewPattern(`square root of |sqrt of |根号|对sqrt`), `sqrt `},
	{text.NewPattern(`cube root of `), `cbrt `},
	{text.NewPattern(`(` + zh.NumberPattern + `)(?:的算术平方根|的平方根|开平方根?|开根号|开方)`), `sqrt($1)`},
	{text.NewPattern(`(` + zh.NumberPattern + `)(?:的立方根|开立方根?|开三次方)`), `cbrt($1)`},
	{text.NewPattern(`(` + zh.NumberPattern + `)(?:的阶乘|阶乘| factorial|!)`), `factorial($1)`},
	{text.NewPattern(`factorial of (` + zh.NumberPattern + `)`), `factorial($1)`},
	{text.NewPattern(`(` + zh.NumberPattern + `)(?:的|开)(` + zh.NumberPattern + `)次方根`), `($1)**(1/($2))`},
	{text.NewPattern(`(\d) ?x ?(\d)`), `${1}*${2}`},
	{text.NewPattern(`的?(` + zh.NumberPattern + `)次(?:方|幂)`), `**$1`},
	{text.NewPattern(`的?平方`), `**2`},
	{text.NewPattern(`的?立方`), `**3`},
	{text.NewPattern(`(` + zh.NumberPattern + `)的绝对值`), `abs($1)`},
	{text.NewPattern(`(sin|cos|tan) ?\(?(` + zh.NumberPattern + `)(?:度|°| degrees)\)?`), `$1($2*pi/180)`},
	{text.NewPattern(`的(` + zh.NumberPattern + `%)`), `*$1`},
	{text.NewPattern(`的(` + zh.NumberPattern + `)倍`), `*$1`},
	{text.NewPattern(`的(\(` + zh.NumberPattern + `/` + zh.NumberPattern + `\))`), `*$1`},
	{text.NewPattern(`的一半`), `/2`},
	{text.NewPattern(`half of (` + zh.NumberPattern + `)`), `$1/2`},
	{text.NewPattern(`^(` + zh.NumberPattern + `)除(` + zh.NumberPattern + `)$`), `$2/$1`},
	{text.NewPattern(`(sqrt|cbrt|ln|lg|log|sin|cos|tan|abs) ?(` + zh.NumberPattern + `)`), `$1($2)`},
}

// inSteps puts parentheses around everything before 再: 25 加 4 再乘 10 is (25+4)*10. A text with more
// than nine 再 stays as it is.
func inSteps(s string) string {
	steps := strings.Split(s, "再")
	if len(steps) == 1 || len(steps) > 10 {
		return s
	}
	out := steps[0]
	for _, step := range steps[1:] {
		out = "(" + strings.Trim(out, ", ") + ")" + step
	}
	return out
}

// Expression converts arithmetic in words to the expression language: decimal literals, + - * / **
// %, commas, parentheses, pi and the names in `functions`. It fails when the text contains anything else,
// has nothing to compute, is incomplete, or has more than maxDepth nested parentheses.
func Expression(spoken string) (string, bool) {
	s := inSteps(spoken)
	for _, f := range spokenForms {
		s = f.pattern.ReplaceAllString(s, f.into)
	}
	s = operatorWords.Replace(s)
	s = strings.ReplaceAll(s, "****", "**")
	var b []byte
	var open []int // positions in b of the open parentheses, or of the function names before them
	last := 0      // position in b of the last operand
	name := -1     // position in b of the first function name before the next operand; -1: none
	// begin returns where the next operand begins in b, with its function names.
	begin := func() int {
		at := len(b)
		if name >= 0 {
			at, name = name, -1
		}
		return at
	}
	operations, operand := 0, false
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " ") {
		if m := functionName.FindString(s); m != "" && !operand {
			if name < 0 {
				name = len(b)
			}
			b = append(b, m...)
			s = s[len(m):]
			operations++
			continue
		}
		if rest, ok := strings.CutPrefix(s, "pi"); ok && !operand {
			last = begin()
			b = append(b, "pi"...)
			s, operand = rest, true
			continue
		}
		if m := leadingNumber.FindString(s); m != "" && !operand {
			n, ok := zh.Number(m)
			if !ok {
				return "", false
			}
			lit := Decimal(n)
			if strings.HasPrefix(lit, "-") && len(b) > 0 {
				lit = "(" + lit + ")"
			}
			last = begin()
			b = append(b, lit...)
			s, operand = s[len(m):], true
			continue
		}
		switch {
		case strings.HasPrefix(s, "**"):
			b = append(b, "**"...)
			s, operand = s[2:], false
			operations++
			continue
		case s[0] == '%' && operand:
			rest := strings.TrimLeft(s[1:], " ")
			if rest != "" && (rest[0] == '(' || rest[0] >= '0' && rest[0] <= '9') {
				b = append(b, '%')
				operand = false
			} else {
				b = append(slices.Insert(b, last, '('), "/100)"...)
			}
			operations++
		case strings.IndexByte("+-*/,", s[0]) >= 0:
			b = append(b, s[0])
			operand = false
			operations++
		case s[0] == '(':
			if operand {
				b = append(b, '*')
				operations++
			}
			open = append(open, begin())
			b = append(b, '(')
			operand = false
		case s[0] == ')':
			if len(open) == 0 {
				return "", false
			}
			last, open = open[len(open)-1], open[:len(open)-1]
			b = append(b, ')')
			operand = true
		default:
			return "", false
		}
		if len(open) > maxDepth {
			return "", false
		}
		s = s[1:]
	}
	return string(b), len(open) == 0 && operations > 0 && operand
}

// Pretty writes an expression as people write it: 2^10 × 3.
func Pretty(e string) string {
	negative := strings.HasPrefix(e, "-")
	e = strings.NewReplacer("**", "^", "*", " × ", "/", " ÷ ", "+", " + ", "-", " - ", "%", " mod ", ",", ", ").Replace(e)
	e = strings.TrimSpace(strings.NewReplacer("( - ", "(-", "× - ", "× -").Replace(e))
	if negative {
		e = "-" + strings.TrimPrefix(e, "- ")
	}
	return e
}
