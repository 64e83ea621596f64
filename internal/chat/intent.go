package chat

import "regexp"

// intents says which questions about files ask for something other than an
// answer in the text. The first row that matches counts.
var intents = []struct {
	kind  Extraction
	asked *regexp.Regexp
}{
	{ExtractOutline, regexp.MustCompile(`大[纲綱]|目[录錄]|(?:整体|整體|文章|文档|章[节節])[结結][构構]|框架|(?:有|分)(?:哪些|几|幾|多少)[个個]?章|(?i:\boutline\b|table of contents|\bstructure of\b)`)},
	{ExtractKeywords, regexp.MustCompile(`[关關][键鍵][词詞字]|主题[词詞]|主題詞|高[频頻][词詞]|(?i:\bkey ?words?\b|\bkey terms?\b|\btags?\b)`)},
	{ExtractPoints, regexp.MustCompile(`(?:核心|主要|[关關][键鍵])?(?:要[点點]|重[点點]|[观觀][点點])(?:是什[么麼]|有哪些|有什[么麼])?|(?:划|劃)重[点點]|(?i:\b(?:key|main) (?:points?|takeaways?|ideas?)\b|\btakeaways?\b|\bhighlights\b)`)},
	{ExtractSummary, regexp.MustCompile(`(?:总|總)[结結]|概括|概述|概要|摘要|提[炼煉]|[归歸][纳納]|[简簡]述|梗概|(?:[讲講]|[说說]|写|寫)(?:了|的是)?(?:些)?什[么麼](?:内容|[东東]西|事)?[?？。]*$|(?:主要|大致|大概|大意)(?:内容|[讲講]|[说說]|意思|是什[么麼])|(?:介[绍紹]|[读讀])一下(?:[这這]|[该該]|此)?(?:[个個篇份本])?(?:文[件档章]|[报報]告|[论論]文|合同|[资資]料|PPT|幻灯片)?$|大意|(?i:\bsummar(?:y|i[sz]e|i[sz]ation)\b|\btl;?dr\b|\babstract\b|\boverview\b|what (?:is|does) (?:this|the) (?:file|document|paper|report|deck|contract)s? (?:is )?(?:about|say))`)},
}

// reckons are questions that ask for a figure of a table.
var reckons = regexp.MustCompile(`平均|均[值价價]|合[计計]|[总總](?:和|[计計]|[数數]|[额額]|量|共)|求和|一共|多少[个個行条條笔筆项項人]|几[个個行条條笔筆]|最[大小高低多少贵貴]|中位[数數]|[异異]常|离群|離群|分[组組]|分[别別]|各(?:个|個)?[^，。？?]{0,8}(?:的|有|是)?多少|按[^，。？?]{1,12}(?:[统統][计計]|[汇匯彙][总總]|求|看|分)|每[个個种種类類]|排名|前\s*\d+|[统統][计計]|占比|比例|[标標]准差|標準差|(?i:\b(?:average|mean|median|sum|total|max(?:imum)?|min(?:imum)?|highest|lowest|count|how many|group(?:ed)? by|per|outliers?|top \d+|percentage|share)\b)`)

// intent is what a question about files asks for; false: an answer in the text.
func intent(question string) (Extraction, bool) {
	for _, i := range intents {
		if i.asked.MatchString(question) {
			return i.kind, true
		}
	}
	return "", false
}

// aboutWhole says whether a question can only be answered from whole files,
// and from what their sentences are then chosen.
func aboutWhole(question string) (Extraction, bool) {
	kind, ok := intent(question)
	if kind == ExtractKeywords {
		kind = ExtractSummary
	}
	return kind, ok
}
