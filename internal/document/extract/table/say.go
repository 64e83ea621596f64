package table

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// localeOf returns the language of a question: English if it has no Han characters, traditional
// Chinese if it has traditional characters, and simplified Chinese otherwise.
func localeOf(question string) string {
	han := false
	for _, r := range question {
		han = han || unicode.Is(unicode.Han, r)
	}
	switch {
	case !han:
		return "en"
	case strings.Map(zh.Simplify, question) != question:
		return "zh-TW"
	}
	return "zh-CN"
}

// phrase identifies a sentence or word of an answer.
type phrase string

// phrases are all sentences and words of answers. Their {slots} are replaced by names of
// columns and by values.
var phrases = map[phrase]errs.Text{
	"sum":            {ZhCN: "{where}「{column}」的总和是 {value}。", ZhTW: "{where}「{column}」的總和是 {value}。", En: "The sum of “{column}”{where} is {value}."},
	"mean":           {ZhCN: "{where}「{column}」的平均值{about} {value}。", ZhTW: "{where}「{column}」的平均值{about} {value}。", En: "The average of “{column}”{where} {about} {value}."},
	"median":         {ZhCN: "{where}「{column}」的中位数{about} {value}。", ZhTW: "{where}「{column}」的中位數{about} {value}。", En: "The median of “{column}”{where} {about} {value}."},
	"max":            {ZhCN: "{where}「{column}」的最大值是 {value}。", ZhTW: "{where}「{column}」的最大值是 {value}。", En: "The largest “{column}”{where} is {value}."},
	"min":            {ZhCN: "{where}「{column}」的最小值是 {value}。", ZhTW: "{where}「{column}」的最小值是 {value}。", En: "The smallest “{column}”{where} is {value}."},
	"spread":         {ZhCN: "{where}「{column}」从 {low} 到 {high}，极差是 {value}。", ZhTW: "{where}「{column}」從 {low} 到 {high}，全距是 {value}。", En: "“{column}”{where} goes from {low} to {high}, a range of {value}."},
	"count":          {ZhCN: "{where}共有 {value} 行。", ZhTW: "{where}共有 {value} 列資料。", En: "There are {value} rows{where}."},
	"distinct":       {ZhCN: "{where}「{column}」共有 {value} 个不同的值。", ZhTW: "{where}「{column}」共有 {value} 個不同的值。", En: "“{column}”{where} has {value} different values."},
	"difference":     {ZhCN: "{first} 与 {second} 的「{column}」相差 {value}：{first} 是 {low}，{second} 是 {high}。", ZhTW: "{first} 與 {second} 的「{column}」相差 {value}：{first} 是 {low}，{second} 是 {high}。", En: "“{column}” of {first} and {second} differ by {value}: {low} and {high}."},
	"part":           {ZhCN: "{where}「{column}」是 {value}，占总和 {total} 的 {share}。", ZhTW: "{where}「{column}」是 {value}，佔總和 {total} 的 {share}。", En: "“{column}”{where} is {value}, which is {share} of the total {total}."},
	"partRows":       {ZhCN: "{where}有 {value} 行，占全部 {total} 行的 {share}。", ZhTW: "{where}有 {value} 列資料，佔全部 {total} 列的 {share}。", En: "There are {value} rows{where}, which is {share} of all {total}."},
	"groups":         {ZhCN: "{where}按「{by}」计算「{column}」的{measure}，共 {value} 组。", ZhTW: "{where}依「{by}」計算「{column}」的{measure}，共 {value} 組。", En: "The {measure} of “{column}”{where} by “{by}”, {value} groups."},
	"groupsRows":     {ZhCN: "{where}按「{by}」统计行数，共 {value} 组。", ZhTW: "{where}依「{by}」統計列數，共 {value} 組。", En: "The number of rows{where} by “{by}”, {value} groups."},
	"bestGroup":      {ZhCN: "{where}「{column}」的{measure}{extreme}的「{by}」是 {key}：{value}。", ZhTW: "{where}「{column}」的{measure}{extreme}的「{by}」是 {key}：{value}。", En: "{key} has the {extreme} {measure} of “{column}”{where}: {value}."},
	"bestGroupRows":  {ZhCN: "{where}行数{extreme}的「{by}」是 {key}：{value} 行。", ZhTW: "{where}列數{extreme}的「{by}」是 {key}：{value} 列。", En: "{key} has the {extreme} number of rows{where}: {value}."},
	"bestRow":        {ZhCN: "{where}「{column}」{extreme}的是 {key}：{value}。", ZhTW: "{where}「{column}」{extreme}的是 {key}：{value}。", En: "{key} has the {extreme} “{column}”{where}: {value}."},
	"top":            {ZhCN: "{where}按「{column}」{order}的 {value} 行。", ZhTW: "{where}依「{column}」{order}的 {value} 列。", En: "The {value} rows{where} in {order} order of “{column}”."},
	"list":           {ZhCN: "{where}共有 {value} 行。", ZhTW: "{where}共有 {value} 列資料。", En: "{value} rows match{where}."},
	"look":           {ZhCN: "{where}「{column}」是 {value}。", ZhTW: "{where}「{column}」是 {value}。", En: "“{column}”{where} is {value}."},
	"lookMany":       {ZhCN: "{where}「{column}」共有 {count} 个值，总和是 {value}。", ZhTW: "{where}「{column}」共有 {count} 個值，總和是 {value}。", En: "“{column}”{where} has {count} values that add up to {value}."},
	"quantiles":      {ZhCN: "{where}「{column}」的四分位数：下四分位 {low}，中位数 {value}，上四分位 {high}。", ZhTW: "{where}「{column}」的四分位數：下四分位 {low}，中位數 {value}，上四分位 {high}。", En: "Quartiles of “{column}”{where}: lower {low}, median {value}, upper {high}."},
	"percentile":     {ZhCN: "{where}「{column}」的第 {share} 百分位数{about} {value}。", ZhTW: "{where}「{column}」的第 {share} 百分位數{about} {value}。", En: "Percentile {share} of “{column}”{where} {about} {value}."},
	"outliers":       {ZhCN: "{where}「{column}」有 {value} 个异常值：小于 {low} 或大于 {high}。", ZhTW: "{where}「{column}」有 {value} 個異常值：小於 {low} 或大於 {high}。", En: "“{column}”{where} has {value} outliers: below {low} or above {high}."},
	"noOutliers":     {ZhCN: "{where}「{column}」没有异常值：都在 {low} 与 {high} 之间。", ZhTW: "{where}「{column}」沒有異常值：都在 {low} 與 {high} 之間。", En: "“{column}”{where} has no outliers: all are between {low} and {high}."},
	"missing":        {ZhCN: "共有 {value} 个空单元格。", ZhTW: "共有 {value} 個空白儲存格。", En: "{value} cells are empty."},
	"missingIn":      {ZhCN: "「{column}」有 {value} 个空单元格。", ZhTW: "「{column}」有 {value} 個空白儲存格。", En: "“{column}” has {value} empty cells."},
	"duplicates":     {ZhCN: "「{column}」有 {value} 个值重复出现。", ZhTW: "「{column}」有 {value} 個值重複出現。", En: "{value} values of “{column}” occur more than once."},
	"duplicateRows":  {ZhCN: "有 {value} 行与别的行完全相同。", ZhTW: "有 {value} 列與其他列完全相同。", En: "{value} rows are the same as another row."},
	"shape":          {ZhCN: "这张表有 {value} 行数据、{count} 列。", ZhTW: "這張表有 {value} 列資料、{count} 個欄位。", En: "The table has {value} rows of data and {count} columns."},
	"describe":       {ZhCN: "{where}共 {value} 行，{count} 个数字列的统计如下。", ZhTW: "{where}共 {value} 列資料，{count} 個數字欄位的統計如下。", En: "{value} rows{where}; statistics of {count} columns of numbers."},
	"nothing":        {ZhCN: "没有符合条件的行（{filters}）。", ZhTW: "沒有符合條件的資料（{filters}）。", En: "No row matches: {filters}."},
	"where":          {ZhCN: "在 {filters} 的行里，", ZhTW: "在 {filters} 的資料裡，", En: " where {filters}"},
	"and":            {ZhCN: " 且 ", ZhTW: " 且 ", En: " and "},
	"is":             {ZhCN: "是", ZhTW: "是", En: "is"},
	"about":          {ZhCN: "约为", ZhTW: "約為", En: "is about"},
	"greatest":       {ZhCN: "最大", ZhTW: "最大", En: "greatest"},
	"smallest":       {ZhCN: "最小", ZhTW: "最小", En: "smallest"},
	"earliest":       {ZhCN: "最早", ZhTW: "最早", En: "earliest"},
	"latest":         {ZhCN: "最晚", ZhTW: "最晚", En: "latest"},
	"descending":     {ZhCN: "从大到小", ZhTW: "從大到小", En: "descending"},
	"ascending":      {ZhCN: "从小到大", ZhTW: "從小到大", En: "ascending"},
	"m.sum":          {ZhCN: "总和", ZhTW: "總和", En: "sum"},
	"m.mean":         {ZhCN: "平均值", ZhTW: "平均值", En: "average"},
	"m.median":       {ZhCN: "中位数", ZhTW: "中位數", En: "median"},
	"m.max":          {ZhCN: "最大值", ZhTW: "最大值", En: "maximum"},
	"m.min":          {ZhCN: "最小值", ZhTW: "最小值", En: "minimum"},
	"m.spread":       {ZhCN: "极差", ZhTW: "全距", En: "range"},
	"m.count":        {ZhCN: "行数", ZhTW: "列數", En: "rows"},
	"share":          {ZhCN: "占比", ZhTW: "佔比", En: "share"},
	"row":            {ZhCN: "行", ZhTW: "列", En: "row"},
	"column":         {ZhCN: "列名", ZhTW: "欄位", En: "column"},
	"kind":           {ZhCN: "类型", ZhTW: "類型", En: "type"},
	"number":         {ZhCN: "数字", ZhTW: "數字", En: "number"},
	"date":           {ZhCN: "日期", ZhTW: "日期", En: "date"},
	"text":           {ZhCN: "文本", ZhTW: "文字", En: "text"},
	"filled":         {ZhCN: "有内容的单元格", ZhTW: "有內容的儲存格", En: "filled cells"},
	"empty":          {ZhCN: "空单元格", ZhTW: "空白儲存格", En: "empty cells"},
	"times":          {ZhCN: "次数", ZhTW: "次數", En: "times"},
	"other":          {ZhCN: "其他", ZhTW: "其他", En: "Other"},
	"how.rows":       {ZhCN: "依据{table}第 {rows} 行，共 {used} 行", ZhTW: "依據{table}第 {rows} 列，共 {used} 列", En: "from {used} rows of {table} (rows {rows})"},
	"how.searched":   {ZhCN: "查了{table}的 {all} 行", ZhTW: "查了{table}的 {all} 列", En: "searched {all} rows of {table}"},
	"how.table":      {ZhCN: "表格「{name}」", ZhTW: "表格「{name}」", En: "the table “{name}”"},
	"how.noName":     {ZhCN: "表格", ZhTW: "表格", En: "the table"},
	"how.skipped":    {ZhCN: "「{column}」有 {value} 个单元格不是数字，没有计入", ZhTW: "「{column}」有 {value} 個儲存格不是數字，沒有計入", En: "{value} cells of “{column}” are not numbers and were left out"},
	"how.dates":      {ZhCN: "「{column}」有 {value} 个单元格不是日期，没有计入", ZhTW: "「{column}」有 {value} 個儲存格不是日期，沒有計入", En: "{value} cells of “{column}” are not dates and were left out"},
	"how.blank":      {ZhCN: "「{column}」有 {value} 个空单元格，没有计入", ZhTW: "「{column}」有 {value} 個空白儲存格，沒有計入", En: "{value} cells of “{column}” are empty and were left out"},
	"how.totals":     {ZhCN: "{value} 行合计没有计入", ZhTW: "{value} 列合計沒有計入", En: "{value} rows of totals were left out"},
	"how.rounded":    {ZhCN: "按精确值计算，显示时四舍五入", ZhTW: "以精確值計算，顯示時四捨五入", En: "computed exactly, rounded for display"},
	"how.quantile":   {ZhCN: "分位数在相邻两个值之间按比例取值", ZhTW: "分位數在相鄰兩個值之間按比例取值", En: "quantiles are interpolated between neighbouring values"},
	"how.fences":     {ZhCN: "异常值按四分位距判断：下四分位以下、上四分位以上超出 1.5 倍四分位距", ZhTW: "異常值按四分位距判斷：下四分位以下、上四分位以上超出 1.5 倍四分位距", En: "outliers lie more than 1.5 interquartile ranges outside the quartiles"},
	"how.cut":        {ZhCN: "只列出前 {value} 行", ZhTW: "只列出前 {value} 列", En: "only the first {value} are listed"},
	"how.noHeader":   {ZhCN: "表格没有表头，列名用字母代替", ZhTW: "表格沒有標題列，欄位名稱以字母代替", En: "the table has no header; columns are named by letters"},
	"separator":      {ZhCN: "；", ZhTW: "；", En: "; "},
	"end":            {ZhCN: "。", ZhTW: "。", En: "."},
	"how.computed":   {ZhCN: "计算方式：", ZhTW: "計算方式：", En: "How it was computed: "},
	"chart.of":       {ZhCN: "{column}：{measure}", ZhTW: "{column}：{measure}", En: "{measure} of {column}"},
	"chart.rows":     {ZhCN: "行数", ZhTW: "列數", En: "rows"},
	"rangeSeparator": {ZhCN: "、", ZhTW: "、", En: ", "},
}

// say returns a phrase with its slots filled in. slots are pairs of name and value.
func say(locale string, p phrase, slots ...string) string {
	pairs := make([]string, 0, len(slots))
	for i := 0; i+1 < len(slots); i += 2 {
		pairs = append(pairs, "{"+slots[i]+"}", slots[i+1])
	}
	return strings.NewReplacer(pairs...).Replace(phrases[p].In(locale))
}

const maxRanges = 8 // maximum number of ranges of row numbers, or of names, in a text

// ranges formats row numbers as ranges: 2–9、12.
func ranges(locale string, rows []row) string {
	var out []string
	for i := 0; i < len(rows); {
		k := i
		for k+1 < len(rows) && rows[k+1].number == rows[k].number+1 {
			k++
		}
		s := strconv.Itoa(rows[i].number)
		if k > i {
			s += "–" + strconv.Itoa(rows[k].number)
		}
		if i = k + 1; len(out) == maxRanges {
			out = append(out, "…")
			break
		}
		out = append(out, s)
	}
	return strings.Join(out, say(locale, "rangeSeparator"))
}
