package research

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxText is the maximum length of a web page stored in the steps of a study, in characters. It also
// limits the passages of one source in the report.
const maxText = 40_000

// fewWords is the minimum length, in characters, of a text from the search source that is used in place of
// a page that cannot be read.
const fewWords = 200

// read concurrently reads the pages of a round, except for pages read before. It also waits for pages
// being read by another round.
func (w *work) read(ctx context.Context, b *block, picked []hit) error {
	var mine []hit
	var others []chan struct{} // a channel per page being read by another round; closed when the page is stored
	w.mu.Lock()
	for _, h := range picked {
		switch under := w.reading[h.Key]; {
		case w.pages[h.Key] != nil:
		case under != nil:
			others = append(others, under)
		default:
			w.reading[h.Key] = make(chan struct{})
			mine = append(mine, h)
		}
	}
	w.mu.Unlock()
	if len(mine) > 0 {
		if err := b.say(fmt.Sprintf(w.words.reading, len(mine))); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	places := make(chan struct{}, readAtOnce)
	for _, h := range mine {
		group.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if err := w.readOne(ctx, b, h); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	for _, read := range others {
		select {
		case <-read:
		case <-ctx.Done():
		}
	}
	return context.Cause(ctx)
}

// readOne reads one page and shows the result. It stores the page. If the page could not be read, it
// stores the text from the search source, or else the reason for the failure.
func (w *work) readOne(ctx context.Context, b *block, h hit) error {
	if ctx.Err() != nil {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	got, err := w.Pages.Read(limited, h.URL)
	if ended := errs.Ended(ctx); ended != nil {
		return ended
	}
	p := page{Source: source.Source{
		ID: h.URL, Kind: source.Web, Title: h.Title, URL: h.URL, Site: h.Site, Icon: h.Icon, Published: h.Published,
	}}
	given := false
	switch {
	case err == nil && strings.TrimSpace(got.Text) != "":
		p.Text = text.Cut(got.Text, maxText)
		p.Source = withPage(p.Source, got)
		p.Source.Read = true
		if p.Source.Copy, err = w.Pages.Keep(ctx, w.t.Owner(), w.study.CID, got); err != nil && ctx.Err() == nil {
			w.Log.WarnContext(ctx, "a page that was read for a study is not kept", "trace_id", w.t.TraceID, "error", err)
		}
	case text.Len(h.Content) >= fewWords:
		p.Text, given = h.Content, true
	default:
		p.Failed = text.Cut(w.Pages.Why(err, w.t.Locale), maxSnippet)
	}
	if err := w.keepPage(ctx, h.Key, p); err != nil {
		return err
	}
	w.mu.Lock()
	close(w.reading[h.Key])
	w.mu.Unlock()
	if p.Failed != "" {
		return b.say(fmt.Sprintf(w.words.unread, name(p), p.Failed))
	}
	if given {
		if err := b.say(fmt.Sprintf(w.words.given, name(p))); err != nil {
			return err
		}
	}
	return b.show(w.page(h.Key))
}

// withPage fills a source with data from the page itself.
func withPage(s source.Source, p Page) source.Source {
	for _, set := range []struct {
		to   *string
		from string
		most int
	}{{&s.Title, text.OneLine(p.Title), MaxLine}, {&s.URL, p.URL, maxURL}, {&s.Site, p.Site, maxName}, {&s.Icon, p.Icon, maxURL}} {
		if set.from != "" {
			*set.to = text.Cut(set.from, set.most)
		}
	}
	if s.ID = s.URL; p.Published > 0 {
		s.Published = p.Published
	}
	return s
}

// keepPage stores a page with the next number.
func (w *work) keepPage(ctx context.Context, key string, p page) error {
	w.numbering.Lock()
	defer w.numbering.Unlock()
	w.mu.Lock()
	p.N = len(w.pages) + 1
	w.mu.Unlock()
	return w.keep(ctx, step{stepPage, key, p})
}

func (w *work) page(key string) page {
	w.mu.Lock()
	defer w.mu.Unlock()
	return *w.pages[key]
}

// name returns the display name of a page.
func name(p page) string {
	for _, s := range []string{p.Source.Title, p.Source.URL} {
		if s != "" {
			return short(s, 60)
		}
	}
	return p.Source.ID
}
