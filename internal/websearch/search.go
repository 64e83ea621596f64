// Package websearch finds pages, pictures and videos on the web with search services, and pages on the
// operator's own sites.
package websearch

import (
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is the kind of results.
type Kind string

// Values of Kind.
const (
	Web   Kind = "web"
	Image Kind = "image"
	Video Kind = "video"
)

// Freshness is the maximum age of results. Not every source supports it. A result with a date is
// always removed if it exceeds the age by more than a day.
type Freshness string

// Values of Freshness.
const (
	AnyTime   Freshness = ""
	PastDay   Freshness = "day"
	PastWeek  Freshness = "week"
	PastMonth Freshness = "month"
	PastYear  Freshness = "year"
)

// days is the length of a Freshness in days.
var days = map[Freshness]int{PastDay: 1, PastWeek: 7, PastMonth: 31, PastYear: 366}

// Query is one search.
type Query struct {
	Text      string    // at most maxText characters; the rest is cut
	Limit     int       // maximum number of results; 0: 10; more than 50 counts as 50
	Freshness Freshness // empty: any age
	Site      string    // a host name, such as gov.cn; results are only from this host and its subdomains; empty: all sites
	Locale    string    // the user's locale: zh-CN, zh-TW or en
	Kind      Kind      // empty: Web

	now time.Time // time of the search
}

// Limits of a query and its results.
const (
	maxText    = 400 // characters
	usualLimit = 10
	maxLimit   = 50
)

// Result is one page, picture or video. Its texts are without markup, except Content.
type Result struct {
	Title   string
	URL     string // the page; http or https
	Snippet string // the description of the page by the source
	Content string // the page's text if the source provides it; usually empty
	Site    string // name of the site; its host if the source does not state the name
	Icon    string // original address of the site's icon; empty: unknown. Browsers must not load it directly
	Source  string // ID of the source; if several sources found the page, the first in order
	// Published is the publication time in Unix milliseconds; 0: unknown.
	Published int64
	// Score orders results: the sum of 1 / (60 + rank) over the sources.
	Score float64

	// For pictures and videos only.
	Picture       string // address of the picture, or of a video's preview picture. Browsers must not load it directly
	Thumb         string // address of a thumbnail; empty: there is none
	Width, Height int    // size of the picture in pixels; 0: unknown
	Seconds       int    // length of a video; 0: unknown
}

// Page is a page read by a source.
type Page struct {
	Title string
	Text  string // as Markdown
}

// Miss is a source that returned no results.
type Miss struct {
	Source string // ID of the source
	Name   string // display name of the source
	Reason Reason
	Detail string // error message of the source or the connection, at most 200 characters, without keys; may be empty
	// After is the number of seconds after which the source may be asked again; 0: unknown.
	After int
}

// Outcome is the result of a search: sorted results, and the sources that returned no
// results. If there are no results at all, Misses has the reasons.
type Outcome struct {
	Results []Result
	Misses  []Miss
	// Cached reports whether there are results and the cache had the results of every source asked.
	Cached bool
}

// clean applies the limits to a query; ok is false if nothing is left to search for.
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

// since returns the earliest day of results; zero: any day.
func (q Query) since() time.Time {
	if q.Freshness == AnyTime {
		return time.Time{}
	}
	return q.now.AddDate(0, 0, -days[q.Freshness])
}

// withSite returns the query's text and, if a site is set, the operator "site:" with the site. The
// result has at most `max` characters. An operator with more than half of these characters is left out,
// because it would leave little of the text. Service removes the results of other sites in any case.
func (q Query) withSite(max int) string {
	operator := " site:" + q.Site
	if q.Site == "" || len(operator) > max/2 {
		operator = ""
	}
	return text.Cut(q.Text, max-len(operator)) + operator
}
