package site

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/site/sitedb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// CrawlJob is the kind of the job that crawls a site; its key is the site's id.
const CrawlJob = "site"

// Limits of a crawl.
const (
	crawlTime  = 6 * time.Hour
	pageTime   = 20 * time.Second
	maxFollow  = 500     // maximum number of links followed from one page
	maxText    = 120_000 // maximum number of stored characters of a page
	maxFailing = 20      // after this many consecutive pages with transient failures, the crawl ends
	retryAfter = time.Hour
)

// crawling is the job kind of crawls. Each process crawls one site at a time.
func (s *Service) crawling() job.Kind {
	return job.Kind{
		Name: CrawlJob, Work: s.work, Failed: s.failed, AtOnce: 1, Attempts: 3, Timeout: crawlTime,
		Final: func(err error) bool { _, known := errors.AsType[*webpage.Error](err); return known },
	}
}

// failed stores why a crawl ended early. The pages already read are kept.
func (s *Service) failed(ctx context.Context, tx *sql.Tx, j job.Job, cause error) error {
	reason := webpage.Network
	if known, ok := errors.AsType[*webpage.Error](cause); ok {
		reason = known.Reason
	}
	now := s.o.Now()
	return sitedb.New(tx).MarkEnded(ctx, sitedb.MarkEndedParams{ID: j.Key, State: "failed", Reason: string(reason), EndedAt: now.UnixMilli(), NextAt: now.Add(retryAfter).UnixMilli()})
}

// target is an address to visit.
type target struct {
	url   string
	depth int
	entry *entry // entry of the page in a feed; nil: the page is not from a feed
}

// crawl is one crawl of a site.
type crawl struct {
	*Service
	claim   *job.Claim
	site    Site
	started int64
	robots  map[string]*rules
	known   map[string]sitedb.ListPagesRow
	queue   []target
	seen    map[string]bool
	texts   map[string]string // digest of a text → address of the page where this crawl found the text
	visited int
	failing int
	pause   time.Duration
	last    time.Time // time of the last request
	left    bool      // pages were left out because of the site's limit or the length of a sitemap
}

// work crawls a site. After a crash, it continues with the pages not yet visited by this crawl.
func (s *Service) work(ctx context.Context, c *job.Claim) error {
	row, err := sitedb.New(s.o.DB.Read()).GetSite(ctx, c.Key)
	if errors.Is(err, sql.ErrNoRows) {
		return job.ErrObsolete
	}
	if err != nil {
		return err
	}
	w := &crawl{Service: s, claim: c, site: siteOf(row), robots: map[string]*rules{}, known: map[string]sitedb.ListPagesRow{}, seen: map[string]bool{}, texts: map[string]string{}}
	w.pause = w.site.Pause
	if w.started = row.StartedAt; row.State != "running" {
		w.started = s.o.Now().UnixMilli()
		err := c.Store(ctx, func(tx *sql.Tx) error {
			return sitedb.New(tx).MarkRunning(ctx, sitedb.MarkRunningParams{ID: c.Key, StartedAt: w.started})
		})
		if err != nil {
			return err
		}
	}
	pages, err := sitedb.New(s.o.DB.Read()).ListPages(ctx, c.Key)
	if err != nil {
		return err
	}
	for _, p := range pages {
		w.known[p.Url] = p
	}
	if err := w.begin(ctx, pages); err != nil {
		return err
	}
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		if err := w.visit(ctx, next); err != nil {
			return err
		}
		c.Progress(float64(w.visited) / float64(max(w.visited+len(w.queue), 1)))
	}
	return w.end(ctx)
}

// begin fills the queue. For a feed, it adds only the pages of the entries. If the start address is
// a sitemap, it adds the pages of the sitemap. For any other site, it adds the start page and the
// pages of the sitemaps listed in robots.txt. Finally, if the site is not a feed, it adds the stored
// pages.
func (w *crawl) begin(ctx context.Context, pages []sitedb.ListPagesRow) error {
	at, err := url.Parse(w.site.URL)
	if err != nil {
		return &webpage.Error{Reason: webpage.BadAddress, Cause: err}
	}
	host, err := w.rulesOf(ctx, at)
	if err != nil {
		return err
	}
	if !host.allows(at) {
		return &webpage.Error{Reason: webpage.Robots}
	}
	w.pause = max(w.pause, host.delay())
	res, err := w.get(ctx, webpage.Request{URL: w.site.URL, Limit: maxSitemap, Cut: true})
	if err == nil {
		err = res.Err()
	}
	if err != nil {
		return err
	}
	if w.site.Kind == Feed {
		_, entries, err := readFeed(res.Body)
		if err != nil {
			return &webpage.Error{Reason: webpage.NotText, Cause: err}
		}
		for _, e := range entries {
			if to, err := at.Parse(e.url); err == nil {
				w.add(to.String(), 0, &e)
			}
		}
		return nil
	}
	if m, err := readSitemap(res.Body, w.site.MaxPages); err == nil && startsAsMap(res) {
		w.left = w.left || res.Cut
		w.mapped(ctx, m, 0)
	} else {
		w.add(w.site.URL, 0, nil)
		for _, file := range host.files(w.site.URL) {
			w.sitemap(ctx, file, 0)
		}
	}
	for _, p := range pages {
		w.add(p.Url, int(p.Depth), nil)
	}
	return nil
}

