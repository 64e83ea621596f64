package websearch_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

// save applies settings as the administration does.
func save(t *testing.T, s *websearch.Service, d websearch.Document) error {
	t.Helper()
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	sec := s.Sections()[0]
	checked, err := sec.Check(raw)
	if err != nil {
		return err
	}
	return sec.Apply(t.Context(), checked)
}

func TestSectionIsChecked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row  websearch.Row
		want errs.Code
	}{
		{websearch.Row{ID: "Bad", Engine: "searxng", URL: "https://s.cn"}, errs.SourceID},
		{websearch.Row{ID: "x", Engine: "nothing"}, errs.SettingBad},
		{websearch.Row{ID: "x", Engine: "searxng"}, errs.SourceURL},
		{websearch.Row{ID: "x", Engine: "searxng", URL: "file:///etc"}, errs.SourceURL},
		{websearch.Row{ID: "x", Engine: "searxng", URL: "https://s.cn", Proxy: "ftp://p"}, errs.SourceURL},
		{websearch.Row{ID: "x", Engine: "searxng", URL: "http://127.0.0.1:8888"}, errs.SourceHome},
		{websearch.Row{ID: "x", Engine: "bocha"}, errs.SourceKey},
	} {
		if err := save(t, service(), websearch.Document{Sources: []websearch.Row{c.row}}); !errs.Is(err, c.want) {
			t.Errorf("%+v: %v, want %s", c.row, err, c.want)
		}
	}
	twice := []websearch.Row{{ID: "x", Engine: "searxng", URL: "https://s.cn"}, {ID: "x", Engine: "searxng", URL: "https://t.cn"}}
	if err := save(t, service(), websearch.Document{Sources: twice}); !errs.Is(err, errs.SourceID) {
		t.Errorf("the same id twice: %v", err)
	}
	if err := save(t, service(), websearch.Document{Sources: make([]websearch.Row, 51)}); !errs.Is(err, errs.SettingBad) {
		t.Errorf("too many: %v", err)
	}
}

// An automatic source is at the position of its row, or at the end if it has no row. A source
// enabled by a model key is a fallback if it has no row and comes after another enabled source
// outside of this server.
func TestOrder(t *testing.T) {
	t.Parallel()
	has := true
	s := websearch.New(websearch.Options{
		Sources: []websearch.Source{{ID: "env", Engine: "searxng", BaseURL: "https://s.cn", From: websearch.EnvName}},
		Providers: func() []llm.Provider {
			return []llm.Provider{{ID: "a", BaseURL: "https://api.deepseek.com/v1", Key: "sk-1"}, {ID: "b", BaseURL: "https://open.bigmodel.cn/api/paas/v4", Key: "2"}, {ID: "c", BaseURL: "https://api.deepseek.com", Key: "sk-3"}}
		},
		Inside: []*websearch.Inside{{ID: "site", Name: errs.Text{ZhCN: "本站"}, Available: func() bool { return has }}},
		Now:    time.Now,
	})
	order := func() (out []string) {
		for _, v := range s.Views("zh-CN") {
			one := v.ID
			if v.FallOver {
				one += "+"
			}
			if v.Disabled {
				one += "-"
			}
			out = append(out, one)
		}
		return out
	}
	if diff := cmp.Diff([]string{"site", "env", "key-deepseek+", "key-zhipu+"}, order()); diff != "" {
		t.Error(diff)
	}
	err := save(t, s, websearch.Document{Sources: []websearch.Row{
		{ID: "key-zhipu", Own: true, DailyLimit: 7}, {ID: "mine", Engine: "mediawiki", URL: "https://zh.wikipedia.org/w/api.php"}, {ID: "env", Own: true, Disabled: true}, {ID: "gone", Own: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	has = false
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"key-zhipu", "mine", "env-", "key-deepseek+"}, order()); diff != "" {
		t.Error(diff)
	}
	if v := s.Views("en")[0]; v.DailyLimit != 7 || !v.Keyed || v.Name != "Zhipu Search" || v.From != websearch.FromKey {
		t.Errorf("%+v", v)
	}
}

// An equal search within ten minutes is answered from the cache if the first search found something.
func TestCache(t *testing.T) {
	t.Parallel()
	srv := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
	clock := now
	s := websearch.New(websearch.Options{Sources: []websearch.Source{searxng("s", srv.URL)}, Now: func() time.Time { return clock }})
	for i, c := range []struct {
		q     websearch.Query
		later time.Duration
		asked int
	}{
		{websearch.Query{Text: "西湖"}, 0, 1},
		{websearch.Query{Text: " 西湖 "}, 9 * time.Minute, 1},
		{websearch.Query{Text: "西湖"}, 2 * time.Minute, 2},
		{websearch.Query{Text: "西湖", Locale: "en"}, 0, 3},
		{websearch.Query{Text: "钱塘江"}, 0, 4}, // empty results are not cached
		{websearch.Query{Text: "钱塘江"}, 0, 5},
	} {
		clock = clock.Add(c.later)
		out := search(t, s, c.q)
		if n := len(srv.Asked()); n != c.asked || out.Cached != (i == 1) {
			t.Errorf("%d: asked %d times, cached %v", i, n, out.Cached)
		}
	}
	if s.Cached() != 1 {
		t.Errorf("%d parts from memory", s.Cached())
	}
}

// A source's daily limit applies across processes, with SQLite and with PostgreSQL, and resets the next
// day.
func TestDailyLimit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		srv := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
		clock := now
		src := searxng("s", srv.URL)
		src.DailyLimit = 2
		o := websearch.Options{DB: d, Sources: []websearch.Source{src}, Now: func() time.Time { return clock }}
		one, two := websearch.New(o), websearch.New(o)
		ask := func(s *websearch.Service, words string) websearch.Reason {
			t.Helper()
			out := search(t, s, websearch.Query{Text: words})
			if len(out.Misses) == 0 {
				return ""
			}
			return out.Misses[0].Reason
		}
		if a, b, c := ask(one, "西湖 1"), ask(two, "西湖 2"), ask(one, "西湖 3"); a != "" || b != "" || c != websearch.DayUsedUp {
			t.Errorf("%q %q %q", a, b, c)
		}
		if n := one.Missed(websearch.DayUsedUp); n != 1 {
			t.Errorf("%d calls were refused for the day", n)
		}
		if ask(one, "西湖 1") != "" {
			t.Error("what is kept does not count")
		}
		uses, err := one.Uses(t.Context(), 1)
		if err != nil || len(uses) != 1 || uses[0].Calls != 2 || uses[0].Source != "s" {
			t.Errorf("%+v %v", uses, err)
		}
		clock = clock.AddDate(0, 0, 1)
		if got := ask(one, "西湖 3"); got != "" {
			t.Errorf("the next day: %s", got)
		}
		clock = clock.AddDate(2, 0, 0)
		if err := one.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if uses, _ := websearch.New(o).Uses(t.Context(), 1000); len(uses) != 0 {
			t.Errorf("after two years: %+v", uses)
		}
	})
}

