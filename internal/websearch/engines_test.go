package websearch_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// request is what an engine sent.
type request struct {
	line   string // method, path and query
	header http.Header
	body   map[string]any
}

// answering starts a server that answers every request with `reply`.
func answering(t testing.TB, status int, reply []byte) (url string, got func() request) {
	t.Helper()
	requests := make(chan request, 16)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		one := request{line: r.Method + " " + r.URL.Path, header: r.Header}
		if r.URL.RawQuery != "" {
			one.line += "?" + r.URL.RawQuery
		}
		_ = json.Unmarshal(raw, &one.body)
		select {
		case requests <- one:
		default:
		}
		w.WriteHeader(status)
		_, _ = w.Write(reply)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() request { return <-requests }
}

func source(engine, url string) websearch.Source {
	return websearch.Source{ID: engine, Engine: engine, BaseURL: url, Key: "sk-secret", Local: true, Proxy: "direct"}
}

func at(sources ...websearch.Source) *websearch.Service {
	return websearch.New(websearch.Options{Sources: sources, Now: func() time.Time { return now }})
}

// asked maps each engine to its request for the query of TestEngines. In this query, every field
// except Kind is set.
var asked = map[string]struct {
	line string
	auth string // header and value
	body map[string]any
}{
	"deepseek":   {"POST /tools/search", "Authorization Bearer sk-secret", map[string]any{"query": "西湖 site:gov.cn after:2026-11-16", "ori_question": "西湖", "count": 5.0, "need_content": false}},
	"wsa":        {"POST /SearchPro", "Authorization Bearer sk-secret", map[string]any{"Query": "西湖", "Mode": 0.0, "Site": "gov.cn", "FromTime": float64(now.AddDate(0, 0, -7).Unix()), "ToTime": float64(now.Unix())}},
	"tokenhub":   {"POST /chat/completions", "Authorization Bearer sk-secret", nil},
	"bocha":      {"POST /web-search", "Authorization Bearer sk-secret", map[string]any{"query": "西湖", "count": 5.0, "summary": true, "freshness": "oneWeek", "include": "gov.cn"}},
	"zhipu":      {"POST /web_search", "Authorization Bearer sk-secret", map[string]any{"search_query": "西湖", "search_engine": "search_std", "search_intent": false, "count": 5.0, "search_recency_filter": "oneWeek", "content_size": "medium", "search_domain_filter": "gov.cn"}},
	"searxng":    {"GET /search?categories=&format=json&language=zh-CN&q=%E8%A5%BF%E6%B9%96+site%3Agov.cn&safesearch=1&time_range=week", "", nil},
	"tavily":     {"POST /search", "Authorization Bearer sk-secret", map[string]any{"query": "西湖", "max_results": 5.0, "include_favicon": true, "include_domains": []any{"gov.cn"}, "time_range": "week"}},
	"brave":      {"GET /web/search?count=5&freshness=pw&q=%E8%A5%BF%E6%B9%96+site%3Agov.cn&search_lang=zh-hans", "X-Subscription-Token sk-secret", nil},
	"serper":     {"POST /search", "X-Api-Key sk-secret", map[string]any{"q": "西湖 site:gov.cn", "num": 5.0, "gl": "cn", "hl": "zh-cn", "tbs": "qdr:w"}},
	"mediawiki":  {"GET /w/api.php?action=query&format=json&formatversion=2&generator=search&gsrlimit=5&gsrsearch=%E8%A5%BF%E6%B9%96&inprop=url&list=search&prop=info&srlimit=5&srprop=snippet%7Ctimestamp&srsearch=%E8%A5%BF%E6%B9%96&utf8=1", "", nil},
	"duckduckgo": {"GET /html/?df=w&kl=cn-zh&q=%E8%A5%BF%E6%B9%96+site%3Agov.cn", "", nil},
}

// Each engine sends the documented request and reads the documented reply.
func TestEngines(t *testing.T) {
	t.Parallel()
	pages := []websearchtest.Page{
		{Title: "西湖 & 断桥", URL: "https://www.zj.gov.cn/1", Text: "西湖在杭州", Published: "2026-11-20T08:00:00Z"},
		{Title: "白堤", URL: "https://www.zj.gov.cn/2", Text: "在西湖上"},
		{Title: "别处", URL: "https://evil-gov.cn/3", Text: "不是要找的网站"},
		{Title: "坏", URL: "javascript:alert(1)", Text: "不是网页"},
	}
	for _, e := range websearch.Engines {
		t.Run(e.ID, func(t *testing.T) {
			t.Parallel()
			want, ok := asked[e.ID]
			if !ok {
				t.Fatal("what it sends is not stated")
			}
			url, got := answering(t, http.StatusOK, websearchtest.Reply(e.ID, "web", pages...))
			out := search(t, at(source(e.ID, url)), websearch.Query{Text: "西湖", Limit: 5, Freshness: websearch.PastWeek, Site: "https://gov.cn/", Locale: "zh-CN"})
			r := got()
			if line := strings.Replace(r.line, "categories=&", "", 1); line != strings.Replace(want.line, "categories=&", "", 1) {
				t.Errorf("asked %s\nwant  %s", line, want.line)
			}
			if name, value, ok := strings.Cut(want.auth, " "); ok && r.header.Get(name) != value {
				t.Errorf("%s: %q", name, r.header.Get(name))
			}
			if diff := cmp.Diff(want.body, r.body); want.body != nil && diff != "" {
				t.Error(diff)
			}
			var titles []string
			for _, f := range out.Results {
				titles = append(titles, f.Title+" "+f.URL+" "+f.Snippet)
			}
			if diff := cmp.Diff([]string{"西湖 & 断桥 https://www.zj.gov.cn/1 西湖在杭州", "白堤 https://www.zj.gov.cn/2 在西湖上"}, titles); diff != "" {
				t.Errorf("%s\n%+v", diff, out.Misses)
			}
			if e.ID == "duckduckgo" || len(out.Results) == 0 { // DuckDuckGo's results have no dates
				return
			}
			if p := out.Results[0].Published; time.UnixMilli(p).UTC().Format("2006-01-02") != "2026-11-20" && e.ID != "serper" {
				t.Errorf("published %v", time.UnixMilli(p).UTC())
			}
		})
	}
}

