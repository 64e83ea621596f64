package app

import (
	"context"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// pageReader reads a page in the first way that gives its text: from what is kept
// of own sites, which may be in a network that only the crawler enters; from the
// web; by a search source that reads pages.
type pageReader struct {
	kept func(ctx context.Context, address string) (webpage.Page, bool)
	web  func(ctx context.Context, address string) (webpage.Page, error)
	// source has a search source read the page; owner counts against those who
	// call sources at once.
	source func(ctx context.Context, owner, address string) (websearch.Page, bool)
}

func (s *services) pageReader() pageReader {
	return pageReader{kept: s.sites.At, web: s.pages.Read, source: s.search.Read}
}

// bySource are the reasons for which a page is worth another try by a search
// source: it runs scripts, and sites may admit it. A page that is private, missing
// or must be paid for is not asked for again.
var bySource = map[webpage.Reason]bool{webpage.NeedsScript: true, webpage.Forbidden: true, webpage.TooMany: true, webpage.Timeout: true, webpage.Empty: true}

// readsPages is who calls the sources for pages: all readers share their places.
const readsPages = "pages"

// Read fails with the error of the web when no way gives the text.
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
