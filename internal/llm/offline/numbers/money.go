package numbers

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Money computes loans, interest, income tax, and the body mass index.
var Money = skill.Skill{
	ID:      "money",
	Name:    skill.Named("贷款、利息、个税与 BMI", "loans, interest, income tax and BMI"),
	Match:   moneySums,
	Hints:   []string{"贷款 100 万，年利率 3.5%，30 年，每月还多少？", "本金 1 万，年利率 5%，10 年复利后是多少？", "存 10 万，定期 3 年，年利率 1.55%，利息多少？", "月薪 15000 个税多少？"},
	EnHints: []string{"BMI 70 kg 175 cm", "What is 15% of 240?"},
	Short:   true,
}

// These patterns find the subject and the figures of a question about money or about the body mass
// index.
var (
	loanAsked     = text.NewPattern(`房贷|车贷|贷款|按揭|月供|等额本[息金]|mortgage|loan`)
	loanWants     = text.NewPattern(`月供|每个?月|一个月|多少|几|利息|怎么算|monthly|payment|how much`)
	compoundAsked = text.NewPattern(`复利|利滚利|compound interest`)
	taxAsked      = text.NewPattern(`个税|个人所得税|所得税|(?:交|缴|扣)(?:多少|几)(?:的)?税`)
	massAsked     = text.NewPattern(`\bbmi\b|bmi|身体质量指数|体重指数|体质指数`)
	hypothetical  = text.NewPattern(`公积金贷款政策|怎么申请|条件|资格|区别|哪个好|划算|为什么|是什么意思|什么是`)

	amountIn     = text.NewPattern(`(` + zh.NumberPattern + `) ?(?:元|块钱?|人民币|yuan|rmb)?`)
	unitApart    = text.NewPattern(`([\d一二两三四五六七八九十百千]) ([十百千万亿])`)
	loanIn       = text.NewPattern(`(?:贷款?|借款?|按揭)(?:了|金额|总额|本金|是|为|[:：])* ?(` + zh.NumberPattern + `)`)
	priceIn      = text.NewPattern(`首付|房价|总价|全款`)
	rateIn       = text.NewPattern(`(\d+(?:\.\d+)?) ?(?:%|个点|percent)|百分之(` + zh.NumberPattern + `)`)
	yearsIn      = text.NewPattern(`(\d+(?:\.\d+)?|[一二两三四五六七八九十]+) ?(?:年期|年(?:[^利化]|$)|years?)|(?:^|[^\d.,])([1-9]\d?) ?年利率`)
	yearsOfRate  = text.NewPattern(`(^|[^\d.])[1-9]\d? ?年利率`) // as in 贷款50万20年利率4.1%
	monthsIn     = text.NewPattern(`(\d+|[一二两三四五六七八九十]+) ?(?:期|个月(?:还|供|期|$|[,，]))`)
	salaryIn     = text.NewPattern(`(?:月薪|工资|月收入|月入|税前|薪水|每月(?:收入|工资)?|一个月)[^\d一二两三四五六七八九十]{0,6}(` + zh.NumberPattern + `)`)
	yearIncomeIn = text.NewPattern(`(?:年薪|年收入|全年收入|一年收入|年终一共)[^\d一二两三四五六七八九十]{0,4}(` + zh.NumberPattern + `)`)
	insuranceIn  = text.NewPattern(`(?:五险一金|社保(?:公积金)?|三险一金)[^\d]{0,4}(\d[\d,]*(?:\.\d+)?)`)
	specialIn    = text.NewPattern(`(?:专项附加扣除|专项扣除|附加扣除)[^\d]{0,4}(\d[\d,]*(?:\.\d+)?)`)
	kilogramsIn  = text.NewPattern(`(\d+(?:\.\d+)?) ?(公斤|千克|kg|斤)`)
	metresIn     = text.NewPattern(`([12一二])米([一二三四五六七八九]{1,2}|\d{1,2})|身高(?:是|为)? ?(1[2-9]\d|2[0-2]\d)(?:[^\d.]|$)|(\d+(?:\.\d+)?) ?(厘米|公分|cm|米|m\b)`)
	netAsked     = text.NewPattern(`税后|到手|(?:扣|交|缴)完税|扣税后`)
)

// moneySums answers questions about everyday money and the body mass index.
func moneySums(q *skill.Question) (skill.Answer, bool) {
	core := strings.ReplaceAll(q.Core, "％", "%")
	if core == "" || hypothetical.MatchString(core) && !waysAsked.MatchString(core) {
		return skill.Answer{}, false
	}
	switch {
	case massAsked.MatchString(core):
		return bodyMass(q, core)
	case bonusAsked(core):
		return bonusTax(q, core)
	case taxAsked.MatchString(core) || netAsked.MatchString(core):
		return incomeTax(q, core)
	case compoundAsked.MatchString(core):
		return compound(q, core)
	case savingAsked.MatchString(core) && savingWants.MatchString(core):
		return saving(q, core)
	case loanAsked.MatchString(core) && loanWants.MatchString(core):
		return loan(q, core)
	case depositAsked.MatchString(core) && savingWants.MatchString(core):
		return deposit(q, core)
	}
	return skill.Answer{}, false
}

