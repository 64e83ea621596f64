package websearch_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

func service(sources ...websearch.Source) *websearch.Service {
	return websearch.New(websearch.Options{Sources: sources, Now: time.Now})
}

func searxng(id, url string) websearch.Source {
	return websearch.Source{ID: id, Engine: "searxng", BaseURL: url, Local: true}
}

func search(t *testing.T, s *websearch.Service, q websearch.Query) websearch.Outcome {
	t.Helper()
	out, err := s.Search(t.Context(), "ann", q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSearXNG(t *testing.T) {
	t.Parallel()
	srv := websearchtest.SearXNG(t,
		websearchtest.Page{Title: "西湖 &amp; 断桥", URL: "https://www.example.cn/xihu", Text: "西湖在<b>杭州</b>", Published: "2026-11-20T08:00:00Z"},
		websearchtest.Page{Title: "钱塘江", URL: "https://example.cn/qiantang", Text: "潮"})
	got := search(t, service(searxng("near", srv.URL)), websearch.Query{Text: " 西湖\n在哪 "})
	want := []websearch.Result{{
		Title: "西湖 & 断桥", URL: "https://www.example.cn/xihu", Snippet: "西湖在杭州", Site: "example.cn", Source: "near",
		Published: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC).UnixMilli(),
	}}
	if diff := cmp.Diff(want, got.Results, cmpopts.IgnoreFields(websearch.Result{}, "Score")); diff != "" || got.Misses != nil {
		t.Errorf("-want +got:\n%s\n%v", diff, got.Misses)
	}
	if diff := cmp.Diff([]string{"西湖 在哪"}, srv.Asked()); diff != "" {
		t.Error(diff)
	}
}

func TestNothingFoundIsTold(t *testing.T) {
	t.Parallel()
	srv := websearchtest.SearXNG(t)
	got := search(t, service(searxng("near", srv.URL)), websearch.Query{Text: "西湖"})
	if len(got.Results) != 0 || len(got.Misses) != 1 || got.Misses[0].Reason != websearch.NothingFound {
		t.Errorf("%+v", got)
	}
}

func TestNoSource(t *testing.T) {
	t.Parallel()
	s := service()
	if _, err := s.Search(t.Context(), "ann", websearch.Query{Text: "西湖"}); s.Available() || !errs.Is(err, errs.NoSearch) {
		t.Errorf("%v %v", s.Available(), err)
	}
}

// A fallback source is used only if the other sources return nothing.
func TestFallOver(t *testing.T) {
	t.Parallel()
	first := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
	second := websearchtest.SearXNG(t, websearchtest.Page{Title: "钱塘江", URL: "https://b.cn/", Text: "二"})
	later := searxng("second", second.URL)
	later.FallOver = true
	s := service(searxng("first", first.URL), later)
	if got := search(t, s, websearch.Query{Text: "西湖"}); len(got.Results) != 1 || len(second.Asked()) != 0 {
		t.Errorf("%+v %v", got, second.Asked())
	}
	got := search(t, s, websearch.Query{Text: "钱塘江"})
	if len(got.Results) != 1 || got.Results[0].Source != "second" || len(got.Misses) != 1 || got.Misses[0].Source != "first" {
		t.Errorf("%+v", got)
	}
}

// A page found by two sources appears once. It ranks above pages found by only one source.
func TestSamePageIsJoined(t *testing.T) {
	t.Parallel()
	one := websearchtest.SearXNG(t,
		websearchtest.Page{Title: "西湖游记", URL: "http://a.cn/x", Text: "西湖"},
		websearchtest.Page{Title: "西湖", URL: "http://www.b.cn/y/?utm_source=q#top", Text: "短"})
	two := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://b.cn/y", Text: "长一些的摘要"})
	got := search(t, service(searxng("one", one.URL), searxng("two", two.URL)), websearch.Query{Text: "西湖"})
	var urls []string
	for _, r := range got.Results {
		urls = append(urls, r.URL+" "+r.Snippet)
	}
	want := []string{"http://www.b.cn/y/?utm_source=q#top 长一些的摘要", "http://a.cn/x 西湖"}
	if diff := cmp.Diff(want, urls); diff != "" {
		t.Error(diff)
	}
}

func TestFromURL(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"searxng+http://127.0.0.1:8888":            "searxng http://127.0.0.1:8888 ",
		"http://localhost:8888/":                   "searxng http://localhost:8888 ",
		"searxng+https://key@s.cn/a/":              "searxng https://s.cn/a key",
		"":                                         "bad",
		"searxng+ftp://a.cn":                       "bad",
		"unknown+https://a.cn":                     "bad",
		"https://a.cn":                             "bad",
		"searxng+https://a.cn?q=1":                 "bad",
		"searxng+https://sid:secret@a.cn":          "bad", // this engine does not sign requests
		"searxng+http://":                          "bad",
		strings.Repeat("searxng+", 3) + "http://a": "bad",
	} {
		s, problem := websearch.FromURL(value)
		got := s.Engine + " " + s.BaseURL + " " + string(s.Key)
		if problem != (errs.Text{}) {
			got = "bad"
		}
		if got != want || strings.Contains(problem.ZhCN, "secret") {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

// Every reason has a sentence in three languages.
func TestReasons(t *testing.T) {
	t.Parallel()
	for _, r := range websearch.Reasons() {
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if r.In(locale) == "" {
				t.Errorf("%s in %s", r, locale)
			}
		}
	}
}
