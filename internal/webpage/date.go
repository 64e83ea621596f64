package webpage

import (
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// china is the time zone of times without a stated zone.
var china = time.FixedZone("UTC+8", 8*60*60)

// stamps are date formats with letters or zones; a time without a zone is in the zone
// china.
var stamps = []string{time.RFC3339Nano, time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02T15:04Z07:00", time.RFC1123Z, time.RFC1123, time.RFC822Z, time.RFC850, "Mon, 2 Jan 2006 15:04:05 -0700", "Jan 2, 2006", "January 2, 2006", "2 January 2006", "2 Jan 2006"}

// written matches dates as written on Chinese pages, with or without a time after the date.
var written = text.NewPattern(`((?:19|20)\d\d)\s?(?:[-/.]|年)\s?(\d{1,2})\s?(?:[-/.]|月)\s?(\d{1,2})(?:\s?日)?(?:[\sT,，　]{0,3}(\d{1,2})\s?[:：时時]\s?(\d{2})(?:[:：分](\d{2}))?)?`)

// compact matches dates without separators, as in meta elements.
var compact = text.NewPattern(`^((?:19|20)\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$`)

// named matches a text that ends with a word such as 发布, followed by at most 12 characters without
// digits. A date directly after such a text is a publication date.
var named = text.NewPattern(`(?:发布|發佈|發布|发表|發表|更新|公开|公布|成文|刊登|出版|Published|Posted|Updated)[^\n\d]{0,12}$`)

// dateIn finds a time in a text and returns it in Unix milliseconds, or 0 if there is none. If the whole
// text is a date or a Unix time, dateIn returns this time. Otherwise it returns the first plausible date
// after a word such as 发布时间. If there is no such date, it returns the first plausible date among the
// first five dates. Dates before 1990 or more than a day in the future are not plausible.
func dateIn(s string) int64 {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0
	}
	if len(s) < 60 {
		for _, form := range stamps {
			if t, err := time.ParseInLocation(form, s, china); err == nil {
				return plausibleDate(t)
			}
		}
		if m := compact.FindStringSubmatch(s); m != nil {
			return moment(m[1:])
		}
		if n, err := strconv.ParseInt(s, 10, 64); err == nil && len(s) == 10 {
			return plausibleDate(time.Unix(n, 0))
		} else if err == nil && len(s) == 13 {
			return plausibleDate(time.UnixMilli(n))
		}
	}
	first := int64(0)
	for i, at := range written.FindAllStringSubmatchIndex(s, 40) {
		m := make([]string, 6)
		for g := range m {
			if at[2*g+2] >= 0 {
				m[g] = s[at[2*g+2]:at[2*g+3]]
			}
		}
		when := moment(m)
		if when == 0 {
			continue
		}
		if named.MatchString(s[max(0, at[0]-60):at[0]]) {
			return when
		}
		if first == 0 && i < 5 {
			first = when
		}
	}
	return first
}

// moment returns the time from year, month, day, hour, minute and second, in Unix milliseconds; the last three may be
// empty. It returns 0 for an invalid or implausible time.
func moment(m []string) int64 {
	n := make([]int, 6)
	for i := range n {
		if i < len(m) {
			n[i], _ = strconv.Atoi(m[i]) // digits or empty
		}
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 31 || n[3] > 23 || n[4] > 59 || n[5] > 59 {
		return 0
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, china)
	if t.Day() != n[2] {
		return 0
	}
	return plausibleDate(t)
}

// now returns the current time; tests replace it.
var now = time.Now

func plausibleDate(t time.Time) int64 {
	if t.Year() < 1990 || t.After(now().AddDate(0, 0, 1)) {
		return 0
	}
	return t.UnixMilli()
}
