package app

import (
	"context"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// pageReader tries three ways to read a page and uses the first way that returns text. The first
// way is the stored copy of a page of the operator's sites, because such a site may be in a network
// that only the crawler may enter. The second way is the web. The third way is a search source that
// reads pages. The source is tried if the web failed for a reason in bySource.
type pageReader struct {
	kept func(ctx context.Context, address string) (webpage.Page, bool)
	web  func(ctx context.Context, address string) (webpage.Page, error)
	// source reads the page through a search source. The limit of simultaneous calls of sources
	// applies to each owner; Read passes readsPages as the owner.
	source func(ctx context.Context, owner, address string) (websearch.Page, bool)
}

func (s *services) pageReader() pageReader {
	return pageReader{kept: s.sites.At, web: s.pages.Read, source: s.search.Read}
}

// bySource contains the reasons of a failed request to the web after which a search source is tried. The
// source may succeed, because it runs scripts and because sites may allow its requests. A page that is
// private, missing or paid is not requested again.
var bySource = map[webpage.Reason]bool{webpage.NeedsScript: true, webpage.Forbidden: true, webpage.TooMany: true, webpage.Timeout: true, webpage.Empty: true}

// readsPages is the owner under which all readers call sources, so that they share one limit of
// simultaneous calls.
const readsPages = "pages"

// Read returns the page from the first way that returns text. If no way does, Read returns the
// error of the web.
func (r pageReader) Read(ctx context.Context, address string) (webpage.Page, error) {
	if p, ok := r.kept(ctx, address); ok {
		return p, nil
	}
	p, err := r.web(ctx, address)
	refused, ok := errors.AsType[*webpage.Error](err)
	if !ok || !bySource[refused.Reason] || ctx.Err() != nil {
		return p, err
	}
	if got, ok := r.source(ctx, readsPages, address); ok {
		if page, empty := webpage.OfText(address, got.Title, got.Text); empty == nil {
			return page, nil
		}
	}
	return p, err
}
