package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/stopwords"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// brackets match the parts of a header that are in brackets. Questions do not repeat these parts, which
// are usually units.
var brackets = text.NewPattern(`[(（\[【][^)）\]】]*[)）\]】]`)

// calls returns the possible names of a column in questions: its header, the header without a unit in
// brackets, variants of spelling, and synonyms.
func (c Column) calls() []string {
	full := strings.TrimSpace(normal(c.Name))
	out := []string{full}
	if short := strings.TrimSpace(brackets.ReplaceAllString(full, "")); short != full {
		out = append(out, short)
	}
	for _, s := range slices.Clone(out) {
		out = append(out, strings.ReplaceAll(strings.ReplaceAll(s, "_", " "), "-", " "), strings.ReplaceAll(s, " ", ""))
		if isLatin(s) {
			out = append(out, s+"s", s+"es", strings.TrimSuffix(s, "s"), strings.TrimSuffix(s, "y")+"ies")
		}
	}
	for _, s := range slices.Clone(out) {
		out = append(out, synonyms[s]...)
	}
	return out
}

// synonyms are alternative words for frequent headers.
var synonyms = map[string][]string{
	"销售额": {"销售金额", "营业额", "卖了多少钱"}, "销售金额": {"销售额", "营业额"}, "销量": {"销售量", "销售数量", "卖出"}, "销售量": {"销量", "销售数量"}, "数量": {"件数", "销量"},
	"工资": {"薪水", "薪资", "月薪"}, "月薪": {"工资", "薪水", "薪资"}, "薪资": {"工资", "薪水"}, "单价": {"价格"}, "价格": {"单价"}, "姓名": {"名字", "员工姓名"},
	"成绩": {"分数", "得分"}, "分数": {"成绩", "得分"}, "得分": {"成绩", "分数"}, "地区": {"区域"}, "区域": {"地区"}, "部门": {"科室"},
	"sales": {"revenue"}, "revenue": {"sales"}, "salary": {"pay", "wage", "salaries", "wages"}, "quantity": {"qty"}, "qty": {"quantity"}, "amount": {"amounts"},
}

func isLatin(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxLatin1 })
}

// mention is a recognised part of a question.
type mention struct {
	from, to int
	column   int
	value    string
}

// findColumns marks the columns named in a question, longer names first.
func (t Table) findColumns(q *question) {
	var found []mention
	for _, c := range t.Columns {
		for _, call := range c.calls() {
			if utf8.RuneCountInString(call) < 2 && !unicode.Is(unicode.Han, firstRune(call)) {
				continue
			}
			for _, at := range places(q.shape, call) {
				found = append(found, mention{from: at, to: at + len(call), column: c.at})
			}
		}
	}
	found = append(found, t.partlyNamed(q.shape, found)...)
	for _, m := range q.mark(found, columnSign) {
		q.columns = append(q.columns, m.column)
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// partlyNamed finds further columns by a part of their names: 部门 for 所属部门. A part counts only if it
// belongs to a single column.
func (t Table) partlyNamed(shape string, found []mention) []mention {
	var out []mention
	claimed := map[string]int{}
	parts := map[int][]string{}
	for _, c := range t.Columns {
		for _, p := range halves(strings.TrimSpace(brackets.ReplaceAllString(normal(c.Name), ""))) {
			claimed[p]++
			parts[c.at] = append(parts[c.at], p)
		}
	}
	for _, c := range t.Columns {
		if slices.ContainsFunc(found, func(m mention) bool { return m.column == c.at }) {
			continue
		}
		for _, p := range parts[c.at] {
			if claimed[p] > 1 {
				continue
			}
			for _, at := range places(shape, p) {
				out = append(out, mention{from: at, to: at + len(p), column: c.at})
			}
		}
	}
	return out
}

// halves returns the parts of a column's name that may stand for the column in a question. The parts
// of a Latin name are its words of at least three letters, except stop words. The parts of any other
// name are its beginnings and its ends that have at least half of its characters, and at least two.
func halves(name string) []string {
	if isLatin(name) {
		words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || stopwords.English[w] })
	}
	runes := []rune(name)
	var out []string
	for n := len(runes) - 1; n >= 2 && 2*n >= len(runes); n-- {
		out = append(out, string(runes[len(runes)-n:]), string(runes[:n]))
	}
	return out
}

// places returns the positions of a name in a text. It skips positions at which the name is only a part of
// a longer Latin word or number.
func places(text, name string) []int {
	var out []int
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			break
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(name):])
		begin, _ := utf8.DecodeRuneInString(name)
		end, _ := utf8.DecodeLastRuneInString(name)
		if !(wordRune(before) && wordRune(begin)) && !(wordRune(after) && wordRune(end)) {
			out = append(out, at)
		}
		from = at + len(name)
	}
	return out
}

func wordRune(r rune) bool {
	return r <= unicode.MaxLatin1 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// mark replaces mentions by a sign. Of overlapping mentions, it replaces only the longest. It
// returns the replaced mentions in the order of the text.
func (q *question) mark(found []mention, sign string) []mention {
	slices.SortStableFunc(found, func(a, b mention) int { return (b.to - b.from) - (a.to - a.from) })
	var taken []mention
	for _, m := range found {
		if !slices.ContainsFunc(taken, func(o mention) bool { return m.from < o.to && o.from < m.to }) {
			taken = append(taken, m)
		}
	}
	slices.SortFunc(taken, func(a, b mention) int { return a.from - b.from })
	var b strings.Builder
	last := 0
	for _, m := range taken {
		b.WriteString(q.shape[last:m.from])
		b.WriteString(sign)
		last = m.to
	}
	b.WriteString(q.shape[last:])
	q.shape = b.String()
	return taken
}
