package offline

import (
	"fmt"
	"regexp"
	"strings"
)

var fallbackSkill = skill{
	id:      "fallback",
	name:    name{"需要大模型的问题", "a question for a language model"},
	hints:   []string{"你会做什么？", "怎么接入模型？", "今年中秋放几天假，怎么调休？"},
	enHints: []string{"What can you do?", "How do I connect a model?", "3.5 miles in km"},
}

// gap is a kind of question the engine will not pretend to answer, and the
// sentence that says why.
type gap struct {
	asked  *regexp.Regexp
	reason name
}

var gaps = []gap{
	{regexp.MustCompile(`翻译|译成|译为|translate|英文怎么说|英语怎么说|用(?:英|日|法|德|韩|俄)语?怎么说`),
		name{"内置引擎没有翻译能力，也不会拼凑一个译文。", "The built-in engine cannot translate, and will not piece a translation together."}},
	{regexp.MustCompile(`天气|气温|下雨|雾霾|weather|forecast`),
		name{"天气要实时数据，内置引擎不联网，查不到。", "Weather needs live data; the built-in engine does not go online."}},
	{regexp.MustCompile(`新闻|热搜|头条|最新消息|news|headline`),
		name{"新闻要实时数据，内置引擎不联网，查不到。", "News needs live data; the built-in engine does not go online."}},
	{regexp.MustCompile(`股价|股票|大盘|基金|汇率|金价|油价|比特币|stock|exchange rate|bitcoin`),
		name{"行情和汇率要实时数据，内置引擎不联网，不会给旧数字。", "Prices and rates need live data; the built-in engine does not go online and gives no stale figures."}},
	{regexp.MustCompile(`画一|画个|画幅|生成.{0,6}图|draw|picture of`),
		name{"画图现在还不能做。", "Drawing is not available yet."}},
}

// shortList is what the fallback offers, by ability id.
var shortList = []string{"calculator", "unit", "date", "holiday", "lunar", "template", "format", "script"}

// fallback says plainly that no model is connected and what can be done now.
func fallback(q *question) answer {
	reason := q.say("这个问题要大模型才能回答，内置引擎不会编造。", "This question needs a language model; the built-in engine does not make things up.")
	for _, g := range gaps {
		if g.asked.MatchString(q.norm) {
			reason = q.say(g.reason.zh, g.reason.en)
			break
		}
	}
	if q.raw == "" {
		reason = q.say("没有看到问题，请再输入一次。", "There was no question to read; please type it again.")
	}
	var b strings.Builder
	b.WriteString(q.say("**现在没有接入大模型，这个问题我答不了。**", "**No model is connected, so I cannot answer this.**"))
	fmt.Fprintf(&b, "\n\n%s\n\n%s\n", reason, q.say("内置引擎现在能做这些：", "What the built-in engine can do now:"))
	for _, id := range shortList {
		for _, a := range abilities {
			if a.id == id {
				fmt.Fprintf(&b, "\n- %s：%s", q.say(a.name.zh, a.name.en), q.say("「"+a.example.zh+"」", "“"+a.example.en+"”"))
			}
		}
	}
	text := b.String()
	if q.lang == en {
		text = strings.ReplaceAll(text, "：", ": ")
	}
	return answer{
		text: text + q.say("\n\n要回答所有问题，请打开「接入模型」页，设置 `LLM_URL`，或在本机启动 Ollama 等模型服务。",
			"\n\nTo have everything answered, open the “Connect a model” page and set `LLM_URL`, or start a local server such as Ollama."),
		how: q.say("按顺序试过计算、换算、日期、文本和写作模板，都不适用；没有大模型时不猜答案。",
			"Calculation, conversion, dates, text tools and templates were tried in order and none applies; without a model nothing is guessed."),
	}
}
