package table

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// measured returns an answer with one value, or with one value for each group.
func (a *asker) measured() (Answer, bool) {
	m, ok := a.measure()
	if !ok {
		m = bySum
		if _, amount := a.number(); !amount {
			m = byCount
		}
	}
	by, every, grouping := a.by()
	// A mean is not grouped by a column whose values all differ, because every group would be one row: if
	// every row is one order, the average per order is the average of all rows.
	if grouping && (m != byMean || a.repeats(by) || a.table.Columns[by].Kind == Date) {
		return a.grouped(by, every, m)
	}
	if m == byCount {
		return a.count()
	}
	columns := a.numbers()
	switch len(columns) {
	case 0:
		return Answer{}, false
	case 1:
		return a.oneColumn(columns[0], m)
	}
	// The question is about no single column of amounts: compute one value for every such column.
	out := Answer{Header: []string{say(a.locale, "column"), say(a.locale, phrase("m."+string(m)))}}
	for _, c := range columns[:min(len(columns), maxListed)] {
		if m == bySum && a.table.Columns[c].format.scale == "%" { // a sum of percentages of different things has no meaning
			continue
		}
		if v := m.of(a.take(c)); v != nil {
			out.Rows = append(out.Rows, []string{a.name(c), a.value(c, v)})
		}
	}
	a.cut(len(columns))
	out.Text = a.say("describe", "value", strconv.Itoa(len(a.rows)), "count", strconv.Itoa(len(out.Rows)))
	return out, len(out.Rows) > 0
}

// oneColumn returns an answer with one measure of one column.
func (a *asker) oneColumn(column int, m measure) (Answer, bool) {
	values := a.take(column)
	v := m.of(values)
	if v == nil || len(values) == 0 {
		return Answer{}, false
	}
	slots := []string{"column", a.name(column), "value", a.value(column, v), "about", a.about(column, v)}
	if m == bySpread {
		slots = append(slots, "low", a.value(column, byMin.of(values)), "high", a.value(column, byMax.of(values)))
	}
	out := Answer{Text: a.say(phrase(m), slots...)}
	if m == byMax || m == byMin { // show the rows that have the value
		out.Header, out.Rows = a.show(slices.DeleteFunc(slices.Clone(a.rows), func(r row) bool {
			n, ok := parseNumber(r.cell(column))
			return !ok || n.rat.Cmp(v) != 0
		}), column)
	}
	return out, true
}

// count returns an answer with the number of rows. If the question names a text column with repeated
// values and without a condition, count answers with the number of different values.
func (a *asker) count() (Answer, bool) {
	for _, c := range a.question.columns {
		column := a.table.Columns[c]
		conditioned := slices.ContainsFunc(a.filters, func(f filter) bool { return f.column == c })
		if column.Kind == Text && !conditioned && a.repeats(c) {
			return a.different(c)
		}
	}
	return Answer{Text: a.say("count", "value", strconv.Itoa(len(a.rows)))}, true
}

// repeats reports whether a column has any value more than once.
func (a *asker) repeats(column int) bool {
	seen := map[string]bool{}
	for _, r := range a.table.rows {
		v := normal(r.cell(column))
		if v != "" && seen[v] {
			return true
		}
		seen[v] = true
	}
	return false
}

// distinct answers with the different values of one column: the column that follows words for counting
// (区域 in 销售额来自多少个区域), or else the first named column. Columns with a condition are left
// out.
func (a *asker) distinct() (Answer, bool) {
	var columns []int
	for _, at := range distinctOf.FindAllStringIndex(a.question.shape, -1) {
		columns = append(columns, a.columnBefore(at[1]))
	}
	for _, c := range append(columns, a.question.columns...) {
		if !slices.ContainsFunc(a.filters, func(f filter) bool { return f.column == c }) {
			return a.different(c)
		}
	}
	return Answer{}, false
}

// different returns an answer with the number of different values of a column, and the frequency of
// each value.
func (a *asker) different(column int) (Answer, bool) {
	groups, _ := a.group(column, -1, daily)
	out := Answer{Text: a.say("distinct", "column", a.name(column), "value", strconv.Itoa(len(groups))), Header: []string{a.name(column), say(a.locale, "m.count")}}
	for _, g := range groups[:min(len(groups), maxListed)] {
		out.Rows = append(out.Rows, []string{g.key, strconv.Itoa(g.rows)})
	}
	a.cut(len(groups))
	return out, true
}

