package site_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/site"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// index adapts the index of files to site.Index.
type index struct{ *retrieve.Index }

func (x index) Search(ctx context.Context, owner, question string, limit int) ([]site.Passage, error) {
	found, err := x.Index.Search(ctx, retrieve.Query{Owner: owner, Text: question, Limit: limit})
	out := make([]site.Passage, len(found))
	for i, p := range found {
		out[i] = site.Passage{PageID: p.DocumentID, Text: p.Text, Score: p.Score}
	}
	return out, err
}

func (x index) Add(ctx context.Context, tx *sql.Tx, owner, document string, u parsed.Unit) error {
	return x.Index.Add(ctx, tx, owner, document, u)
}

// harness is a service with the real queue, index, fetcher and reader. A private address, such as the
// address of `web`, is reachable only if its site is marked as Local.
type harness struct {
	*site.Service
	db *db.DB
}

func open(t testing.TB, d *db.DB) *harness {
	return openWith(t, d, webpage.NewFetcher(webpage.Options{}).Get)
}

// openWith opens the harness with another function for requests of crawls.
func openWith(t testing.TB, d *db.DB, get func(context.Context, webpage.Request) (webpage.Response, error)) *harness {
	f := webpage.NewFetcher(webpage.Options{})
	jobs := job.NewQueue(job.Options{DB: d})
	h := &harness{db: d, Service: site.New(site.Options{
		DB: d, Jobs: jobs, Index: index{retrieve.New(d, retrieve.Options{})}, Get: get, Read: webpage.NewReader(webpage.ReadOptions{Fetcher: f}).Of,
	})}
	domaintest.Background(t, jobs.Run)
	return h
}

// web is a site whose pages the test can change.
type web struct {
	mu     sync.Mutex
	pages  map[string]string // by path
	types  map[string]string
	counts map[string]int // requests by path
	sent   int            // number of bodies sent
	at     string
}

func newWeb(t testing.TB) *web {
	w := &web{pages: map[string]string{}, types: map[string]string{}, counts: map[string]int{}}
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	w.at = s.URL
	return w
}

func (w *web) ServeHTTP(res http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[r.URL.Path]++
	body, ok := w.pages[r.URL.Path]
	if !ok {
		http.NotFound(res, r)
		return
	}
	tag := fmt.Sprintf(`"%d-%d"`, len(body), strings.Count(body, "改"))
	res.Header().Set("Etag", tag)
	if r.Header.Get("If-None-Match") == tag {
		res.WriteHeader(http.StatusNotModified)
		return
	}
	w.sent++
	res.Header().Set("Content-Type", "text/html; charset=utf-8")
	if as := w.types[r.URL.Path]; as != "" {
		res.Header().Set("Content-Type", as)
	}
	_, _ = res.Write([]byte(body))
}

func (w *web) put(path, body string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pages[path] = body
}

func (w *web) remove(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pages, path)
}

func (w *web) asked(path string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.counts[path]
}

// forget resets the counts and returns the number of bodies sent.
func (w *web) forget() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.sent
	w.sent = 0
	w.counts = map[string]int{}
	return n
}

