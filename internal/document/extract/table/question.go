package table

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// A question is interpreted in steps. Each step replaces the recognised parts by one of these signs.
// The patterns of intents therefore match only the structure of the question. With v for
// valueSign and c for columnSign, 「北京的销售额平均是多少」 becomes "v的c平均是多少".
const (
	columnSign = "\uE000"
	valueSign  = "\uE001"
	amountSign = "\uE002" // a condition on numbers
	dateSign   = "\uE003"
)

const maxQuestion = 500 // characters of a question that are read

// question is an interpreted question.
type question struct {
	shape   string
	columns []int // index of the column for each columnSign in shape, in order
	values  []int // index of the column that contains the value, for each valueSign in shape, in order
	filters []filter
}

// filter is a condition on rows.
type filter struct {
	column int
	keep   func(cell string) bool
	text   string // the condition in words, for the answer
	exact  bool   // the condition names values or periods to keep; if there are several, the answer may compare them
}

// normal normalises a text, such as a question, a header or a cell, for comparisons.
func normal(s string) string { return zh.FoldSimplified(s) }

// understand interprets a question about a table.
func (t Table) understand(text string) question {
	q := question{shape: " " + strings.Join(strings.Fields(daysInFull(datesInDigits(normal(cutRunes(text, maxQuestion))))), " ") + " "}
	t.findColumns(&q)
	t.findAmounts(&q)
	t.findDates(&q)
	t.findValues(&q)
	return q
}

func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
