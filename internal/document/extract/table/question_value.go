package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

const maxValues = 20_000 // maximum number of different values that are searched for in a question

// negations match words before an excluded value.
var negations = text.NewPattern(`(除了|除去|除|不含|不包括|不算|排除|不是|非|不在|except for|except|excluding|other than|not in|not|without)\s*$`)

// findValues marks the words of a question that are values of the table, except amounts and dates. It makes
// one condition for each column with such values: a cell must have one of them. If a negation precedes any
// of them, a cell must have none of them.
func (t Table) findValues(q *question) {
	var found []mention
	looked := 0
	for _, c := range t.Columns {
		if c.Kind == Date || c.Kind == Number && !c.names {
			continue
		}
		seen := map[string]bool{}
		for _, r := range t.rows {
			v := normal(r.cell(c.at))
			if v == "" || seen[v] || looked > maxValues {
				continue
			}
			seen[v] = true
			looked++
			n := utf8.RuneCountInString(v)
			if n > 60 || n < 2 && !(unicode.Is(unicode.Han, firstRune(v)) && slices.Contains(q.columns, c.at)) && !(n == 1 && (v == "男" || v == "女")) {
				continue
			}
			for _, at := range places(q.shape, v) {
				found = append(found, mention{from: at, to: at + len(v), column: c.at, value: v})
			}
		}
	}
	before := q.shape
	taken := q.mark(found, valueSign)
	type group struct {
		values []string
		not    bool
	}
	groups := map[int]*group{}
	var order []int
	for _, m := range taken {
		q.values = append(q.values, m.column)
		g := groups[m.column]
		if g == nil {
			g = &group{}
			groups[m.column] = g
			order = append(order, m.column)
		}
		g.values = append(g.values, m.value)
		g.not = g.not || negations.MatchString(before[:m.from])
	}
	for _, c := range order {
		g := groups[c]
		values, not := g.values, g.not
		sign := " = "
		if not {
			sign = " ≠ "
		}
		q.filters = append(q.filters, filter{
			column: c, exact: !not,
			keep: func(cell string) bool { return slices.Contains(values, normal(cell)) != not },
			text: t.Columns[c].Name + sign + t.spelled(c, values),
		})
	}
}

// spelled returns normalised values as the table spells them.
func (t Table) spelled(column int, values []string) string {
	var out []string
	for _, v := range values {
		for _, r := range t.rows {
			if cell := r.cell(column); normal(cell) == v {
				if !slices.Contains(out, cell) {
					out = append(out, cell)
				}
				break
			}
		}
	}
	return strings.Join(out, " / ")
}

const (
	numberText = `([-−]?\d[\d,]*(?:\.\d+)?|[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+[万亿]?)?)` +
		`\s*([万亿千百]+(?:零?[\d一二两三四五六七八九]{1,4}[万千百十]+)*|k\b|bn\b|%)?\s*[元块人分岁个件天kg]{0,2}`
	more    = `大于|高于|超过|多于|超出|above|over|more than|greater than|higher than|exceed(?:s|ing)?|older than|>|＞`
	atLeast = `大于等于|大于或等于|不低于|不少于|不小于|至少|>=|≥|at least|no less than|not less than`
	less    = `小于|低于|少于|不到|不足|below|under|less than|lower than|fewer than|younger than|<|＜`
	atMost  = `小于等于|小于或等于|不超过|不高于|不大于|不多于|至多|<=|≤|at most|no more than|not more than|up to`
	equal   = `等于|恰好是|正好是|=|equals?(?: to)?|is exactly`
)