func page(title, text string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>%s</title></head><body><article><h1>%s</h1><p>%s</p></article><ul>", title, title, text)
	for _, l := range links {
		fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`, l, l)
	}
	b.WriteString("</ul></body></html>")
	return b.String()
}

func (h *harness) save(t *testing.T, v site.Site) string {
	t.Helper()
	if v.MaxPages == 0 {
		v.MaxPages = 1000
	}
	v.Every = 24 * time.Hour
	v.Active, v.Local = true, true
	id, err := h.Save(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (h *harness) state(t testing.TB, id string) site.Site {
	t.Helper()
	all, err := h.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.ID == id {
			return s
		}
	}
	return site.Site{}
}

// crawled waits until a crawl has ended.
func (h *harness) crawled(t *testing.T, id string) site.Site {
	t.Helper()
	var s site.Site
	domaintest.Eventually(t, "a crawl ends", func() bool {
		s = h.state(t, id)
		return s.State == "done" || s.State == "failed"
	})
	return s
}

func (h *harness) again(t *testing.T, id string) site.Site {
	t.Helper()
	if err := h.Crawl(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return h.crawled(t, id)
}

func (h *harness) find(t *testing.T, question string) []string {
	t.Helper()
	found, err := h.Find(t.Context(), question, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, f.Page.Title)
	}
	return out
}

// rows counts the rows of the tables that contain data of sites.
func (h *harness) rows(t *testing.T) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range []string{"site", "site_page", "job", "chunk"} {
		var n int
		if err := h.db.Read().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out[table] = n
	}
	return out
}

// A site of 500 pages is crawled and searched. Then it is changed, crawled again with
// conditional requests, and deleted completely.
func TestSite(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		const pages = 500
		var all []string
		for i := range pages {
			path := fmt.Sprintf("/p/%03d", i)
			if i%10 == 0 {
				all = append(all, path)
			}
			var links []string
			if i%10 == 0 { // each chapter links to its pages
				for j := 1; j < 10; j++ {
					links = append(links, fmt.Sprintf("/p/%03d", i+j))
				}
			}
			w.put(path, page(fmt.Sprintf("第%d号条目", i), fmt.Sprintf("编号%d的设备在%d号楼，负责人电话是80%03d，每年检修两次，检修记录保存十年。", i, i/7, i), links...))
		}
		w.put("/", page("设备手册", "这里列出全厂的设备。", append(all, "/private/plan", "https://elsewhere.example/")...))
		w.put("/private/plan", page("保密计划", "保密计划的内容不得公开。"))
		w.put("/robots.txt", "User-agent: *\nDisallow: /private/\n")
		id := h.save(t, site.Site{Name: "设备手册", Kind: site.Pages, URL: w.at + "/", MaxDepth: 3})
		s := h.crawled(t, id)
		if s.State != "done" || s.Readable != pages+1 || s.Unread != 0 || s.Reason != "" {
			t.Fatalf("%+v", s)
		}
		if w.asked("/private/plan") != 0 {
			t.Error("what robots.txt forbids was requested")
		}
		if got := h.find(t, "编号123的设备负责人电话是多少"); len(got) == 0 || got[0] != "第123号条目" {
			t.Errorf("found %v", got)
		}
		found, err := h.Find(t.Context(), "编号123的设备负责人电话是多少", "127.0.0.1", 3)
		if err != nil || len(found) == 0 || found[0].Page.URL != w.at+"/p/123" || found[0].Page.Site != "设备手册" || !strings.Contains(found[0].Snippet, "80123") {
			t.Errorf("%+v %v", found, err)
		}
		if none, _ := h.Find(t.Context(), "编号123的设备", "other.example", 3); len(none) != 0 {
			t.Errorf("of another host: %+v", none)
		}
		if p, ok := h.At(t.Context(), w.at+"/p/123"); !ok || !strings.Contains(p.Text, "80123") {
			t.Errorf("%+v", p)
		}

		w.forget()
		w.put("/p/123", page("第123号条目", "编号123的设备已经改到新楼，负责人改为老周。"))
		w.put("/p/900", page("新条目", "新来的离心机在三号楼，由小郑负责。"))
		w.put("/p/000", page("第0号条目", "编号0的设备改过。", "/p/001", "/p/900"))
		w.remove("/p/124")
		s = h.again(t, id)
		if s.State != "done" || s.Readable != pages+1 {
			t.Errorf("%+v", s)
		}
		if n := w.forget(); n != 5 { // robots.txt, the start page, two changed pages and a new page
			t.Errorf("%d bodies were sent", n)
		}
		if got := h.find(t, "离心机由谁负责"); len(got) == 0 || got[0] != "新条目" {
			t.Errorf("the new page: %v", got)
		}
		if p, _ := h.At(t.Context(), w.at+"/p/123"); !strings.Contains(p.Text, "老周") {
			t.Errorf("the changed page: %s", p.Text)
		}
		if _, ok := h.At(t.Context(), w.at+"/p/124"); ok {
			t.Error("a page that is gone is kept")
		}

		h.deleted(t, id, "离心机由谁负责")
	})
}

// deleted deletes a site and checks that nothing is left in the database and in search results.
func (h *harness) deleted(t *testing.T, id, question string) {
	t.Helper()
	if err := h.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for table, n := range h.rows(t) {
		if n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	if got := h.find(t, question); len(got) != 0 || h.Any(t.Context()) {
		t.Errorf("found %v", got)
	}
}

const rss = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>校园新闻</title>
<item><title>图书馆延长开放</title><link>%s/news/1</link><pubDate>Fri, 20 Nov 2026 08:00:00 +0800</pubDate><description>略</description></item>
<item><title>食堂试行刷脸</title><link>%s/news/2</link><description>&lt;p&gt;第二食堂从下周起试行刷脸支付，原来的饭卡继续可用，退卡到后勤处办理，押金当场退还。&lt;/p&gt;</description></item></channel></rss>`

// The pages of a feed's entries are read. If a page cannot be read, the entry's own
// text is used. The next crawl adds new entries and keeps old ones.
func TestFeed(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		w.types["/feed"] = "application/rss+xml"
		w.put("/feed", fmt.Sprintf(rss, w.at, w.at))
		w.put("/news/1", page("图书馆延长开放 - 校园网", "期末期间图书馆延长开放到二十三点三十分，自习室座位需要提前一天预约。"))
		id := h.save(t, site.Site{Kind: site.Feed, URL: w.at + "/feed"})
		if s := h.crawled(t, id); s.State != "done" || s.Readable != 2 {
			t.Fatalf("%+v", s)
		}
		found, err := h.Find(t.Context(), "图书馆开放到几点", "", 3)
		if err != nil || len(found) == 0 || found[0].Page.Title != "图书馆延长开放" || found[0].Page.Published != time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC).UnixMilli() {
			t.Fatalf("%+v %v", found, err)
		}
		w.put("/news/2", "<!DOCTYPE html><div id=app></div><script></script>")
		w.put("/news/3", page("运动会改期", "因为下雨，运动会改到下周五举行，各班名单不变。"))
		w.put("/feed", strings.Replace(fmt.Sprintf(rss, w.at, w.at), "<item><title>图书馆延长开放</title><link>"+w.at+"/news/1</link>", "<item><title>运动会改期</title><link>"+w.at+"/news/3</link>", 1))
		if s := h.again(t, id); s.State != "done" || s.Readable != 3 {
			t.Fatalf("%+v", s)
		}
		for question, want := range map[string]string{"饭卡押金怎么退": "食堂试行刷脸", "运动会改到什么时候": "运动会改期", "图书馆开放到几点": "图书馆延长开放"} {
			if got := h.find(t, question); len(got) == 0 || got[0] != want {
				t.Errorf("%s: %v", question, got)
			}
		}
		h.deleted(t, id, "饭卡押金怎么退")
	})
}