var anything = text.NewPattern(`(.+)`)

// numberIn matches s with the pattern `found` and reads the first submatch that is a number.
func numberIn(found *text.Pattern, s string) (*big.Rat, bool) {
	for _, g := range skill.Groups(found.FindStringSubmatch(s)) {
		if n, ok := zh.Number(g); ok {
			return n, true
		}
	}
	return nil, false
}

// figureOf is like numberIn, but returns a float.
func figureOf(found *text.Pattern, s string) (float64, bool) {
	n, ok := numberIn(found, s)
	if !ok {
		return 0, false
	}
	v, _ := n.Float64()
	return v, true
}

// principal returns the amount of money in a question: the amount after 贷款 or 借, or else the largest
// number, apart from rates and times. If the question also has the price of a home or a down payment,
// only the amount after 贷款 or 借 is accepted.
func principal(core string) (float64, bool) {
	rest := rateIn.ReplaceAllString(unitApart.ReplaceAllString(core, "$1$2"), " ")
	rest = yearsOfRate.ReplaceAllString(rest, "$1 ")
	rest = yearsIn.ReplaceAllString(rest, " ")
	rest = monthsIn.ReplaceAllString(rest, " ")
	if v, ok := figureOf(loanIn, rest); ok {
		return v, true
	}
	if priceIn.MatchString(core) {
		return 0, false
	}
	most := 0.0
	for _, m := range amountIn.FindAllStringSubmatch(rest, 20) {
		if n, ok := zh.Number(m[1]); ok {
			v, _ := n.Float64()
			most = max(most, v)
		}
	}
	return most, most > 0
}

func loan(q *skill.Question, core string) (skill.Answer, bool) {
	amount, ok := principal(core)
	rate, ok2 := figureOf(rateIn, core)
	months, ok3 := figureOf(monthsIn, core)
	if years, found := figureOf(yearsIn, core); found {
		months, ok3 = years*12, true
	}
	if !ok || !ok3 {
		return skill.Answer{}, false
	}
	if !ok2 {
		return rateMissing(q, "贷款 100 万，年利率 3.5%，30 年，每月还多少？", "loan 1,000,000, 3.5%, 30 years."), true
	}
	l, err := calculate.LoanOf(context.Background(), amount, rate, int(months))
	if err != nil {
		return skill.Answer{}, false
	}
	m := calculate.Money
	if q.Language == skill.English {
		return skill.Answer{Text: fmt.Sprintf("**Level payment: %s a month**\n\nInterest in all: %s, over %d months. With equal principal: %s in the first month, %s in the last, %s of interest.", m(l.Level), m(l.LevelInterest), l.Months, m(l.First), m(l.Last), m(l.ShareInterest)), How: l.Method.En}, true
	}
	return skill.Answer{
		Text: fmt.Sprintf("**等额本息每月还 %s 元**\n\n| 还法 | 每月 | 利息合计 | 本息合计 |\n|---|---|---|---|\n| 等额本息 | %s | %s | %s |\n| 等额本金 | 首月 %s，末月 %s | %s | %s |\n\n本金 %s 元，年利率 %s%%，共 %d 期。",
			m(l.Level), m(l.Level), m(l.LevelInterest), m(amount+l.LevelInterest), m(l.First), m(l.Last), m(l.ShareInterest), m(amount+l.ShareInterest), m(amount), plain(rate), l.Months),
		How: l.Method.ZhCN,
	}, true
}

// rateMissing asks for the yearly rate, and shows a complete question as an example.
func rateMissing(q *skill.Question, example, enExample string) skill.Answer {
	return skill.Answer{
		Text: q.Say("**还差一个数：年利率是多少？**\n\n例如："+example, "**One figure is missing: the yearly rate.**\n\nFor example: "+enExample),
		How:  q.Say("利率各地各时不同，内置引擎不联网，不替你猜。", "Rates differ by place and time; none is guessed."),
	}
}

