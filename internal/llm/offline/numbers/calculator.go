// Package numbers contains the skills of the built-in engine that work with numbers:
// arithmetic, money, numerals, units, running pace, number bases and random values.
package numbers

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Calculator works out arithmetic.
var Calculator = skill.Skill{
	ID:      "calculator",
	Name:    skill.Named("计算", "calculation"),
	Match:   arithmetic,
	Hints:   []string{"300 打八五折是多少？", "2 的 20 次方", "85、92、78 的平均数"},
	EnHints: []string{"What is 15% of 240?", "Square root of 2", "2 to the power of 20"},
	Short:   true,
}

var (
	askWords   = text.NewPattern(`(?:(?:最后|一共|总共|合计|结果)?(?:是|等于|得|为|=|花|要|需要|付)*(?:多少|几)(?:钱|元|块)?|(?:的)?(?:结果|答案)(?:是(?:多少|什么)?)?|等于|=|equals?|的值|大概|大约|约)+$`)
	askEnglish = text.NewPattern(`^(?:what(?: is|'s)|how much is|calculate|compute|evaluate|work out)(?: the)?\s+`)
	moneyUnit  = text.NewPattern(`(` + zh.NumberPattern + `)(?:块钱|元钱|块|元|圆|¥)`)
	dateLike   = text.NewPattern(`^(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])(?:[-/.](?:0?[1-9]|[12]\d|3[01]))?$|^\d{3,4}-\d{7,8}$|^\d{1,3}(?:-\d{3,4}){2,}$`)
	exclaimed  = text.NewPattern(`^\d+!$`)
	numberOnly = text.NewPattern(`^` + zh.NumberPattern)
)

// arithmetic answers a question that consists only of arithmetic.
func arithmetic(q *skill.Question) (skill.Answer, bool) {
	core := askEnglish.ReplaceAllString(q.Core, "")
	core = moneyUnit.ReplaceAllString(strings.TrimSpace(core), "$1")
	core = skill.TrimClosers(askWords.ReplaceAllString(core, ""))
	if exclaimed.MatchString(q.Norm) {
		core = q.Norm // keep the exclamation mark: directly behind a number it is a factorial, elsewhere it is punctuation
	}
	if core == "" || dateLike.MatchString(core) {
		return skill.Answer{}, false
	}
	for _, f := range []func(*skill.Question, string) (skill.Answer, bool){statistics, comparison, discount, expression} {
		if a, ok := f(q, core); ok {
			return a, true
		}
	}
	return skill.Answer{}, false
}

// expression answers a question that is one arithmetic expression.
func expression(q *skill.Question, core string) (skill.Answer, bool) {
	e, ok := calculate.Expression(core)
	if !ok {
		return skill.Answer{}, false
	}
	v, err := calculate.Compute(e)
	shown := calculate.Pretty(e)
	switch {
	case errors.Is(err, calculate.ErrDivision):
		return skill.Answer{
			Text: q.Say(fmt.Sprintf("**%s 没有意义：除数不能为 0。**", shown), fmt.Sprintf("**%s is undefined: you cannot divide by 0.**", shown)),
			How:  q.Say("除以 0 在数学上没有定义，所以不给结果。", "Division by zero has no value."),
		}, true
	case errors.Is(err, calculate.ErrDomain):
		return skill.Answer{
			Text: q.Say(fmt.Sprintf("**%s 没有实数结果。**", shown), fmt.Sprintf("**%s has no real value.**", shown)),
			How:  q.Say("这个函数在这里没有实数值（例如负数开平方、负数取对数）。", "The function has no real value here, for example the root or logarithm of a negative number."),
		}, true
	case errors.Is(err, calculate.ErrTooBig):
		return skill.Answer{
			Text: q.Say(fmt.Sprintf("**%s 太大了，这里不展开计算。**", shown), fmt.Sprintf("**%s is too large to work out here.**", shown)),
			How:  q.Say("内置计算器最多算到约一万位数字。", "The built-in calculator stops at about ten thousand digits."),
		}, true
	case err != nil:
		return skill.Answer{}, false
	}
	return numberAnswer(q, shown, v, ""), true
}

// numberAnswer writes "expression = value" and useful remarks about the value.
func numberAnswer(q *skill.Question, shown string, v calculate.Number, method string) skill.Answer {
	text := fmt.Sprintf("**%s %s %s**", shown, v.Sign(), v.String())
	if f := v.Fraction(); f != "" {
		text += q.Say(fmt.Sprintf("\n\n精确值：%s", f), fmt.Sprintf("\n\nExact value: %s", f))
	}
	if method == "" {
		method = q.Say("把问题化成算式 "+shown+"，先乘方、再乘除、后加减。", "Read as "+shown+": powers first, then × and ÷, then + and −.")
	}
	switch {
	case v.Whole():
		method += q.Say("按精确小数计算，没有浮点误差。", " Computed with exact decimals, no floating-point error.")
	case v.Finite():
		method += q.Say("结果太长，保留 12 位有效数字。", " The value is long; 12 significant digits are shown.")
	default:
		method += q.Say("结果是无限小数或无理数，保留 12 位有效数字。", " The value has no finite decimal form; 12 significant digits are shown.")
	}
	return skill.Answer{Text: text, How: method}
}

