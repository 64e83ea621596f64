package table

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// intent is the kind of answer requested by a question.
type intent string

const (
	wantShape      intent = "shape"      // the columns, and the number of rows
	wantDescribe   intent = "describe"   // several measures of the columns of numbers
	wantOutliers   intent = "outliers"   // outliers
	wantMissing    intent = "missing"    // empty cells
	wantDuplicates intent = "duplicates" // values or rows that occur more than once
	wantQuantile   intent = "quantile"
	wantShare      intent = "share" // shares of the whole, by group
	wantTrend      intent = "trend" // a measure over time
	wantTop        intent = "top"   // the first rows or groups of an order
	wantOne        intent = "one"   // the row or group with the largest or smallest value, or the first or last date
	wantDistinct   intent = "distinct"
	wantMeasure    intent = "measure" // one value, or one for each group
	wantList       intent = "list"    // the rows, or their values in a column
)

// intents are the words of each intent. They are tried in this order, from specific to general. If a
// question contains the words of several intents, the first intent that can be answered is used.
var intents = []struct {
	intent  intent
	pattern *text.Pattern
	alone   bool // the words may be sufficient even if the question names no column or value of the table; see aboutTable
}{
	{wantShape, words(`哪些(列|字段|栏位)|几列|多少列|什么列|(几|多少)行|(列|字段)(有哪些|名)|多少条(数据|记录)|几条(数据|记录)|how many (rows|columns|records|entries|lines)|(which|what) (columns|fields)|number of (rows|columns|records)|list (the )?columns`), true},
	{wantOutliers, words(`异常|离群|不正常|outliers?|anomal(y|ies|ous)|unusual`), true},
	{wantMissing, words(`缺失|空值|空白|为空|没有填|未填|missing|blank|empty|null`), true},
	{wantDuplicates, words(`(?:^|[^不])重复|duplicat(e|ed|es)|repeated|more than once`), true},
	{wantDescribe, words(`描述(性)?统计|统计(一下|摘要|概况|信息|量)|概况|概览|describe|summary (statistics|stats)|statistics|overview|summari[sz]e (the )?(table|data|sheet)|整体情况|基本情况`), true},
	{wantQuantile, words(`四分位|百分位|分位数|quartiles?|percentiles?|quantiles?|\bp\d{1,2}\b`), true},
	{wantShare, words(`占比|占.{0,8}(比例|比重|多少|百分之|份额)|比例|构成|百分之几|分布情况|饼图|shares?\b|proportion|percent(age)?|breakdown|make ?up|pie`), false},
	{wantTrend, words(`趋势|走势|变化|折线|随时间|trend|over time|line (chart|graph)|evol`), false},
	{wantTop, words(`前\s*(\d+|[一二两三四五六七八九十]+)\s*(名|位|个|家|条|大|高|项|行|C|的)?|后\s*(\d+|[一二两三四五六七八九十]+)\s*(名|位|个|家|条|项)|倒数|(最(高|大|多|低|小|少|贵|便宜|长|短|好|差|年轻|年长))的?\s*(\d+|[一二两三四五六七八九十]+)\s*(名|位|个|家|条|项|天|笔|种|人|C|行)|排名|排行|排序|从(高到低|大到小|低到高|小到大|多到少|少到多)|top\s*-?(\d+|two|three|four|five|ten)|bottom\s*-?(\d+|two|three|four|five|ten)|(\d+|two|three|four|five|ten) (highest|lowest|largest|smallest|biggest|best|worst|most|cheapest|oldest|youngest)|(highest|lowest|largest|smallest|biggest) (\d+|two|three|four|five|ten)|rank(ed|ing)?|sort(ed)?`), false},
	{wantOne, words(`最早|最晚|最近|最新|earliest|latest|most recent|(谁|哪|which|who|what C).*(最|most|least|highest|lowest|largest|smallest|biggest|best|worst|greatest|cheapest|oldest|youngest|max|min|top)|最.{1,3}的.{0,6}(谁|哪|什么|C)|最.{1,3}的C(?:$|是|\s)|(C|V)[^C]{0,6}最(高|大|多|低|小|少|贵|便宜|长|短|好|差|年轻|年长)的`), true},
	{wantDistinct, words(`(多少|几)\s*(种|类|(个|家|位|名)?(不同|不重复))|不同的?C?(有)?(多少|几)|去重|不重复|distinct|unique|different|(多少|几)\s*(个|家|位|名)\s*C`), false},
	{wantMeasure, words(measureWords), true},
	{wantList, words(`哪些|哪几|列出|筛选|显示|找出|查找|有谁|是谁|谁|哪(个|位|一|天|家)|是多少|多少|是什么|分别|名单|明细|画|图|list|show|which|who|what|find|filter|give me|draw|plot|chart|graph|when`), false},
}