func compound(q *skill.Question, core string) (skill.Answer, bool) {
	amount, ok := principal(core)
	rate, ok2 := figureOf(rateIn, core)
	years, ok3 := figureOf(yearsIn, core)
	if !ok || !ok2 || !ok3 {
		return skill.Answer{}, false
	}
	times, every := 1, q.Say("每年", "yearly")
	if strings.Contains(core, "每月复利") || strings.Contains(core, "按月复利") || strings.Contains(core, "monthly") {
		times, every = 12, q.Say("每月", "monthly")
	}
	grown, err := calculate.Compound(context.Background(), amount, rate, years, times)
	if err != nil {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: q.Say(fmt.Sprintf("**%s 年后是 %s 元**\n\n本金 %s 元，年利率 %s%%，%s计息一次，利息 %s 元。", plain(years), calculate.Money(grown), calculate.Money(amount), plain(rate), every, calculate.Money(grown-amount)),
			fmt.Sprintf("**%s after %s years**\n\nPrincipal %s at %s%%, compounded %s; interest %s.", calculate.Money(grown), plain(years), calculate.Money(amount), plain(rate), every, calculate.Money(grown-amount))),
		How: q.Say("本利和 = 本金 ×（1 + 每期利率）^期数。", "Principal × (1 + rate of a period)^periods."),
	}, true
}

// income is the income stated in a question, in yuan: gross for a year, insurance and special
// deductions for a month.
type income struct{ gross, insurance, special float64 }

func incomeIn(core string) (income, bool) {
	var in income
	in.insurance, _ = figureOf(insuranceIn, core)
	in.special, _ = figureOf(specialIn, core)
	if yearly, ok := figureOf(yearIncomeIn, core); ok {
		in.gross = yearly
		return in, true
	}
	monthly, ok := figureOf(salaryIn, core)
	in.gross = monthly * 12
	return in, ok
}

// taxed is the income that calculate.IncomeTax takes.
func (in income) taxed() float64 { return max(0, in.gross-(in.insurance+in.special)*12) }

// noDeductions is added to an answer if the question states neither insurance nor special deductions.
const noDeductions = "\n\n没有说五险一金和专项附加扣除，按 0 算；实际会更少。"

func incomeTax(q *skill.Question, core string) (skill.Answer, bool) {
	in, ok := incomeIn(core)
	t, err := calculate.IncomeTax(context.Background(), in.taxed())
	if !ok || err != nil {
		return skill.Answer{}, false
	}
	gross, insurance, special := in.gross, in.insurance, in.special
	m := calculate.Money
	text := fmt.Sprintf("**全年个税 %s 元，平均每月 %s 元**\n\n全年收入 %s 元", m(t.Year), m(t.Year/12), m(gross))
	if insurance+special > 0 {
		text += fmt.Sprintf("，扣除社保与专项附加 %s 元", m((insurance+special)*12))
	}
	text += fmt.Sprintf("，减 60,000 元后应纳税所得额 %s 元，税率 %s%%，速算扣除数 %s 元。", m(t.Taxable), plain(t.Rate), m(t.Quick))
	if netAsked.MatchString(core) {
		text = fmt.Sprintf("**到手平均每月 %s 元**\n\n", m((gross-t.Year)/12-insurance)) + strings.ReplaceAll(text, "**", "")
	}
	if insurance+special == 0 {
		text += noDeductions
	}
	return skill.Answer{Text: text, How: t.Method.ZhCN + "工资每月累计预扣，所以年初少、年末多，全年合计相同。"}, true
}

func bodyMass(q *skill.Question, core string) (skill.Answer, bool) {
	w := kilogramsIn.FindStringSubmatch(core)
	h := metresIn.FindStringSubmatch(core)
	if w == nil || h == nil {
		return skill.Answer{}, false
	}
	weight, _ := figureOf(kilogramsIn, core)
	if w[2] == "斤" {
		weight /= 2
	}
	height, _ := figureOf(anything, h[3]+h[4])
	switch {
	case h[1] != "": // a height such as 1米75 or 一米七五
		height, _ = figureOf(anything, digitsOf(h[1])+"点"+digitsOf(h[2]))
	case h[5] != "米" && h[5] != "m": // the height is in centimetres: either h[3] without a unit, or h[4] with the unit h[5]
		height /= 100
	}
	index, class, err := calculate.BodyMass(context.Background(), weight, height)
	if err != nil {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: q.Say(fmt.Sprintf("**BMI 是 %.1f（%s）**\n\n体重 %s 千克，身高 %s 米。正常范围 18.5—23.9。", index, class.Zh, plain(weight), plain(height)),
			fmt.Sprintf("**BMI %.1f (%s)**\n\n%s kg, %s m. Normal is 18.5 to 23.9.", index, class.En, plain(weight), plain(height))),
		How: q.Say("BMI = 体重（千克）÷ 身高（米）²；分级按中国成人标准 WS/T 428-2013。", "Weight in kilograms ÷ height in metres, squared; classes of the Chinese standard WS/T 428-2013."),
	}, true
}

// digitsOf converts Arabic digits to Chinese digits. zh.Number accepts only Chinese digits after 点.
func digitsOf(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= '0' && r <= '9' {
			b.WriteString(zh.Plain.Digits[r-'0'])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
