package extract

import (
	"strings"
	"unicode"
)

// A question is read in steps. Each step replaces what it has understood by one
// of these signs, so that the table of intents sees only the shape of what was
// asked: 「北京的销售额平均是多少」 becomes "v的c平均是多少".
const (
	columnSign = "\uE000"
	valueSign  = "\uE001"
	amountSign = "\uE002" // a condition on numbers
	dateSign   = "\uE003"
)

const maxQuestion = 500 // runes

// question is what was asked, as far as it was understood.
type question struct {
	shape   string
	columns []int // columns in the order of their signs
	values  []int // columns of the values, in the order of their signs
	filters []filter
}

// filter is a condition on rows.
type filter struct {
	column int
	keep   func(cell string) bool
	text   string // as the answer says it
	exact  bool   // the values were named, so that they can be compared
}

// simplified folds the traditional characters that occur in questions and
// headers; both sides are folded alike.
var simplified = strings.NewReplacer(pairs(`總总數数個个幾几過过於于間间類类種种筆笔條条請请後后圖图餅饼狀状線线離离異异佔占與与從从為为這这張张欄栏項项誰谁較较億亿萬万
標标準准統统計计匯汇達达顯显開开頭头兩两營营業业額额銷销費费價价單单門门區区員员務务產产歲岁齡龄絕绝對对組组際际訂订貨货廠厂廣广東东號号碼码時时間间週周縣县
場场處处動动實实際际應应當当國国學学別别資资庫库報报導导關关係系結结長长邊边還还進进給给讓让們们麼么嗎吗哪哪裡里裏里極极圍围態态熱热級级紀纪觀观訪访`)...)

func pairs(s string) []string {
	var out []string
	var last rune
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
		case last == 0:
			last = r
		default:
			out = append(out, string(last), string(r))
			last = 0
		}
	}
	return out
}

func normal(s string) string { return simplified.Replace(fold(s)) }

// understand reads a question about a table.
func (t Table) understand(text string) question {
	q := question{shape: " " + strings.Join(strings.Fields(normal(cutRunes(text, maxQuestion))), " ") + " "}
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
