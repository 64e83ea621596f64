package table

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// period is a period named in a question: a range of days, encoded as numbers that sort by time. A
// yearless period, such as 6月, means this period in every year. Its first and last day have the year 0.
type period struct {
	from, to   int
	yearless   bool
	text       string
	year       int
	begin, end int // byte positions in the question
}

func (p period) has(d day) bool {
	if p.yearless {
		d.year = 0
		return d.month > 0 && d.first() >= p.from && d.last() <= p.to
	}
	return d.first() >= p.from && d.first() <= p.to
}

// in returns a yearless period as a period of the given year.
func (p period) in(year int) period {
	prefix := fmt.Sprintf("%04d-", year)
	p.from, p.to = p.from+year*10000, p.to+year*10000
	p.yearless, p.year, p.text = false, year, prefix+strings.ReplaceAll(p.text, "–", "–"+prefix)
	return p
}

// smallNumber parses a number such as 3, 十一 and q2. It returns 0 if s is not a whole number.
func smallNumber(s string) int {
	n, _ := zh.Integer(strings.TrimPrefix(s, "q"))
	return n
}

// periodForms match the spellings of a period in questions. Longer forms come first.
var periodForms = []struct {
	pattern *text.Pattern
	read    func(m []string) period
}{
	{text.NewPattern(`(?:((?:19|20)\d{2})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?\s*(?:到|至|~|–|—|-)\s*(\d{1,2})\s*[日号]`), func(m []string) period {
		return daysOf(atoi(m[1]), atoi(m[2]), atoi(m[3]), atoi(m[4]))
	}},
	{text.NewPattern(`((?:19|20)\d{2})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*[日号]?`), func(m []string) period { return span(day{atoi(m[1]), atoi(m[2]), atoi(m[3])}) }},
	{text.NewPattern(`\b(` + monthNames + `)\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d{2})\b`), func(m []string) period { return span(day{atoi(m[3]), monthOf(m[1]), atoi(m[2])}) }},
	{text.NewPattern(`(?:((?:19|20)\d{2})\s*年?\s*的?)?\s*(?:第\s*([一二三四1-4])\s*季度?|([一二三四])季度|\b(q[1-4])\b)(?:(?: of| in|,)? ((?:19|20)\d{2}))?`), func(m []string) period {
		n := smallNumber(m[2] + m[3] + m[4])
		return months(atoi(m[1]+m[5]), 3*n-2, 3*n)
	}},
	{text.NewPattern(`(?:((?:19|20)\d{2})\s*年?\s*的?)?\s*(上半年|下半年|first half|second half)(?:(?: of| in)? ((?:19|20)\d{2}))?`), func(m []string) period {
		if m[2] == "上半年" || m[2] == "first half" {
			return months(atoi(m[1]+m[3]), 1, 6)
		}
		return months(atoi(m[1]+m[3]), 7, 12)
	}},
	{text.NewPattern(`((?:19|20)\d{2})\s*[年/.-]\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])(?:\s*月份?|\b)`), func(m []string) period { n := smallNumber(m[2]); return months(atoi(m[1]), n, n) }},
	{text.NewPattern(`\b(` + monthNames + `)\.?(?: of)?,? ((?:19|20)\d{2})\b`), func(m []string) period { n := monthOf(m[1]); return months(atoi(m[2]), n, n) }},
	{text.NewPattern(`((?:19|20)\d{2})\s*年(?:度|份)?`), func(m []string) period { return months(atoi(m[1]), 1, 12) }},
	{text.NewPattern(`\b((?:19|20)\d{2})\b`), func(m []string) period { return months(atoi(m[1]), 1, 12) }},
	{text.NewPattern(`(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]`), func(m []string) period { return dayOf(atoi(m[1]), atoi(m[2])) }},
	{text.NewPattern(`(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月份?`), func(m []string) period { n := smallNumber(m[1]); return months(0, n, n) }},
	{text.NewPattern(`\b(january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sep|oct|nov|dec)\b`), func(m []string) period { n := monthOf(m[1]); return months(0, n, n) }},
}

