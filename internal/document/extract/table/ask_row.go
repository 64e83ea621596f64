package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// one returns an answer with the groups or rows that have the largest or smallest value, or the first or
// last date.
func (a *asker) one() (Answer, bool) {
	descending := !lowest.MatchString(a.question.shape)
	extreme := say(a.locale, "greatest")
	if !descending {
		extreme = say(a.locale, "smallest")
	}
	by, every, grouping := a.by()
	if early := soonest.MatchString(a.question.shape); early || newest.MatchString(a.question.shape) {
		return a.oneByDate(early, by, grouping)
	}
	column, hasNumber := a.number()
	counting := countWords.MatchString(a.question.shape) || !hasNumber
	if grouping && (a.repeats(by) || a.table.Columns[by].Kind == Date || counting) {
		m := bySum
		switch given, ok := a.measure(); {
		case counting:
			m = byCount
		case ok && (given == byMean || given == byMedian):
			m = given
		}
		groups, column, ok := a.buckets(by, every, m)
		if !ok {
			return Answer{}, false
		}
		out := a.table1(groups, by, column, m)
		a.sortGroups(groups, descending)
		out.Text = a.bestGroup(groups, by, column, m, extreme)
		return out, true
	}
	if !hasNumber {
		return Answer{}, false
	}
	ordered := a.ordered(column, descending)
	a.take(column)
	if len(ordered) == 0 {
		return Answer{}, false
	}
	var best []row
	var names []string
	for _, p := range ordered {
		if p.value.Cmp(ordered[0].value) == 0 {
			best = append(best, p.row)
			names = append(names, a.rowName(p.row, by, grouping))
		}
	}
	out := Answer{Text: a.say("bestRow", "column", a.name(column), "extreme", extreme, "value", a.value(column, ordered[0].value),
		"key", strings.Join(names[:min(len(names), maxRanges)], say(a.locale, "rangeSeparator")))}
	out.Header, out.Rows = a.show(best, column)
	return out, true
}

// asksTime reports whether a question asks for one value for each period.
func (a *asker) asksTime() bool {
	return slices.ContainsFunc(steps, func(s timeStep) bool { return s.pattern.MatchString(a.question.shape) })
}

// oneByDate returns an answer with the rows that have the first or last date.
func (a *asker) oneByDate(early bool, by int, grouping bool) (Answer, bool) {
	column, ok := a.dates()
	if !ok {
		return Answer{}, false
	}
	var best []row
	var at day
	for _, r := range a.rows {
		d, ok := parseDate(r.cell(column))
		if !ok {
			continue
		}
		if better := early && d.first() < at.first() || !early && d.first() > at.first(); len(best) == 0 || better {
			at, best = d, nil
		}
		if d.first() == at.first() {
			best = append(best, r)
		}
	}
	if len(best) == 0 {
		return Answer{}, false
	}
	extreme := say(a.locale, "latest")
	if early {
		extreme = say(a.locale, "earliest")
	}
	out := Answer{Text: a.say("bestRow", "column", a.name(column), "extreme", extreme, "key", a.rowName(best[0], by, grouping && by != column), "value", best[0].cell(column))}
	out.Header, out.Rows = a.show(best, column)
	return out, true
}

// bestGroup returns a sentence with the name of the first group. If several groups share the first
// place, it names up to eight of them.
func (a *asker) bestGroup(groups []bucket, by, column int, m measure, extreme string) string {
	var keys []string
	for _, g := range groups {
		if g.result.Cmp(groups[0].result) == 0 && len(keys) < maxRanges {
			keys = append(keys, g.key)
		}
	}
	p := phrase("bestGroup")
	if column < 0 {
		p = "bestGroupRows"
	}
	return a.say(p, "by", a.name(by), "column", a.columnName(column), "measure", say(a.locale, phrase("m."+string(m))), "extreme", extreme,
		"key", strings.Join(keys, say(a.locale, "rangeSeparator")), "value", a.value(column, groups[0].result))
}

// person matches questions that ask for a person, and persons matches the headers of columns of people.
var (
	person  = text.NewPattern(`谁|\bwho\b`)
	persons = text.NewPattern(`(?i)姓名|名字|人|员|員|学生|學生|客户|客戶|name|person|customer|employee|student|owner|seller`)
)

// rowName returns the name of a row. If `asked` is set, the name is the value in the column `by`. If
// the question asks for a person, it is the value in a column of people. Otherwise it is the value in
// the column of names, or else the row's number.
func (a *asker) rowName(r row, by int, asked bool) string {
	if asked {
		return r.cell(by)
	}
	if person.MatchString(a.question.shape) {
		for _, c := range a.table.Columns {
			if c.Kind == Text && persons.MatchString(c.Name) && r.cell(c.at) != "" {
				return r.cell(c.at)
			}
		}
	}
	if c := a.naming(); c >= 0 && r.cell(c) != "" {
		return r.cell(c)
	}
	return say(a.locale, "row") + " " + strconv.Itoa(r.number)
}

// naming returns the column that contains the rows' names. This is the first text column that does
// not contain codes and whose values mostly differ. If there is no such column, it is the first
// text column. Without text columns, naming returns -1.
func (a *asker) naming() int {
	first := -1
	for _, c := range a.table.Columns {
		if c.Kind != Text {
			continue
		}
		if first < 0 {
			first = c.at
		}
		seen := map[string]bool{}
		for _, r := range a.table.rows {
			seen[r.cell(c.at)] = true
		}
		if 10*len(seen) >= 9*len(a.table.rows) && !c.names {
			return c.at
		}
	}
	return first
}