// Counts of calls and failures are stored when the server stops, also for sources without a
// limit.
func TestCountsAreStored(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		srv := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
		o := websearch.Options{DB: d, Sources: []websearch.Source{searxng("s", srv.URL)}, Now: func() time.Time { return now }}
		s := websearch.New(o)
		search(t, s, websearch.Query{Text: "西湖"})
		search(t, s, websearch.Query{Text: "没有"})
		ctx, stop := contextThatEnds(t)
		stop()
		s.Run(ctx)
		uses, err := websearch.New(o).Uses(t.Context(), 1)
		if err != nil || len(uses) != 1 || uses[0].Calls != 2 || uses[0].Misses != 1 {
			t.Errorf("%+v %v", uses, err)
		}
		if s.Totals("searxng").Calls != 2 || s.Missed(websearch.NothingFound) != 1 {
			t.Errorf("%+v", s.Totals("searxng"))
		}
	})
}

func TestTry(t *testing.T) {
	t.Parallel()
	srv := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
	draft, _ := json.Marshal(websearch.Document{Sources: []websearch.Row{
		{ID: "good", Engine: "searxng", URL: srv.URL, Local: true, Disabled: true}, {ID: "bad", Engine: "searxng", URL: srv.URL},
	}})
	s := service()
	got, err := s.Try(t.Context(), draft, "good", "西湖", "zh-CN")
	if err != nil || got.Miss != nil || got.Count != 1 || got.Found[0].Title != "西湖" {
		t.Errorf("%+v %v", got, err)
	}
	got, err = s.Try(t.Context(), draft, "bad", "西湖", "zh-CN")
	if err != nil || got.Miss == nil || got.Miss.Reason != websearch.Forbidden {
		t.Errorf("%+v %v", got, err)
	}
	if _, err = s.Try(t.Context(), draft, "none", "西湖", "zh-CN"); !errs.Is(err, errs.NotFound) {
		t.Error(err)
	}
}

// A local SearXNG is used while no other source is configured and Wenqu is reachable from this
// machine only. Otherwise the SearXNG is only reported, as is a SearXNG without JSON. Servers of
// other programs are ignored.
func TestProbe(t *testing.T) {
	t.Parallel()
	srv := websearchtest.SearXNG(t, websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
	off := websearchtest.SearXNGWithoutJSON(t)
	other, _ := answering(t, http.StatusOK, []byte(`{"version":"1","engines":[]}`))
	options := func(targets ...string) websearch.Options {
		return websearch.Options{Probe: true, Loopback: true, Targets: targets, Patience: time.Minute, Now: time.Now}
	}
	s := websearch.New(options(other, off.URL, srv.URL))
	if err := s.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []websearch.Sighting{{URL: off.URL, JSONOff: true}, {URL: srv.URL, Used: true}}
	if diff := cmp.Diff(want, s.Sightings()); diff != "" || !s.Available() {
		t.Error(diff)
	}
	if out := search(t, s, websearch.Query{Text: "西湖"}); len(out.Results) != 1 {
		t.Errorf("%+v", out)
	}
	srv.Close()
	if err := s.Probe(t.Context()); err != nil || s.Available() {
		t.Errorf("after it has gone: %v", err)
	}

	again := websearchtest.SearXNG(t)
	for name, change := range map[string]func(*websearch.Options){
		"open to others": func(o *websearch.Options) { o.Loopback = false },
		"another source": func(o *websearch.Options) {
			o.Sources = []websearch.Source{{ID: "env", Engine: "searxng", BaseURL: "https://s.cn"}}
		},
	} {
		o := options(again.URL)
		change(&o)
		s := websearch.New(o)
		if err := s.Probe(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Sightings(); len(got) != 1 || got[0].Used {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for name, change := range map[string]func(*websearch.Options){
		"switched off": func(o *websearch.Options) { o.Probe = false },
		"its own":      func(o *websearch.Options) { o.OwnAddrs = []string{strings.TrimPrefix(again.URL, "http://")} },
		"not loopback": func(o *websearch.Options) { o.Targets = []string{"http://192.0.2.1:8080"} },
	} {
		o := options(again.URL)
		change(&o)
		s := websearch.New(o)
		if err := s.Probe(t.Context()); err != nil || len(s.Sightings()) != 0 {
			t.Errorf("%s: %+v %v", name, s.Sightings(), err)
		}
	}
}
