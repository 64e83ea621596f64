package table

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// grouped answers with one value for each group. Periods from a column of dates are in order of time.
// Periods from another column are in the order of the rows. Other groups begin with the largest value,
// or with the smallest if the question asks for the smallest. If a question asks for the difference of
// two groups, grouped answers with the difference of their values, unless the values are counts.
func (a *asker) grouped(by int, every step, m measure) (Answer, bool) {
	groups, column, ok := a.buckets(by, every, m)
	if !ok {
		return Answer{}, false
	}
	if len(groups) == 2 && differs.MatchString(a.question.shape) && column >= 0 {
		return a.difference(groups, column), true
	}
	return a.table1(groups, by, column, m), true
}

var differs = text.NewPattern(`相差|差距|差多少|差额|多多少|少多少|difference|differ`)

// buckets returns the groups that have a result. column is -1 when rows are counted.
func (a *asker) buckets(by int, every step, m measure) (groups []bucket, column int, ok bool) {
	column = -1
	if m != byCount {
		if column, ok = a.number(); !ok || column == by {
			if named := a.table.measures(); len(named) != 0 && column != by {
				return nil, 0, false // it is not clear which column the question means
			}
			column, m = -1, byCount
		}
	}
	groups, skipped := a.group(by, column, every)
	if a.table.Columns[by].Kind == Date && column < 0 {
		if skipped > 0 {
			a.note("how.dates", by, skipped)
		}
	} else if column >= 0 {
		a.leaveOut(column, skipped)
	}
	for i := range groups {
		if column < 0 {
			groups[i].result = new(big.Rat).SetInt64(int64(groups[i].rows))
		} else if len(groups[i].values) > 0 {
			groups[i].result = m.of(groups[i].values)
		}
	}
	groups = slices.DeleteFunc(groups, func(b bucket) bool { return b.result == nil })
	return groups, column, len(groups) > 0
}

func (a *asker) sortGroups(groups []bucket, descending bool) {
	slices.SortStableFunc(groups, func(x, y bucket) int {
		if descending {
			return y.result.Cmp(x.result)
		}
		return x.result.Cmp(y.result)
	})
}

func (a *asker) table1(groups []bucket, by, column int, m measure) Answer {
	usual := line
	if a.table.Columns[by].Kind != Date && !a.asksTime() {
		usual = bar
		a.sortGroups(groups, !lowest.MatchString(a.question.shape) || m == byMin)
	}
	return a.laid(groups, by, column, m, usual)
}

// laid returns the answer with the groups in the given order.
func (a *asker) laid(groups []bucket, by, column int, m measure, usual chart) Answer {
	measured := say(a.locale, phrase("m."+string(m)))
	out := Answer{Header: []string{a.name(by), measured}}
	p := phrase("groupsRows")
	title := say(a.locale, "chart.rows")
	if column >= 0 {
		p = "groups"
		title = say(a.locale, "chart.of", "column", a.name(column), "measure", measured)
		out.Header[1] = title
	} else {
		out.Header[1] = say(a.locale, "m.count")
	}
	out.Text = a.say(p, "by", a.name(by), "column", a.columnName(column), "measure", measured, "value", strconv.Itoa(len(groups)))
	var points []point
	for _, g := range groups {
		points = append(points, point{g.key, g.result})
	}
	for _, g := range groups[:min(len(groups), maxGroups)] {
		out.Rows = append(out.Rows, []string{g.key, a.value(column, g.result)})
	}
	if len(groups) > maxGroups {
		a.note("how.cut", -1, maxGroups)
	}
	a.draw(&out, a.chart(usual), title, by, column, points)
	return out
}

// draw adds the diagram to an answer: as Mermaid text in Chart and as data in Drawing. `by` is the
// column with the names of the points; -1: there is no single such column.
func (a *asker) draw(out *Answer, kind chart, title string, by, column int, points []point) {
	rest, f := say(a.locale, "other"), a.format(column)
	out.Chart = draw(kind, title, rest, f, points)
	out.Drawing = drawing(kind, title, a.columnName(by), rest, f, points)
}

func (a *asker) columnName(column int) string {
	if column < 0 {
		return ""
	}
	return a.name(column)
}

func (a *asker) difference(groups []bucket, column int) Answer {
	d := new(big.Rat).Sub(groups[0].result, groups[1].result)
	d.Abs(d)
	a.filters = slices.DeleteFunc(slices.Clone(a.filters), func(f filter) bool { return f.exact })
	return Answer{Text: a.say("difference", "first", groups[0].key, "second", groups[1].key, "column", a.name(column),
		"low", a.value(column, groups[0].result), "high", a.value(column, groups[1].result), "value", a.value(column, d))}
}

// shares returns an answer with each group's share of the whole.
func (a *asker) shares(by int, every step, m measure) (Answer, bool) {
	groups, column, ok := a.buckets(by, every, m)
	if !ok {
		return Answer{}, false
	}
	whole := new(big.Rat)
	for _, g := range groups {
		whole.Add(whole, g.result)
	}
	if whole.Sign() == 0 {
		return Answer{}, false
	}
	a.sortGroups(groups, true)
	m = bySum
	if column < 0 {
		m = byCount
	}
	out := a.table1(groups, by, column, m)
	out.Header = append(out.Header, say(a.locale, "share"))
	for i := range out.Rows {
		out.Rows[i] = append(out.Rows[i], a.percent(groups[i].result, whole))
	}
	var points []point
	for _, g := range groups {
		points = append(points, point{g.key, g.result})
	}
	a.draw(&out, a.chart(pie), a.name(by), by, column, points)
	return out, true
}

// trend returns an answer with a measure over time.
func (a *asker) trend() (Answer, bool) {
	by, every, ok := a.by()
	if !ok || a.table.Columns[by].Kind != Date {
		if by, ok = a.dates(); !ok {
			return Answer{}, false
		}
		every = monthly
	}
	m, given := a.measure()
	if !given {
		m = a.sumOrCount()
	}
	return a.grouped(by, every, m)
}
