// Package site crawls the sites and feeds configured by the operator. The crawled pages are stored in
// the same index as files and are searched without any external service.
package site

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/site/sitedb"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Kind is the kind of address to crawl.
type Kind string

// Values of Kind.
const (
	Pages Kind = "site" // a start page or a sitemap, and the linked pages
	Feed  Kind = "feed" // RSS, Atom or JSON: the pages of its entries
)

// Limits of sites. MaxPause is in milliseconds, MaxEvery in hours.
const (
	MaxSites = 100
	MaxPages = 5_000
	MaxDepth = 10
	MaxPause = 60_000
	MaxEvery = 24 * 30

	minPause = 200 // milliseconds between two requests to a site that is not local
	maxName  = 60
)

// Site is a site or a feed with its state.
type Site struct {
	ID     string
	Name   string
	Kind   Kind
	URL    string
	Local  bool // the site's host and port may be requested even if they are private
	Active bool // whether the site is crawled and its pages are found

	MaxPages, MaxDepth int
	Pause              time.Duration
	Every              time.Duration

	State            string // new, queued, running, done or failed
	Reason           webpage.Reason
	Started, Ended   time.Time // times of the last crawl
	Next             time.Time
	Readable, Unread int // numbers of pages that could and could not be read
}

// Index is the full-text index.
type Index interface {
	Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error
	Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error
	Search(ctx context.Context, owner, question string, limit int) ([]Passage, error)
}

// Passage is a result of the index.
type Passage struct {
	PageID string
	Text   string
	Score  float64
}

// Shelf is the owner id of the pages in the index; it is not an account.
const Shelf = "wenqu-sites"

// Options are the dependencies of a Service. All but Now and Log are required.
type Options struct {
	DB    *db.DB
	Jobs  *job.Queue
	Index Index
	Get   func(ctx context.Context, r webpage.Request) (webpage.Response, error)
	Read  func(ctx context.Context, res webpage.Response) (webpage.Page, error)
	Now   func() time.Time
	Log   *slog.Logger
}

// Service manages and crawls sites. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service and registers its job.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	s := &Service{o}
	o.Jobs.Register(s.crawling())
	return s
}

// List returns all sites.
func (s *Service) List(ctx context.Context) ([]Site, error) {
	rows, err := sitedb.New(s.o.DB.Read()).ListSites(ctx)
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Site, len(rows))
	for i, r := range rows {
		out[i] = siteOf(sitedb.Site{
			ID: r.ID, Name: r.Name, Kind: r.Kind, Url: r.Url, Local: r.Local, Active: r.Active, MaxPages: r.MaxPages, MaxDepth: r.MaxDepth, PauseMs: r.PauseMs,
			EveryHours: r.EveryHours, CreatedAt: r.CreatedAt, State: r.State, Reason: r.Reason, StartedAt: r.StartedAt, EndedAt: r.EndedAt, NextAt: r.NextAt,
		})
		out[i].Readable, out[i].Unread = int(r.Pages), int(r.Unread)
	}
	return out, nil
}

