package table

import (
	"math/big"
	"slices"
)

// measure is a way to compute one value from several.
type measure string

const (
	bySum    measure = "sum"
	byMean   measure = "mean"
	byMedian measure = "median"
	byMax    measure = "max"
	byMin    measure = "min"
	byCount  measure = "count"
	bySpread measure = "spread" // the largest minus the smallest
)

// of computes a measure exactly. Without values, a count and a sum are 0, and any other measure is
// nil.
func (m measure) of(values []*big.Rat) *big.Rat {
	n := len(values)
	switch m {
	case byCount:
		return new(big.Rat).SetInt64(int64(n))
	case bySum:
		return sum(values)
	}
	if n == 0 {
		return nil
	}
	sorted := sortedValues(values)
	switch m {
	case byMean:
		return new(big.Rat).Quo(sum(values), new(big.Rat).SetInt64(int64(n)))
	case byMedian:
		return quantile(sorted, big.NewRat(1, 2))
	case byMax:
		return sorted[n-1]
	case byMin:
		return sorted[0]
	case bySpread:
		return new(big.Rat).Sub(sorted[n-1], sorted[0])
	}
	return nil
}

func sum(values []*big.Rat) *big.Rat {
	total := new(big.Rat)
	for _, v := range values {
		total.Add(total, v)
	}
	return total
}

func sortedValues(values []*big.Rat) []*big.Rat {
	out := slices.Clone(values)
	slices.SortFunc(out, (*big.Rat).Cmp)
	return out
}

// quantile returns the value at the share p of the sorted values, interpolated between two values
// (like QUARTILE.INC in spreadsheets and numpy).
func quantile(sorted []*big.Rat, p *big.Rat) *big.Rat {
	at := new(big.Rat).Mul(p, new(big.Rat).SetInt64(int64(len(sorted)-1)))
	low := new(big.Int).Quo(at.Num(), at.Denom())
	i := int(low.Int64())
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	rest := at.Sub(at, new(big.Rat).SetInt(low))
	step := new(big.Rat).Sub(sorted[i+1], sorted[i])
	return step.Add(step.Mul(step, rest), sorted[i])
}

// fences returns the limits beyond which values are outliers: the quartiles, extended by
// one and a half times the distance between them (Tukey).
func fences(sorted []*big.Rat) (low, high *big.Rat) {
	first, third := quantile(sorted, big.NewRat(1, 4)), quantile(sorted, big.NewRat(3, 4))
	reach := new(big.Rat).Sub(third, first)
	reach.Mul(reach, big.NewRat(3, 2))
	return new(big.Rat).Sub(first, reach), new(big.Rat).Add(third, reach)
}

// selection is the rows that a question is about.
type selection struct {
	table   Table
	rows    []row
	filters []filter
}

// values returns the numbers of a column in the order of the rows, and the number of
// filled cells that are not numbers.
func (s selection) values(column int) (out []*big.Rat, skipped int) {
	for _, r := range s.rows {
		cell := r.cell(column)
		n, ok := parseNumber(cell)
		switch {
		case ok:
			out = append(out, n.rat)
		case cell != "":
			skipped++
		}
	}
	return out, skipped
}

// pair is a row with its number in a column.
type pair struct {
	row   row
	value *big.Rat
}

// ordered returns the rows that have a number in a column, sorted by that number. Rows with equal
// numbers keep their order.
func (s selection) ordered(column int, descending bool) []pair {
	var out []pair
	for _, r := range s.rows {
		if n, ok := parseNumber(r.cell(column)); ok {
			out = append(out, pair{r, n.rat})
		}
	}
	sortPairs(out, descending)
	return out
}

func sortPairs(pairs []pair, descending bool) {
	slices.SortStableFunc(pairs, func(a, b pair) int {
		if descending {
			return b.value.Cmp(a.value)
		}
		return a.value.Cmp(b.value)
	})
}

// bucket is a group of rows.
type bucket struct {
	key    string
	order  string // sort key, used only for periods
	values []*big.Rat
	rows   int
	result *big.Rat
}

// step is the length of the periods into which rows are grouped.
type step string

const (
	daily     step = "day"
	monthly   step = "month"
	quarterly step = "quarter"
	yearly    step = "year"
)

// group groups the rows by their value in the column `by`. If `by` is a column of dates, it groups them by
// periods of the length `every`, in order of time; otherwise the groups are in the order of their first
// row. Rows with an empty cell in `by` are left out. The numbers come from `column`; -1: rows are only
// counted. `skipped` is the number of filled cells without the needed date or number.
func (s selection) group(by, column int, every step) (out []bucket, skipped int) {
	index := map[string]int{}
	dates := s.table.Columns[by].Kind == Date
	for _, r := range s.rows {
		key := r.cell(by)
		if key == "" {
			continue
		}
		if d, ok := parseDate(key); ok && dates {
			key = every.key(d)
		} else if dates {
			skipped++
			continue
		}
		folded := normal(key)
		i, ok := index[folded]
		if !ok {
			i = len(out)
			index[folded] = i
			out = append(out, bucket{key: key, order: key})
		}
		out[i].rows++
		if column < 0 {
			continue
		}
		if n, ok := parseNumber(r.cell(column)); ok {
			out[i].values = append(out[i].values, n.rat)
		} else if r.cell(column) != "" {
			skipped++
		}
	}
	if dates {
		slices.SortStableFunc(out, func(a, b bucket) int {
			switch {
			case a.order < b.order:
				return -1
			case a.order > b.order:
				return 1
			}
			return 0
		})
	}
	return out, skipped
}

func (s step) key(d day) string {
	switch {
	case s == yearly || d.month == 0:
		return day{d.year, 0, 0}.String()
	case s == quarterly:
		return day{d.year, 0, 0}.String() + "-Q" + string(rune('1'+(d.month-1)/3))
	case s == daily:
		return d.String()
	}
	return day{d.year, d.month, 0}.String()
}
