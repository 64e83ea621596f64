package offline

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

var calculatorSkill = skill{
	id:      "calculator",
	name:    name{"计算", "calculation"},
	match:   calculate,
	hints:   []string{"300 打八五折是多少？", "2 的 20 次方", "85、92、78 的平均数"},
	enHints: []string{"What is 15% of 240?", "Square root of 2", "2 to the power of 20"},
}

// arithmetic words in the order they are replaced; each becomes an operator of
// the expression language.
var operatorWords = strings.NewReplacer(
	"加上", "+", "加", "+", "减去", "-", "减掉", "-", "减", "-", "乘以", "*", "乘上", "*", "乘", "*", "除以", "/",
	"divided by", "/", "multiplied by", "*", "times", "*", "plus", "+", "minus", "-", "to the power of", "**", "over", "/",
	"squared", "**2", "cubed", "**3", "²", "**2", "³", "**3", "^", "**", "·", "*", "[", "(", "]", ")", "{", "(", "}", ")",
	"％", "%", "√", "sqrt ", "π", "(pi)", "的平方根", "的sqrt", "圆周率", "(pi)",
)

var (
	askWords   = regexp.MustCompile(`(?:(?:最后|一共|总共|合计|结果)?(?:是|等于|得|为|=|花|要|需要|付)*(?:多少|几)(?:钱|元|块)?|(?:的)?(?:结果|答案)(?:是(?:多少|什么)?)?|等于|=|equals?|的值|大概|大约|约)+$`)
	askEnglish = regexp.MustCompile(`^(?:what(?: is|'s)|how much is|calculate|compute|evaluate|work out)(?: the)?\s+`)
	moneyUnit  = regexp.MustCompile(`(` + numberPattern + `)(?:块钱|元钱|块|元|圆|¥)`)
	dateLike   = regexp.MustCompile(`^(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])(?:[-/.](?:0?[1-9]|[12]\d|3[01]))?$|^\d{3,4}-\d{7,8}$|^\d{1,3}(?:-\d{3,4}){2,}$`)
	exclaimed  = regexp.MustCompile(`^\d+!$`)
	numberOnly = regexp.MustCompile(`^` + numberPattern)
)

// calculate answers arithmetic, and only when the whole question is arithmetic.
func calculate(q *question) (answer, bool) {
	core := askEnglish.ReplaceAllString(q.core, "")
	core = moneyUnit.ReplaceAllString(strings.TrimSpace(core), "$1")
	core = closers.ReplaceAllString(askWords.ReplaceAllString(core, ""), "")
	if exclaimed.MatchString(q.norm) {
		core = q.norm // 5! is a factorial, though 1+1! is only eager
	}
	if core == "" || dateLike.MatchString(core) {
		return answer{}, false
	}
	for _, f := range []func(*question, string) (answer, bool){statistics, comparison, discount, arithmetic} {
		if a, ok := f(q, core); ok {
			return a, true
		}
	}
	return answer{}, false
}

// arithmetic evaluates core as an expression.
func arithmetic(q *question, core string) (answer, bool) {
	expression, ok := toExpression(core)
	if !ok {
		return answer{}, false
	}
	v, err := evaluate(expression)
	shown := prettyExpression(expression)
	switch {
	case errors.Is(err, errDivision):
		return answer{
			text: q.say(fmt.Sprintf("**%s 没有意义：除数不能为 0。**", shown), fmt.Sprintf("**%s is undefined: you cannot divide by 0.**", shown)),
			how:  q.say("除以 0 在数学上没有定义，所以不给结果。", "Division by zero has no value."),
		}, true
	case errors.Is(err, errDomain):
		return answer{
			text: q.say(fmt.Sprintf("**%s 没有实数结果。**", shown), fmt.Sprintf("**%s has no real value.**", shown)),
			how:  q.say("这个函数在这里没有实数值（例如负数开平方、负数取对数）。", "The function has no real value here, for example the root or logarithm of a negative number."),
		}, true
	case errors.Is(err, errTooBig):
		return answer{
			text: q.say(fmt.Sprintf("**%s 太大了，这里不展开计算。**", shown), fmt.Sprintf("**%s is too large to work out here.**", shown)),
			how:  q.say("内置计算器最多算到约一万位数字。", "The built-in calculator stops at about ten thousand digits."),
		}, true
	case err != nil:
		return answer{}, false
	}
	return numberAnswer(q, shown, v, ""), true
}