func siteOf(r sitedb.Site) Site {
	return Site{
		ID: r.ID, Name: r.Name, Kind: Kind(r.Kind), URL: r.Url, Local: r.Local, Active: r.Active, MaxPages: int(r.MaxPages), MaxDepth: int(r.MaxDepth),
		Pause: time.Duration(r.PauseMs) * time.Millisecond, Every: time.Duration(r.EveryHours) * time.Hour,
		State: r.State, Reason: webpage.Reason(r.Reason), Started: moment(r.StartedAt), Ended: moment(r.EndedAt), Next: moment(r.NextAt),
	}
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Save stores a site and returns its id. If the ID of v is empty, it stores a new site. If the
// address or the kind of a site changes, its pages are deleted. A crawl of an active site is queued
// at once. Save fails with errs.BadRequest for invalid settings or too many sites, and with
// errs.NotFound for an unknown id.
func (s *Service) Save(ctx context.Context, v Site) (string, error) {
	if err := v.check(); err != nil {
		return "", err
	}
	err := s.write(ctx, func(tx *sql.Tx, q *sitedb.Queries) error {
		if v.ID == "" {
			n, err := q.CountSites(ctx)
			if err != nil {
				return err
			}
			if n >= MaxSites {
				return setting.Invalid(setting.Wrong(setting.TooMany, "").Named(sitesName).With("limit", MaxSites))
			}
			v.ID = id.New()
		} else if old, err := q.GetSite(ctx, v.ID); errors.Is(err, sql.ErrNoRows) {
			return errs.New(errs.NotFound)
		} else if err != nil {
			return err
		} else if old.Url != v.URL || old.Kind != string(v.Kind) {
			if err := s.dropPages(ctx, tx, q, v.ID); err != nil {
				return err
			}
		}
		err := q.PutSite(ctx, sitedb.PutSiteParams{
			ID: v.ID, Name: v.Name, Kind: string(v.Kind), Url: v.URL, Local: v.Local, Active: v.Active, MaxPages: int64(v.MaxPages), MaxDepth: int64(v.MaxDepth),
			PauseMs: v.Pause.Milliseconds(), EveryHours: int64(v.Every / time.Hour), CreatedAt: s.o.Now().UnixMilli(),
		})
		if err != nil || !v.Active {
			return err
		}
		return s.enqueue(ctx, tx, q, v.ID)
	})
	s.o.Jobs.Wake()
	return v.ID, err
}

// check validates settings and normalises the address. If the site is not local, check also raises the
// pause to at least minPause.
func (v *Site) check() error {
	v.Name = text.OneLine(v.Name)
	at, err := webpage.Normal(v.URL)
	switch {
	case err != nil:
		return setting.Invalid(setting.Wrong(setting.BadAddress, "").Named(urlName))
	case v.Kind != Pages && v.Kind != Feed:
		return setting.Invalid(setting.Wrong(setting.NoChoice, "").Named(kindName).With("choices", string(Pages+", "+Feed)))
	case text.Len(v.Name) > maxName:
		return setting.Invalid(setting.Wrong(setting.TooLong, "").Named(nameName).With("limit", maxName))
	case v.MaxPages < 1 || v.MaxPages > MaxPages:
		return outside(pagesName, 1, MaxPages)
	case v.MaxDepth < 0 || v.MaxDepth > MaxDepth:
		return outside(depthName, 0, MaxDepth)
	case v.Pause < 0 || v.Pause > MaxPause*time.Millisecond:
		return outside(errs.Same("pauseMs"), 0, MaxPause)
	case v.Every < time.Hour || v.Every > MaxEvery*time.Hour:
		return outside(everyName, 1, MaxEvery)
	}
	v.URL = at
	if v.Name == "" {
		v.Name = webpage.HostOf(at)
	}
	if !v.Local {
		v.Pause = max(v.Pause, minPause*time.Millisecond)
	}
	return nil
}

// What errors call the settings of a site; the same words as on the page.
var (
	sitesName = errs.Text{ZhCN: "站点与订阅", ZhTW: "網站與訂閱", En: "Sites and feeds"}
	urlName   = errs.Text{ZhCN: "网址", ZhTW: "網址", En: "Address"}
	kindName  = errs.Text{ZhCN: "类型", ZhTW: "類型", En: "Type"}
	nameName  = errs.Text{ZhCN: "名称", ZhTW: "名稱", En: "Name"}
	pagesName = errs.Text{ZhCN: "网页数上限", ZhTW: "網頁數上限", En: "Maximum pages"}
	depthName = errs.Text{ZhCN: "链接深度", ZhTW: "連結深度", En: "Link depth"}
	everyName = errs.Text{ZhCN: "抓取间隔（小时）", ZhTW: "抓取間隔（小時）", En: "Crawl every (hours)"}
)

func outside(name errs.Text, least, most int) error {
	return setting.Invalid(setting.Wrong(setting.OutOfRange, "").Named(name).With("min", least).With("max", most))
}

// Crawl queues a crawl of a site.
func (s *Service) Crawl(ctx context.Context, siteID string) error {
	err := s.write(ctx, func(tx *sql.Tx, q *sitedb.Queries) error {
		if _, err := q.GetSite(ctx, siteID); errors.Is(err, sql.ErrNoRows) {
			return errs.New(errs.NotFound)
		} else if err != nil {
			return err
		}
		return s.enqueue(ctx, tx, q, siteID)
	})
	s.o.Jobs.Wake()
	return err
}

func (s *Service) enqueue(ctx context.Context, tx *sql.Tx, q *sitedb.Queries, siteID string) error {
	if _, err := s.o.Jobs.Enqueue(ctx, tx, job.New{Kind: CrawlJob, Key: siteID, OwnerID: Shelf}); err != nil {
		return err
	}
	return q.MarkQueued(ctx, siteID)
}

// Delete deletes a site and all its pages. A running crawl ends.
func (s *Service) Delete(ctx context.Context, siteID string) error {
	err := s.write(ctx, func(tx *sql.Tx, q *sitedb.Queries) error {
		// The job is dropped first, because the transactions of a running crawl also lock the job
		// before they change the site. In the other order, the two transactions could block each other.
		if err := s.o.Jobs.Drop(ctx, tx, Shelf, CrawlJob, siteID); err != nil {
			return err
		}
		if n, err := q.DropSite(ctx, siteID); err != nil {
			return err
		} else if n == 0 {
			return errs.New(errs.NotFound)
		}
		return s.dropPages(ctx, tx, q, siteID)
	})
	s.o.Jobs.Wake()
	return err
}

func (s *Service) dropPages(ctx context.Context, tx *sql.Tx, q *sitedb.Queries, siteID string) error {
	ids, err := q.PageIDs(ctx, siteID)
	if err != nil {
		return err
	}
	for _, pageID := range ids {
		if err := s.o.Index.Remove(ctx, tx, Shelf, pageID); err != nil {
			return err
		}
	}
	return q.DropPages(ctx, siteID)
}

// Due queues a crawl of every site that is due.
func (s *Service) Due(ctx context.Context) error {
	due, err := sitedb.New(s.o.DB.Read()).DueSites(ctx, s.o.Now().UnixMilli())
	if err != nil || len(due) == 0 {
		return err
	}
	err = s.write(ctx, func(tx *sql.Tx, q *sitedb.Queries) error {
		for _, siteID := range due {
			if err := s.enqueue(ctx, tx, q, siteID); err != nil {
				return err
			}
		}
		return nil
	})
	s.o.Jobs.Wake()
	return err
}

// Miss is a page that could not be read.
type Miss struct {
	URL    string
	Reason webpage.Reason
}

// Misses lists at most `limit` pages of a site that could not be read.
func (s *Service) Misses(ctx context.Context, siteID string, limit int) ([]Miss, error) {
	rows, err := sitedb.New(s.o.DB.Read()).UnreadPages(ctx, sitedb.UnreadPagesParams{SiteID: siteID, Limit: int32(limit)})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Miss, len(rows))
	for i, r := range rows {
		out[i] = Miss{r.Url, webpage.Reason(r.Reason)}
	}
	return out, nil
}

func (s *Service) write(ctx context.Context, f func(tx *sql.Tx, q *sitedb.Queries) error) error {
	err := s.o.DB.InTx(ctx, func(tx *sql.Tx) error { return f(tx, sitedb.New(tx)) })
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// same reports whether two addresses have the same host and port.
func same(a, b string) bool { return strings.EqualFold(webpage.HostPort(a), webpage.HostPort(b)) }
