package app

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/site"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// newSites creates the service of the operator's sites and feeds. Their pages are in the index of
// files.
func (s *services) newSites(a *App) {
	s.sites = site.New(site.Options{DB: a.main, Jobs: s.jobs, Index: siteIndex{s.index}, Get: s.fetcher.Get, Read: s.pages.Of})
}

// siteDomain crawls the sites that are due.
type siteDomain struct{ *site.Service }

func (d siteDomain) Timers() []Timer { return []Timer{{time.Minute, d.Due}} }

// siteIndex stores the pages of sites in the index of files.
type siteIndex struct{ index *retrieve.Index }

func (x siteIndex) Add(ctx context.Context, tx *sql.Tx, owner, pageID string, u parsed.Unit) error {
	return x.index.Add(ctx, tx, owner, pageID, u)
}

func (x siteIndex) Remove(ctx context.Context, tx *sql.Tx, owner, pageID string) error {
	return x.index.Remove(ctx, tx, owner, pageID)
}

func (x siteIndex) Search(ctx context.Context, owner, question string, limit int) ([]site.Passage, error) {
	found, err := x.index.Search(ctx, retrieve.Query{Owner: owner, Text: question, Limit: limit})
	out := make([]site.Passage, len(found))
	for i, p := range found {
		out[i] = site.Passage{PageID: p.DocumentID, Text: p.Text, Score: p.Score}
	}
	return out, err
}

// ownSites returns the operator's sites as a source of web search.
func (s *services) ownSites() *websearch.Inside {
	return &websearch.Inside{
		ID:   "site",
		Name: errs.Text{ZhCN: "自有站点与订阅", ZhTW: "自有網站與訂閱", En: "Own sites and feeds"},
		Note: errs.Text{
			ZhCN: "在「站点与订阅」里添加的网站和订阅源，由本服务抓取，不经过别的搜索服务。",
			ZhTW: "在「網站與訂閱」裡加入的網站與訂閱源，由本服務抓取，不經過別的搜尋服務。",
			En:   "Sites and feeds that were added under “Sites and feeds”. This server crawls them itself; no search service is asked.",
		},
		Available: func() bool { return s.sites != nil && s.sites.Any(context.Background()) },
		Find: func(ctx context.Context, _ string, q websearch.Query) ([]websearch.Result, error) {
			found, err := s.sites.Find(ctx, q.Text, q.Site, q.Limit)
			out := make([]websearch.Result, len(found))
			for i, f := range found {
				out[i] = websearch.Result{
					Title: f.Page.Title, URL: f.Page.URL, Snippet: f.Snippet, Content: f.Page.Text, Site: f.Page.Site, Icon: f.Page.Icon, Published: f.Page.Published,
				}
			}
			return out, err
		},
	}
}
