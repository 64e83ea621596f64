package numbers

import (
	"context"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// These patterns find deposits, monthly savings and their terms.
var (
	depositAsked = text.NewPattern(`存款|定期|存(?:入|进|了|银行|\d|[一二两三四五六七八九十半])|存单|大额存|零存整取`)
	savingAsked  = text.NewPattern(`(?:每个?月|月月)(?:固定|都|定期)?(?:存|攒|定投|投)|零存整取`)
	zeroDeposit  = text.NewPattern(`零存整取`) // a deposit in monthly parts, with simple interest
	savingWants  = text.NewPattern(`利息|多少|几|本息|连本带利`)

	perMonthIn   = text.NewPattern(`(?:每个?月|月月)(?:固定|都|定期)?(?:存|攒|定投|投)(?:入|进|下)? ?(` + zh.NumberPattern + `)`)
	termYearsIn  = text.NewPattern(`(?:^|[^\d.])(\d{1,2}(?:\.\d+)?|[一二两三四五六七八九十]+)年(半)?| (\d{1,2}) 年`)
	termMonthsIn = text.NewPattern(`(\d+|[一二两三四五六七八九十]+) ?(?:个月|期)`)
	halfYearIn   = text.NewPattern(`半年`)
)

// termOf reads a term in months. Half a year and one and a half years are terms, too.
func termOf(core string) (months float64, ok bool) {
	if m := termYearsIn.FindStringSubmatch(core); m != nil {
		years, ok := figureOf(anything, m[1]+m[3])
		if m[2] != "" {
			years += 0.5
		}
		return years * 12, ok
	}
	if months, ok := figureOf(termMonthsIn, core); ok {
		return months, true
	}
	return 6, halfYearIn.MatchString(core)
}

// deposit computes the interest of a term deposit, which Chinese banks pay without compounding.
func deposit(q *skill.Question, core string) (skill.Answer, bool) {
	months, ok := termOf(core)
	amount, ok2 := principal(core)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	rate, ok := figureOf(rateIn, core)
	if !ok {
		return rateMissing(q, "存 10 万，定期 3 年，年利率 1.55%，利息多少？", "how much interest do 100,000 earn in 3 years at 1.55%?"), true
	}
	interest, err := calculate.Deposit(context.Background(), amount, rate, months)
	if err != nil {
		return skill.Answer{}, false
	}
	m := calculate.Money
	return skill.Answer{
		Text: fmt.Sprintf("**利息 %s 元，到期本息 %s 元**\n\n本金 %s 元，年利率 %s%%，存 %s 个月，单利。", m(interest), m(amount+interest), m(amount), plain(rate), plain(months)),
		How:  "定期存款按单利：利息 = 本金 × 年利率 × 月数 ÷ 12。想算利滚利，请在问题里写「复利」。",
	}, true
}

// saving computes what monthly payments become. Without a rate it returns their sum.
func saving(q *skill.Question, core string) (skill.Answer, bool) {
	months, ok := termOf(core)
	monthly, ok2 := figureOf(perMonthIn, core)
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	rate, hasRate := figureOf(rateIn, core)
	simple := zeroDeposit.MatchString(core)
	total, err := calculate.Saving(context.Background(), monthly, rate, int(months), simple)
	if err != nil {
		return skill.Answer{}, false
	}
	m, paid := calculate.Money, monthly*float64(int(months))
	if !hasRate {
		return skill.Answer{
			Text: fmt.Sprintf("**一共存下 %s 元**\n\n每月 %s 元，%d 个月，没有算利息。", m(paid), m(monthly), int(months)),
			How:  "每月金额 × 月数。想把利息也算上，请写明年利率，例如：每月存 3000，年利率 2%，10 年后有多少？",
		}, true
	}
	kind, how := "按月复利", "每月末存入，按月复利：每月金额 ×（（1 + 月利率）^月数 − 1）÷ 月利率；月利率 = 年利率 ÷ 12。"
	if simple {
		kind, how = "单利", "零存整取按单利，每月初存入：利息 = 每月金额 × 月利率 × 月数 ×（月数 + 1）÷ 2；月利率 = 年利率 ÷ 12。"
	}
	return skill.Answer{
		Text: fmt.Sprintf("**到期共 %s 元，其中利息 %s 元**\n\n每月 %s 元，%d 个月，本金 %s 元，年利率 %s%%，%s。", m(total), m(total-paid), m(monthly), int(months), m(paid), plain(rate), kind),
		How:  how,
	}, true
}
