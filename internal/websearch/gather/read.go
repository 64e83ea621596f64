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

// Limits of reading.
const (
	toRead   = 6                       // pages used for an answer
	maxTries = 10                      // pages requested, since some cannot be read
	readTime = 8 * time.Second         // time limit for all pages together
	enough   = 3                       // pages; see soonTime
	soonTime = 3500 * time.Millisecond // after this time, the slow pages are abandoned if at least `enough` pages were read
	maxPage  = 60_000                  // used characters of a page
	minPage  = 80                      // characters; a shorter page counts as empty if the search snippet is more than twice as long
)

// page is a web page or a search snippet for the answer.
type page struct {
	source.Source // Text is the text of the page, or the search snippet if the page was not read
	read          bool
	place         int // position among the candidates
}

// attempt is the result of reading a candidate.
type attempt struct {
	page
	err error
}

// read reads the best pages concurrently. If a page cannot be read, the next page takes its
// place. If too few pages can be read, the search snippets of failed pages are used.
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
	for under > 0 { // wait for the reads that were cancelled
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

// opening shows the step of reading a page.
func (w *work) opening(i int, c candidate) error {
	return w.out.Emit(stream.Step{
		ID: readStep(i), Parent: stepWeb, Msg: w.words.opening(c.Title), Code: codeOpen, Args: []string{c.Title}, State: stream.PartRunning,
		Docs: []stream.Doc{w.sourceOf(c.Result).Doc(0, "", w.t.Locale)},
	})
}

// opened shows the result in the step of reading a page.
func (w *work) opened(a attempt) error {
	u := stream.StepUpdate{ID: readStep(a.place), State: stream.PartDone, Docs: []stream.Doc{a.Doc(0, "", w.t.Locale)}}
	if a.err != nil {
		u.State, u.Detail = stream.PartFailed, why(a.err, w.t.Locale)
	}
	return w.out.Emit(u)
}

// why states in short why a page could not be read.
func why(err error, locale string) string {
	if e, ok := errors.AsType[*webpage.Error](err); ok {
		return e.Reason.Say(locale)
	}
	return webpage.Timeout.Say(locale) // the page was too slow; the answer continues without it
}

// open reads a page and stores a copy. If reading fails, the page consists of the
// search snippet.
func (w *work) open(ctx context.Context, place int, c candidate) attempt {
	a := attempt{page: page{Source: w.sourceOf(c.Result), place: place}}
	got, err := w.Reader.Read(ctx, c.URL)
	if err != nil {
		a.err = err
		return a
	}
	readable := webpage.Legible(text.Cut(got.Text, maxPage))
	if text.Len(readable) < minPage && 2*text.Len(readable) < text.Len(a.Text) {
		a.err = &webpage.Error{Reason: webpage.Empty}
		return a
	}
	a.read, a.Read = true, true
	a.Title = cmp.Or(text.OneLine(got.Title), a.Title)
	a.Site = cmp.Or(text.OneLine(got.Site), a.Site)
	a.Published = cmp.Or(got.Published, a.Published)
	if first, rest, more := strings.Cut(readable, "\n"); more && text.OneLine(first) == a.Title {
		readable = rest // the title is shown anyway and is not a sentence to quote
	}
	a.Text = readable
	a.Copy = w.keep(ctx, got)
	w.met.note(w.t, append([]string{c.URL, got.URL}, got.Links...)...)
	return a
}

// keep stores a copy of a page. Nothing is stored for a temporary conversation.
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
