package websearch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Helpers for reading replies.

// decode decodes JSON. Other replies, such as HTML pages, fail with NotJSON.
func decode(body []byte, into any) error {
	body = bytes.TrimPrefix(bytes.TrimSpace(body), []byte("\xef\xbb\xbf"))
	if len(body) == 0 {
		return fail(NotJSON, "an empty reply")
	}
	if body[0] != '{' && body[0] != '[' {
		return fail(NotJSON, "%s", text.Cut(plain(string(body[:min(len(body), 2000)])), maxDetail))
	}
	if err := json.Unmarshal(body, into); err != nil {
		if at, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return fail(NotJSON, "%s is a %s", at.Field, at.Value)
		}
		return fail(NotJSON, "%s", text.Cut(err.Error(), maxDetail))
	}
	return nil
}

// bearer returns the value of the Authorization header for a key.
func bearer(key llm.Key) string { return "Bearer " + string(key) }

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func trimLead(s string) string { return strings.TrimPrefix(strings.TrimPrefix(s, "; "), ": ") }

var (
	tag    = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>|<!--.*?-->|<![^<>]*>|</?[a-zA-Z][^<>]*>`)
	layout = []string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04",
		"2006-01-02", "2006/01/02 15:04:05", "2006/01/02", "2006年1月2日", "2006年01月02日", "Jan 2, 2006", "2 Jan 2006", "January 2, 2006",
		time.RFC1123, time.RFC1123Z, "2006-01-02T15:04:05-0700", "2006-1-2", "2006/1/2", "20060102",
	}
	ago = regexp.MustCompile(`^(\d{1,4})\s*(second|minute|min|hour|day|week|month|year|秒|分钟|小时|天|周|个月|年)s?\s*(ago|前)$`)
)

// plain returns a text without markup, on one line.
func plain(s string) string {
	if strings.ContainsAny(s, "<") {
		s = tag.ReplaceAllString(s, "")
	}
	if strings.ContainsRune(s, '&') {
		s = html.UnescapeString(s)
	}
	return text.OneLine(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), ""))
}

// china is the time zone of dates without a time zone, because most sources of such
// dates are Chinese.
var china = time.FixedZone("CST", 8*3600)

// date parses a date in any of the usual formats as Unix milliseconds; 0 if it is invalid or
// not between 1990 and tomorrow.
func date(s string) int64 { return dateAt(s, time.Now()) }

func dateAt(s string, now time.Time) int64 {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 64 {
		return 0
	}
	var t time.Time
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && len(s) >= 9 {
		for n > 1e11 { // milliseconds, microseconds or nanoseconds: convert to seconds
			n /= 1000
		}
		t = time.Unix(n, 0)
	} else if m := ago.FindStringSubmatch(strings.ToLower(s)); m != nil {
		n, _ := strconv.Atoi(m[1])
		t = now.Add(-time.Duration(n) * units[m[2]])
	} else {
		for _, l := range layout {
			if got, err := time.ParseInLocation(l, s, china); err == nil {
				t = got
				break
			}
		}
	}
	if t.Year() < 1990 || t.After(now.Add(24*time.Hour)) {
		return 0
	}
	return t.UnixMilli()
}

const day = 24 * time.Hour

var units = map[string]time.Duration{
	"second": time.Second, "minute": time.Minute, "min": time.Minute, "hour": time.Hour, "day": day, "week": 7 * day, "month": 30 * day, "year": 365 * day,
	"秒": time.Second, "分钟": time.Minute, "小时": time.Hour, "天": day, "周": 7 * day, "个月": 30 * day, "年": 365 * day,
}

var size = regexp.MustCompile(`(\d{1,6})\s*[x×*]\s*(\d{1,6})`)

// resolution parses a size such as 1920 x 1080.
func resolution(s string) (width, height int) {
	if m := size.FindStringSubmatch(s); m != nil {
		width, _ = strconv.Atoi(m[1])
		height, _ = strconv.Atoi(m[2])
	}
	return width, height
}

// length parses the length of a video: seconds, or 1:02:03. 0 if unknown.
func length(v any) int {
	s := strings.TrimSpace(fmt.Sprint(v))
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if n > 0 && n < 1e6 {
			return int(n)
		}
		return 0
	}
	total := 0
	for part := range strings.SplitSeq(s, ":") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1000 {
			return 0
		}
		total = total*60 + n
	}
	return total
}

// language returns the search language for a locale, as BCP 47.
func language(locale string) string {
	switch locale {
	case "zh-TW", "en":
		return locale
	}
	return "zh-CN"
}