const measureWords = `平均|均值|总和|总计|合计|总共|一共|总额|总数|总量|总的|加起来|求和|累计|共计|共|总|中位|最大|最高|最多|最小|最低|最少|最贵|最便宜|最长|最短|极差|差距|相差|数量|人数|个数|次数|笔数|` +
	`多少(个|人|条|笔|次|位|名|家|件|单|项|天|行|种|V|C)|几(个|人|条|笔|次|位|名|家|件|单|项)|统计|汇总|` +
	`average|avg|mean\b|sum\b|total|altogether|in all|median|max(imum)?|min(imum)?|highest|lowest|largest|smallest|biggest|greatest|range\b|spread|difference|how many|count|number of|how much|added up|overall`

// words compiles a pattern. The capital letters C, V, A and D in a pattern stand for columns, values,
// conditions on numbers, and dates. Normalised texts have no capital letters.
func words(pattern string) *text.Pattern { return text.NewPattern(signs.Replace(pattern)) }

var signs = strings.NewReplacer("C", columnSign, "V", valueSign, "A", amountSign, "D", dateSign)

// measureIntents are the words of each measure. They are tried in this order.
var measureIntents = []struct {
	measure measure
	pattern *text.Pattern
}{
	{byMedian, words(`中位|median`)},
	{bySpread, words(`极差|最(大|高|多)(值)?(和|与|跟|减)最(小|低|少)|range\b|spread`)},
	{byMean, words(`平均|均值|人均|average|avg|mean\b`)},
	{byCount, words(`多少\s*(个|人|条|笔|次|位|名|家|件|单|项|天|行|种)|几\s*(个|人|条|笔|次|位|名|家|件|单|项)|有多少|人数|个数|次数|笔数|行数|计数|how many|count|number of`)},
	{byMax, words(`最(大|高|多|贵|长|好|年长)|max(imum)?|highest|largest|biggest|greatest|most|longest|oldest|best`)},
	{byMin, words(`最(小|低|少|便宜|短|差|年轻)|min(imum)?|lowest|smallest|least|cheapest|shortest|youngest|fewest|worst`)},
	{bySum, words(`总|合计|一共|加起来|求和|累计|共|sum\b|total|altogether|in all|how much|added up|overall|汇总`)},
}

// hints are words that imply a column without naming it.
var hints = []struct{ asked, header *text.Pattern }{
	{words(`多少(件|套|台|箱|瓶|斤|吨|只|本|张)|几(件|套|台|箱|瓶|只|本|张)|how many (units|items|pieces)`), text.NewPattern(`(?i)数量|數量|销量|銷量|件数|件數|quantity|qty|units`)},
	{words(`卖了|卖得|花了|花费|收入|赚|多少钱|金额|spen[dt]|cost|paid|pay|earn|revenue|sales|sold for|money`), text.NewPattern(`(?i)销售额|銷售額|金额|金額|总价|總價|收入|费用|費用|amount|revenue|sales|total|cost`)},
	{words(`年长|年轻|几岁|多大|old(er|est)?|young(er|est)?`), text.NewPattern(`(?i)年龄|年齡|^age`)},
	{words(`最贵|便宜|价|expensive|cheap(er|est)?|price`), text.NewPattern(`(?i)单价|單價|价格|價格|售价|售價|price`)},
	{words(`得分|分数|成绩|几分|多少分|score|points`), text.NewPattern(`(?i)分|绩|績|score|points`)},
}

