package gather

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Limits of queries.
const (
	maxQueries  = 3
	maxQuery    = 80  // characters
	longText    = 400 // characters; a longer question counts as a task on a text
	shortFollow = 12  // characters; a query for a shorter question also contains the question before it
	shortClause = 7   // characters; a query for a shorter part of a question also contains the first part
)

// Questions that need no search: greetings and thanks, arithmetic, work on texts and programs, and
// questions about the conversation itself.
var (
	greeting = regexp.MustCompile(`(?i)^(?:你好|您好|hi|hello|hey|嗨|哈喽|早上好|早安|午安|晚上好|晚安|在吗|谢谢|多谢|感谢|thanks?(?: you)?|好的?|嗯+|ok|okay|再见|拜拜|bye|你是谁|你叫什么(?:名字)?|你能做什么|你会(?:做)?什么|who are you)(?:你|您|啊|呀|呢|哦|吧|了|啦|大家|there)*[\s!！。.~～?？,，]*$`)
	sum      = regexp.MustCompile(`^[\s\d.,，%+\-*/×÷^()（）=＝]*\d[\s\d.,，%+\-*/×÷^()（）=＝加减乘除以的平方根和]*(?:等于|是|得)?(?:多少|几)?[\s?？=＝]*$`)
	sumAsked = regexp.MustCompile(`^(?:请|帮我|请帮我)?(?:计算|算一?下|算算|calculate|compute)\s*[:：]?\s*[\d\s.,+\-*/×÷^()（）%]+[=＝?？]*$`)
	writing  = regexp.MustCompile(`(?i)^(?:请|帮我|请帮我|麻烦|给我|替我)?(?:你)?(?:写|作|编|拟|起草|润色|改写|续写|扩写|缩写|仿写|翻译|校对|把[^？?]{1,200}(?:翻译|译|改|润色|缩|扩)|translate|rewrite|proofread|polish|write (?:me )?an? (?:poem|story|email|letter|essay|function|program|script))`)
	program  = regexp.MustCompile("(?i)```|(?:写|实现|补全|重构|调试)[^，。？?]{0,20}(?:代码|函数|程序|脚本|类|接口|SQL|正则)")
	ofTalk   = regexp.MustCompile(`(?i)^(?:继续|接着(?:说|写)?|再(?:短|长|详细|简单|口语|正式)|换(?:一?个|种)(?:说法|写法|风格)|重新(?:写|说|回答)|总结一?下(?:上面|以上|前面|刚才)|(?:上面|刚才|前面)(?:的|那)|用(?:表格|列表|英文|中文|一句话)(?:总结|说|写|列)|go on|continue|shorter|longer)`)
)

// needless reports whether a question certainly needs no search.
func needless(question string) bool {
	q := strings.TrimSpace(question)
	return greeting.MatchString(q) || sum.MatchString(q) || sumAsked.MatchString(q)
}

// unneeded reports whether a question leads to a web search only if the user requests one.
// This is so for very long questions, work on texts (unless timely matches), work on programs, and
// questions about the conversation itself.
func unneeded(question string) bool {
	q := strings.TrimSpace(question)
	return text.Len(q) > longText || writing.MatchString(q) && !timely.MatchString(q) || program.MatchString(q) || ofTalk.MatchString(q)
}

// timely matches words about things that change with time.
var timely = regexp.MustCompile(`(?i)今天|今日|今晚|昨天|昨日|明天|现在|目前|当前|眼下|最新|最近|近期|近日|刚刚|实时|本周|这周|上周|下周|本月|这个月|今年|去年|明年|新闻|热搜|头条|股价|行情|汇率|油价|金价|天气|气温|票房|比分|赛程|排行榜?|政策|发布了?|上映|最高温|20[2-9]\d\s?年|\b(?:today|yesterday|tomorrow|now|current(?:ly)?|latest|recent(?:ly)?|this (?:week|month|year)|news|price|weather|score|20[2-9]\d)\b`)

// ages maps words to the maximum age of pages. The age is longer than the word suggests,
// because pages are found some time after their publication.
var ages = []struct {
	said *regexp.Regexp
	age  websearch.Freshness
}{
	{regexp.MustCompile(`(?i)今天|今日|今晚|昨天|刚刚|实时|比分|\btoday\b|\bright now\b`), websearch.PastWeek},
	{regexp.MustCompile(`(?i)本周|这周|上周|近日|热搜|\bthis week\b`), websearch.PastMonth},
	{regexp.MustCompile(`(?i)本月|这个月|最近|近期|最新消息|新闻|\b(?:recent(?:ly)?|news)\b`), websearch.PastYear},
}

