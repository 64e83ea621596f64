package gather

import (
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Suffixes and prefixes that distinguish a request about a whole file from a question: 列出要点 asks
// for key points; 重点工程有哪些 asks for an answer in the text.
const (
	askEnd   = `(?:是什[么麼]|有哪些|有什[么麼]|是?(?:如何|怎[么麼樣样]+)的?|吗|嗎|呢|吧|一下|出[来來])?[。！？.!?\s]*$`
	askVerb  = `(?:列出?|列[举舉]|[给給]我?出?|[写寫]出?|做出?|整理出?|生成|提取|[总總][结結]出?|[归歸][纳納]出?|提[炼煉]出?|找出|看看?|[显顯]示|[来來])[^，。？?]{0,12}?`
	askThis  = `(?:[这這该該此本]|全文|文[件档檔章]|[报報]告|[论論]文|合同|[资資]料|[内內]容|PPT|ppt|幻灯片|投影片|以上|上面|它)`
	summing  = `(?:[总總][结結]|概括|概述|[归歸][纳納]|[简簡]述|提[炼煉])`
	askIsFor = `(?:写|寫)?(?:了|的是|的)?(?:些|点|點)?(?:什[么麼]|啥)(?:[内內]容|[东東]西|事)?[。？?！!\s]*$`
)

// intents maps questions about files to intents; the first match is used. A question without a
// match asks for an answer in the text.
var intents = []struct {
	kind  source.Intent
	asked *text.Pattern
}{
	{source.Outline, text.NewPattern(`(?:大[纲綱]|提[纲綱]|目[录錄]|框架|章[节節](?:[结結][构構])?|(?:文[档檔章件]|整体|整體|全文|[内內]容)[结結][构構])` + askEnd +
		`|` + askVerb + `(?:大[纲綱]|提[纲綱]|目[录錄])|(?:有|分)(?:哪些|几|幾|多少)[个個]?章|(?i:\boutline\b|table of contents|\bstructure of (?:the|this)\b)`)},
	{source.Keywords, text.NewPattern(`(?:[关關][键鍵][词詞字]|主[题題][词詞]|高[频頻][词詞])` + askEnd + `|` + askVerb + `(?:[关關][键鍵][词詞字]|主[题題][词詞])|(?i:\bkey ?words\b|\bkey terms\b)`)},
	{source.Points, text.NewPattern(`(?:要[点點]|重[点點]|[观觀][点點]|[结結][论論])` + askEnd + `|` + askVerb + `(?:要[点點]|重[点點]|[观觀][点點])|(?:划|劃)重[点點]|(?i:\b(?:key|main) (?:points|takeaways|ideas)\b|\btakeaways\b|\bhighlights of\b)`)},
	{source.Summary, text.NewPattern(summing + `(?:一下|下|出|成|$|[，。？！?!])|` + summing + `[^，。？?]{0,2}(?:[这這该該此本它]|全文|文[件档檔章]|[内內]容|以上|上面)|` + askThis + `[^，。？?]{0,6}` + summing + `[。？?！!\s]*$` +
		`|(?:摘要|概要|梗概|大意)` + askEnd + `|` + askVerb + `(?:摘要|概要|[总總][结結]|梗概)|` +
		`(?:[讲講]|[说說谈談述])` + askIsFor + `|主要(?:[内內]容|[讲講说說])` + askEnd + `|主要[讲講说說]` + askIsFor + `|是[关關][于於]什[么麼]的|(?:介[绍紹]|解[读讀])(?:一下)?` + askThis + `[^，。？?]{0,6}$` +
		`|(?i:\bsummar(?:y|i[sz]e)\b|\btl;?dr\b|\boverview of (?:the|this)\b|what (?:is|does) (?:this|the) (?:file|document|paper|report|deck|contract) (?:is )?(?:about|say)\b)`)},
}

// computes is the pattern of questions about a figure from a table.
var computes = text.NewPattern(`平均|均[值价價]|合[计計]|[总總](?:和|[计計]|[数數]|[额額]|量|共)|求和|一共|多少[个個行條条笔筆项項人]|几[个個行條条笔筆]|最[大小高低多少贵貴]|中位[数數]|[异異]常|离群|離群|分[组組]|分[别別]|各(?:个|個)?[^，。？?]{0,8}(?:的|有|是)?多少|按[^，。？?]{1,12}(?:[统統][计計]|[汇匯彙][总總]|求|看|分)|每[个個种種类類]|排名|前\s*\d+|[统統][计計]|占比|比例|[标標]准差|標準差|(?i:\b(?:average|mean|median|sum|total|max(?:imum)?|min(?:imum)?|highest|lowest|count|how many|group(?:ed)? by|per|outliers?|top \d+|percentage|share)\b)`)

// counts matches those words of `computes` that also occur in questions about the text. For 来了多少人, a
// sentence of the text is preferred to a count of rows.
var counts = text.NewPattern(`一共|[总總]共|多少[个個行條条笔筆項项人]|几[个個行條条笔筆]|(?i:\b(?:how many|count|total)\b)`)

// computesOnly reports whether a question still matches `computes` without the words of `counts`. For
// such a question, figures are computed from tables before sentences of the text are searched.
func computesOnly(question string) bool {
	return computes.MatchString(counts.ReplaceAllString(question, " "))
}

// intentOf returns the intent of a question about files. It returns false if the
// question asks for an answer in the text.
func intentOf(question string) (source.Intent, bool) {
	for _, i := range intents {
		if i.asked.MatchString(question) {
			return i.kind, true
		}
	}
	return "", false
}

// aboutWhole reports whether a question is about whole files, and which kind of content to extract from
// them. The kind is the question's intent, except for keywords: then it is a summary.
func aboutWhole(question string) (source.Intent, bool) {
	kind, ok := intentOf(question)
	if kind == source.Keywords {
		kind = source.Summary
	}
	return kind, ok
}