func span(d day) period {
	return period{from: d.first(), to: d.last(), year: d.year, text: d.String()}
}

// months returns a range of months of a year, or of any year when year is 0.
func months(year, first, last int) period {
	if first < 1 || last > 12 {
		return period{}
	}
	p := period{yearless: true, from: day{0, first, 0}.first(), to: day{0, last, 0}.last(), text: fmt.Sprintf("%02d", first)}
	if last > first {
		p.text += fmt.Sprintf("–%02d", last)
	}
	if year == 0 {
		return p
	}
	p = p.in(year)
	if first == 1 && last == 12 {
		p.text = day{year, 0, 0}.String()
	}
	return p
}

// dayOf returns a day of a month in any year.
func dayOf(month, n int) period {
	p := months(0, month, month)
	if !p.yearless || n < 1 || n > 31 {
		return period{}
	}
	d := day{0, month, n}
	p.from, p.to, p.text = d.first(), d.last(), fmt.Sprintf("%02d-%02d", month, n)
	return p
}

// daysOf returns a range of days of one month, in any year when year is 0.
func daysOf(year, month, first, last int) period {
	a, b := dayOf(month, first), dayOf(month, last)
	if a.text == "" || b.text == "" {
		return period{}
	}
	if year > 0 {
		a = a.in(year)
	}
	p, _ := through(a, b)
	return p
}

var spokenDate = text.NewPattern(`([零〇一二三四五六七八九]{4}\s*年)?\s*([一二三四五六七八九十]{1,3})\s*月\s*([一二三四五六七八九十]{1,3})\s*[日号]|[零〇一二三四五六七八九]{4}\s*年`)

// datesInDigits replaces Chinese numerals by digits in years and in dates with a month and a day,
// as in 二〇二五年六月十一日.
func datesInDigits(s string) string {
	return spokenDate.ReplaceAllStringFunc(s, func(date string) string {
		return numerals.ReplaceAllStringFunc(date, func(n string) string {
			if v, ok := zh.Integer(n); ok {
				return strconv.Itoa(v)
			}
			return n
		})
	})
}

var furtherDay = text.NewPattern(`((?:(?:19|20)\d{2}\s*年\s*)?\d{1,2}\s*月\s*)(\d{1,2})\s*[日号]?\s*([和与及、])\s*(\d{1,2}\s*[日号])`)

// daysInFull repeats the month before further days of the same month, as in 6月11日和15日.
func daysInFull(s string) string {
	for {
		full := furtherDay.ReplaceAllString(s, "${1}${2}日${3}${1}${4}")
		if full == s {
			return s
		}
		s = full
	}
}

var numerals = text.NewPattern(`[零〇一二三四五六七八九十]+`)

var (
	throughWords = text.NewPattern(`^\s*(?:到|至|~|–|—|-|to|until|through)\s*$`)
	alsoWords    = text.NewPattern(`^\s*(?:和|与|及|、|,|and)\s*$`)
	betweenWord  = text.NewPattern(`(?:介于|\bbetween)\s*$`)
	betweenAfter = text.NewPattern(`^\s*之?间`)
	sinceWords   = text.NewPattern(`^\s*(?:之后|以后|以来|后|起|开始)`)
	untilWords   = text.NewPattern(`^\s*(?:之前|以前|前|为止)`)
	laterBefore  = text.NewPattern(`(?:\bafter|晚于)\s*$`)
	sinceBefore  = text.NewPattern(`(?:\bsince|自从)\s*$`)
	untilBefore  = text.NewPattern(`(?:\bbefore|\buntil|早于)\s*$`)
)