func ageOf(question string) websearch.Freshness {
	for _, a := range ages {
		if a.said.MatchString(question) {
			return a.age
		}
	}
	return websearch.AnyTime
}

// Patterns for the parts of a question that are not its subject: polite phrases before the subject,
// particles after it, separators between two questions, and words that refer to an earlier
// question.
var (
	politeness = regexp.MustCompile(`^(?:请问一?下?|请你?|麻烦你?|帮我|替我|我想(?:知道|了解|问)一?下?|想(?:问|知道|了解)一?下?|你?(?:知道|能不能|可以)?(?:告诉我|说说|讲讲|介绍一?下)|(?:上网|联网|在网上)?(?:搜索|搜|查|查找|查询|查一查|搜一搜)一?下?|关于|hey|please|can you|could you|tell me|search for)[\s,，:：]*`)
	particles  = regexp.MustCompile(`(?:吗|呢|呀|啊|吧|嘛)?[\s?？!！。.…~]*$`)
	clauses    = regexp.MustCompile(`[?？;；\n]+|[,，。]?\s*(?:另外|还有|顺便|以及|同时)(?:再)?(?:[问说讲看查])?[,，]?|[，,]\s*(?:and|also)\s`)
	pronoun    = regexp.MustCompile(`它|他们?|她们?|这(?:个|些|家|款|种|里|次|本|部|位)|那(?:个|些|家|款|种|里|次|本|部|位|么|呢)|其中|前者|后者|上述|该|\b(?:it|its|they|them|that|this|he|she)\b`)
)

// core returns the subject of a question.
func core(question string) string {
	q := text.OneLine(question)
	for {
		short := strings.TrimSpace(politeness.ReplaceAllString(q, ""))
		if short == q || short == "" {
			break
		}
		q = short
	}
	if short := strings.TrimSpace(particles.ReplaceAllString(q, "")); short != "" {
		q = short
	}
	return q
}

// queriesOf makes the queries of a question by rules: one for each part of the question, at most
// maxQueries. The question may refer to `before`, which is the question of the previous round.
func queriesOf(question, before string, now time.Time) []string {
	question = shortened(question)
	whole := func(c string) string {
		if before != "" && (text.Len(c) < shortFollow || pronoun.MatchString(c)) {
			return text.Cut(core(shortened(before)), maxQuery/2) + " " + strings.TrimPrefix(c, "那")
		}
		return c
	}
	out := []string{whole(core(question))}
	var parts []string
	for _, c := range clauses.Split(question, -1) {
		if c = core(c); text.Len(c) >= 4 {
			parts = append(parts, c)
		}
	}
	if len(parts) > 1 {
		out = parts
		out[0] = whole(parts[0])
		// A part that is short or contains a pronoun often lacks a subject. Put the first part before it,
		// because that part usually names the subject of the whole question.
		for i := 1; i < len(out); i++ {
			if pronoun.MatchString(out[i]) || text.Len(out[i]) < shortClause {
				out[i] = parts[0] + " " + out[i]
			}
		}
	}
	out = out[:min(len(out), maxQueries)]
	for i := range out {
		out[i] = text.Cut(dated(out[i], now), maxQuery)
	}
	return out
}

// shortened returns a long question without its middle, because the actual question is at the
// beginning or at the end.
func shortened(question string) string {
	if text.Len(question) <= 2*maxQuery {
		return question
	}
	runes := []rune(question)
	return string(runes[:maxQuery/2]) + "\n" + string(runes[len(runes)-maxQuery/2:])
}

// dated replaces words such as 今天 by days and years.
func dated(q string, now time.Time) string {
	day := func(d int) string {
		at := now.AddDate(0, 0, d)
		return fmt.Sprintf("%d月%d日", at.Month(), at.Day())
	}
	return strings.NewReplacer(
		"今年", fmt.Sprintf("%d年", now.Year()), "去年", fmt.Sprintf("%d年", now.Year()-1), "明年", fmt.Sprintf("%d年", now.Year()+1),
		"今天", day(0), "今日", day(0), "昨天", day(-1), "明天", day(1),
	).Replace(q)
}