// A page loses its text between the search in the index and the read of its row. The search leaves out
// this page and finds the others.
func TestPageLosesItsText(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		w.put("/", page("水库水位", "水库的水位是一百二十米。", "/old"))
		w.put("/old", page("水库旧闻", "水库去年的水位是一百一十米。"))
		h.crawled(t, h.save(t, site.Site{Kind: site.Pages, URL: w.at + "/", MaxDepth: 1}))
		if got := h.find(t, "水库的水位"); len(got) != 2 {
			t.Fatalf("found %v", got)
		}
		err := h.db.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE site_page SET digest = '', content = $1 WHERE url = $2`, []byte{}, w.at+"/old")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := h.find(t, "水库的水位"); len(got) != 1 || got[0] != "水库水位" {
			t.Errorf("found %v", got)
		}
	})
}

// The robots.txt of a host answers with a server error. No page of the host is requested. The failure is
// transient, so the stored pages of the host are kept. At the site's own host, the crawl ends with this
// reason.
func TestRobotsFails(t *testing.T) {
	domaintest.On(t, func(_ testing.TB, d *db.DB) *db.DB { return d }, func(t *testing.T, d *db.DB) {
		const feed, news = "https://feed.example", "https://news.example"
		var failing atomic.Pointer[string] // the host whose robots.txt fails
		get := func(_ context.Context, r webpage.Request) (webpage.Response, error) {
			res := webpage.Response{URL: r.URL, Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}
			host, path, _ := strings.Cut(strings.TrimPrefix(r.URL, "https://"), "/")
			fails := "https://"+host == *failing.Load()
			switch {
			case fails && path == "robots.txt":
				res.Status = http.StatusServiceUnavailable
			case fails:
				t.Error("requested:", r.URL)
			case path == "robots.txt":
				res.Status = http.StatusNotFound
			case path == "feed":
				res.Body = fmt.Appendf(nil, rss, news, news)
			default:
				res.Body = []byte(page("图书馆延长开放", "期末期间图书馆延长开放到二十三点三十分，座位需要提前预约。"+path))
			}
			return res, nil
		}
		h := openWith(t, d, get)
		none, other, own := "", news, feed
		failing.Store(&none)
		id := h.save(t, site.Site{Kind: site.Feed, URL: feed + "/feed"})
		if s := h.crawled(t, id); s.State != "done" || s.Readable != 2 {
			t.Fatalf("%+v", s)
		}
		failing.Store(&other)
		if s := h.again(t, id); s.State != "done" || s.Readable != 2 {
			t.Errorf("the other host fails: %+v", s)
		}
		failing.Store(&own)
		if s := h.again(t, id); s.State != "failed" || s.Reason != webpage.Server || s.Readable != 2 {
			t.Errorf("the own host fails: %+v", s)
		}
	})
}

// Failures are reported with their reason, and pages that were read before are kept.
func TestFailures(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		w.put("/", page("首页", "本校创办于一九五二年，现有学生三千人。"))
		id := h.save(t, site.Site{Kind: site.Pages, URL: w.at + "/"})
		h.crawled(t, id)
		w.put("/robots.txt", "User-agent: Wenqu\nDisallow: /\n")
		if s := h.again(t, id); s.State != "failed" || s.Reason != webpage.Robots || s.Readable != 1 {
			t.Errorf("%+v", s)
		}
		w.remove("/robots.txt")
		w.remove("/")
		if s := h.again(t, id); s.State != "failed" || s.Reason != webpage.NotFound || s.Readable != 1 {
			t.Errorf("%+v", s)
		}
		feed := h.save(t, site.Site{Kind: site.Feed, URL: w.at + "/nofeed"})
		w.put("/nofeed", page("不是订阅源", "这是网页。"))
		if s := h.again(t, feed); s.State != "failed" || s.Reason != webpage.NotText {
			t.Errorf("%+v", s)
		}
		private := site.Site{Kind: site.Pages, URL: w.at + "/", MaxPages: 5, Every: time.Hour, Active: true}
		pid, err := h.Save(t.Context(), private)
		if err != nil {
			t.Fatal(err)
		}
		if s := h.crawled(t, pid); s.State != "failed" || s.Reason != webpage.Private {
			t.Errorf("without the mark: %+v", s)
		}
		if _, err := h.Try(t.Context(), private); err == nil {
			t.Error("a look enters a private network")
		}
	})
}

// A sitemap of 200,000 addresses is read up to the limit. The result reports that addresses were left out.
func TestLargeSitemap(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		var b strings.Builder
		b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for i := range 200_000 {
			fmt.Fprintf(&b, "<url><loc>%s/x/%d</loc></url>", w.at, i)
		}
		w.types["/sitemap.xml"] = "application/xml"
		w.put("/sitemap.xml", b.String())
		for i := range 30 {
			w.put(fmt.Sprintf("/x/%d", i), page(fmt.Sprintf("第%d页", i), fmt.Sprintf("这是第%d页的内容，讲的是第%d种植物。", i, i)))
		}
		id := h.save(t, site.Site{Kind: site.Pages, URL: w.at + "/sitemap.xml", MaxPages: 20})
		s := h.crawled(t, id)
		if s.State != "done" || s.Readable != 20 || s.Reason != webpage.TooLarge || w.asked("/x/25") != 0 {
			t.Errorf("%+v", s)
		}
		trial, err := h.Try(t.Context(), site.Site{Kind: site.Pages, URL: w.at + "/sitemap.xml", MaxPages: 20, Every: time.Hour, Local: true})
		if err != nil || trial.Kind != site.Pages || trial.Count != 20 || !trial.More || len(trial.Samples) == 0 {
			t.Errorf("%+v %v", trial, err)
		}
	})
}

// When the start address is a sitemap larger than the limit, the result reports that pages were left
// out.
func TestCutSitemap(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		w := newWeb(t)
		w.types["/sitemap.xml"] = "application/xml"
		w.put("/sitemap.xml", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>`+w.at+`/x/1</loc></url>`+
			strings.Repeat("<!-- -->", 9<<17)+`<url><loc>`+w.at+`/x/2</loc></url></urlset>`)
		w.put("/x/1", page("第1页", "这是第1页的内容，讲的是一种植物。"))
		id := h.save(t, site.Site{Kind: site.Pages, URL: w.at + "/sitemap.xml", MaxPages: 20})
		if s := h.crawled(t, id); s.State != "done" || s.Readable != 1 || s.Reason != webpage.TooLarge {
			t.Errorf("%+v", s)
		}
	})
}

