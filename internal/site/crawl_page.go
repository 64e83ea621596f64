package site

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/site/sitedb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// fetched is a page with the headers for conditional requests.
type fetched struct {
	webpage.Page
	etag, modified string
}

// request requests a page; it returns nil if the page is unchanged.
func (w *crawl) request(ctx context.Context, t target, had sitedb.ListPagesRow, known bool) (*fetched, error) {
	at, err := url.Parse(t.url)
	if err != nil {
		return nil, &webpage.Error{Reason: webpage.BadAddress}
	}
	host, err := w.rulesOf(ctx, at)
	if err != nil {
		return nil, err
	}
	if !host.allows(at) {
		return nil, &webpage.Error{Reason: webpage.Robots}
	}
	q := webpage.Request{URL: t.url}
	if known && had.Digest != "" {
		q.ETag, q.LastModified = had.Etag, had.Modified
	}
	res, err := w.get(ctx, q)
	if err != nil {
		return nil, err
	}
	if known && res.Status == http.StatusNotModified {
		return nil, nil
	}
	if w.site.Kind == Pages && !same(res.URL, w.site.URL) {
		return nil, &webpage.Error{Reason: webpage.NotFound} // the page now redirects to another site
	}
	out := &fetched{etag: short(res.Header.Get("Etag")), modified: short(res.Header.Get("Last-Modified"))}
	out.Page, err = w.o.Read(ctx, res)
	if t.entry != nil && (err != nil || utf8.RuneCountInString(out.Text)*2 < utf8.RuneCountInString(t.entry.html)) {
		// The page could not be read, or has less than half as many characters as the HTML of the feed's
		// entry: use the entry.
		own := webpage.Response{URL: t.url, Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte("<!DOCTYPE html><meta charset=utf-8><body><article>" + t.entry.html + "</article>")}
		if p, err2 := w.o.Read(ctx, own); err2 == nil {
			out.Page, err = p, nil
		}
	}
	return out, err
}

// short returns a header for storage: unchanged, or empty if the header is too long.
func short(s string) string {
	if len(s) > 200 {
		return ""
	}
	return s
}

// keep stores the text of a page, in its row and in the index. The page is deleted instead if it must
// not be indexed, or if this crawl has already found a page with the same title and text.
func (w *crawl) keep(ctx context.Context, t target, p *fetched, had sitedb.ListPagesRow, known bool) error {
	var links []string
	if w.site.Kind == Pages && !p.NoFollow {
		for _, l := range p.Links {
			if len(links) < maxFollow && same(l, w.site.URL) {
				links = append(links, l)
			}
		}
	}
	w.follow(t, links)
	sum := sha256.Sum256([]byte(p.Title + "\n" + p.Text))
	digest := hex.EncodeToString(sum[:16])
	if at, twice := w.texts[digest]; p.NoIndex || twice && at != t.url {
		return w.drop(ctx, had, known)
	}
	w.texts[digest] = t.url
	units := cut(p.Units)
	content, err := pack(units)
	if err != nil {
		return err
	}
	now := w.o.Now().UnixMilli()
	row := sitedb.PutPageParams{
		ID: had.ID, SiteID: w.site.ID, Url: t.url, Title: p.Title, Icon: p.Icon, Published: p.Published, Digest: digest, Etag: p.etag, Modified: p.modified,
		Depth: int64(t.depth), Links: strings.Join(links, "\n"), FetchedAt: now, ChangedAt: now, Content: content,
	}
	if t.entry != nil {
		if t.entry.title != "" {
			row.Title = t.entry.title
		}
		if t.entry.published != 0 {
			row.Published = t.entry.published
		}
	}
	if !known {
		row.ID = id.New()
	}
	same := known && had.Digest == digest
	if same {
		row.ChangedAt = had.ChangedAt
	}
	return w.claim.Store(ctx, func(tx *sql.Tx) error {
		if err := sitedb.New(tx).PutPage(ctx, row); err != nil || same {
			return err
		}
		if err := w.o.Index.Remove(ctx, tx, Shelf, row.ID); err != nil {
			return err
		}
		for _, u := range units {
			if err := w.o.Index.Add(ctx, tx, Shelf, row.ID, u); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *crawl) follow(t target, links []string) {
	if w.site.Kind != Pages || t.depth >= w.site.MaxDepth {
		return
	}
	for _, l := range links {
		w.add(l, t.depth+1, nil)
	}
}

// transient contains the reasons, such as a timeout, after which the next crawl may succeed. If a page
// fails for one of these reasons, its stored text is kept.
var transient = map[webpage.Reason]bool{webpage.Network: true, webpage.NoHost: true, webpage.Timeout: true, webpage.Server: true, webpage.TooMany: true, webpage.Certificate: true}

// missed handles a page that could not be read. If the page is gone, or robots.txt forbids it, missed
// deletes the page. If the failure is transient, a stored page is kept. In all other cases, missed stores
// the reason in place of the text. missed fails if the crawl has to end.
func (w *crawl) missed(ctx context.Context, t target, had sitedb.ListPagesRow, known bool, err error) error {
	refused, ok := errors.AsType[*webpage.Error](err)
	if !ok {
		return err
	}
	if transient[refused.Reason] {
		if w.failing++; w.failing >= maxFailing {
			return err
		}
		if refused.Reason == webpage.TooMany || refused.Reason == webpage.Server {
			w.pause = min(2*max(w.pause, 100*time.Millisecond), maxDelay)
		}
		if known {
			return w.touch(ctx, had.ID)
		}
	} else {
		w.failing = 0
	}
	if refused.Reason == webpage.NotFound || refused.Reason == webpage.Robots {
		return w.drop(ctx, had, known)
	}
	row := sitedb.PutPageParams{ID: had.ID, SiteID: w.site.ID, Url: t.url, Reason: string(refused.Reason), Depth: int64(t.depth), FetchedAt: w.o.Now().UnixMilli(), Content: []byte{}}
	if !known {
		row.ID = id.New()
	}
	return w.claim.Store(ctx, func(tx *sql.Tx) error {
		return errors.Join(sitedb.New(tx).PutPage(ctx, row), w.o.Index.Remove(ctx, tx, Shelf, row.ID))
	})
}

func (w *crawl) touch(ctx context.Context, pageID string) error {
	return w.claim.Store(ctx, func(tx *sql.Tx) error {
		return sitedb.New(tx).TouchPage(ctx, sitedb.TouchPageParams{ID: pageID, FetchedAt: w.o.Now().UnixMilli()})
	})
}

// drop deletes a stored page. If `known` is false, the page is not stored, and drop does nothing.
func (w *crawl) drop(ctx context.Context, had sitedb.ListPagesRow, known bool) error {
	if !known {
		return nil
	}
	return w.claim.Store(ctx, func(tx *sql.Tx) error {
		return errors.Join(sitedb.New(tx).DropPage(ctx, had.ID), w.o.Index.Remove(ctx, tx, Shelf, had.ID))
	})
}

// cut limits the text of a page to maxText characters.
func cut(units []parsed.Unit) []parsed.Unit {
	left := maxText
	for i, u := range units {
		for j, b := range u.Blocks {
			if left -= utf8.RuneCountInString(b.Text); left < 0 {
				kept := units[: i+1 : i+1]
				kept[i].Blocks = u.Blocks[:j:j]
				return kept
			}
		}
	}
	return units
}