// findDates makes a condition from the periods named in a question. The condition applies to the last
// column of dates named in the question, or else to the table's first column of dates. A table without
// dates gets no condition.
func (t Table) findDates(q *question) {
	column, ok := t.dateColumn()
	if !ok {
		return
	}
	for _, c := range q.columns {
		if t.Columns[c].Kind == Date {
			column = c
		}
	}
	found := periods(q.shape)
	var marks []mention
	var conditions []period
	for i := 0; i < len(found); i++ {
		p := found[i]
		begin, end := p.begin, p.end
		if i+1 < len(found) {
			next, gap := found[i+1], q.shape[p.end:found[i+1].begin]
			also := alsoWords.MatchString(gap)
			between := also && (betweenWord.MatchString(q.shape[:begin]) || betweenAfter.MatchString(q.shape[next.end:]))
			if both, ok := through(p, next); ok && (between || throughWords.MatchString(gap)) {
				p, end = both, next.end
				i++
			} else if also && next.yearless && !p.yearless {
				found[i+1] = next.in(p.year)
			}
		}
		if !p.yearless {
			switch after := q.shape[end:]; {
			case sinceWords.MatchString(after):
				p.to, p.text = 99991231, "≥ "+p.text
				end += len(sinceWords.FindString(after))
			case untilWords.MatchString(after):
				p.from, p.to, p.text = 0, p.from-1, "< "+p.text
				end += len(untilWords.FindString(after))
			case laterBefore.MatchString(q.shape[:begin]):
				p.from, p.to, p.text = p.to+1, 99991231, "> "+p.text
			case sinceBefore.MatchString(q.shape[:begin]):
				p.to, p.text = 99991231, "≥ "+p.text
			case untilBefore.MatchString(q.shape[:begin]):
				p.from, p.to, p.text = 0, p.from-1, "< "+p.text
			}
		}
		marks = append(marks, mention{from: begin, to: end})
		conditions = append(conditions, p)
	}
	if len(conditions) == 0 {
		return
	}
	q.mark(marks, dateSign)
	var names []string
	for _, p := range conditions {
		names = append(names, p.text)
	}
	q.filters = append(q.filters, filter{
		column: column, text: t.Columns[column].Name + " : " + strings.Join(names, " / "), exact: true,
		keep: func(cell string) bool {
			d, ok := parseDate(cell)
			for _, p := range conditions {
				if ok && p.has(d) {
					return true
				}
			}
			return false
		},
	})
}

// periods finds the periods in a text. Of overlapping periods it returns the one whose form comes
// first in periodForms.
func periods(text string) []period {
	free := []byte(text)
	var out []period
	for _, f := range periodForms {
		for _, at := range f.pattern.Regexp().FindAllSubmatchIndex(free, -1) {
			m := make([]string, len(at)/2)
			for i := range m {
				if at[2*i] >= 0 {
					m[i] = string(free[at[2*i]:at[2*i+1]])
				}
			}
			p := f.read(m)
			if p.text == "" || strings.ContainsRune(m[0], 0) {
				continue
			}
			p.begin = at[0] + len(m[0]) - len(strings.TrimLeft(m[0], " "))
			p.end = at[0] + len(strings.TrimRight(m[0], " "))
			out = append(out, p)
			for i := at[0]; i < at[1]; i++ {
				free[i] = 0 // 0 matches no form, so this part of the text is not matched again
			}
		}
	}
	sortPeriods(out)
	return out
}

func sortPeriods(in []period) {
	for i := 1; i < len(in); i++ {
		for k := i; k > 0 && in[k].begin < in[k-1].begin; k-- {
			in[k], in[k-1] = in[k-1], in[k]
		}
	}
}

// through joins two periods to one period from the first to the second. It returns false if they
// are not in this order. If only one of them has a year, the other gets the same year.
func through(a, b period) (period, bool) {
	if b.yearless && !a.yearless {
		b = b.in(a.year)
	} else if a.yearless && !b.yearless {
		a = a.in(b.year)
	}
	if a.from > b.to {
		return period{}, false
	}
	first, _, _ := strings.Cut(a.text, "–")
	return period{yearless: a.yearless, from: a.from, to: b.to, year: a.year, text: first + " – " + b.text}, true
}
