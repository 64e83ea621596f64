package table

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// day is a date, a month or a year. For a month, the field day is 0. For a year, month is 0, too.
type day struct{ year, month, day int }

func (d day) String() string {
	switch {
	case d.month == 0:
		return fmt.Sprintf("%04d", d.year)
	case d.day == 0:
		return fmt.Sprintf("%04d-%02d", d.year, d.month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
}

// first and last return the first and last day of a date, month or year, encoded as numbers that sort by
// time, such as 20260131. For a month or a year, the last day is the 31st of the month.
func (d day) first() int { return d.year*10000 + max(d.month, 1)*100 + max(d.day, 1) }

func (d day) last() int {
	m, n := d.month, d.day
	if m == 0 {
		m = 12
	}
	if n == 0 {
		n = 31
	}
	return d.year*10000 + m*100 + n
}

const monthNames = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`

func monthOf(name string) int {
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(name[:3]))/3 + 1
}

const clock = `(?:[ t]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:z|[+-]\d{2}:?\d{2})?)?`

// dateForms match the spellings of dates in cells.
var dateForms = []struct {
	pattern *text.Pattern
	read    func(m []string) day
}{
	{text.NewPattern(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})` + clock + `$`), func(m []string) day { return day{atoi(m[1]), atoi(m[2]), atoi(m[3])} }},
	{text.NewPattern(`^(\d{4}) ?年 ?(\d{1,2}) ?月(?: ?(\d{1,2}) ?[日号號])?` + clock + `$`), func(m []string) day { return day{atoi(m[1]), atoi(m[2]), atoi(m[3])} }},
	{text.NewPattern(`^(\d{4})[-/.](\d{1,2})$`), func(m []string) day { return day{atoi(m[1]), atoi(m[2]), 0} }},
	{text.NewPattern(`^(\d{4}) ?年$`), func(m []string) day { return day{atoi(m[1]), 0, 0} }},
	{text.NewPattern(`^((?:19|20)\d{2})(\d{2})(\d{2})$`), func(m []string) day { return day{atoi(m[1]), atoi(m[2]), atoi(m[3])} }},
	{text.NewPattern(`^(\d{1,2})/(\d{1,2})/(\d{4})` + clock + `$`), func(m []string) day {
		if atoi(m[1]) > 12 { // a number above 12 can only be a day
			return day{atoi(m[3]), atoi(m[2]), atoi(m[1])}
		}
		return day{atoi(m[3]), atoi(m[1]), atoi(m[2])}
	}},
	{text.NewPattern(`^(` + monthNames + `)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})` + clock + `$`), func(m []string) day { return day{atoi(m[3]), monthOf(m[1]), atoi(m[2])} }},
	{text.NewPattern(`^(\d{1,2})(?:st|nd|rd|th)?[ -](` + monthNames + `)\.?,?[ -](\d{4})` + clock + `$`), func(m []string) day { return day{atoi(m[3]), monthOf(m[2]), atoi(m[1])} }},
	{text.NewPattern(`^(` + monthNames + `)\.?,? (\d{4})$`), func(m []string) day { return day{atoi(m[2]), monthOf(m[1]), 0} }},
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// parseDate reads the date in a cell.
func parseDate(cell string) (day, bool) {
	s := zh.Fold(strings.TrimSpace(cell))
	if len(s) < 4 || len(s) > 40 {
		return day{}, false
	}
	for _, f := range dateForms {
		if m := f.pattern.FindStringSubmatch(s); m != nil {
			d := f.read(m)
			return d, d.year >= 1000 && d.month <= 12 && d.day <= 31 && !(d.day > 0 && d.month == 0)
		}
	}
	return day{}, false
}