// The operator of a site and the text fit together into a limited query. An operator that would leave
// little of the text is left out.
func TestLongSite(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a.", 100) + "cn"
	words := strings.Repeat("西湖", 100)
	for name, c := range map[string]struct{ text, site, want string }{
		"both fit":      {"西湖", "gov.cn", "西湖 site:gov.cn"},
		"a long text":   {words, "gov.cn", text.Cut(words, 128-len(" site:gov.cn")) + " site:gov.cn"},
		"a long site":   {"西湖", long, "西湖"},
		"both too long": {words, long, text.Cut(words, 128)},
	} {
		url, got := answering(t, http.StatusOK, websearchtest.Reply("deepseek", "web"))
		search(t, at(source("deepseek", url)), websearch.Query{Text: c.text, Site: c.site})
		if query := got().body["query"]; query != c.want {
			t.Errorf("%s: asked %q", name, query)
		}
	}
}

// A result for a picture or video has the address of its page. Tavily does not name these pages, so
// its results have the address of the picture.
func TestPicturesAndVideos(t *testing.T) {
	t.Parallel()
	page := websearchtest.Page{Title: "西湖", URL: "https://a.cn/1", Text: "西湖"}
	for _, e := range websearch.Engines {
		for _, kind := range e.Kinds {
			if kind == websearch.Web {
				continue
			}
			t.Run(e.ID+" "+string(kind), func(t *testing.T) {
				t.Parallel()
				reply := websearchtest.Reply(e.ID, string(kind), page)
				if reply == nil {
					t.Fatal("there is no reply to test it with")
				}
				url, _ := answering(t, http.StatusOK, reply)
				out := search(t, at(source(e.ID, url)), websearch.Query{Text: "西湖", Kind: kind})
				if len(out.Results) != 1 {
					t.Fatalf("%+v", out)
				}
				r := out.Results[0]
				shownAt := page.URL
				if e.ID == "tavily" { // Tavily does not name the pages of its pictures
					shownAt = websearchtest.Picture(page)
				}
				if r.URL != shownAt || r.Picture != websearchtest.Picture(page) || r.Title != "西湖" {
					t.Errorf("%+v", r)
				}
				if kind == websearch.Video && r.Seconds != 65 {
					t.Errorf("%d seconds", r.Seconds)
				}
			})
		}
	}
}

// Requests with an account's key are signed with TC3 and do not contain the key.
func TestSigned(t *testing.T) {
	t.Parallel()
	url, got := answering(t, http.StatusOK, websearchtest.Reply("wsa", "web", websearchtest.Page{Title: "西湖", URL: "https://a.cn/1"}))
	s := source("wsa", url)
	s.KeyID = "AKID"
	out := search(t, at(s), websearch.Query{Text: "西湖"})
	r := got()
	if len(out.Results) != 1 || r.line != "POST /" || r.header.Get("X-Tc-Action") != "SearchPro" || r.header.Get("X-Tc-Version") != "2025-05-08" {
		t.Errorf("%+v %+v", out, r)
	}
	auth := r.header.Get("Authorization")
	if !strings.HasPrefix(auth, "TC3-HMAC-SHA256 Credential=AKID/2026-11-23/127/tc3_request, SignedHeaders=content-type;host, Signature=") || strings.Contains(auth, "sk-secret") {
		t.Error(auth)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	url, got := answering(t, http.StatusOK, []byte(`{"title":"西湖","content":"# 西湖\n\n在杭州"}`))
	s := at(source("deepseek", url))
	p, ok := s.Read(t.Context(), "ann", "https://a.cn/1")
	if r := got(); !ok || p.Title != "西湖" || p.Text != "# 西湖\n\n在杭州" || r.line != "POST /tools/fetch" || r.body["url"] != "https://a.cn/1" {
		t.Errorf("%+v %v %+v", p, ok, r)
	}
	for _, bad := range []string{"http://127.0.0.1/", "http://10.0.0.1/x", "file:///etc/passwd", "https://u:p@a.cn/"} {
		if _, ok := s.Read(t.Context(), "ann", bad); ok {
			t.Errorf("%s was handed to the service", bad)
		}
	}
}
