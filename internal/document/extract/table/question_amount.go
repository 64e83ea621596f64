package table

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
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
				if okB && part(2) == "" && part(4) != "" { // in a range such as 1 到 3 万, the unit 万 applies to both numbers
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

var (
	hanDigits = map[rune]int64{'一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	hanPlaces = map[rune]int64{'十': 10, '百': 100, '千': 1000, '万': 10_000, '亿': 100_000_000}
)

// amount parses the number of a comparison. The number is written as in a cell, with a Chinese power
// of ten after digits (3千), or in Chinese numerals (一万五千).
func amount(s string) (number, bool) {
	if n, ok := parseNumber(s); ok {
		return n, true
	}
	total, section, digit := new(big.Rat), new(big.Rat), new(big.Rat)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		place := new(big.Rat).SetInt64(hanPlaces[r])
		switch {
		case hanDigits[r] > 0:
			digit.SetInt64(hanDigits[r])
		case hanPlaces[r] >= 10_000:
			if section.Add(section, digit); section.Sign() == 0 {
				section.SetInt64(1)
			}
			total.Add(total, section.Mul(section, place))
			section, digit = new(big.Rat), new(big.Rat)
		case hanPlaces[r] > 0:
			if digit.Sign() == 0 {
				digit.SetInt64(1) // a power of ten without a digit before it counts once: 十五 is 15
			}
			section.Add(section, place.Mul(place, digit))
			digit = new(big.Rat)
		default:
			if size = strings.IndexFunc(s[i:], func(r rune) bool { return hanPlaces[r] > 0 }); size < 1 {
				return number{}, false
			}
			n, ok := parseNumber(s[i : i+size])
			if !ok {
				return number{}, false
			}
			digit = n.rat
		}
		i += size
	}
	return number{rat: total.Add(total, section.Add(section, digit))}, s != ""
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

// numberNear returns the column of numbers that is named last before a place in the question. If
// there is none, it returns the first column of numbers that is named later in the question. If
// there is none either, it returns the table's only column of amounts.
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
