package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/site/sitedb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Found is a page found by a search.
type Found struct {
	Page    webpage.Page
	Snippet string // the best matching passage
	Score   float64
}

// Limits of the passages that the index returns: maxPassages for Find, maxInSites for FindIn. The index
// always searches all sites. maxInSites is larger, because FindIn then removes the passages of other sites.
const (
	maxPassages = 60
	maxInSites  = 300
)

// Find returns at most `limit` pages that fit a question, best first. If `host` is not empty, it
// returns only pages of this host and its subdomains.
func (s *Service) Find(ctx context.Context, question, host string, limit int) ([]Found, error) {
	return s.find(ctx, question, maxPassages, limit, func(r sitedb.FoundPageRow) bool {
		at := webpage.HostOf(r.Url)
		return host == "" || at == host || strings.HasSuffix(at, "."+host)
	})
}

// FindIn searches the pages of some sites.
func (s *Service) FindIn(ctx context.Context, question string, sites []string, limit int) ([]Found, error) {
	return s.find(ctx, question, maxInSites, limit, func(r sitedb.FoundPageRow) bool { return slices.Contains(sites, r.SiteID) })
}

func (s *Service) find(ctx context.Context, question string, passages, limit int, counts func(sitedb.FoundPageRow) bool) ([]Found, error) {
	found, err := s.o.Index.Search(ctx, Shelf, question, passages)
	if err != nil {
		return nil, err
	}
	var out []Found
	seen := map[string]bool{}
	q := sitedb.New(s.o.DB.Read())
	for _, p := range found {
		if seen[p.PageID] || len(out) >= limit {
			continue
		}
		seen[p.PageID] = true
		row, err := q.FoundPage(ctx, p.PageID)
		if errors.Is(err, sql.ErrNoRows) {
			continue // the page was deleted or lost its text, or its site is disabled
		}
		if err != nil {
			return nil, err
		}
		if !counts(row) {
			continue
		}
		page, err := pageOf(sitedb.PageAtRow(row))
		if err != nil {
			return nil, err
		}
		out = append(out, Found{Page: page, Snippet: p.Text, Score: p.Score})
	}
	return out, nil
}

// At returns the stored text of the page at an address, if its site is active. It returns false if no
// such page is stored or its text cannot be read.
func (s *Service) At(ctx context.Context, address string) (webpage.Page, bool) {
	at, err := webpage.Normal(address)
	if err != nil {
		return webpage.Page{}, false
	}
	row, err := sitedb.New(s.o.DB.Read()).PageAt(ctx, at)
	if err != nil {
		return webpage.Page{}, false
	}
	p, err := pageOf(row)
	return p, err == nil
}

// Any reports whether there are any searchable pages.
func (s *Service) Any(ctx context.Context) bool {
	n, err := sitedb.New(s.o.DB.Read()).AnyPage(ctx)
	return err == nil && n > 0
}

func pageOf(r sitedb.PageAtRow) (webpage.Page, error) {
	p := webpage.Page{URL: r.Url, Title: r.Title, Site: r.SiteName, Icon: r.Icon, Published: r.Published}
	z, err := gzip.NewReader(bytes.NewReader(r.Content))
	if err != nil {
		return p, err
	}
	if err := json.NewDecoder(io.LimitReader(z, maxUnpacked)).Decode(&p.Units); err != nil {
		return p, err
	}
	p.Text = webpage.TextOf(p.Units)
	return p, nil
}

// maxUnpacked limits the decompressed text of a page, in bytes.
const maxUnpacked = 8 << 20

func pack(units []parsed.Unit) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(units); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}