// cut adds a note if n is above the maximum number of listed results.
func (a *asker) cut(n int) {
	if n > maxListed {
		a.note("how.cut", -1, maxListed)
	}
}

// share returns an answer with the share of every group, or of the rows that meet the conditions. The whole
// is the sum of a column or the number of rows.
func (a *asker) share() (Answer, bool) {
	if by, every, ok := a.by(); ok {
		m, given := a.measure()
		if !given || m != byCount {
			m = bySum
		}
		if _, ok := a.number(); !ok {
			m = byCount
		}
		return a.shares(by, every, m)
	}
	if len(a.filters) == 0 {
		for _, c := range a.question.columns { // a question such as 地区占比
			if a.table.Columns[c].Kind == Text {
				return a.shares(c, monthly, a.sumOrCount())
			}
		}
		return Answer{}, false
	}
	column, ok := a.number()
	if !ok || slices.ContainsFunc(a.filters, func(f filter) bool { return f.column == column }) {
		whole, part := new(big.Rat).SetInt64(int64(len(a.table.rows))), new(big.Rat).SetInt64(int64(len(a.rows)))
		return Answer{Text: a.say("partRows", "value", a.value(-1, part), "total", a.value(-1, whole), "share", a.percent(part, whole))}, true
	}
	part := sum(a.take(column))
	all := selection{table: a.table, rows: a.table.rows}
	values, _ := all.values(column)
	whole := sum(values)
	if whole.Sign() == 0 {
		return Answer{}, false
	}
	return Answer{Text: a.say("part", "column", a.name(column), "value", a.value(column, part), "total", a.value(column, whole), "share", a.percent(part, whole))}, true
}

func (a *asker) sumOrCount() measure {
	if _, ok := a.number(); ok {
		return bySum
	}
	return byCount
}

func (a *asker) percent(part, whole *big.Rat) string {
	p := new(big.Rat).Quo(part, whole)
	p.Mul(p, big.NewRat(100, 1))
	places, finite := p.FloatPrec()
	if finite && places <= shareDigits {
		return p.FloatString(places) + "%"
	}
	a.rounded = true
	return p.FloatString(shareDigits) + "%"
}

func (a *asker) outliers() (Answer, bool) {
	var out Answer
	for _, c := range a.numbers() {
		values := a.take(c)
		if len(values) < 4 {
			continue
		}
		low, high := fences(sortedValues(values))
		var found []row
		for _, r := range a.rows {
			if n, ok := parseNumber(r.cell(c)); ok && (n.rat.Cmp(low) < 0 || n.rat.Cmp(high) > 0) {
				found = append(found, r)
			}
		}
		p := phrase("outliers")
		if len(found) == 0 {
			p = "noOutliers"
		}
		if out.Text != "" {
			out.Text += "\n"
		}
		out.Text += a.say(p, "column", a.name(c), "value", strconv.Itoa(len(found)), "low", a.value(c, low), "high", a.value(c, high))
		if len(found) > 0 && out.Rows == nil {
			out.Header, out.Rows = a.show(found, c)
		}
	}
	out.How = a.how("how.fences")
	return out, out.Text != ""
}

// percentileOf matches the percentile requested by a question.
var percentileOf = text.NewPattern(`(?:第\s*)?(\d{1,2}(?:\.\d+)?)\s*(?:个?百分位|分位|th percentile|st percentile|nd percentile|rd percentile|%\s*分位)|\bp(\d{1,2})\b|percentile (\d{1,2})`)

func (a *asker) quantiles() (Answer, bool) {
	column, ok := a.number()
	if !ok {
		return Answer{}, false
	}
	values := sortedValues(a.take(column))
	if len(values) == 0 {
		return Answer{}, false
	}
	if m := percentileOf.FindStringSubmatch(a.question.shape); m != nil {
		p, _ := new(big.Rat).SetString(m[1] + m[2] + m[3])
		v := quantile(values, new(big.Rat).Quo(p, big.NewRat(100, 1)))
		text := a.say("percentile", "column", a.name(column), "share", m[1]+m[2]+m[3], "value", a.value(column, v), "about", a.about(column, v))
		return Answer{Text: text, How: a.how("how.quantile")}, true
	}
	at := func(n, d int64) string { return a.value(column, quantile(values, big.NewRat(n, d))) }
	text := a.say("quantiles", "column", a.name(column), "low", at(1, 4), "value", at(1, 2), "high", at(3, 4))
	return Answer{Text: text, How: a.how("how.quantile")}, true
}

