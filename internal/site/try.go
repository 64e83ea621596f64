package site

import (
	"context"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Trial is the result of testing a site's address.
type Trial struct {
	Kind    Kind     // detected kind
	Title   string   // title of the page or feed
	Count   int      // entries of the feed, addresses in the sitemap, or links of the page to its own host
	More    bool     // the sitemap lists more addresses than Count
	Samples []string // the first addresses, or the titles of the first entries of a feed
}

// maxSamples limits Trial.Samples.
const maxSamples = 5

// Try requests robots.txt and the start address of a site, as a crawl does. It fails with
// errs.BadRequest for invalid settings. It fails with a *webpage.Error if robots.txt forbids the
// address, or if robots.txt or the address cannot be read. The kind in the settings has no influence on
// the result.
func (s *Service) Try(ctx context.Context, v Site) (Trial, error) {
	if err := v.check(); err != nil {
		return Trial{}, err
	}
	v.Pause = 0 // the delay is not applied, because only two requests are made
	w := &crawl{Service: s, site: v, robots: map[string]*rules{}, seen: map[string]bool{}}
	at, err := url.Parse(v.URL)
	if err != nil {
		return Trial{}, &webpage.Error{Reason: webpage.BadAddress, Cause: err}
	}
	host, err := w.rulesOf(ctx, at)
	if err != nil {
		return Trial{}, err
	}
	if !host.allows(at) {
		return Trial{}, &webpage.Error{Reason: webpage.Robots}
	}
	res, err := w.get(ctx, webpage.Request{URL: v.URL, Limit: maxSitemap, Cut: true})
	if err == nil {
		err = res.Err()
	}
	if err != nil {
		return Trial{}, err
	}
	if title, entries, err := readFeed(res.Body[:min(len(res.Body), maxFeed)]); err == nil && startsAsMap(res) && len(entries) > 0 {
		t := Trial{Kind: Feed, Title: title, Count: len(entries)}
		for _, e := range entries[:min(len(entries), maxSamples)] {
			t.Samples = append(t.Samples, e.title)
		}
		return t, nil
	}
	if m, err := readSitemap(res.Body, v.MaxPages); err == nil && startsAsMap(res) {
		return Trial{Kind: Pages, Count: len(m.pages) + len(m.files), More: m.more || res.Cut, Samples: m.pages[:min(len(m.pages), maxSamples)]}, nil
	}
	p, err := s.o.Read(ctx, res)
	if err != nil {
		return Trial{}, err
	}
	t := Trial{Kind: Pages, Title: p.Title}
	for _, l := range p.Links {
		if same(l, v.URL) {
			if t.Count++; len(t.Samples) < maxSamples {
				t.Samples = append(t.Samples, l)
			}
		}
	}
	return t, nil
}
