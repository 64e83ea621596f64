package site

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// CrawlFields are the settings of a site.
type CrawlFields struct {
	ID         string `json:"id" doc:"empty: a new one"`
	Name       string `json:"name" doc:"empty: its host"`
	Kind       Kind   `json:"kind" doc:"site or feed"`
	URL        string `json:"url" doc:"a start page, a sitemap or a feed"`
	Local      bool   `json:"local" doc:"its host and port may be private"`
	Active     bool   `json:"active" doc:"it is crawled and found"`
	MaxPages   int    `json:"maxPages" doc:"1 to 5000"`
	MaxDepth   int    `json:"maxDepth" doc:"links from the start page, 0 to 10"`
	PauseMs    int    `json:"pauseMs" doc:"between two requests; at least 200 where it is not local"`
	EveryHours int    `json:"everyHours" doc:"between two crawls, 1 to 720"`
}

// CrawlView is a site with its state.
type CrawlView struct {
	CrawlFields
	State     string      `json:"state" doc:"new, queued, running, done or failed"`
	Reason    string      `json:"reason" doc:"why the crawl failed or left something out, in the asker's language; else empty"`
	StartedAt int64       `json:"startedAt" doc:"unix ms; 0: never"`
	EndedAt   int64       `json:"endedAt" doc:"unix ms; 0: never"`
	NextAt    int64       `json:"nextAt" doc:"unix ms"`
	Pages     int         `json:"pages" doc:"that can be found"`
	Unread    int         `json:"unread" doc:"pages that could not be read"`
	Misses    []CrawlMiss `json:"misses" doc:"some of them"`
}

// CrawlMiss is a page that could not be read.
type CrawlMiss struct {
	URL    string `json:"url"`
	Reason string `json:"reason" doc:"in the asker's language"`
}

// CrawlTrial is the result of testing a site's address.
type CrawlTrial struct {
	Reason  string   `json:"reason" doc:"why it could not be crawled, in the asker's language; empty: it can"`
	Kind    Kind     `json:"kind" doc:"what the address is"`
	Title   string   `json:"title"`
	Count   int      `json:"count" doc:"addresses that it lists or links to"`
	More    bool     `json:"more" doc:"there are more"`
	Samples []string `json:"samples"`
}

type (
	nothing struct{ Body struct{} }
	done    struct {
		Body struct {
			Code int    `json:"code" doc:"0"`
			ID   string `json:"id"`
		}
	}
	named struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	fields  struct{ Body CrawlFields }
	listOut struct {
		Body struct {
			Code  int         `json:"code" doc:"0"`
			Sites []CrawlView `json:"sites"`
		}
	}
	tryOut struct {
		Body struct {
			Code int        `json:"code" doc:"0"`
			Data CrawlTrial `json:"data"`
		}
	}
)

// listedMisses is the maximum number of unreadable pages listed per site.
const listedMisses = 10

func (f CrawlFields) site() Site {
	return Site{
		ID: f.ID, Name: f.Name, Kind: f.Kind, URL: f.URL, Local: f.Local, Active: f.Active, MaxPages: f.MaxPages, MaxDepth: f.MaxDepth,
		Pause: time.Duration(f.PauseMs) * time.Millisecond, Every: time.Duration(f.EveryHours) * time.Hour,
	}
}

// Routes registers the operations for administrators.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/admin/site/" + path, Summary: summary, Domain: "site", Owner: httpapi.Admin}
	}
	httpapi.Route(r, op("list", "The sites and feeds that are searched, with their state"), func(ctx context.Context, _ *nothing) (*listOut, error) {
		all, err := s.List(ctx)
		if err != nil {
			return nil, err
		}
		out := &listOut{}
		out.Body.Sites = []CrawlView{}
		for _, one := range all {
			v, err := s.view(ctx, one, httpapi.Locale(ctx))
			if err != nil {
				return nil, err
			}
			out.Body.Sites = append(out.Body.Sites, v)
		}
		return out, nil
	})
	httpapi.Route(r, op("save", "Add or change a site; it is crawled at once"), func(ctx context.Context, in *fields) (*done, error) {
		out := &done{}
		var err error
		out.Body.ID, err = s.Save(ctx, in.Body.site())
		return out, err
	})
	httpapi.Route(r, op("crawl", "Crawl a site now"), func(ctx context.Context, in *named) (*done, error) {
		out := &done{}
		out.Body.ID = in.Body.ID
		return out, s.Crawl(ctx, in.Body.ID)
	})
	httpapi.Route(r, op("delete", "Delete a site with all that was read of it"), func(ctx context.Context, in *named) (*done, error) {
		out := &done{}
		out.Body.ID = in.Body.ID
		return out, s.Delete(ctx, in.Body.ID)
	})
	httpapi.Route(r, op("try", "Look at a site without keeping anything"), func(ctx context.Context, in *fields) (*tryOut, error) {
		out := &tryOut{}
		t, err := s.Try(ctx, in.Body.site())
		if refused, ok := errors.AsType[*webpage.Error](err); ok {
			out.Body.Data.Reason = refused.Reason.Say(httpapi.Locale(ctx))
			out.Body.Data.Samples = []string{}
			return out, nil
		}
		out.Body.Data = CrawlTrial{Kind: t.Kind, Title: t.Title, Count: t.Count, More: t.More, Samples: append([]string{}, t.Samples...)}
		return out, err
	})
}

func (s *Service) view(ctx context.Context, v Site, locale string) (CrawlView, error) {
	out := CrawlView{
		CrawlFields: CrawlFields{
			ID: v.ID, Name: v.Name, Kind: v.Kind, URL: v.URL, Local: v.Local, Active: v.Active, MaxPages: v.MaxPages, MaxDepth: v.MaxDepth,
			PauseMs: int(v.Pause.Milliseconds()), EveryHours: int(v.Every / time.Hour),
		},
		State: v.State, Reason: v.Reason.Say(locale), StartedAt: ms(v.Started), EndedAt: ms(v.Ended), NextAt: ms(v.Next), Pages: v.Readable, Unread: v.Unread, Misses: []CrawlMiss{},
	}
	if v.Unread == 0 {
		return out, nil
	}
	misses, err := s.Misses(ctx, v.ID, listedMisses)
	for _, m := range misses {
		out.Misses = append(out.Misses, CrawlMiss{m.URL, m.Reason.Say(locale)})
	}
	return out, err
}

func ms(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
