package table

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Query is a computation on a table, stated by a model. If Measure is empty, the result
// is the rows themselves.
type Query struct {
	Table   string      `json:"table"`   // a sheet's name, or a caption; empty: the first table that can answer the query, or the largest if the query names no column
	Measure string      `json:"measure"` // sum, mean, median, max, min, count, spread; empty: the rows
	Column  string      `json:"column"`  // the column to measure, or to sort the rows by; not needed for a count
	By      string      `json:"by"`      // the column to group the rows by, with one result for each group; empty: no groups
	Every   string      `json:"every"`   // day, month, quarter or year, where By has dates; empty: month
	Where   []Condition `json:"where"`
	Order   string      `json:"order"` // desc or asc; empty: groups from the largest, periods by time, rows in the order of the table
	Limit   int         `json:"limit"` // maximum number of groups or rows; 0: the maximum of an answer
}

// Condition is a condition on the value of a column.
type Condition struct {
	Column string `json:"column"`
	Op     string `json:"op"` // =, !=, >, >=, <, <=, contains
	Value  string `json:"value"`
}

// The allowed values of a query's fields.
var (
	Measures = []string{string(bySum), string(byMean), string(byMedian), string(byMax), string(byMin), string(byCount), string(bySpread)}
	Everies  = []string{string(daily), string(monthly), string(quarterly), string(yearly)}
	Ops      = []string{"=", "!=", ">", ">=", "<", "<=", "contains"}
)

// maxConditions is the maximum number of conditions of a query.
const maxConditions = 10

// Compute computes a query. locale is the language of the answer. An error states what to
// correct. If no table can answer a valid query, the error also lists the tables with their columns.
func Compute(tables []Table, q Query, locale string) (Answer, error) {
	switch {
	case q.Measure != "" && !slices.Contains(Measures, q.Measure):
		return Answer{}, fmt.Errorf("measure must be one of %v", Measures)
	case q.Every != "" && !slices.Contains(Everies, q.Every):
		return Answer{}, fmt.Errorf("every must be one of %v", Everies)
	case q.Order != "" && q.Order != "asc" && q.Order != "desc":
		return Answer{}, errors.New("order must be asc or desc")
	case len(q.Where) > maxConditions:
		return Answer{}, fmt.Errorf("at most %d conditions", maxConditions)
	case q.By != "" && q.Measure == "":
		return Answer{}, errors.New("groups need a measure")
	case len(tables) == 0:
		return Answer{}, errors.New("the file has no table")
	}
	all := tables
	if q.Column == "" && q.By == "" && len(q.Where) == 0 { // every table matches: use the largest
		tables = slices.Clone(tables)
		slices.SortStableFunc(tables, func(a, b Table) int { return len(b.rows) - len(a.rows) })
	}
	var first error
	for _, t := range tables {
		if q.Table != "" && normal(t.Name) != normal(q.Table) {
			continue
		}
		out, err := t.compute(q, locale)
		if err == nil {
			out.Unit, out.locale = t.Unit, locale
			return out, nil
		}
		if first == nil || errors.Is(first, errNoColumn) {
			first = err
		}
	}
	if first == nil {
		return Answer{}, fmt.Errorf("there is no table %q; %s", q.Table, Describe(all))
	}
	return Answer{}, fmt.Errorf("%w; %s", first, Describe(all))
}

// Describe lists tables with their columns, for a model: at most a dozen tables and
// forty columns of each.
func Describe(tables []Table) string {
	var all []string
	for _, t := range tables[:min(len(tables), 12)] {
		var columns []string
		for _, c := range t.Columns[:min(len(t.Columns), 40)] {
			columns = append(columns, fmt.Sprintf("%s (%s)", cutRunes(c.Name, 40), c.Kind))
		}
		all = append(all, fmt.Sprintf("table %q with %d rows has the columns %s", cutRunes(t.Name, 40), len(t.rows), strings.Join(columns, ", ")))
	}
	return strings.Join(all, "; ")
}

var errNoColumn = errors.New("there is no column")

// named finds a column by its name, or else by a part of its name.
func (t Table) named(name string) (int, error) {
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return b != "" && strings.Contains(a, b) },
	} {
		for _, c := range t.Columns {
			if same(normal(c.Name), normal(name)) {
				return c.at, nil
			}
		}
	}
	return 0, fmt.Errorf("%w %q", errNoColumn, name)
}

func (t Table) compute(q Query, locale string) (out Answer, err error) {
	a := asker{table: t, locale: locale}
	a.table, a.rows = t, t.rows
	column, by := -1, -1
	if q.Column != "" && (q.Measure != string(byCount) || q.By == "") {
		if column, err = t.named(q.Column); err != nil {
			return out, err
		}
	}
	if q.By != "" {
		if by, err = t.named(q.By); err != nil {
			return out, err
		}
	}
	if column < 0 && q.Measure != "" && q.Measure != string(byCount) {
		return out, fmt.Errorf("the %s needs a column", q.Measure)
	}
	for _, c := range q.Where {
		f, err := t.condition(c)
		if err != nil {
			return out, err
		}
		a.question.filters = append(a.question.filters, f)
	}
	a.filter()
	if len(a.rows) == 0 {
		return a.nothing(), nil
	}
	switch {
	case by >= 0:
		out, err = a.computeGroups(q, by, column)
	case q.Measure == "":
		out = a.computeRows(q, column)
	case q.Measure == string(byCount):
		out = Answer{Text: a.say("count", "value", strconv.Itoa(len(a.rows)))}
	default:
		var ok bool
		if out, ok = a.oneColumn(column, measure(q.Measure)); !ok {
			err = fmt.Errorf("the column %q has no numbers", t.Columns[column].Name)
		}
	}
	if out.How == "" {
		out.How = a.how("")
	}
	out.Used, out.Skipped = len(a.rows), a.skipped
	return out, err
}

