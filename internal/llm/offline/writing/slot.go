package writing

import (
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// slotRule finds a value for slots in a question: the first submatch of `found`. If several rules find
// a value for a slot, the slot gets the first one. The name of the template is not accepted as a value.
type slotRule struct {
	slots string // names, separated by spaces
	found *text.Pattern
}

const value = `([^,:;.!?\n]{1,60}?)(?:[,;.!?\n]|$)`

// slotRules are tried in order. The patterns match Question.Norm, with half-width punctuation.
var slotRules = []slotRule{
	{"事由", text.NewPattern(`(?:事由|理由|原因|起因)(?:是|为|:)?\s*` + value)},
	{"事由", text.NewPattern(`(?:因为|因|由于)([^,:;.!?\n]{1,40}?)(?:,|;|\.|需要|要请|请假|辞职|想|$)`)},
	{"天数", text.NewPattern(`(?:请假?|休|玩|共|去|为期|一共)\s*((?:\d{1,3}|半|[一二两三四五六七八九十]{1,3})(?:个)?(?:半)?(?:天|小时|周|星期|个月|日))`)},
	{"天数", text.NewPattern(`((?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:天|日))(?:的)?(?:假|行程|旅行|旅游|游)`)},
	{"开始日期", text.NewPattern(`(?:从|自)([^,:;.!?\n到至]{2,15}?)(?:起|开始|到|至|,|$)`)},
	{"结束日期", text.NewPattern(`(?:到|至)((?:\d{1,4}年)?\d{1,2}月\d{1,2}[日号]|(?:这|下)?周[一二三四五六日天])`)},
	{"收件人", text.NewPattern(`(?:写?给)((?:[^,:;.!?\n的\s写]){1,12}?)(?:的|写|,|;|\.|$)`)},
	{"收件人", text.NewPattern(`(?:收件人|收信人|称呼|对方)(?:是|为|:)?\s*` + value)},
	{"主题", text.NewPattern(`(?:主题|题目|标题|议题|内容)(?:是|为|:)?\s*` + value)},
	{"主题", text.NewPattern(`关于([^,:;.!?\n]{1,30}?)的`)},
	{"主题", text.NewPattern(`关于([^,:;.!?\n]{1,30})$`)},
	{"时间", text.NewPattern(`(?:时间)(?:是|为|定在|在|:)?\s*([^,;!?\n]{1,40}?)(?:[,;!?\n]|$)`)},
	{"时间", text.NewPattern(`((?:今天|明天|后天|(?:这|本|下)?(?:周|星期)[一二三四五六日天]|\d{1,2}月\d{1,2}[日号])(?:上午|下午|晚上|早上|中午)?(?:[\d一二三四五六七八九十]{1,3}点(?:半|[\d一二三四五]{1,2}分)?)?)`)},
	{"地点", text.NewPattern(`(?:地点|地址|房屋地址|位置)(?:是|为|在|:)?\s*` + value)},
	{"地点", text.NewPattern(`在([^,:;.!?\n]{2,20}?)(?:召开|举行|举办|开会|集合)`)},
	{"姓名", text.NewPattern(`(?:我叫|姓名(?:是|为|:)?|名字(?:是|叫)|请假人(?:是|:)?)\s*([^,:;.!?\n\s]{1,12})`)},
	{"电话", text.NewPattern(`(?:电话|手机号?)(?:是|为|:)?\s*([\d-]{5,20})`)},
	{"部门", text.NewPattern(`部门(?:是|为|:)?\s*` + value)},
	{"单位", text.NewPattern(`(?:单位|公司)(?:是|为|叫|:)\s*` + value)},
	{"岗位", text.NewPattern(`(?:岗位|职位|应聘)(?:是|为|:)?\s*` + value)},
	{"还款日期", text.NewPattern(`([^,;.!?\n]{2,20}?)(?:前|之前)(?:还清|还|归还)`)},
	{"落款日期", text.NewPattern(`(?:落款日期|日期)(?:是|为|:)?\s*` + value)},
	{"书名", text.NewPattern(`《([^》]{1,40})》`)},
	{"完成工作", text.NewPattern(`(?:完成了?|做了)([^;.!?\n]{2,80}?)(?:[;.!?\n]|$)`)},
	{"下步计划", text.NewPattern(`(?:下周|明天|下月|下一步)(?:计划|准备|要)([^;.!?\n]{2,80}?)(?:[;.!?\n]|$)`)},
	{"金额", text.NewPattern(`(?:¥|金额(?:是|为)?|租金(?:每月)?|月租)?(\d[\d,]*(?:\.\d{1,2})?万?)(?:元|块)`)},
	{"押金", text.NewPattern(`押金(?:是|为)?(\d[\d,]*)`)},
	{"甲方", text.NewPattern(`(?:甲方|房东|出租方)(?:是|为|:)?\s*([^,:;.!?\n\s]{1,12})`)},
	{"乙方", text.NewPattern(`(?:乙方|租客|承租方)(?:是|为|:)?\s*([^,:;.!?\n\s]{1,12})`)},
}

// loans match sentences such as 张三借李四5000元 and 张三向李四借5000元. The first submatch is the
// borrower, and the second is the lender.
var loans = []*text.Pattern{
	text.NewPattern(`(?:[,:\s]|^)([\p{Han}]{2,4}?)(?:向|问|跟|找)([\p{Han}]{2,4}?)借`),
	text.NewPattern(`(?:[,:\s]|^)([\p{Han}]{2,4}?)借(?:了)?([\p{Han}]{2,4}?)(?:人民币)?\s*[\d一二三四五六七八九十]`),
	text.NewPattern(`(?:[,:\s]|^)([\p{Han}]{2,4}?)欠(?:了)?([\p{Han}]{2,4}?)(?:人民币)?\s*[\d一二三四五六七八九十]`),
}

// slotValues finds values for the slots of a template in the question. A value keeps the asker's own
// spelling, but an amount of money is rewritten in digits. slotValues adds further values, such as
// today's date. `kind` is the name of the template.
func slotValues(q *skill.Question, kind string) map[string]string {
	values := map[string]string{}
	for _, r := range slotRules {
		m := r.found.FindStringSubmatchIndex(q.Norm)
		if m == nil {
			continue
		}
		v := strings.TrimSpace(q.Original(m[2], m[3]))
		for slot := range strings.FieldsSeq(r.slots) {
			if values[slot] == "" && v != kind {
				values[slot] = v
			}
		}
	}
	for _, l := range loans {
		if m := l.FindStringSubmatchIndex(q.Norm); m != nil {
			values["借款人"], values["出借人"] = q.Original(m[2], m[3]), q.Original(m[4], m[5])
			break
		}
	}
	if v := values["金额"]; v != "" {
		if n, ok := zh.Number(zh.FoldRunes([]rune(v))); ok {
			fen := new(big.Rat).Mul(n, big.NewRat(100, 1))
			if fen.IsInt() && fen.Num().IsInt64() && fen.Num().Int64() < 1e16 {
				values["金额"] = calculate.TrimZeros(n.FloatString(2))
				values["大写金额"] = zh.WriteMoney(fen.Num().Int64())
			}
		}
	}
	if strings.Contains(kind, "祝福") {
		for _, f := range calendar.Festivals {
			if strings.Contains(q.Norm, f.Name) || strings.Contains(q.Norm, strings.TrimSuffix(f.Name, "节")+"祝福") {
				values["主题"] = f.Name
			}
		}
		if strings.Contains(kind, "新年") {
			values["主题"] = "新年"
		}
	}
	if kind == "读后感" || kind == "观后感" || kind == "失物招领" || kind == "招领启事" {
		values["文体"] = kind
	}
	if values["落款日期"] == "" {
		values["落款日期"] = q.LongDate(q.Now)
	}
	return values
}