// The settings entered by an administrator are validated.
func TestSaveChecks(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		good := site.Site{Kind: site.Pages, URL: "https://example.com/", MaxPages: 10, Every: time.Hour}
		label := map[string]string{
			"address": "网址", "kind": "类型", "pages": "网页数上限", "no pages": "网页数上限", "depth": "链接深度", "every": "抓取间隔（小时）", "name": "名称",
		}
		for name, change := range map[string]func(*site.Site){
			"address": func(s *site.Site) { s.URL = "ftp://example.com" }, "kind": func(s *site.Site) { s.Kind = "blog" }, "pages": func(s *site.Site) { s.MaxPages = site.MaxPages + 1 },
			"no pages": func(s *site.Site) { s.MaxPages = 0 }, "depth": func(s *site.Site) { s.MaxDepth = -1 }, "every": func(s *site.Site) { s.Every = time.Minute }, "name": func(s *site.Site) { s.Name = strings.Repeat("名", 61) },
		} {
			bad := good
			change(&bad)
			_, err := h.Save(t.Context(), bad)
			if !errs.Is(err, errs.BadRequest) {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if said := errs.From(err).Message("zh-CN"); !strings.Contains(said, "「"+label[name]+"」") {
				t.Errorf("%s: %s", name, said)
			}
		}
		if _, err := h.Save(t.Context(), site.Site{ID: "unknown", Kind: site.Pages, URL: "https://example.com/", MaxPages: 10, Every: time.Hour}); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown site: %v", err)
		}
		if err := h.Delete(t.Context(), "unknown"); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown site: %v", err)
		}
	})
}