var discounts = text.NewPattern(`^(?:原价|标价|售价|一件|商品)?(` + zh.NumberPattern + `)(?:的?(?:商品|东西|衣服))?,?打(` + zh.NumberPattern + `)折(?:后|以后|之后)?$`)

// discount answers questions about discounts such as 打八折. 八折 is 0.8; 八五折 and 85 折 are 0.85;
// 十折 is the full price.
func discount(q *skill.Question, core string) (skill.Answer, bool) {
	m := discounts.FindStringSubmatch(core)
	if m == nil {
		return skill.Answer{}, false
	}
	price, ok := zh.Number(m[1])
	off, ok2 := zh.Number(m[2])
	if !ok || !ok2 || off.Sign() <= 0 {
		return skill.Answer{}, false
	}
	ten, hundred := big.NewRat(10, 1), big.NewRat(100, 1)
	if off.Cmp(hundred) >= 0 {
		return skill.Answer{}, false
	}
	rate := new(big.Rat).Quo(off, ten)
	if off.Cmp(ten) > 0 {
		rate.Quo(off, hundred)
	}
	v := calculate.NumberOf(new(big.Rat).Mul(price, rate))
	saved := calculate.NumberOf(new(big.Rat).Sub(price, v.Rat()))
	a := numberAnswer(q, calculate.Decimal(price)+" × "+calculate.Decimal(rate), v, "打 "+m[2]+" 折就是原价乘以 "+calculate.Decimal(rate)+"。")
	a.Text += "\n\n比原价省 " + saved.String() + "。"
	return a, true
}

var comparisons = []struct {
	pattern *text.Pattern
	answer  func(q *skill.Question, a, b *big.Rat) (string, calculate.Number, string)
}{
	{text.NewPattern(`^(` + zh.NumberPattern + `)(?:占|是)(` + zh.NumberPattern + `)的?(?:百分之|百分比|比例|百分之几)?(?:几|多少)?$`),
		func(_ *skill.Question, a, b *big.Rat) (string, calculate.Number, string) {
			return calculate.Decimal(a) + " ÷ " + calculate.Decimal(b), calculate.NumberOf(new(big.Rat).Quo(a, b)), "百分比 = 部分 ÷ 整体 × 100%。"
		}},
	{text.NewPattern(`^从?(` + zh.NumberPattern + `)(?:涨|增长|增加|上涨|提高|升|降|下降|跌|下跌|减少|变)(?:到|成|为|至)(` + zh.NumberPattern + `),?(?:涨了|增长了|增加了|上涨了|提高了|升了|降了|下降了|跌了|减少了|变化了?)?(?:百分之|百分比|幅度|多少个?百分点)?(?:几|多少)?$`),
		func(_ *skill.Question, a, b *big.Rat) (string, calculate.Number, string) {
			d := new(big.Rat).Sub(b, a)
			return "(" + calculate.Decimal(b) + " - " + calculate.Decimal(a) + ") ÷ " + calculate.Decimal(a), calculate.NumberOf(d.Quo(d, a)), "变化率 =（新值 − 旧值）÷ 旧值。"
		}},
}

var percentAsked = text.NewPattern(`百分|比例|占|涨|增|升|降|跌|减少|提高|变`)

// comparison answers two kinds of questions: the change from one number to another in percent,
// and one number as a percentage of another.
func comparison(q *skill.Question, core string) (skill.Answer, bool) {
	if !percentAsked.MatchString(core) {
		return skill.Answer{}, false
	}
	for _, c := range comparisons {
		m := c.pattern.FindStringSubmatch(core)
		if m == nil {
			continue
		}
		a, ok := zh.Number(m[1])
		b, ok2 := zh.Number(m[2])
		if !ok || !ok2 || a.Sign() == 0 || b.Sign() == 0 {
			continue
		}
		shown, v, method := c.answer(q, a, b)
		percent := new(big.Rat).Mul(v.Rat(), big.NewRat(100, 1))
		return skill.Answer{
			Text: fmt.Sprintf("**%s %s %s%%**", shown, calculate.Equals(percent), calculate.Figure(percent)),
			How:  method,
		}, true
	}
	return skill.Answer{}, false
}

