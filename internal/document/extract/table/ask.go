package table

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits for answers.
const (
	maxGroups   = 50
	maxListed   = 30
	defaultTop  = 10
	shareDigits = 2
)

// Ask answers a question about the table, in Chinese or English. It returns false when
// the question cannot be computed or is not about this table.
func (t Table) Ask(text string) (Answer, bool) {
	if len(t.rows) == 0 {
		return Answer{}, false
	}
	a := asker{table: t, question: t.understand(text), locale: localeOf(text)}
	a.rows, a.filters = t.rows, a.question.filters
	if _, dates := t.dateColumn(); !dates && len(periods(a.question.shape)) > 0 {
		return Answer{}, false // the question contains a time, and the table has no dates
	}
	if _, _, ok := a.by(); !ok && a.asksTime() {
		return Answer{}, false // the question asks for one value for each period, but the table has neither dates nor a column of such periods
	}
	named := len(a.question.columns) + len(a.question.values) // a time alone does not show that the question is about the table
	for _, in := range intents {
		wanted := in.pattern.MatchString(a.question.shape) || in.intent == wantList && a.asksBare()
		if !wanted || named == 0 && !(in.alone && a.aboutTable(in.intent, in.pattern)) {
			continue
		}
		a.filter()
		if len(a.rows) == 0 {
			out := a.nothing()
			out.score = named
			return out, true
		}
		out, ok := a.answer(in.intent)
		if !ok {
			continue
		}
		out.Unit, out.locale, out.score = t.Unit, a.locale, named
		if out.How == "" {
			out.How = a.how("")
		}
		out.Used, out.Skipped = len(a.rows), a.skipped
		return out, true
	}
	return Answer{}, false
}

// Ask answers a question from the table whose answer has the highest score. If several tables have
// this score, Ask uses the first table with matching rows, or else the first table.
func Ask(tables []Table, text string) (Answer, bool) {
	var best Answer
	found := false
	for _, t := range tables {
		if a, ok := t.Ask(text); ok && (!found || a.score > best.score || a.score == best.score && a.Used > 0 && best.Used == 0) {
			best, found = a, true
		}
	}
	return best, found
}

// asksBare reports whether a question names a column and has a condition, as in 研发部的月薪.
func (a *asker) asksBare() bool {
	return len(a.question.columns) > 0 && len(a.question.filters) > 0
}

// common matches words that occur in questions about any table. The rest of a
// question, without these words and the words of its intent, is its subject.
var common = text.NewPattern(`表格?|数据|行|列|记录|条|字段|单元格|工作|员工|人员|名单|请|帮|我|你|给|算|看|查|一下|下|这|那|张|份|个|里|中|的|是|有|没|在|了|和|与|值|数字|结果|多少|几|什么|哪些?|谁|吗|呢|呀|为|做|一|总|请问|告诉|知道|想|要|` +
	`\b(the|a|an|is|are|was|were|be|will|did|there|any|in|of|on|for|this|that|it|its|all|what|which|who|how|many|much|please|can|could|you|me|give|show|tell|do|does|and|or|table|sheet|data|rows?|columns?|records?|entries|cells?|values?|numbers?|have|has|with|s)\b`)

// aboutTable is for a question that names neither a column nor a value of the table. It reports whether the
// question is nevertheless about the table: it must have no other subject, and its words must show what to
// compute.
func (a *asker) aboutTable(in intent, own *text.Pattern) bool {
	rest := own.ReplaceAllString(a.question.shape, " ")
	for _, m := range measureIntents {
		rest = m.pattern.ReplaceAllString(rest, " ")
	}
	for _, h := range hints {
		rest = h.asked.ReplaceAllString(rest, " ")
	}
	rest = common.ReplaceAllString(rest, " ")
	if strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) }) {
		return false
	}
	switch in {
	case wantMeasure, wantQuantile:
		return len(a.table.measures()) == 1 || len(a.question.filters) > 0 || tableWords.MatchString(a.question.shape)
	case wantOne:
		_, ok := a.hinted()
		return ok
	}
	return true
}

// tableWords match words of questions about a table.
var tableWords = text.NewPattern(`表|数据|行|列|记录|\b(table|sheet|data|rows?|columns?|records?|entries)\b`)

