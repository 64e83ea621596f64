package retrieve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

const (
	number = `(?:\d[\d,.]*|[零〇一二两三四五六七八九十百千万亿]+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|fourteen|thirty|ninety|hundred|thousand)\b)`
	gap    = `\s*`
)

// looks contains patterns by kind of question. A folded sentence that matches the pattern looks
// like an answer. For a kind without a pattern, every sentence looks like an answer.
var looks = map[kind]*text.Pattern{
	amount: text.NewPattern(number + `|百分之|%|半`),
	price:  text.NewPattern(number + gap + `(?:元|块|角|分钱|[万亿](?:[^\p{Han}]|$)|美元|欧元|折|倍|dollars?|cents?|usd|rmb|cny|yuan)|[$¥€£]|免费|\t.*\d|不另收费|无偿|免收`),
	moment: text.NewPattern(number + gap + `个?(?:工作日|月|年|月|日|号|点|时|:|季度|星期|周|天|分|am|pm|o.clock|days?|hours?)|(?:周|星期|礼拜)[一二三四五六日天末]|上午|下午|晚上|清晨|凌晨|早上|年底|月底|月初|旬|每[年月周日天]|` +
		`重阳|端午|中秋|春节|立冬|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|when|within|before|after`),
	clock:    text.NewPattern(number + gap + `(?:点|时[^间长段效期]|时$|:|am|pm|a\.m|p\.m|o.clock)|:\d\d|上午|中午|下午|傍晚|晚上|清晨|凌晨|早上|夜|全天|24 ?小时|noon|midnight`),
	duration: text.NewPattern(number + gap + `个?(?:多|余|整)?(?:工作日|秒|分钟|分|刻|小时|时|天|日|夜|周|星期|礼拜|月|季|学期|年|越冬季|s\b|m\b|h\b|seconds?|minutes?|hours?|days?|weeks?|months?|years?)|每[年月周日天]|永久|长期|终身|半[天年月]`),
	person:   text.NewPattern(`[` + surnames + `][\p{Han}]{1,2}|先生|女士|老师|教师|经理|总监|负责人|所长|公司|事务所|部门?|中心|委员会|甲方|乙方|双方|人$|mr\.|ms\.|mrs\.|dr\.|manager|director|head|officer`),
	called:   text.NewPattern(`[叫称名《]|先生|女士|小姐|(?:^|[\s,、;。是为由])[` + surnames + `][\p{Han}]{1,2}(?:$|[\s,、;。担任负主])|named?|called|mr\.|ms\.`),
	place:    text.NewPattern(`[路街巷弄号楼室厅院庭门市区县省镇乡村港湾园店馆厂场站港桥岸侧层座处]|位于|设在|地址|中心|东|西|南|北|上面|下面|左|右|旁|https?:`),
	manner:   text.NewPattern(`先|再|然后|通过|按|用|使用|选择|请|可以|应当?|须|需|把|将|装|加|放|点击|打开|提出|申请|联系|后|即可|by|use|must|should|press|send|through`),
	reason:   text.NewPattern(`因为|由于|因|所以|因此|否则|以免|避免|原因|导致|造成|影响|为了?|受|使|未|会|才|不然|because|due to|since|otherwise|so that`),
	decision: text.NewPattern(`可以?|不|应|禁|勿|能|允许|必须|须|需|无|没有|有|未|得|是|均|都|仅|只|提供|支持|包|not|may|must|can|never|only|allowed|no\b|excluded|provided`),
}

// surnames are the most frequent Chinese surnames; most names begin with one of them.
const surnames = `王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武`

// ordinal is the pattern of numbers of clauses and chapters, which never answer a question for an
// amount.
var ordinal = text.NewPattern(`第[零〇一二三四五六七八九十百\d]+[条章节款项编]|^(?:\d+|[一二三四五六七八九十]+)[、.]`)

// looksRight reports whether a folded sentence looks like an answer to the question. It returns false if the
// sentence is about another period than the question. Otherwise it returns true if the question is a yes-no
// question, if none of the question's kinds is in `looks`, or if the sentence matches the pattern of one of
// these kinds.
func (q *question) looksRight(s string) bool {
	if q.otherPeriod(s) {
		return false
	}
	any := false
	for k := range q.kinds {
		look, ok := looks[k]
		if !ok {
			continue
		}
		if !any {
			s = unnumbered(s)
		}
		if any = true; look.MatchString(s) || k == decision {
			return true
		}
	}
	return !any
}

// unnumbered removes the numbers of clauses and chapters from a folded sentence.
func unnumbered(s string) string {
	if r := firstRune(s); !strings.Contains(s, "第") && !zh.IsNumeral(r) && (r < '0' || r > '9') {
		return s
	}
	return ordinal.ReplaceAllString(s, "")
}

// counted reports whether a folded sentence has a number before a measure word in q.measures: for
// 多少种, a match is 六十三种.
func (q *question) counted(s string) bool {
	for _, m := range q.measures {
		at := 0
		for {
			i := strings.Index(s[at:], m)
			if i < 0 {
				break
			}
			if numberBefore.MatchString(s[:at+i]) {
				return true
			}
			at += i + len(m)
		}
	}
	return false
}

// measureWords are the first characters of measure words.
var measureWords = runeSet("种个只次人名位户家间台辆条座站层楼天日周月年点号分小岁倍折元块度瓦升克斤公米平吨页步栋张本篇门项股万亿成粒片勺")

// periods are patterns for the previous, the current and the next quarter, month or
// year.
var periods = []*text.Pattern{
	text.NewPattern(`上个?一?季度`), text.NewPattern(`[本这]个?季度`), text.NewPattern(`下个?一?季度`),
	text.NewPattern(`上个?月`), text.NewPattern(`[本这]个?月|当月`), text.NewPattern(`下个?月|次月`),
	text.NewPattern(`去年|上年|上一年`), text.NewPattern(`今年|本年|当年`), text.NewPattern(`明年|次年|下一年`),
}

// periodOf returns the index of the first pattern of periods that matches a folded text; -1 if no
// pattern matches.
func periodOf(s string) int {
	return slices.IndexFunc(periods, func(p *text.Pattern) bool { return p.MatchString(s) })
}

// otherPeriod reports whether a folded sentence names another quarter, month or year than the
// question: for example, this quarter instead of the previous quarter.
func (q *question) otherPeriod(s string) bool {
	if q.period < 0 || periods[q.period].MatchString(s) {
		return false
	}
	first := q.period - q.period%3
	for i := first; i < first+3; i++ {
		if periods[i].MatchString(s) {
			return true
		}
	}
	return false
}

// measures returns the measure words of `phrase`, which has 多少 or 几. If `phrase` contains a measure word,
// such as 天 in 几天, the result is this word. Otherwise the result is the measure words that follow `phrase`
// in the question s.
func measures(s, phrase string) (out []string) {
	if i := strings.Index(phrase, "几"); i >= 0 {
		if m := strings.TrimPrefix(phrase[i+len("几"):], "个"); m != "" {
			return []string{m}
		}
	}
	for {
		i := strings.Index(s, phrase)
		if i < 0 {
			return out
		}
		s = s[i+len(phrase):]
		if r, n := utf8.DecodeRuneInString(s); measureWords[r] {
			out = append(out, s[:n])
		}
	}
}

var numberBefore = text.NewPattern(number + `余?多?个?$`)
