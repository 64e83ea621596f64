package site

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Limits of robots.txt.
const (
	maxRobots   = 512 << 10 // bytes to read
	maxHosts    = 50        // maximum number of hosts with a cached robots.txt during a crawl
	maxDelay    = 10 * time.Second
	robotsAgent = webpage.Robot
)

// rules are the rules for this crawler in the robots.txt of one host.
type rules struct {
	group    *robotstxt.Group
	sitemaps []string
}

// rulesOf returns the rules of an address's host, from its robots.txt. A host without a robots.txt
// allows everything. rulesOf fails if the host cannot be reached, limits the request rate, or reports an
// error of its server. These failures are transient. Until such a failure ends, nothing is allowed.
func (w *crawl) rulesOf(ctx context.Context, at *url.URL) (*rules, error) {
	host := at.Scheme + "://" + at.Host
	if r, ok := w.robots[host]; ok {
		return r, nil
	}
	res, err := w.get(ctx, webpage.Request{URL: host + "/robots.txt", Limit: maxRobots, Cut: true, Accept: "text/plain"})
	if err != nil {
		return nil, err
	}
	if res.Status == http.StatusTooManyRequests || res.Status >= http.StatusInternalServerError {
		return nil, res.Err()
	}
	data := parseRobots(res.Status, res.Body)
	r := &rules{group: data.FindGroup(robotsAgent), sitemaps: data.Sitemaps[:min(len(data.Sitemaps), maxSitemaps)]}
	if len(w.robots) < maxHosts {
		w.robots[host] = r
	}
	return r, nil
}

// allows reports whether an address may be requested.
func (r *rules) allows(at *url.URL) bool {
	return r.group == nil || r.group.Test(at.RequestURI())
}

// delay returns the crawl delay of the host, at most maxDelay.
func (r *rules) delay() time.Duration {
	if r.group == nil {
		return 0
	}
	return min(r.group.CrawlDelay, maxDelay)
}

// files returns the sitemaps listed in the robots.txt of a site. Sitemaps on other hosts
// are left out.
func (r *rules) files(site string) []string {
	return slices.DeleteFunc(slices.Clone(r.sitemaps), func(s string) bool { return !same(s, site) })
}
