package cite

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// hollowRunes are characters that occur in sentences on any subject.
const hollowRunes = "的了是在和与及或也都还而且并就把被对从向于以为之其此该这那有个所等得地着过给让则即若如因由至到自后前中内里上下时"

// hollowWords belong to the phrasing of a sentence, not to its content.
var hollowWords = text.NewPattern(`根据|按照|依据|合同|约定|规定|文件|文中|其中|需要|应当|应该|必须|可以|能够|不能|不得|不可|没有|要求|属于|包括|分别|达到|共计|一共|总共|也就是|即为|同时|另外|此外|因此|所以|如果|那么|但是|已经|进行|方式|标准|情形|情况|时候|期间|以内|以上|以下|比较|主要|之一|之后|之前|上述|本次|具体|甲方|乙方|比例|计算|形式`)

// stopWords are English function words.
var stopWords = wordSet(`a an the of to in on at for and or is are was were be been do does did i you he she it we they my your our their its
	this that these those with by from as can could may must should will would has have had up any only also than then per each such other into over under within after before during about all both more most`)

func wordSet(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// hollowTerms are bigrams that occur in sentences on any subject; several checks ignore them.
var hollowTerms = wordSet(`可以 以上 以下 以内 之内 应当 必须 需要 进行 甲方 乙方 丙方 双方 公司 本次 合同 其中 或者 并且`)

// stem removes the suffix of an English word, so that most of its forms compare as equal.
func stem(w string) string {
	for _, end := range []string{"ations", "ation", "ities", "ments", "ment", "ings", "ing", "ions", "ion", "ies", "able", "ible", "ers", "er", "ed", "es", "al", "ly", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 4 {
			w = rest
			break
		}
	}
	if n := len(w); n > 4 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return strings.TrimRight(w, "e")
}

// alikeWords contains groups of synonyms.
var alikeWords = [][]string{
	{"每月", "按月", "月度", "月付", "逐月"}, {"退还", "返还", "退回", "归还", "退"}, {"支付", "付", "缴纳", "交纳", "付款", "交"}, {"驾驶", "开"}, {"喝酒", "饮酒"}, {"星期", "周"}, {"免费", "不收钱", "不要钱", "不花钱"}, {"费用", "花费"}, {"同意", "批准", "许可", "允许"},
	{"终止", "止", "解除", "结束", "到期", "届满", "期满", "截止", "持续"}, {"清洗", "水洗", "洗"}, {"更换", "换"}, {"承担", "负担", "自理"}, {"清除", "清空", "删除"},
	{"签订", "签署", "签"}, {"开始", "起"}, {"公司", "企业"}, {"预付款", "首付款", "定金"}, {"质量保证金", "质保金"}, {"超出", "超过", "超标"}, {"采购", "购买"},
	{"年休假", "年假"}, {"员工", "职工", "人员", "名员工"}, {"患者", "病人"}, {"纳入", "入组"}, {"下降", "降低", "减少", "降", "便宜", "跌"}, {"增长", "增加", "上升", "提高"}, {"第三人", "第三方", "他人"},
	{"责任免除", "免责"}, {"不承担", "免除"}, {"身故", "死亡"}, {"给付", "赔付", "赔偿", "赔"}, {"禁止", "不得", "请勿", "不要", "严禁"}, {"召开", "举行", "开"}, {"负责", "主管"},
	{"送达", "送到", "提交", "交到"}, {"受理", "接收"}, {"维护", "检修"}, {"停机", "宕机"}, {"利率", "利息", "息"}, {"还款", "偿还", "还"}, {"通知", "告知"}, {"截至", "到", "年底", "年末"},
	{"合计", "总计", "共"}, {"占比", "占", "比例", "份额"}, {"房屋", "房子", "房"}, {"租金", "房租"}, {"系挂", "系", "佩戴"}, {"大风", "风力"}, {"最大", "第一"},
}

// alike reports whether the character at i belongs to a word with a synonym in the text, by the
// table alikeWords.
func alike(_ rune, runes []rune, i int, text string) bool {
	from, to := max(0, i-4), min(len(runes), i+5)
	window := string(runes[from:to])
	for _, row := range alikeWords {
		in, there := false, false
		for _, w := range row {
			if !in {
				if at := strings.Index(window, w); at >= 0 {
					start := from + len([]rune(window[:at]))
					in = i >= start && i < start+len([]rune(w))
				}
			}
			there = there || strings.Contains(text, w)
		}
		if in && there {
			return true
		}
	}
	return false
}