// computeGroups returns one value for each group.
func (a *asker) computeGroups(q Query, by, column int) (Answer, error) {
	every, m := step(q.Every), measure(q.Measure)
	if every == "" {
		every = monthly
	}
	if m == byCount {
		column = -1
	}
	groups, skipped := a.group(by, column, every)
	switch {
	case len(groups) == 0 && skipped > 0:
		return Answer{}, fmt.Errorf("the column %q has no dates in the selected rows", a.name(by))
	case len(groups) == 0:
		return Answer{}, fmt.Errorf("the column %q is empty in the selected rows", a.name(by))
	}
	if column >= 0 {
		a.leaveOut(column, skipped)
	} else if skipped > 0 {
		a.note("how.dates", by, skipped)
	}
	for i := range groups {
		if column < 0 {
			groups[i].result = new(big.Rat).SetInt64(int64(groups[i].rows))
		} else if len(groups[i].values) > 0 {
			groups[i].result = m.of(groups[i].values)
		}
	}
	groups = slices.DeleteFunc(groups, func(b bucket) bool { return b.result == nil })
	if len(groups) == 0 {
		return Answer{}, fmt.Errorf("the column %q has no numbers", a.name(column))
	}
	dates := a.table.Columns[by].Kind == Date
	if q.Order != "" || !dates {
		a.sortGroups(groups, q.Order != "asc")
	}
	if q.Limit > 0 && q.Limit < len(groups) {
		groups = groups[:q.Limit]
		a.note("how.cut", -1, q.Limit)
	}
	usual := bar
	if dates {
		usual = line
	}
	return a.laid(groups, by, column, m, usual), nil
}

// computeRows returns the rows themselves.
func (a *asker) computeRows(q Query, column int) Answer {
	rows := a.rows
	if column >= 0 && q.Order != "" {
		rows = nil
		for _, p := range a.ordered(column, q.Order == "desc") {
			rows = append(rows, p.row)
		}
	}
	if q.Limit > 0 && q.Limit < len(rows) {
		rows = rows[:q.Limit]
	}
	out := Answer{Text: a.say("list", "value", strconv.Itoa(len(rows)))}
	out.Header, out.Rows = a.show(rows, column)
	return out
}

// condition makes a filter. Numbers and dates are compared by value if both sides are numbers or
// both are dates.
func (t Table) condition(c Condition) (filter, error) {
	at, err := t.named(c.Column)
	if err != nil {
		return filter{}, err
	}
	if !slices.Contains(Ops, c.Op) {
		return filter{}, fmt.Errorf("op must be one of %v", Ops)
	}
	wanted := normal(strings.TrimSpace(cutRunes(c.Value, maxQuestion)))
	keep := func(cell string) bool {
		if c.Op == "contains" {
			return strings.Contains(normal(cell), wanted)
		}
		order := compared(cell, c.Value)
		switch c.Op {
		case "=":
			return order == 0
		case "!=":
			return order != 0
		case ">":
			return order == 1
		case ">=":
			return order == 1 || order == 0
		case "<":
			return order == -1
		}
		return order == -1 || order == 0
	}
	return filter{column: at, keep: keep, text: t.Columns[at].Name + " " + c.Op + " " + cutRunes(c.Value, 60), exact: c.Op == "="}, nil
}

// unlike is the result of `compared` for different values without an order.
const unlike = 2

// compared returns -1, 0 or 1 if a cell is less than, equal to or greater than a value, and the
// constant `unlike` if they are different and have no order.
func compared(cell, value string) int {
	if normal(strings.TrimSpace(cell)) == normal(strings.TrimSpace(value)) {
		return 0
	}
	if a, ok := parseNumber(cell); ok {
		if b, ok := parseNumber(value); ok {
			return a.rat.Cmp(b.rat)
		}
	}
	if a, ok := parseDate(cell); ok {
		if b, ok := parseDate(value); ok {
			return dayCompared(a, b)
		}
	}
	return unlike
}

// dayCompared compares two days as far as both are specified: 2026-11 is equal to every
// day of that month.
func dayCompared(a, b day) int {
	for _, pair := range [][2]int{{a.year, b.year}, {a.month, b.month}, {a.day, b.day}} {
		switch {
		case pair[0] == 0 || pair[1] == 0:
			return 0
		case pair[0] < pair[1]:
			return -1
		case pair[0] > pair[1]:
			return 1
		}
	}
	return 0
}