// startsAsMap reports whether a response may be a sitemap or a feed: its Content-Type must not be HTML.
func startsAsMap(res webpage.Response) bool {
	return !strings.Contains(res.Header.Get("Content-Type"), "html")
}

// mapped adds the pages of a sitemap. If `depth` is less than 2, it also adds the pages of the sitemaps
// listed in this sitemap. Addresses whose host or port differs from the site's are left out.
func (w *crawl) mapped(ctx context.Context, m sitemap, depth int) {
	w.left = w.left || m.more
	for _, page := range m.pages {
		if same(page, w.site.URL) {
			w.add(page, 0, nil)
		}
	}
	for _, file := range m.files {
		if depth < 2 && same(file, w.site.URL) {
			w.sitemap(ctx, file, depth+1)
		}
	}
}

// sitemap reads one more sitemap and adds its pages. It adds nothing if the sitemap cannot be read, if
// this method has already requested it, or if the queue is full.
func (w *crawl) sitemap(ctx context.Context, file string, depth int) {
	at, err := webpage.Normal(file)
	if err != nil || w.seen["map "+at] || len(w.queue) >= w.site.MaxPages {
		return
	}
	w.seen["map "+at] = true
	res, err := w.get(ctx, webpage.Request{URL: at, Limit: maxSitemap, Cut: true})
	if err != nil || res.Err() != nil {
		return
	}
	w.left = w.left || res.Cut
	if m, err := readSitemap(res.Body, w.site.MaxPages); err == nil {
		w.mapped(ctx, m, depth)
	}
}

// add adds an address to the queue, unless it was added before or the site's limit is reached.
func (w *crawl) add(address string, depth int, e *entry) {
	at, err := webpage.Normal(address)
	if err != nil || w.seen[at] {
		return
	}
	if len(w.queue)+w.visited >= w.site.MaxPages {
		w.left = true
		return
	}
	w.seen[at] = true
	w.queue = append(w.queue, target{at, depth, e})
}

// visit requests one page and stores its text. It fails only if the whole crawl has to end.
func (w *crawl) visit(ctx context.Context, t target) error {
	w.visited++
	had, known := w.known[t.url]
	if known && had.FetchedAt >= w.started { // visited before a crash
		w.texts[had.Digest] = t.url
		w.follow(t, strings.Fields(had.Links))
		return nil
	}
	page, err := w.request(ctx, t, had, known)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return w.missed(ctx, t, had, known, err)
	}
	w.failing = 0
	if page == nil { // unchanged since the last crawl
		w.texts[had.Digest] = t.url
		w.follow(t, strings.Fields(had.Links))
		return w.touch(ctx, had.ID)
	}
	return w.keep(ctx, t, page, had, known)
}

// end deletes the stored pages not visited by this crawl. A feed lists only new entries. For a feed,
// end therefore deletes only the oldest of these pages, until the number of stored pages is within the
// site's limit.
func (w *crawl) end(ctx context.Context) error {
	pages, err := sitedb.New(w.o.DB.Read()).ListPages(ctx, w.site.ID)
	if err != nil {
		return err
	}
	over := len(pages) - w.site.MaxPages
	for _, p := range oldestFirst(pages) {
		gone := p.FetchedAt < w.started
		if w.site.Kind == Feed {
			gone = gone && over > 0
		}
		if gone {
			over--
			if err := w.drop(ctx, p, true); err != nil {
				return err
			}
		}
	}
	reason := webpage.Reason("")
	if w.left {
		reason = webpage.TooLarge
	}
	now := w.o.Now()
	return w.claim.Finish(ctx, func(tx *sql.Tx) error {
		return sitedb.New(tx).MarkEnded(ctx, sitedb.MarkEndedParams{ID: w.site.ID, State: "done", Reason: string(reason), EndedAt: now.UnixMilli(), NextAt: now.Add(w.site.Every).UnixMilli()})
	})
}

// get requests an address after the site's delay.
func (w *crawl) get(ctx context.Context, q webpage.Request) (webpage.Response, error) {
	if wait := w.pause - w.o.Now().Sub(w.last); wait > 0 && !w.last.IsZero() {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return webpage.Response{}, context.Cause(ctx)
		}
	}
	w.last = w.o.Now()
	q.Timeout = pageTime
	if w.site.Local && same(q.URL, w.site.URL) {
		q.Local = webpage.HostPort(w.site.URL)
	}
	return w.o.Get(ctx, q)
}

// oldestFirst sorts pages by their publication date, or by the time of their last visit if the date
// is unknown.
func oldestFirst(pages []sitedb.ListPagesRow) []sitedb.ListPagesRow {
	at := func(p sitedb.ListPagesRow) int64 {
		if p.Published != 0 {
			return p.Published
		}
		return p.FetchedAt
	}
	return slices.SortedStableFunc(slices.Values(pages), func(a, b sitedb.ListPagesRow) int { return cmp.Compare(at(a), at(b)) })
}