// numberAnswer writes "expression = value" with what is worth knowing beside it.
func numberAnswer(q *question, shown string, v number, method string) answer {
	sign := "="
	if !v.whole() {
		sign = "≈"
	}
	text := fmt.Sprintf("**%s %s %s**", shown, sign, v.String())
	if f := v.fraction(); f != "" {
		text += q.say(fmt.Sprintf("\n\n精确值：%s", f), fmt.Sprintf("\n\nExact value: %s", f))
	}
	if method == "" {
		method = q.say("把问题化成算式 "+shown+"，先乘方、再乘除、后加减。", "Read as "+shown+": powers first, then × and ÷, then + and −.")
	}
	if v.whole() {
		method += q.say("按精确小数计算，没有浮点误差。", " Computed with exact decimals, no floating-point error.")
	} else {
		method += q.say("结果是无限小数或无理数，保留 12 位有效数字。", " The value has no finite decimal form; 12 significant digits are shown.")
	}
	return answer{text: text, how: method}
}

var spokenForms = []struct {
	pattern *regexp.Regexp
	into    string
}{
	{regexp.MustCompile(`百分之(` + numberPattern + `)`), `$1%`},
	{regexp.MustCompile(`千分之(` + numberPattern + `)`), `($1/1000)`},
	{regexp.MustCompile(`(` + numberPattern + `)分之(` + numberPattern + `)`), `($2/$1)`},
	{regexp.MustCompile(`(` + numberPattern + `) ?(?:%|percent) of (` + numberPattern + `)`), `$2*$1%`},
	{regexp.MustCompile(`square root of |sqrt of |根号|对sqrt`), `sqrt `},
	{regexp.MustCompile(`cube root of `), `cbrt `},
	{regexp.MustCompile(`(` + numberPattern + `)(?:的算术平方根|的平方根|开平方根?|开根号|开方)`), `sqrt($1)`},
	{regexp.MustCompile(`(` + numberPattern + `)(?:的立方根|开立方根?|开三次方)`), `cbrt($1)`},
	{regexp.MustCompile(`(` + numberPattern + `)(?:的阶乘|阶乘| factorial|!)`), `factorial($1)`},
	{regexp.MustCompile(`factorial of (` + numberPattern + `)`), `factorial($1)`},
	{regexp.MustCompile(`(` + numberPattern + `)(?:的|开)(` + numberPattern + `)次方根`), `($1)**(1/($2))`},
	{regexp.MustCompile(`(\d) ?x ?(\d)`), `${1}*${2}`},
	{regexp.MustCompile(`的?(` + numberPattern + `)次(?:方|幂)`), `**$1`},
	{regexp.MustCompile(`的?平方`), `**2`},
	{regexp.MustCompile(`的?立方`), `**3`},
	{regexp.MustCompile(`(` + numberPattern + `)的绝对值`), `abs($1)`},
	{regexp.MustCompile(`(sin|cos|tan) ?\(?(` + numberPattern + `)(?:度|°| degrees)\)?`), `$1($2*pi/180)`},
	{regexp.MustCompile(`的(` + numberPattern + `%)`), `*$1`},
	{regexp.MustCompile(`的(` + numberPattern + `)倍`), `*$1`},
	{regexp.MustCompile(`的(\(` + numberPattern + `/` + numberPattern + `\))`), `*$1`},
	{regexp.MustCompile(`的一半`), `/2`},
	{regexp.MustCompile(`half of (` + numberPattern + `)`), `$1/2`},
	{regexp.MustCompile(`^(` + numberPattern + `)除(` + numberPattern + `)$`), `$2/$1`},
	{regexp.MustCompile(`(sqrt|cbrt|ln|lg|log|sin|cos|tan|abs) ?(` + numberPattern + `)`), `$1($2)`},
}

// inSteps brackets what comes before 再: 25 加 4 再乘 10 is (25+4)*10.
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

