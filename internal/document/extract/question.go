package extract

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

// brackets are what a header says about its unit, which nobody repeats.
var brackets = regexp.MustCompile(`[(（\[【][^)）\]】]*[)）\]】]`)

// calls are the ways to call a column, the longest first.
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

// synonyms are other words for frequent headers.
var synonyms = map[string][]string{
	"销售额": {"销售金额", "营业额", "卖了多少钱"}, "销售金额": {"销售额", "营业额"}, "销量": {"销售量", "销售数量", "卖出"}, "销售量": {"销量", "销售数量"}, "数量": {"件数", "销量"},
	"工资": {"薪水", "薪资", "月薪"}, "月薪": {"工资", "薪水", "薪资"}, "薪资": {"工资", "薪水"}, "单价": {"价格"}, "价格": {"单价"}, "姓名": {"名字", "员工姓名"},
	"成绩": {"分数", "得分"}, "分数": {"成绩", "得分"}, "得分": {"成绩", "分数"}, "地区": {"区域"}, "区域": {"地区"}, "部门": {"科室"},
	"sales": {"revenue"}, "revenue": {"sales"}, "salary": {"pay", "wage", "salaries", "wages"}, "quantity": {"qty"}, "qty": {"quantity"}, "amount": {"amounts"},
}

func isLatin(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxLatin1 })
}

// mention is a place of a question that was understood.
type mention struct {
	from, to int
	column   int
	value    string
}

// findColumns marks the columns that a question names, longer names first.
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

// partlyNamed finds further columns of which a question has at least half: 部门
// for 所属部门. It takes a part only when one column alone has it.
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

// halves are the beginnings and ends of a name that are at least half of it and
// two Han characters, or a whole word.
func halves(name string) []string {
	if isLatin(name) {
		words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || stopWords[w] })
	}
	runes := []rune(name)
	var out []string
	for n := len(runes) - 1; n >= 2 && 2*n >= len(runes); n-- {
		out = append(out, string(runes[len(runes)-n:]), string(runes[:n]))
	}
	return out
}

// places are where a name stands in a text; words of Latin letters only as a
// whole.
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

// mark replaces mentions by a sign, longer ones first where they overlap, and
// returns those that were taken in the order of the text.
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

const maxValues = 20_000 // cells that are looked for in a question

// negations stand before a value that is to be left out.
var negations = regexp.MustCompile(`(除了|除去|除|不含|不包括|不算|排除|不是|非|不在|except for|except|excluding|other than|not in|not|without)\s*$`)

// findValues marks the values of text columns that a question names, and makes
// them conditions: several of one column are alternatives.
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

// spelled writes folded values as the table does.
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
	numberText = `([-−]?\d[\d,]*(?:\.\d+)?|[一二两三四五六七八九十百千万亿]+)\s*([万亿千百]+|k\b|bn\b|%)?\s*[元块人分岁个件天kg]{0,2}`
	more       = `大于|高于|超过|多于|超出|above|over|more than|greater than|higher than|exceed(?:s|ing)?|older than|>|＞`
	atLeast    = `大于等于|大于或等于|不低于|不少于|不小于|至少|>=|≥|at least|no less than|not less than`
	less       = `小于|低于|少于|不到|不足|below|under|less than|lower than|fewer than|younger than|<|＜`
	atMost     = `小于等于|小于或等于|不超过|不高于|不大于|不多于|至多|<=|≤|at most|no more than|not more than|up to`
	equal      = `等于|恰好是|正好是|=|equals?(?: to)?|is exactly`
)

// amounts are the ways to put a condition on a number. The column stands
// before it, or just behind it.
var amounts = []struct {
	pattern *regexp.Regexp
	keep    func(v, a, b *big.Rat) bool
	sign    string
	two     bool
}{
	{regexp.MustCompile(`(?:在|介于|between|from)\s*` + numberText + `\s*(?:到|至|和|与|~|-|–|and|to)\s*` + numberText + `\s*(?:之间)?`), func(v, a, b *big.Rat) bool { return v.Cmp(a) >= 0 && v.Cmp(b) <= 0 }, " ∈ ", true},
	{regexp.MustCompile(`(?:` + atLeast + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) >= 0 }, " ≥ ", false},
	{regexp.MustCompile(`(?:` + atMost + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) <= 0 }, " ≤ ", false},
	{regexp.MustCompile(`(?:` + more + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) > 0 }, " > ", false},
	{regexp.MustCompile(`(?:` + less + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) < 0 }, " < ", false},
	{regexp.MustCompile(`(?:` + equal + `)\s*` + numberText), func(v, a, _ *big.Rat) bool { return v.Cmp(a) == 0 }, " = ", false},
	{regexp.MustCompile(numberText + `\s*(?:及以上|以上|或以上|or more|or above|or higher)`), func(v, a, _ *big.Rat) bool { return v.Cmp(a) >= 0 }, " ≥ ", false},
	{regexp.MustCompile(numberText + `\s*(?:及以下|以下|以内|or less|or below|or lower)`), func(v, a, _ *big.Rat) bool { return v.Cmp(a) <= 0 }, " ≤ ", false},
}

// findAmounts makes conditions of comparisons with numbers.
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
				if okB && part(2) == "" && part(4) != "" { // 1 到 3 万
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

// amount reads the number of a comparison: a cell's number, with Han places
// behind digits (3千), or in Han numerals (一万五千).
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
				digit.SetInt64(1) // 十五
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

// timeWords stand behind a number that is a date: 不到 2020 年.
var timeWords = regexp.MustCompile(`^\s*(年|月|日|号|季|/|-\d)`)

// isTime says that what looks like a comparison of numbers is about dates.
func (t Table) isTime(low, high, after string) bool {
	_, dates := t.dateColumn()
	return timeWords.MatchString(after) || dates && year.MatchString(low) && year.MatchString(high)
}

// dateColumn is the first column of dates.
func (t Table) dateColumn() (int, bool) {
	for _, c := range t.Columns {
		if c.Kind == Date {
			return c.at, true
		}
	}
	return -1, false
}

// numberNear is the column of numbers that is named last before a place, else
// first behind it, else the only one that the table has.
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

// measures are the columns whose numbers are amounts.
func (t Table) measures() []int {
	var out []int
	for _, c := range t.Columns {
		if c.Kind == Number && !c.names {
			out = append(out, c.at)
		}
	}
	return out
}