// howMany matches the requested number of results, as in 前3名 and top five.
var howMany = text.NewPattern(`(?:前|后|top\s*-?|bottom\s*-?|最.{1,2}的?\s*|倒数前?第?)\s*(\d+|[一二两三四五六七八九十]+|two|three|four|five|ten)|(\d+|two|three|four|five|ten) (?:highest|lowest|largest|smallest|biggest|best|worst|most|cheapest|oldest|youngest)|(?:highest|lowest|largest|smallest|biggest) (\d+|two|three|four|five|ten)`)

var englishNumbers = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}

func (a *asker) wanted() int {
	m := howMany.FindStringSubmatch(a.question.shape)
	if m == nil {
		return defaultTop
	}
	s := m[1] + m[2] + m[3]
	n := englishNumbers[s]
	if n == 0 {
		n = smallNumber(s)
	}
	if n < 1 {
		return defaultTop
	}
	return min(n, maxGroups)
}

// top returns an answer with the first groups or rows of an order.
func (a *asker) top() (Answer, bool) {
	descending := !lowest.MatchString(a.question.shape)
	n := a.wanted()
	by, every, grouping := a.by()
	column, hasNumber := a.number()
	if grouping && (a.repeats(by) || !hasNumber) {
		m, ok := a.measure()
		if !ok || m == byMax || m == byMin {
			m = bySum
		}
		if countWords.MatchString(a.question.shape) || !hasNumber {
			m = byCount
		}
		groups, column, ok := a.buckets(by, every, m)
		if !ok {
			return Answer{}, false
		}
		a.sortGroups(groups, descending)
		return a.table1(slices.Clone(groups[:min(n, len(groups))]), by, column, m), true
	}
	if !hasNumber {
		return Answer{}, false
	}
	a.take(column)
	ordered := a.ordered(column, descending)
	ordered = ordered[:min(n, len(ordered))]
	order := say(a.locale, "descending")
	if !descending {
		order = say(a.locale, "ascending")
	}
	var rows []row
	var points []point
	for _, p := range ordered {
		rows = append(rows, p.row)
		points = append(points, point{a.rowName(p.row, by, grouping), p.value})
	}
	out := Answer{Text: a.say("top", "column", a.name(column), "order", order, "value", strconv.Itoa(len(rows)))}
	out.Header, out.Rows = a.show(rows, column)
	group := -1
	if grouping {
		group = by
	}
	a.draw(&out, a.chart(bar), a.name(column), group, column, points)
	return out, len(rows) > 0
}

// list returns an answer with the rows that meet the conditions, or with their values in the requested
// column. If the question asks for groups or a diagram, list answers with groups or a diagram.
func (a *asker) list() (Answer, bool) {
	if by, every, ok := a.by(); ok {
		m, given := a.measure()
		if !given {
			m = a.sumOrCount()
		}
		if column, hasNumber := a.number(); hasNumber && column != by || a.chart(noChart) != noChart {
			return a.grouped(by, every, m)
		}
	}
	if kind := a.chart(noChart); kind != noChart {
		if column, ok := a.number(); ok {
			return a.drawn(column, kind)
		}
	}
	if len(a.filters) == 0 {
		return Answer{}, false
	}
	if column, ok := a.number(); ok && a.asked(column) {
		values := a.take(column)
		if len(values) == 1 {
			out := Answer{Text: a.say("look", "column", a.name(column), "value", a.value(column, values[0]))}
			return out, true
		}
		if len(values) > 1 {
			out := Answer{Text: a.say("lookMany", "column", a.name(column), "count", strconv.Itoa(len(values)), "value", a.value(column, sum(values)))}
			out.Header, out.Rows = a.show(a.rows, column)
			return out, true
		}
	}
	for _, c := range a.question.columns { // a question such as 张三的部门是什么
		if len(a.rows) == 1 && a.asked(c) {
			return Answer{Text: a.say("look", "column", a.name(c), "value", a.rows[0].cell(c))}, true
		}
	}
	out := Answer{Text: a.say("list", "value", strconv.Itoa(len(a.rows)))}
	out.Header, out.Rows = a.show(a.rows, -1)
	return out, true
}

// asked reports whether the question asks for a column. It does if its words imply the column, or if it
// names the column without a condition on it.
func (a *asker) asked(column int) bool {
	if c, ok := a.hinted(); ok && c == column {
		return true
	}
	return slices.Contains(a.question.columns, column) && !slices.ContainsFunc(a.filters, func(f filter) bool { return f.column == column })
}

// drawn returns an answer with a diagram of the rows, without groups.
func (a *asker) drawn(column int, kind chart) (Answer, bool) {
	var points []point
	for _, r := range a.rows {
		if n, ok := parseNumber(r.cell(column)); ok {
			points = append(points, point{a.rowName(r, 0, false), n.rat})
		}
	}
	a.take(column)
	out := Answer{Text: a.say("list", "value", strconv.Itoa(len(points)))}
	a.draw(&out, kind, a.name(column), -1, column, points)
	out.Header, out.Rows = a.show(a.rows, column)
	return out, out.Chart != ""
}

const maxShownColumns = 8

// show returns the header and at most maxListed of the rows. Each row has its number in the sheet, its
// values in the first columns, and its value in `column`. If rows are left out, show adds a note.
func (a *asker) show(rows []row, column int) (header []string, out [][]string) {
	var columns []int
	for _, c := range a.table.Columns {
		if len(columns) < maxShownColumns || c.at == column {
			columns = append(columns, c.at)
		}
	}
	header = []string{say(a.locale, "row")}
	for _, c := range columns {
		header = append(header, a.name(c))
	}
	for _, r := range rows[:min(len(rows), maxListed)] {
		cells := []string{strconv.Itoa(r.number)}
		for _, c := range columns {
			cells = append(cells, r.cell(c))
		}
		out = append(out, cells)
	}
	a.cut(len(rows))
	return header, out
}
