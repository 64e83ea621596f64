package numbers

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Numeral writes and reads Chinese and Roman numerals.
var Numeral = skill.Skill{
	ID:      "numeral",
	Name:    skill.Named("中文数字", "Chinese numerals"),
	Match:   numerals,
	Hints:   []string{"人民币大写 1234.56", "一百零八是多少？", "2026 的罗马数字"},
	EnHints: []string{"2026 in Roman numerals", "1234 in Chinese numerals"},
	Short:   true,
}

const plainNumber = `(-?\d[\d,]*(?:\.\d+)?)`

var (
	moneyForms = []*text.Pattern{
		text.NewPattern(`^(?:把|将|用)?(?:人民币|金额|发票|支票)?的?(?:金额)?(?:转|写|换|转换|数字)?(?:成|为)?(?:大写|中文大写|人民币大写|财务大写)(?:金额|数字|写出|写|表示)*[: ]*(?:¥|rmb)?` + plainNumber + `(?:元|块|圆)?(?:整)?(?:怎么写|是什么|是多少)?$`),
		text.NewPattern(`^(?:把|将)?(?:人民币|金额|¥|rmb)?` + plainNumber + `(?:元|块钱?|圆)?(?:人民币)?(?:的|用|转|转换|写|换|变|成|为|怎么|如何|怎样)*(?:人民币|金额|中文|财务|汉字|银行)?(?:大写)(?:金额|数字|人民币)?(?:怎么写|怎样写|如何写|是什么|是多少|是)?$`),
		text.NewPattern(`^(?:write )?` + plainNumber + `(?: yuan)? (?:in|as) (?:chinese )?(?:capital|formal|financial)(?: chinese)? (?:numerals|numbers|characters)$`),
	}
	wordForms = []*text.Pattern{
		text.NewPattern(`^(?:把|将)?` + plainNumber + `(?:的|用|转|转换|写|换|变|成|为|读|念)*(?:中文|汉字|汉语|小写)(?:小写|数字)?(?:怎么写|怎么读|怎么念|怎么说|写法|读法|表示|是什么)*$`),
		text.NewPattern(`^(?:数字)?` + plainNumber + `(?:怎么读|怎么念|读作什么|读作)$`),
		text.NewPattern(`^(?:write )?` + plainNumber + ` (?:in|as) chinese(?: numerals| characters| numbers)?$`),
	}
	readForm   = text.NewPattern(`^(?:把|将)?(?:中文数字|汉字数字|大写)?[: ]*([零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅点\d.]{2,60})(?:元整?|圆整?)?(?:是|等于|转|转换|换算|写|用|的|成|为)*(?:多少|几|阿拉伯数字|数字)(?:表示|怎么写|是多少|写法)?$`)
	romanForms = []*text.Pattern{
		text.NewPattern(`^(?:把|将)?(\d{1,4})(?:的|用|转|转换|写|换|变|成|为)*罗马数字(?:怎么写|是什么|是多少|表示)*$|^(\d{1,4}) (?:in|as|to) roman(?: numerals?)?$`),
		text.NewPattern(`^(?:罗马数字)[: ]*([ivxlcdm]{1,15})(?:是多少|等于多少|是几|表示多少|是)?$|^([ivxlcdm]{2,15})(?:是|等于)(?:多少|几)$|^roman(?: numeral)? ([ivxlcdm]{1,15})$`),
	}
)

// numerals answers requests to convert between Arabic, Chinese and Roman numbers.
func numerals(q *skill.Question) (skill.Answer, bool) {
	core := q.Core
	if core == "" {
		return skill.Answer{}, false
	}
	for _, f := range moneyForms {
		if m := f.FindStringSubmatch(core); m != nil {
			return money(q, m[1])
		}
	}
	for _, f := range wordForms {
		if m := f.FindStringSubmatch(core); m != nil {
			return inWords(q, m[1])
		}
	}
	if m := readForm.FindStringSubmatch(core); m != nil {
		if n, ok := zh.Number(m[1]); ok && zh.HasHan(m[1]) && (n.Cmp(big.NewRat(10, 1)) >= 0 || !n.IsInt()) {
			return skill.Answer{Text: "**" + m[1] + " = " + calculate.Decimal(n) + "**", How: "按十、百、千、万、亿的位值相加。"}, true
		}
	}
	if g := skill.Groups(romanForms[0].FindStringSubmatch(core)); len(g) == 1 {
		if n, err := strconv.Atoi(g[0]); err == nil && n >= 1 && n <= 3999 {
			return skill.Answer{Text: fmt.Sprintf("**%d = %s**", n, text.Roman(n)), How: q.Say("罗马数字，范围 1—3999。", "Roman numerals, 1 to 3999.")}, true
		}
	}
	if g := skill.Groups(romanForms[1].FindStringSubmatch(core)); len(g) == 1 {
		for n := 1; n <= 3999; n++ {
			if strings.EqualFold(text.Roman(n), g[0]) {
				return skill.Answer{Text: fmt.Sprintf("**%s = %d**", strings.ToUpper(g[0]), n), How: q.Say("罗马数字，范围 1—3999。", "Roman numerals, 1 to 3999.")}, true
			}
		}
	}
	return skill.Answer{}, false
}

func money(q *skill.Question, digits string) (skill.Answer, bool) {
	n, ok := zh.Number(digits)
	if !ok {
		return skill.Answer{}, false
	}
	fen := new(big.Rat).Mul(n, big.NewRat(100, 1))
	rounded := new(big.Int)
	whole, _ := new(big.Rat).SetString(fen.FloatString(0))
	rounded.Set(whole.Num())
	if n.Sign() < 0 || rounded.BitLen() > 60 {
		return skill.Answer{Text: "**只能写 0 到 1 亿亿元之间的金额。**", How: "没有转换。"}, true
	}
	text := fmt.Sprintf("**%s**\n\n小写：¥%s", zh.WriteMoney(rounded.Int64()), new(big.Rat).SetFrac(rounded, big.NewInt(100)).FloatString(2))
	if !fen.IsInt() {
		text += "（四舍五入到分）"
	}
	return skill.Answer{Text: text, How: "按支付结算办法的票据大写规则：中间连续的零只写一个，到元为止写「整」。"}, true
}

func inWords(q *skill.Question, digits string) (skill.Answer, bool) {
	n, ok := zh.Number(digits)
	if !ok {
		return skill.Answer{}, false
	}
	sign := ""
	if n.Sign() < 0 {
		sign, n = "负", n.Neg(n)
	}
	whole, fraction, _ := strings.Cut(calculate.Decimal(n), ".")
	v, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || v >= 1e16 || len(fraction) > 20 {
		return skill.Answer{Text: q.Say("**这个数太长，只能写一亿亿以内的数。**", "**The number is too long; the limit is 10^16.**"), How: q.Say("没有转换。", "Not converted.")}, true
	}
	words := sign + zh.WriteInteger(v, zh.Plain)
	formal := sign + zh.WriteInteger(v, zh.Formal)
	if fraction != "" {
		words += "点"
		formal += "点"
		for _, d := range fraction {
			words += zh.Plain.Digits[d-'0']
			formal += zh.Formal.Digits[d-'0']
		}
	}
	return skill.Answer{
		Text: "**" + words + "**\n\n" + q.Say("大写：", "Formal: ") + formal,
		How:  q.Say("每四位一节（万、亿），节内按千百十个写，中间的零读一个。", "Grouped by four digits."),
	}, true
}
