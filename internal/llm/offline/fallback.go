package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

var fallbackSkill = skill.Skill{
	ID:      "fallback",
	Name:    skill.Named("需要大模型的问题", "a question for a language model"),
	Hints:   []string{"你会做什么？", "怎么接入模型？", "今年中秋放几天假，怎么调休？"},
	EnHints: []string{"What can you do?", "How do I connect a model?", "3.5 miles in km"},
}

// gap is a kind of question beyond the abilities of the engine, with the reason.
type gap struct {
	asked  *text.Pattern
	reason skill.Name
}

// currency matches the names of foreign currencies.
const currency = `(?:美元|美金|欧元|日元|日圆|英镑|港币|港元|韩元|卢布|澳元|加元|台币|外币)`

var gaps = []gap{
	{text.NewPattern(`翻译|译成|译为|translate|英文怎么说|英语怎么说|用(?:英|日|法|德|韩|俄)语?怎么说`),
		skill.Named("内置引擎没有翻译能力，也不会拼凑一个译文。", "The built-in engine cannot translate, and will not piece a translation together.")},
	{text.NewPattern(`天气|气温|下雨|雾霾|weather|forecast`),
		skill.Named("天气要实时数据，内置引擎不联网，查不到。", "Weather needs live data; the built-in engine does not go online.")},
	{text.NewPattern(`新闻|热搜|头条|最新消息|news|headline`),
		skill.Named("新闻要实时数据，内置引擎不联网，查不到。", "News needs live data; the built-in engine does not go online.")},
	{text.NewPattern(`股价|股票|大盘|基金|汇率|金价|油价|比特币|stock|exchange rate|bitcoin|` + currency + `.{0,6}(?:人民币|多少|换|兑|对|今天|现在|美元)|(?:人民币|多少|换|兑).{0,8}` + currency + `|\d ?` + currency + `$|\b(?:usd|eur|jpy|gbp|hkd|cny)\b.{0,4}\b(?:to|in)\b`),
		skill.Named("行情和汇率要实时数据，内置引擎不联网，不会给旧数字。", "Prices and rates need live data; the built-in engine does not go online and gives no stale figures.")},
	{text.NewPattern(`画一|画个|画幅|生成.{0,6}图|draw|picture of`),
		skill.Named("画图现在还不能做。", "Drawing is not available yet.")},
}

// exampleCount is how many examples the fallback offers.
const exampleCount = 3

// usual lists the abilities offered if too few other abilities fit the question.
var usual = []string{"calculator", "date", "template"}

// fitting returns the indexes of exampleCount abilities: those whose names and examples have the most
// Han pairs and English words (see pairsOf) in common with the question. If too few abilities have any
// in common, the usual abilities fill the remaining places.
func fitting(q *skill.Question) []int {
	asked := pairsOf(q.Norm)
	score := make([]int, len(abilities))
	order := make([]int, len(abilities))
	for i, a := range abilities {
		order[i] = i
		for pair := range pairsOf(zh.FoldRunes([]rune(a.name.Zh + " " + a.name.En + " " + a.example.Zh + " " + a.example.En))) {
			if asked[pair] {
				score[i] += 2
			}
		}
		if slices.Contains(usual, a.id) {
			score[i]++
		}
		if a.id == "help" || q.Language == skill.English && a.example.En == a.example.Zh {
			score[i] = -1 // the help lists all abilities; an example may exist in Chinese only
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(score[j], score[i]) })
	return order[:exampleCount]
}

// pairsOf returns the pairs of neighbouring Han characters in s, and the English words in s with
// more than three letters.
func pairsOf(s string) map[string]bool {
	out := map[string]bool{}
	var before rune
	for _, r := range s {
		if unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, before) {
			out[string(before)+string(r)] = true
		}
		before = r
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || !unicode.IsLetter(r) }) {
		if len(w) > 3 {
			out[w] = true
		}
	}
	return out
}

// fallback states that no model is connected, gives the reason for the missing answer, and offers
// example questions.
func fallback(q *skill.Question) skill.Answer {
	reason := q.Say("这个问题要大模型才能回答，内置引擎不会编造。", "This question needs a language model; the built-in engine does not make things up.")
	for _, g := range gaps {
		if g.asked.MatchString(q.Norm) {
			reason = q.Say(g.reason.Zh, g.reason.En)
			break
		}
	}
	if q.Raw == "" {
		reason = q.Say("没有看到问题，请再输入一次。", "There was no question to read; please type it again.")
	}
	var hints []string
	for _, i := range fitting(q) {
		hints = append(hints, q.Say(abilities[i].example.Zh, abilities[i].example.En))
	}
	return skill.Answer{
		Hints:      hints,
		NeedsModel: q.Raw != "",
		Text: q.Say("**现在没有接入大模型，这个问题我答不了。**", "**No model is connected, so I cannot answer this.**") + "\n\n" + reason +
			q.Say("计算、日期、文本和常用文书不接模型也能答。", " Calculation, dates, text tools and templates work without one."),
		How: q.Say("按顺序试过计算、换算、日期、文本和写作模板，都不适用；没有大模型时不猜答案。",
			"Calculation, conversion, dates, text tools and templates were tried in order and none applies; without a model nothing is guessed."),
	}
}
