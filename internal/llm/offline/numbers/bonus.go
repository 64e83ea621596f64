package numbers

import (
	"context"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

var (
	bonusIn     = text.NewPattern(`年终奖金?[^\d一二两三四五六七八九十]{0,6}(` + zh.NumberPattern + `)`)
	bonusMonths = text.NewPattern(`年终奖金?[^\d一二两三四五六七八九十]{0,6}(` + zh.NumberPattern + `) ?个?月`) // as in 年终奖 3 个月工资
	waysAsked   = text.NewPattern(`年终奖.*(?:单独|合并|并入|分开)|(?:单独|合并|并入|分开).*年终奖`)
)

// bonusAsked reports whether a question states a year-end bonus and asks for its tax.
func bonusAsked(core string) bool {
	return bonusIn.MatchString(core) && (taxAsked.MatchString(core) || netAsked.MatchString(core) || waysAsked.MatchString(core))
}

// bonusTax computes the tax on a year-end bonus. If the question states the salary as well, the two
// ways of taxing the bonus are compared; otherwise the bonus is taxed separately.
func bonusTax(q *skill.Question, core string) (skill.Answer, bool) {
	in, salaried := incomeIn(core)
	bonus, ok := figureOf(bonusIn, core)
	if months, found := figureOf(bonusMonths, core); found {
		bonus, ok = months*in.gross/12, salaried
	}
	t, err := calculate.BonusTax(context.Background(), bonus, q.Now.Year())
	if !ok || err != nil {
		return skill.Answer{}, false
	}
	if salaried {
		return bonusWays(in, bonus, t)
	}
	m := calculate.Money
	return skill.Answer{
		Text: fmt.Sprintf("**单独计税：个税 %s 元，到手 %s 元**\n\n年终奖 %s 元 ÷ 12 = %s 元，按月税率 %s%%，速算扣除数 %s 元。\n\n也可以并入全年工资一起算；收入不高时，并入可能更省。说出月薪，就能比较两种算法。", m(t.Year), m(bonus-t.Year), m(bonus), m(bonus/12), plain(t.Rate), m(t.Quick)),
		How:  t.Method.ZhCN,
	}, true
}

// bonusWays compares the tax on a bonus that is taxed separately, which is `apart`, with the tax on
// the salary and the bonus together.
func bonusWays(in income, bonus float64, apart calculate.Tax) (skill.Answer, bool) {
	salary, err := calculate.IncomeTax(context.Background(), in.taxed())
	if err != nil {
		return skill.Answer{}, false
	}
	together, err := calculate.IncomeTax(context.Background(), max(0, in.gross+bonus-(in.insurance+in.special)*12))
	if err != nil {
		return skill.Answer{}, false
	}
	m := calculate.Money
	separate := salary.Year + apart.Year
	net := in.gross + bonus - in.insurance*12
	head := "两种算法的税一样多：" + m(separate) + " 元"
	switch {
	case separate < together.Year:
		head = fmt.Sprintf("年终奖单独计税更省，少交 %s 元", m(together.Year-separate))
	case separate > together.Year:
		head = fmt.Sprintf("年终奖并入工资更省，少交 %s 元", m(separate-together.Year))
	}
	text := fmt.Sprintf("**%s**\n\n| 算法 | 工资个税 | 年终奖个税 | 全年个税 | 全年到手 |\n|---|---|---|---|---|\n| 单独计税 | %s | %s | %s | %s |\n| 并入工资 | – | – | %s | %s |\n\n全年工资 %s 元，年终奖 %s 元。",
		head, m(salary.Year), m(apart.Year), m(separate), m(net-separate), m(together.Year), m(net-together.Year), m(in.gross), m(bonus))
	if in.insurance+in.special == 0 {
		text += noDeductions
	}
	return skill.Answer{Text: text, How: apart.Method.ZhCN + "并入：" + together.Method.ZhCN + "办汇算时可以选择。"}, true
}