// asker is the state of answering one question.
type asker struct {
	table    Table
	question question
	locale   string
	selection
	skipped int
	notes   []string // notes on how the answer was computed
	rounded bool
}

func (a *asker) filter() {
	a.selection = selection{table: a.table, filters: a.question.filters}
	for _, r := range a.table.rows {
		if !slices.ContainsFunc(a.filters, func(f filter) bool { return !f.keep(r.cell(f.column)) }) {
			a.rows = append(a.rows, r)
		}
	}
}

func (a *asker) answer(in intent) (Answer, bool) {
	switch in {
	case wantShape:
		return a.shape(), true
	case wantDescribe:
		return a.describe()
	case wantOutliers:
		return a.outliers()
	case wantMissing:
		return a.missing(), true
	case wantDuplicates:
		return a.duplicates()
	case wantQuantile:
		return a.quantiles()
	case wantShare:
		return a.share()
	case wantTrend:
		return a.trend()
	case wantTop:
		return a.top()
	case wantOne:
		return a.one()
	case wantDistinct:
		return a.distinct()
	case wantMeasure:
		return a.measured()
	default:
		return a.list()
	}
}

// say returns a phrase in the language of the question with its slots filled in; {where}
// is replaced by the conditions.
func (a *asker) say(p phrase, slots ...string) string {
	s := say(a.locale, p, append(slots, "where", a.where())...)
	return strings.TrimSpace(s)
}

func (a *asker) where() string {
	if len(a.filters) == 0 {
		return ""
	}
	return say(a.locale, "where", "filters", a.conditions())
}

// conditions returns the conditions of a question in words.
func (a *asker) conditions() string {
	var out []string
	for _, f := range a.filters {
		out = append(out, f.text)
	}
	return strings.Join(out, say(a.locale, "and"))
}

// value formats a number of a column, and records whether a number was rounded.
func (a *asker) value(column int, v *big.Rat) string {
	s, about := a.format(column).write(v)
	a.rounded = a.rounded || about
	return s
}

// format returns the format of a column's numbers. A column below 0 stands for a count, which has
// no format.
func (a *asker) format(column int) format {
	if column < 0 {
		return format{}
	}
	return a.table.Columns[column].format
}

// about returns the verb before a number. Exact and rounded numbers have different verbs.
func (a *asker) about(column int, v *big.Rat) string {
	if _, about := a.table.Columns[column].format.write(v); about {
		return say(a.locale, "about")
	}
	return say(a.locale, "is")
}

func (a *asker) name(column int) string { return a.table.Columns[column].Name }

// take returns the numbers of a column, and records how many cells are empty or contain no number.
func (a *asker) take(column int) []*big.Rat {
	values, skipped := a.values(column)
	a.leaveOut(column, skipped)
	if blank := len(a.rows) - len(values) - skipped; blank > 0 {
		a.note("how.blank", column, blank)
	}
	return values
}

func (a *asker) leaveOut(column, skipped int) {
	if skipped > 0 {
		a.skipped += skipped
		a.note("how.skipped", column, skipped)
	}
}

func (a *asker) note(p phrase, column, n int) {
	name := ""
	if column >= 0 {
		name = a.name(column)
	}
	s := say(a.locale, p, "column", name, "value", strconv.Itoa(n))
	if !slices.Contains(a.notes, s) {
		a.notes = append(a.notes, s)
	}
}

// how returns how an answer was computed, for example from which rows, and how many cells were
// skipped.
func (a *asker) how(extra phrase) string {
	table := say(a.locale, "how.noName")
	if a.table.Name != "" {
		table = say(a.locale, "how.table", "name", a.table.Name)
	}
	parts := []string{say(a.locale, "how.rows", "table", table, "rows", ranges(a.locale, a.rows), "used", strconv.Itoa(len(a.rows)))}
	if len(a.rows) == 0 {
		parts[0] = say(a.locale, "how.searched", "table", table, "all", strconv.Itoa(len(a.table.rows)))
	}
	parts = append(parts, a.notes...)
	if a.table.totals > 0 {
		parts = append(parts, say(a.locale, "how.totals", "value", strconv.Itoa(a.table.totals)))
	}
	if !a.table.Headed {
		parts = append(parts, say(a.locale, "how.noHeader"))
	}
	if extra != "" {
		parts = append(parts, say(a.locale, extra))
	}
	if a.rounded {
		parts = append(parts, say(a.locale, "how.rounded"))
	}
	return strings.Join(parts, say(a.locale, "separator")) + say(a.locale, "end")
}

