package app

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// newSearch creates the service of search sources. The service also uses the keys of model providers. The
// table of capabilities calls searchedBy to name the sources in use.
func (s *services) newSearch(a *App) {
	s.search = websearch.New(websearch.Options{
		DB: a.main, Sources: a.config.Search, Providers: s.models.Configured, Now: time.Now,
		Inside: []*websearch.Inside{s.ownSites()},
		Probe:  a.config.LLM.Probe, OwnAddrs: a.config.LLM.OwnAddrs, Loopback: a.config.LLM.Loopback,
		Key:  a.accounts.Key,
		Get:  func(ctx context.Context, r webpage.Request) (webpage.Response, error) { return s.fetcher.Get(ctx, r) },
		Icon: func(page, icon string) string { return s.copies.IconURL(page, icon) },
		Withheld: func(ctx context.Context, owner, text string) bool {
			_, withheld := a.filterFor(s.rules)(ctx, owner).Check(answer.At{Part: "search"}, text)
			return withheld
		},
	})
	s.models.SetSearchSource(s.searchedBy)
}

func (d searchDomain) Timers() []Timer { return []Timer{{websearch.ProbeEvery, d.Probe}} }

// Figures registers metrics for the calls of search sources.
func (d searchDomain) Figures(m *telemetry.Metrics) {
	for _, e := range websearch.Engines {
		labels := map[string]string{"engine": e.ID}
		m.Counter("wenqu_search_calls_total", "Calls to search services, by engine.", labels, func() float64 { return float64(d.Totals(e.ID).Calls) })
		m.Counter("wenqu_search_seconds_total", "Time of calls to search services, by engine.", labels, func() float64 {
			return float64(d.Totals(e.ID).Milliseconds) / 1000
		})
	}
	for _, r := range websearch.Reasons() {
		m.Counter("wenqu_search_misses_total", "Calls to search services that brought nothing or were not made, by reason.", map[string]string{"reason": string(r)},
			func() float64 { return float64(d.Missed(r)) })
	}
	m.Counter("wenqu_search_cached_total", "Parts of searches that were answered from memory.", nil, func() float64 { return float64(d.Cached()) })
}

// printSearch prints the search sources from variables and keys. If there are no such sources, it
// prints the SearXNG server in use, which the probe found. It also prints other SearXNG servers
// found by the probe: they are unused or do not offer JSON. It runs no search.
func printSearch(ctx context.Context, w io.Writer, c *Config, locale string) error {
	say := in(locale)
	fmt.Fprintf(w, "\n%s\n", say("搜索来源：", "搜尋來源：", "Search sources:"))
	s := searchOf(c)
	_ = s.Probe(ctx)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	views := s.Views(locale)
	for _, v := range views {
		fmt.Fprintf(tab, "  %s\t%s\t%s\n", v.Name, v.From, v.URL)
	}
	for _, f := range s.Sightings() {
		switch {
		case f.JSONOff:
			fmt.Fprintf(tab, "  SearXNG\t%s\t%s\n", f.URL, websearch.JSONOff.In(locale))
		case !f.Used:
			fmt.Fprintf(tab, "  SearXNG\t%s\t%s\n", f.URL, say("已找到，可在管理页「搜索来源」里启用", "已找到，可在管理頁「搜尋來源」裡啟用", "found; use it under “Search sources” of the administration"))
		}
	}
	if len(views) == 0 {
		fmt.Fprintf(tab, "  %s\n", say("变量和密钥里没有；管理页里添加的不在此列。", "變數與金鑰裡沒有；管理頁裡新增的不在此列。", "none by variables or keys; those added in the administration are not listed here."))
	}
	return tab.Flush()
}

// searchOf returns the search service of the server, but without a database and the operator's
// sites.
func searchOf(c *Config) *websearch.Service {
	providers := slices.Clone(c.LLM.Providers)
	return websearch.New(websearch.Options{
		Sources: c.Search, Providers: func() []llm.Provider { return providers }, Now: time.Now,
		Probe: c.LLM.Probe, OwnAddrs: c.LLM.OwnAddrs, Loopback: c.LLM.Loopback,
	})
}
