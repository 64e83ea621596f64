package gather

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Bounds of reading.
const (
	toRead   = 6                       // pages that an answer rests on
	maxTries = 10                      // pages that are tried, for some cannot be read
	readTime = 8 * time.Second         // for all of them together
	enough   = 3                       // pages read, with which the answer begins after soonTime
	soonTime = 3500 * time.Millisecond // that is waited for slow pages
	maxPage  = 60_000                  // characters of a page that are ranked
	minPage  = 80                      // characters; a page with less text says nothing
)

// page is a page that the answer may rest on.
type page struct {
	source.Source // Text is that of the whole page
	read          bool
	place         int // in the order of the candidates
}

// attempt is what became of a candidate.
type attempt struct {
	page
	err error
}

// read reads the best pages side by side. In the place of one that cannot be read
// the next is tried; of those what the search said of them is taken, when there
// are too few others.
func (w *work) read(ctx context.Context, p plan, found []candidate) ([]page, error) {
	reading, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	found = found[:min(len(found), maxTries)]
	done := make(chan attempt, len(found))
	next, under := 0, 0
	start := func() error {
		c := found[next]
		i := next
		next++
		under++
		if err := w.opening(i, c); err != nil {
			return err
		}
		go func() { done <- w.open(reading, i, c) }()
		return nil
	}
	for next < min(toRead, len(found)) {
		if err := start(); err != nil {
			return nil, err
		}
	}
	var pages, left []page
	soon := time.NewTimer(soonTime)
	defer soon.Stop()
	late := false
	for under > 0 && !(late && len(pages) >= enough) {
		select {
		case a := <-done:
			under--
			if err := w.opened(a); err != nil {
				return nil, err
			}
			if a.err == nil {
				pages = append(pages, a.page)
			} else {
				left = append(left, a.page)
				if next < len(found) && reading.Err() == nil {
					if err := start(); err != nil {
						return nil, err
					}
				}
			}
		case <-soon.C:
			late = true
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	cancel()
	for under > 0 { // those that are given up
		a := <-done
		under--
		if a.err == nil {
			pages = append(pages, a.page)
		} else {
			left = append(left, a.page)
		}
		if err := w.opened(a); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	for _, l := range left {
		if len(pages) < toRead && text.Len(l.Text) > 0 {
			pages = append(pages, l)
		}
	}
	slices.SortStableFunc(pages, func(a, b page) int { return cmp.Compare(a.place, b.place) })
	return pages[:min(len(pages), toRead)], nil
}

func readStep(place int) string { return "web-r" + strconv.Itoa(place+1) }

// opening shows that a page is read.
func (w *work) opening(i int, c candidate) error {
	return w.out.Emit(stream.Step{
		ID: readStep(i), Parent: stepWeb, Msg: w.words.opening(c.Title), Code: codeOpen, Args: []string{c.Title}, State: stream.PartRunning,
		Docs: []stream.Doc{w.sourceOf(c.Result).Doc(0, "", w.t.Locale)},
	})
}

// opened shows what became of a page.
func (w *work) opened(a attempt) error {
	u := stream.StepUpdate{ID: readStep(a.place), State: stream.PartDone, Docs: []stream.Doc{a.Doc(0, "", w.t.Locale)}}
	if a.err != nil {
		u.State, u.Detail = stream.PartFailed, why(a.err, w.t.Locale)
	}
	return w.out.Emit(u)
}

// why says in a few words why a page could not be read.
func why(err error, locale string) string {
	if e, ok := errors.AsType[*webpage.Error](err); ok {
		return e.Reason.Say(locale)
	}
	return webpage.Timeout.Say(locale) // the answer goes on without it
}

// open reads a page and keeps a copy of it. When that fails, the page has what the
// search said of it.
func (w *work) open(ctx context.Context, place int, c candidate) attempt {
	a := attempt{page: page{Source: w.sourceOf(c.Result), place: place}}
	got, err := w.Reader.Read(ctx, c.URL)
	if err != nil {
		a.err = err
		return a
	}
	readable := webpage.Legible(got.Text)
	if text.Len(readable) < minPage && 2*text.Len(readable) < text.Len(a.Text) {
		a.err = &webpage.Error{Reason: webpage.Empty}
		return a
	}
	a.read, a.Read = true, true
	a.Title = cmp.Or(text.OneLine(got.Title), a.Title)
	a.Site = cmp.Or(text.OneLine(got.Site), a.Site)
	a.Published = cmp.Or(got.Published, a.Published)
	if first, rest, more := strings.Cut(readable, "\n"); more && text.OneLine(first) == a.Title {
		readable = rest // its title is said anyway, and no sentence to quote
	}
	a.Text = text.Cut(readable, maxPage)
	a.Copy = w.keep(ctx, got)
	w.met.note(w.t, append([]string{c.URL, got.URL}, got.Links...)...)
	return a
}

// keep keeps a copy of what was read. A temporary conversation leaves none.
func (w *work) keep(ctx context.Context, p webpage.Page) string {
	if w.Copies == nil || w.t.Private {
		return ""
	}
	owner, cid := w.t.Place()
	address, err := w.Copies.Keep(ctx, owner, cid, p)
	if err != nil {
		w.Log.WarnContext(ctx, "what was read of a page was not kept", "trace_id", w.t.TraceID, "error", err)
	}
	return address
}