// nothing is the answer if no row meets the conditions.
func (a *asker) nothing() Answer {
	return Answer{Text: say(a.locale, "nothing", "filters", a.conditions()), How: a.how(""), Unit: a.table.Unit, locale: a.locale}
}

// number finds the column of amounts for a question. It prefers the first named column without a
// condition. Otherwise it tries, in this order: a named column with a condition, a column implied by
// other words, and the table's only column of amounts.
func (a *asker) number() (int, bool) {
	conditioned := -1
	for _, c := range a.question.columns {
		if a.table.Columns[c].Kind != Number || a.table.Columns[c].names {
			continue
		}
		if slices.ContainsFunc(a.filters, func(f filter) bool { return f.column == c }) {
			conditioned = c
			continue
		}
		return c, true
	}
	if conditioned >= 0 {
		return conditioned, true
	}
	if c, ok := a.hinted(); ok {
		return c, true
	}
	if all := a.table.measures(); len(all) == 1 {
		return all[0], true
	}
	return 0, false
}

// hinted returns the column implied, but not named, by the words of a question.
func (a *asker) hinted() (int, bool) {
	for _, h := range hints {
		if !h.asked.MatchString(a.question.shape) {
			continue
		}
		for _, c := range a.table.measures() {
			if h.header.MatchString(a.name(c)) {
				return c, true
			}
		}
	}
	return 0, false
}

// numbers returns the column found by the method `number`, or else all columns of amounts.
func (a *asker) numbers() []int {
	if c, ok := a.number(); ok {
		return []int{c}
	}
	return a.table.measures()
}

// by returns the column whose values form the requested groups.
func (a *asker) by() (column int, every step, ok bool) {
	for _, s := range steps {
		if !s.pattern.MatchString(a.question.shape) {
			continue
		}
		if c, ok := a.dates(); ok {
			return c, s.step, true
		}
		for _, c := range a.table.Columns { // without a column of dates, a column of periods is used, such as 月份
			if s.header.MatchString(c.Name) && (c.Kind == Text || c.names) {
				return c.at, s.step, true
			}
		}
	}
	for _, at := range groupings.FindAllStringIndex(a.question.shape, -1) {
		c := a.columnBefore(at[1])
		if a.table.Columns[c].Kind != Number || a.table.Columns[c].names {
			return c, monthly, true
		}
	}
	// two values of one column are compared, as in 北京和上海
	for _, f := range a.filters {
		if f.exact && a.namedTwice(f.column) && !together.MatchString(a.question.shape) {
			return f.column, monthly, true
		}
	}
	return 0, "", false
}

// columnBefore returns the last column named before a place in the question.
func (a *asker) columnBefore(at int) int {
	return a.question.columns[strings.Count(a.question.shape[:at], columnSign)-1]
}

// together matches words that ask for one value of all rows.
var together = text.NewPattern(`一共|总共|加起来|合计|总和|共计|total|altogether|sum|combined|in all`)

func (a *asker) namedTwice(column int) bool {
	n := 0
	for _, c := range a.question.values {
		if c == column {
			n++
		}
	}
	return n > 1
}

// dates returns the column of dates named in a question, or else the table's first column of dates.
func (a *asker) dates() (int, bool) {
	for _, c := range a.question.columns {
		if a.table.Columns[c].Kind == Date {
			return c, true
		}
	}
	return a.table.dateColumn()
}

// measure finds the measure requested by a question.
func (a *asker) measure() (measure, bool) {
	if hints[0].asked.MatchString(a.question.shape) { // as in 多少件: a column of quantities is added up, and rows are not counted
		if c, ok := a.number(); ok && hints[0].header.MatchString(a.name(c)) {
			return bySum, true
		}
	}
	for _, m := range measureIntents {
		if m.pattern.MatchString(a.question.shape) {
			return m.measure, true
		}
	}
	return "", false
}

// chart returns the kind of diagram requested by a question, or `usual` if none is requested.
func (a *asker) chart(usual chart) chart {
	for _, c := range charts {
		if c.pattern.MatchString(a.question.shape) {
			return c.chart
		}
	}
	return usual
}
