// Package websearch finds pages, pictures and videos on the web by the search
// services that the operator has set, and on sites of the operator's own.
package websearch

import (
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is what is searched for.
type Kind string

// The kinds.
const (
	Web   Kind = "web"
	Image Kind = "image"
	Video Kind = "video"
)

// Freshness bounds the age of results. Not every source can do it; results that
// state an older date are left out anyway.
type Freshness string

// The bounds.
const (
	AnyTime   Freshness = ""
	PastDay   Freshness = "day"
	PastWeek  Freshness = "week"
	PastMonth Freshness = "month"
	PastYear  Freshness = "year"
)

// days is the length of a Freshness.
var days = map[Freshness]int{PastDay: 1, PastWeek: 7, PastMonth: 31, PastYear: 366}

// Query is one search.
type Query struct {
	Text      string    // what to search for, at most maxText characters; the rest is cut
	Limit     int       // how many results are wanted; 0: 10, at most 50
	Freshness Freshness // the zero value: of any age
	Site      string    // a host name, such as gov.cn: only pages of it and of its subdomains; empty: of all sites
	Locale    string    // the asker's: zh-CN, zh-TW or en
	Kind      Kind      // empty: Web

	now time.Time // when it was asked
}

// Bounds of a query and of what it may bring.
const (
	maxText    = 400 // characters
	usualLimit = 10
	maxLimit   = 50
)

// Result is one page, picture or video. All text is plain, without markup.
type Result struct {
	Title   string
	URL     string // the page; http or https
	Snippet string // what the source says about the page
	Content string // the page's text, where the source gives it; usually empty
	Site    string // name of the site; its host where the source does not name it
	Icon    string // address of the site's icon at its site; empty: unknown. Pages must not load it directly
	Source  string // ID of the source that found it first
	// Published is when the page was published, in Unix milliseconds; 0: unknown.
	Published int64
	// Score orders results: the sum over the sources of 1 / (60 + place).
	Score float64

	// The following are for pictures and videos.
	Picture       string // address of the picture itself; for a video, its still. Pages must not load it directly
	Thumb         string // address of a small form of it; empty: there is none
	Width, Height int    // of the picture, in pixels; 0: unknown
	Seconds       int    // length of a video; 0: unknown
}

// Page is a page that a source has read.
type Page struct {
	Title string
	Text  string // as Markdown
}

// Miss is a source that was asked and gave nothing.
type Miss struct {
	Source string // ID of the source
	Name   string // its name, for people
	Reason Reason
	Detail string // what the source or the connection said, at most 200 characters, without keys; may be empty
	// After is how many seconds the source wants to be left alone; 0: it does
	// not say.
	After int
}

// Outcome is what a search brought: results in order, and the sources that gave
// none. Without results, Misses says why.
type Outcome struct {
	Results []Result
	Misses  []Miss
	// Cached is set when every source's results were kept from an equal search
	// of the last minutes.
	Cached bool
}

// clean brings a query within its bounds; ok is false when nothing is left to
// search for.
func (q Query) clean() (_ Query, ok bool) {
	q.Text = text.Cut(text.OneLine(strings.ToValidUTF8(strings.ReplaceAll(q.Text, "\x00", ""), "")), maxText)
	q.Site = hostOf(q.Site)
	if q.Limit <= 0 {
		q.Limit = usualLimit
	}
	q.Limit = min(q.Limit, maxLimit)
	if q.Kind == "" {
		q.Kind = Web
	}
	if days[q.Freshness] == 0 {
		q.Freshness = AnyTime
	}
	return q, q.Text != ""
}

// since is the day from which results are wanted; zero: of any age.
func (q Query) since() time.Time {
	if q.Freshness == AnyTime {
		return time.Time{}
	}
	return q.now.AddDate(0, 0, -days[q.Freshness])
}

// withSite is the query's text with the operator that most engines know.
func (q Query) withSite(max int) string {
	if q.Site == "" {
		return text.Cut(q.Text, max)
	}
	operator := " site:" + q.Site
	return text.Cut(q.Text, max-len(operator)) + operator
}