var (
	listJoin = `(?:[,\s;和与及跟]|and)+`
	listOf   = `(` + zh.NumberPattern + `(?:` + listJoin + zh.NumberPattern + `)+)`
	listStat = text.NewPattern(`^(?:求|计算)?` + listOf + `(?:这(?:几|些|\d+|[一二三四五六七八九十])个数字?|这组数|几个数)?(?:中|里|当中)?的?(平均数|平均值|平均分|平均|均值|总和|和|之和|最大值|最小值|中位数|方差|标准差|最大公约数|最大公因数|最小公倍数|乘积|积)$`)
	statList = text.NewPattern(`^(?:求|the )?(平均数|平均值|平均分|平均|均值|总和|求和|最大值|最小值|中位数|方差|标准差|最大公约数|最大公因数|最小公倍数|average of|mean of|sum of|median of|gcd of|lcm of|gcd|lcm)[:\s]*` + listOf + `$`)
	rangeSum = text.NewPattern(`^(?:从)?(` + zh.NumberPattern + `)(?:\+到|加到|到|至)(` + zh.NumberPattern + `)(?:的(?:总和|和|所有(?:自然数|整数)的?和)|求和|全部加起来|相加)?$`)
	primeAsk = text.NewPattern(`^(?:is )?(\d{1,15})(?:是|是不是|是否为?|是否是)?(?: ?a? ?prime(?: number)?|质数|素数)(?:还是合数)?$`)
	factorQ  = text.NewPattern(`^(?:把|将|对)?(?:分解质因数|质因数分解|因数分解|prime factors of|factor)?[: ]*(\d{1,15})(?:的?(?:分解质因数|质因数分解|因数分解|进行质因数分解|质因数))?$`)
)

// statistics answers questions about lists of numbers, sums of a range, and primes.
func statistics(q *skill.Question, core string) (skill.Answer, bool) {
	if m := listStat.FindStringSubmatch(core); m != nil {
		return statisticOf(q, m[2], m[1])
	}
	if m := statList.FindStringSubmatch(core); m != nil {
		return statisticOf(q, m[1], m[2])
	}
	if m := rangeSum.FindStringSubmatch(core); m != nil && (strings.Contains(core, "加") || strings.Contains(core, "+") || strings.Contains(core, "和")) {
		a, ok := zh.Number(m[1])
		b, ok2 := zh.Number(m[2])
		if ok && ok2 && a.IsInt() && b.IsInt() && a.Cmp(b) <= 0 {
			n := new(big.Rat).Sub(b, a)
			n.Add(n, big.NewRat(1, 1))
			sum := new(big.Rat).Add(a, b)
			sum.Mul(sum, n).Quo(sum, big.NewRat(2, 1))
			return numberAnswer(q, fmt.Sprintf("%s + … + %s", calculate.Decimal(a), calculate.Decimal(b)), calculate.NumberOf(sum),
				"等差数列求和：（首项 + 末项）× 项数 ÷ 2，共 "+calculate.Decimal(n)+" 项。"), true
		}
	}
	if m := primeAsk.FindStringSubmatch(core); m != nil {
		return primes(q, m[1], true)
	}
	if m := factorQ.FindStringSubmatch(core); m != nil && m[1] != core {
		return primes(q, m[1], false)
	}
	return skill.Answer{}, false
}

func primes(q *skill.Question, digits string, asked bool) (skill.Answer, bool) {
	n, _ := new(big.Int).SetString(digits, 10)
	v := n.Int64()
	if v < 2 {
		return skill.Answer{Text: q.Say("**"+digits+" 不是质数，也不是合数。**", "**"+digits+" is neither prime nor composite.**"), How: q.Say("质数从 2 开始。", "Primes begin at 2.")}, true
	}
	var factors []string
	for _, p := range calculate.PrimeFactors(v) {
		factors = append(factors, fmt.Sprint(p))
	}
	shown := strings.Join(factors, " × ")
	how := q.Say("用试除法一直除到平方根。", "Trial division up to the square root.")
	switch {
	case len(factors) == 1:
		return skill.Answer{Text: q.Say("**"+digits+" 是质数。**", "**"+digits+" is a prime number.**"), How: how}, true
	case asked:
		return skill.Answer{Text: q.Say("**"+digits+" 不是质数。**", "**"+digits+" is not a prime number.**") + "\n\n" + digits + " = " + shown, How: how}, true
	default:
		return skill.Answer{Text: "**" + digits + " = " + shown + "**", How: how}, true
	}
}

// statisticOf computes a statistic of the numbers in `list`. `word` is the name of the statistic.
func statisticOf(q *skill.Question, word, list string) (skill.Answer, bool) {
	var numbers []*big.Rat
	var shown []string
	for _, item := range splitList(list) {
		n, ok := zh.Number(item)
		if !ok {
			return skill.Answer{}, false
		}
		numbers = append(numbers, n)
		shown = append(shown, calculate.Decimal(n))
	}
	s, ok := calculate.StatisticNamed(word)
	if !ok {
		return skill.Answer{}, false
	}
	v, ok := s.Of(numbers)
	if !ok {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%s %s %s**\n\n%s", q.Say(s.Label.Zh, s.Label.En), v.Sign(), v, q.Say("共 "+fmt.Sprint(len(numbers))+" 个数：", fmt.Sprintf("%d numbers: ", len(numbers)))+strings.Join(shown, ", ")),
		How:  q.Say(s.Label.Zh+"："+s.Method.Zh, s.Label.En+": "+s.Method.En),
	}, true
}

var listBreak = text.NewPattern(listJoin)

func splitList(list string) []string {
	var out []string
	for _, s := range listBreak.Split(list, -1) {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}