// toExpression turns spoken arithmetic into the expression language: decimal
// literals, + - * / ** %, parentheses and the named functions. It fails when
// anything is left over or when nothing is computed.
func toExpression(core string) (string, bool) {
	s := inSteps(core)
	for _, f := range spokenForms {
		s = f.pattern.ReplaceAllString(s, f.into)
	}
	s = operatorWords.Replace(s)
	s = strings.ReplaceAll(s, "****", "**")
	var b []byte
	var open []int // where the open parentheses stand in b
	last := 0      // where the last operand begins in b
	operations, operand := 0, false
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " ") {
		if m := functionName.FindString(s); m != "" && !operand {
			b = append(b, m...)
			s = s[len(m):]
			operations++
			continue
		}
		if rest, ok := strings.CutPrefix(s, "pi"); ok && !operand {
			last = len(b)
			b = append(b, "pi"...)
			s, operand = rest, true
			continue
		}
		if m := numberOnly.FindString(s); m != "" && !operand {
			n, ok := numberOf(m)
			if !ok {
				return "", false
			}
			lit := decimalText(n)
			if strings.HasPrefix(lit, "-") && len(b) > 0 {
				lit = "(" + lit + ")"
			}
			last = len(b)
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
			open = append(open, len(b))
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

func prettyExpression(e string) string {
	negative := strings.HasPrefix(e, "-")
	e = strings.NewReplacer("**", "^", "*", " × ", "/", " ÷ ", "+", " + ", "-", " - ", "%", " mod ", ",", ", ").Replace(e)
	e = strings.TrimSpace(strings.NewReplacer("( - ", "(-", "× - ", "× -").Replace(e))
	if negative {
		e = "-" + strings.TrimPrefix(e, "- ")
	}
	return e
}

var discounts = regexp.MustCompile(`^(?:原价|标价|售价|一件|商品)?(` + numberPattern + `)(?:的?(?:商品|东西|衣服))?,?打(` + numberPattern + `)折(?:后|以后|之后)?$`)

// discount answers 打八折: 八折 is 0.8, 八五折 and 85 折 are 0.85.
func discount(q *question, core string) (answer, bool) {
	m := discounts.FindStringSubmatch(core)
	if m == nil {
		return answer{}, false
	}
	price, ok := numberOf(m[1])
	off, ok2 := numberOf(m[2])
	if !ok || !ok2 || off.Sign() <= 0 {
		return answer{}, false
	}
	rate := new(big.Rat).Quo(off, big.NewRat(10, 1))
	for rate.Cmp(big.NewRat(1, 1)) >= 0 {
		rate.Quo(rate, big.NewRat(10, 1))
	}
	v := number{rat: new(big.Rat).Mul(price, rate), exact: true}
	saved := number{rat: new(big.Rat).Sub(price, v.rat), exact: true}
	a := numberAnswer(q, decimalText(price)+" × "+decimalText(rate), v, "打 "+m[2]+" 折就是原价乘以 "+decimalText(rate)+"。")
	a.text += "\n\n比原价省 " + saved.String() + "。"
	return a, true
}

var comparisons = []struct {
	pattern *regexp.Regexp
	answer  func(q *question, a, b *big.Rat) (string, number, string)
}{
	{regexp.MustCompile(`^(` + numberPattern + `)(?:占|是)(` + numberPattern + `)的?(?:百分之|百分比|比例|百分之几)?(?:几|多少)?$`),
		func(_ *question, a, b *big.Rat) (string, number, string) {
			return decimalText(a) + " ÷ " + decimalText(b), number{rat: new(big.Rat).Quo(a, b), exact: true}, "百分比 = 部分 ÷ 整体 × 100%。"
		}},
	{regexp.MustCompile(`^从?(` + numberPattern + `)(?:涨|增长|增加|上涨|提高|升|降|下降|跌|下跌|减少|变)(?:到|成|为|至)(` + numberPattern + `),?(?:涨了|增长了|增加了|上涨了|提高了|升了|降了|下降了|跌了|减少了|变化了?)?(?:百分之|百分比|幅度|多少个?百分点)?(?:几|多少)?$`),
		func(_ *question, a, b *big.Rat) (string, number, string) {
			d := new(big.Rat).Sub(b, a)
			return "(" + decimalText(b) + " - " + decimalText(a) + ") ÷ " + decimalText(a), number{rat: d.Quo(d, a), exact: true}, "变化率 =（新值 − 旧值）÷ 旧值。"
		}},
}

var percentAsked = regexp.MustCompile(`百分|比例|占|涨|增|升|降|跌|减少|提高|变`)

// comparison answers what share one number is of another, and rates of change.
func comparison(q *question, core string) (answer, bool) {
	if !percentAsked.MatchString(core) {
		return answer{}, false
	}
	for _, c := range comparisons {
		m := c.pattern.FindStringSubmatch(core)
		if m == nil {
			continue
		}
		a, ok := numberOf(m[1])
		b, ok2 := numberOf(m[2])
		if !ok || !ok2 || a.Sign() == 0 || b.Sign() == 0 {
			continue
		}
		shown, v, method := c.answer(q, a, b)
		percent := number{rat: new(big.Rat).Mul(v.rat, big.NewRat(100, 1)), exact: true}
		sign := "="
		if !percent.finite() {
			sign = "≈"
		}
		return answer{
			text: fmt.Sprintf("**%s %s %s%%**", shown, sign, percent.short()),
			how:  method,
		}, true
	}
	return answer{}, false
}

var (
	listJoin = `(?:[,\s;和与及跟]|and)+`
	listOf   = `(` + numberPattern + `(?:` + listJoin + numberPattern + `)+)`
	listStat = regexp.MustCompile(`^(?:求|计算)?` + listOf + `(?:这(?:几|些|\d+|[一二三四五六七八九十])个数字?|这组数|几个数)?(?:中|里|当中)?的?(平均数|平均值|平均分|平均|均值|总和|和|之和|最大值|最小值|中位数|方差|标准差|最大公约数|最大公因数|最小公倍数|乘积|积)$`)
	statList = regexp.MustCompile(`^(?:求|the )?(平均数|平均值|平均分|平均|均值|总和|求和|最大值|最小值|中位数|方差|标准差|最大公约数|最大公因数|最小公倍数|average of|mean of|sum of|median of|gcd of|lcm of|gcd|lcm)[:\s]*` + listOf + `$`)
	rangeSum = regexp.MustCompile(`^(?:从)?(` + numberPattern + `)(?:\+到|加到|到|至)(` + numberPattern + `)(?:的(?:总和|和|所有(?:自然数|整数)的?和)|求和|全部加起来|相加)?$`)
	primeAsk = regexp.MustCompile(`^(?:is )?(\d{1,15})(?:是|是不是|是否为?|是否是)?(?: ?a? ?prime(?: number)?|质数|素数)(?:还是合数)?$`)
	factorQ  = regexp.MustCompile(`^(?:把|将|对)?(?:分解质因数|质因数分解|因数分解|prime factors of|factor)?[: ]*(\d{1,15})(?:的?(?:分解质因数|质因数分解|因数分解|进行质因数分解|质因数))?$`)
)

// statistics answers figures of a list of numbers, sums of a range, and primes.
func statistics(q *question, core string) (answer, bool) {
	if m := listStat.FindStringSubmatch(core); m != nil {
		return statisticOf(q, m[2], m[1])
	}
	if m := statList.FindStringSubmatch(core); m != nil {
		return statisticOf(q, m[1], m[2])
	}
	if m := rangeSum.FindStringSubmatch(core); m != nil && (strings.Contains(core, "加") || strings.Contains(core, "+") || strings.Contains(core, "和")) {
		a, ok := numberOf(m[1])
		b, ok2 := numberOf(m[2])
		if ok && ok2 && a.IsInt() && b.IsInt() && a.Cmp(b) <= 0 {
			n := new(big.Rat).Sub(b, a)
			n.Add(n, big.NewRat(1, 1))
			sum := new(big.Rat).Add(a, b)
			sum.Mul(sum, n).Quo(sum, big.NewRat(2, 1))
			return numberAnswer(q, fmt.Sprintf("%s + … + %s", decimalText(a), decimalText(b)), number{rat: sum, exact: true},
				"等差数列求和：（首项 + 末项）× 项数 ÷ 2，共 "+decimalText(n)+" 项。"), true
		}
	}
	if m := primeAsk.FindStringSubmatch(core); m != nil {
		return primes(q, m[1], true)
	}
	if m := factorQ.FindStringSubmatch(core); m != nil && m[1] != core {
		return primes(q, m[1], false)
	}
	return answer{}, false
}

func primes(q *question, digits string, asked bool) (answer, bool) {
	n, _ := new(big.Int).SetString(digits, 10)
	v := n.Int64()
	if v < 2 {
		return answer{text: q.say("**"+digits+" 不是质数，也不是合数。**", "**"+digits+" is neither prime nor composite.**"), how: q.say("质数从 2 开始。", "Primes begin at 2.")}, true
	}
	factors := factorise(v)
	shown := strings.Join(factors, " × ")
	how := q.say("用试除法一直除到平方根。", "Trial division up to the square root.")
	switch {
	case len(factors) == 1:
		return answer{text: q.say("**"+digits+" 是质数。**", "**"+digits+" is a prime number.**"), how: how}, true
	case asked:
		return answer{text: q.say("**"+digits+" 不是质数。**", "**"+digits+" is not a prime number.**") + "\n\n" + digits + " = " + shown, how: how}, true
	default:
		return answer{text: "**" + digits + " = " + shown + "**", how: how}, true
	}
}

// factorise gives the prime factors of n ≤ 10^15 in order.
func factorise(n int64) []string {
	var out []string
	for p := int64(2); p*p <= n; p++ {
		for n%p == 0 {
			out = append(out, fmt.Sprint(p))
			n /= p
		}
	}
	if n > 1 {
		out = append(out, fmt.Sprint(n))
	}
	return out
}