// describe returns an answer with the count, sum, mean, median, minimum and maximum of the column asked
// about. If the question is about no single column, it answers with these values for every
// column of amounts. A table without columns of amounts is described by its shape.
func (a *asker) describe() (Answer, bool) {
	columns := a.numbers()
	if len(columns) == 0 {
		return a.shape(), true
	}
	measures := []measure{byCount, bySum, byMean, byMedian, byMin, byMax}
	out := Answer{Header: []string{say(a.locale, "column")}}
	for _, m := range measures {
		p := phrase("m." + string(m))
		if m == byCount {
			p = "filled"
		}
		out.Header = append(out.Header, say(a.locale, p))
	}
	for _, c := range columns[:min(len(columns), maxListed)] {
		values := a.take(c)
		cells := []string{a.name(c)}
		for _, m := range measures {
			v := m.of(values)
			switch {
			case v == nil:
				cells = append(cells, "–")
			case m == byCount:
				cells = append(cells, strconv.Itoa(len(values)))
			default:
				cells = append(cells, a.value(c, v))
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	a.cut(len(columns))
	out.Text = a.say("describe", "value", strconv.Itoa(len(a.rows)), "count", strconv.Itoa(len(out.Rows)))
	return out, true
}

// shape returns an answer with the size and the columns of the table.
func (a *asker) shape() Answer {
	out := Answer{
		Text:   a.say("shape", "value", strconv.Itoa(len(a.rows)), "count", strconv.Itoa(len(a.table.Columns))),
		Header: []string{say(a.locale, "column"), say(a.locale, "kind"), say(a.locale, "filled")},
	}
	for _, c := range a.table.Columns[:min(len(a.table.Columns), maxListed)] {
		out.Rows = append(out.Rows, []string{c.Name, say(a.locale, phrase(c.Kind)), strconv.Itoa(c.Filled)})
	}
	a.cut(len(a.table.Columns))
	return out
}

// missing returns an answer with the numbers of empty cells, by column.
func (a *asker) missing() Answer {
	columns := a.question.columns
	if len(columns) == 0 {
		for _, c := range a.table.Columns {
			columns = append(columns, c.at)
		}
	}
	out := Answer{Header: []string{say(a.locale, "column"), say(a.locale, "empty")}}
	total, found := 0, 0
	for _, c := range columns {
		n := 0
		for _, r := range a.rows {
			if r.cell(c) == "" {
				n++
			}
		}
		if total += n; n == 0 {
			continue
		}
		if found++; found <= maxListed {
			out.Rows = append(out.Rows, []string{a.name(c), strconv.Itoa(n)})
		}
	}
	a.cut(found)
	out.Text = a.say("missing", "value", strconv.Itoa(total))
	if len(columns) == 1 {
		out.Text, out.Rows = a.say("missingIn", "column", a.name(columns[0]), "value", strconv.Itoa(total)), nil
	}
	return out
}

// duplicates returns an answer with the values, or whole rows, that occur more than once.
func (a *asker) duplicates() (Answer, bool) {
	if len(a.question.columns) > 0 {
		c := a.question.columns[0]
		groups, _ := a.group(c, -1, daily)
		groups = slices.DeleteFunc(groups, func(b bucket) bool { return b.rows < 2 })
		out := Answer{Text: a.say("duplicates", "column", a.name(c), "value", strconv.Itoa(len(groups))), Header: []string{a.name(c), say(a.locale, "times")}}
		for _, g := range groups[:min(len(groups), maxListed)] {
			out.Rows = append(out.Rows, []string{g.key, strconv.Itoa(g.rows)})
		}
		a.cut(len(groups))
		return out, true
	}
	seen := map[string]int{}
	var again []row
	for _, r := range a.rows {
		key := strings.TrimRight(strings.Join(r.cells, "\x00"), "\x00 ")
		if seen[key]++; seen[key] > 1 {
			again = append(again, r)
		}
	}
	out := Answer{Text: a.say("duplicateRows", "value", strconv.Itoa(len(again)))}
	if len(again) > 0 {
		out.Header, out.Rows = a.show(again, -1)
	}
	return out, true
}
