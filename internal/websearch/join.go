package websearch

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// tidy applies the limits to the results of one source. For example, it removes duplicates and results
// without a valid address. It also removes results from outside of q.Site and results too old for q.Freshness.
func tidy(s Source, q Query, found []Result, now int64) []Result {
	seen := map[string]bool{}
	out := make([]Result, 0, min(len(found), q.Limit))
	for _, r := range found {
		if len(out) >= q.Limit {
			break
		}
		u, ok := address(r.URL)
		if !ok || seen[canonical(u)] || q.Site != "" && !under(strings.ToLower(u.Hostname()), q.Site) {
			continue
		}
		if limit := days[q.Freshness]; limit > 0 && r.Published > 0 && now-r.Published > int64(limit+1)*day.Milliseconds() {
			continue
		}
		if q.Kind != Web {
			if _, ok := address(r.Picture); !ok {
				continue
			}
			if _, ok := address(r.Thumb); !ok {
				r.Thumb = ""
			}
		}
		seen[canonical(u)] = true
		r.URL, r.Source = u.String(), s.ID
		r.Title = text.Cut(plain(r.Title), maxTitle)
		r.Snippet = text.Cut(plain(r.Snippet), maxSnippet)
		r.Content = text.Cut(strings.ToValidUTF8(strings.ReplaceAll(r.Content, "\x00", ""), ""), maxContent)
		r.Site = text.Cut(first(plain(r.Site), strings.TrimPrefix(u.Hostname(), "www.")), maxTitle)
		if _, ok := address(r.Icon); !ok {
			r.Icon = ""
		}
		if r.Title == "" {
			r.Title = text.Cut(first(r.Snippet, r.Site), 80)
		}
		out = append(out, r)
	}
	return out
}

// address parses an http or https address. It returns false if s is not such an address, is too long, or
// contains a user name.
func address(s string) (*url.URL, bool) {
	if len(s) > maxURL || s == "" {
		return nil, false
	}
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return nil, false
	}
	return u, true
}

// tracking are parameters that track visitors and do not identify the page.
var tracking = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "spm", "fbclid", "gclid", "msclkid", "ref_src"}

// canonical returns the key of a page: its address without scheme, www, fragment, tracking parameters and
// trailing slash. Addresses of one page from several sources have the same key.
func canonical(u *url.URL) string {
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	query := u.Query()
	for _, p := range tracking {
		query.Del(p)
	}
	at := host + strings.TrimRight(u.EscapedPath(), "/")
	if e := query.Encode(); e != "" {
		at += "?" + e
	}
	return at
}

// smoothing is the usual constant of reciprocal rank fusion.
const smoothing = 60

// join merges the results of several sources. A page found by several sources is ranked
// higher and appears once, with its longest texts.
func join(lists [][]Result, limit int) []Result {
	at := map[string]int{}
	var out []Result
	for _, list := range lists {
		for place, r := range list {
			u, _ := address(r.URL)
			key := canonical(u)
			points := 1 / float64(smoothing+place+1)
			i, again := at[key]
			if !again {
				at[key] = len(out)
				r.Score = points
				out = append(out, r)
				continue
			}
			out[i] = richer(out[i], r)
			out[i].Score += points
		}
	}
	slices.SortStableFunc(out, func(a, b Result) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(len(out), limit)]
}

// richer adds data of b to a; both are results for the same page. It takes the longer snippet
// and content. It takes the icon and the date of b only if a has none.
func richer(a, b Result) Result {
	if len(b.Snippet) > len(a.Snippet) {
		a.Snippet = b.Snippet
	}
	if len(b.Content) > len(a.Content) {
		a.Content = b.Content
	}
	a.Icon = first(a.Icon, b.Icon)
	if a.Published == 0 {
		a.Published = b.Published
	}
	return a
}
