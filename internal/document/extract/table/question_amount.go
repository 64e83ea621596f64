package table

import (
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// amounts match the ways to state a condition on a number.
var amounts = []struct {
	pattern *text.Pattern
	keep    func(v, a, b *big.Rat) bool
	sign    string
	two     bool
}{
	{text.NewPattern(`(?:在|介于|between|from)\s*` + numberText + `\s*(?:到|至|和|与|~|-|–|and|to)\s*` + numberText + `\s*(?:之间)?`), func(v, a, b *big.Rat) bool { return v.Cmp(a) >= 0 && v.Cmp(b) <= 0 }, " ∈ ", true},
	{text.NewPattern(`(?:` + atLeast + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) >= 0 }, " ≥ ", false},
	{text.NewPattern(`(?:` + atMost + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) <= 0 }, " ≤ ", false},
	{text.NewPattern(`(?:` + more + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) > 0 }, " > ", false},
	{text.NewPattern(`(?:` + less + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) < 0 }, " < ", false},
	{text.NewPattern(`(?:` + equal + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) == 0 }, " = ", false},
	{text.NewPattern(numberText + `\s*(?:及以上|以上|或以上|or more|or above|or higher)`), func(v, a, _ *big.Rat) bool { return v.Cmp(a) >= 0 }, " ≥ ", false},
	{text.NewPattern(numberText + `\s*(?:及以下|以下|以内|or less|or below|or lower)`), func(v, a, _ *big.Rat) bool { return v.Cmp(a) <= 0 }, " ≤ ", false},
}

// findAmounts makes conditions from comparisons with numbers.
func (t Table) findAmounts(q *question) {
	for _, kind := range amounts {
		for from := 0; ; {
			m := kind.pattern.FindStringSubmatchIndex(q.shape[from:])
			if m == nil {
				break
			}
			for i := range m {
				if m[i] >= 0 {
					m[i] += from
				}
			}
			from = m[1]
			part := func(i int) string {
				if 2*i >= len(m) || m[2*i] < 0 {
					return ""
				}
				return q.shape[m[2*i]:m[2*i+1]]
			}
			column, ok := t.numberNear(*q, m[0], m[1])
			a, okA := amount(part(1) + part(2))
			b, okB := a, true
			if kind.two {
				b, okB = amount(part(3) + part(4))
				if okB && part(2) == "" && part(4) != "" && strings.Trim(part(4), "百千万亿%knb") == "" { // in a range such as 1 到 3 万, the unit 万 applies to both numbers
					if c, ok := amount(part(1) + part(4)); ok {
						a = c
					}
				}
			}
			if !ok || !okA || !okB || t.isTime(part(1), part(3), q.shape[m[1]:]) {
				continue
			}
			text := part(1) + part(2)
			if kind.two {
				text = "[" + text + ", " + part(3) + part(4) + "]"
			}
			keep, low, high := kind.keep, a.rat, b.rat
			q.filters = append(q.filters, filter{column: column, text: t.Columns[column].Name + kind.sign + text, keep: func(cell string) bool {
				v, ok := parseNumber(cell)
				return ok && keep(v.rat, low, high)
			}})
			q.shape = q.shape[:m[0]] + amountSign + q.shape[m[1]:]
			from = m[0]
		}
	}
}

// amount parses the number of a comparison. The number is written as in a cell (1.5万), in Chinese
// numerals (一万五千), or in both (1万5千).
func amount(s string) (number, bool) {
	if n, ok := parseNumber(s); ok {
		return n, true
	}
	for _, numeral := range []string{s, "一" + s} { // 百万 alone is one million
		if v, ok := zh.Number(numeral); ok {
			return number{rat: v}, true
		}
	}
	return number{}, false
}

// timeWords match the text after a number that is part of a date, as in 不到 2020 年.
var timeWords = text.NewPattern(`^\s*(年|月|日|号|季|/|-\d)`)

// isTime reports whether an apparent comparison of numbers is about dates.
func (t Table) isTime(low, high, after string) bool {
	_, dates := t.dateColumn()
	return timeWords.MatchString(after) || dates && year.MatchString(low) && year.MatchString(high)
}

// dateColumn returns the first column of dates.
func (t Table) dateColumn() (int, bool) {
	for _, c := range t.Columns {
		if c.Kind == Date {
			return c.at, true
		}
	}
	return -1, false
}

// numberNear returns the column of numbers for a comparison that is at [from, to) in the question. This is
// the last column of numbers named before the comparison, or else the first one named after it, or else the
// table's only column of amounts.
func (t Table) numberNear(q question, from, to int) (int, bool) {
	before, after := -1, -1
	index := 0
	for i, r := range q.shape {
		if string(r) != columnSign {
			continue
		}
		c := q.columns[index]
		index++
		if t.Columns[c].Kind != Number {
			continue
		}
		if i < from {
			before = c
		} else if i >= to && after < 0 {
			after = c
		}
	}
	switch {
	case before >= 0:
		return before, true
	case after >= 0:
		return after, true
	}
	all := t.measures()
	if len(all) == 1 {
		return all[0], true
	}
	return 0, false
}

// measures returns the columns whose numbers are amounts.
func (t Table) measures() []int {
	var out []int
	for _, c := range t.Columns {
		if c.Kind == Number && !c.names {
			out = append(out, c.at)
		}
	}
	return out
}
