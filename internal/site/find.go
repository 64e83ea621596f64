package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/site/sitedb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Found is a page that a search found.
type Found struct {
	Page    webpage.Page
	Snippet string // the passage that fits best
	Score   float64
}

// maxPassages is how many passages of the index a search looks at.
const maxPassages = 60

// Find gives pages that fit a question, best first, at most limit. host, if it
// is not empty, is the only host whose pages count, with those below it.
func (s *Service) Find(ctx context.Context, question, host string, limit int) ([]Found, error) {
	passages, err := s.o.Index.Search(ctx, Shelf, question, maxPassages)
	if err != nil {
		return nil, err
	}
	var out []Found
	seen := map[string]bool{}
	q := sitedb.New(s.o.DB.Read())
	for _, p := range passages {
		if seen[p.PageID] || len(out) >= limit {
			continue
		}
		seen[p.PageID] = true
		row, err := q.FoundPage(ctx, p.PageID)
		if errors.Is(err, sql.ErrNoRows) {
			continue // its site is switched off
		}
		if err != nil {
			return nil, err
		}
		page, err := pageOf(sitedb.PageAtRow(row))
		if err != nil {
			return nil, err
		}
		if at := webpage.HostOf(page.URL); host != "" && at != host && !strings.HasSuffix(at, "."+host) {
			continue
		}
		out = append(out, Found{Page: page, Snippet: p.Text, Score: p.Score})
	}
	return out, nil
}

// At is the page that is kept of an address; false when none is.
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

// Any reports whether any page can be found.
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

// maxUnpacked bounds what the kept text of a page is unpacked to.
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