// soonest matches questions that ask for the row with the first date. newest matches questions that ask for
// the row with the last date.
var (
	soonest = words(`最早|最先|最老的|earliest|first (C|order|row|one)`)
	newest  = words(`最晚|最近|最新|latest|most recent|newest|last (C|order|row|one)`)
)

// lowest matches words that reverse an order.
var lowest = text.NewPattern(`最(小|低|少|便宜|短|差|年轻)|倒数|后\s*(\d|[一二两三四五六七八九十])|从(低到高|小到大|少到多)|升序|bottom|lowest|smallest|least|cheapest|worst|fewest|youngest|ascending|min`)

// countWords match words that ask to count the rows of each group.
var countWords = text.NewPattern(`人数|次数|笔数|个数|数量|订单数|人最|单最|how many|number of|count|most (frequent|common|often)|出现`)

// groupings match the ways to ask for one value for each group. The letter C in a pattern stands
// for the column.
var groupings = words(`(?:按照?|依|根据)\s*(?:每个?|各个?)?\s*C|(?:每(?:一)?(?:个|位|家|种|类|款)?|各(?:个|位|家|种|类|款)?|不同的?|分)\s*C|C\s*(?:分组|分类|分布|排名|排行|占比|构成|分别)|(?:哪(?:一)?(?:个|位|家|种|类|款|些)?|几个)\s*C|什么C|前\S{1,3}(?:名|位|个|家|种|大)的?\s*C|(?:top|bottom)\s*-?(?:\d+|two|three|four|five|ten)\s+C|\b(?:by|per|each|every|for each|for every|across|which|what|among)\s+(?:the\s+|different\s+)?C`)

// distinctOf matches the words before a column whose different values are counted. The letter C
// stands for the column.
var distinctOf = words(`(?:(?:多少|几)\s*(?:种|类|个|家|位|名)?\s*(?:(?:不同|不重复)的?)?|(?:不同|不重复)的?|\b(?:distinct|unique|different|how many))\s*C`)

type timeStep struct {
	step    step
	pattern *text.Pattern
	header  *text.Pattern // matches the header of a column whose values are periods of this length
}

// steps are the ways to ask for one value for each period.
var steps = []timeStep{
	{monthly, words(`按月|每个?月|各个?月|月度|逐月|哪个?一?个?月|monthly|(by|per|each|every|which) month|month by month`), text.NewPattern(`(?i)月|month`)},
	{quarterly, words(`按季|每个?季|各个?季|季度(统计|汇总|趋势)|哪个?一?个?季|quarterly|(by|per|each|every|which) quarter`), text.NewPattern(`(?i)季|quarter`)},
	{yearly, words(`按年|每年|各年|年度|逐年|历年|哪一?年|yearly|annual(ly)?|(by|per|each|every|which) year|year by year`), text.NewPattern(`(?i)年|year`)},
	{daily, words(`按(天|日)|每(天|日)|逐日|哪一?天|daily|(by|per|each|every|which) (day|date)`), text.NewPattern(`(?i)日|天|day|date`)},
}

// charts are the words that ask for a diagram.
var charts = []struct {
	chart   chart
	pattern *text.Pattern
}{
	{pie, words(`饼图|饼状图|pie`)},
	{line, words(`折线|曲线|走势|趋势|line (chart|graph)|trend`)},
	{bar, words(`柱状图|柱形图|条形图|直方图|图表|画.{0,6}图|做.{0,6}图|bar (chart|graph)|chart|plot|graph|histogram|draw`)},
}
