package gather

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Limits of a search.
const (
	searchTime = 4 * time.Second
	perQuery   = 20 // results used of each query
	shownPages = 8  // pages listed in a step
	rankPlus   = 60 // constant of the rank score, as in websearch
)

// candidate is a page that one or more queries found.
type candidate struct {
	websearch.Result
	places float64 // sum of 1 / (rankPlus + place) over the queries; the first result has place 1
	fits   float64 // how well its title and snippet match the question, 0 to about 1
	score  float64
}

// search sends all queries concurrently and sorts the pages by how useful they probably are. If a query takes
// longer than searchTime, only the results received by then are used.
func (w *work) search(ctx context.Context, p plan) ([]candidate, error) {
	limited, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	outcomes := make([]websearch.Outcome, len(p.queries))
	failed := make([]error, len(p.queries))
	var group sync.WaitGroup
	for i, q := range p.queries {
		group.Go(func() { outcomes[i], failed[i] = w.query(limited, i, q, p) })
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	for _, o := range outcomes {
		w.misses = append(w.misses, o.Misses...)
		for _, r := range o.Results {
			w.met.note(w.t, r.URL)
		}
	}
	return w.ordered(p, joined(outcomes)), nil
}

// query sends one query and shows it as a step. Failures of sources are part of the outcome.
func (w *work) query(ctx context.Context, i int, q string, p plan) (websearch.Outcome, error) {
	id := "web-q" + strconv.Itoa(i+1)
	if err := w.out.Emit(stream.Step{ID: id, Parent: stepWeb, Msg: w.words.searching(q), Code: codeSearch, Args: []string{q}, State: stream.PartRunning}); err != nil {
		return websearch.Outcome{}, err
	}
	found, failed := w.Engine.Search(ctx, w.t.Owner(), websearch.Query{Text: q, Limit: perQuery, Freshness: p.age, Locale: w.t.Locale})
	if p.age != websearch.AnyTime && len(found.Results) == 0 && ctx.Err() == nil {
		// Some engines ignore the requested age, and their results are removed because they are too old. If no
		// results are left, the search is repeated without the age.
		if again, err := w.Engine.Search(ctx, w.t.Owner(), websearch.Query{Text: q, Limit: perQuery, Locale: w.t.Locale}); err == nil {
			found, failed = again, nil
		}
	}
	end := stream.StepUpdate{ID: id, State: stream.PartDone, Detail: w.words.results(len(found.Results))}
	switch {
	case failed != nil && len(found.Results) == 0:
		w.Log.InfoContext(ctx, "a search failed", "trace_id", w.t.TraceID, "error", failed)
		end.State, end.Detail = stream.PartFailed, websearch.Slow.In(w.t.Locale)
	case len(found.Results) == 0 && len(found.Misses) > 0:
		end.State, end.Detail = stream.PartFailed, found.Misses[0].Reason.In(w.t.Locale)
	}
	for _, r := range found.Results[:min(len(found.Results), shownPages)] {
		end.Docs = append(end.Docs, w.sourceOf(r).Doc(0, "", w.t.Locale))
	}
	return found, w.out.Emit(end)
}

// sourceOf converts a result to a source with the snippet as its text.
func (w *work) sourceOf(r websearch.Result) source.Source {
	s := source.Source{ID: r.URL, Kind: source.Web, Title: r.Title, URL: r.URL, Text: webpage.Legible(r.Snippet), Published: r.Published, Site: r.Site}
	if w.Copies != nil {
		s.Icon = w.Copies.Icon(r.URL, r.Icon)
	}
	return s
}

// joined merges the results of all queries, each page once.
func joined(outcomes []websearch.Outcome) []candidate {
	var out []candidate
	at := map[string]int{}
	for _, o := range outcomes {
		for place, r := range o.Results {
			key := canonical(r.URL)
			i, ok := at[key]
			if !ok {
				i = len(out)
				at[key] = i
				out = append(out, candidate{Result: r})
			}
			c := &out[i]
			c.places += 1 / float64(rankPlus+place+1)
			if len(c.Content) < len(r.Content) {
				c.Content = r.Content
			}
			if len(c.Snippet) < len(r.Snippet) {
				c.Snippet = r.Snippet
			}
			c.Published = max(c.Published, r.Published)
		}
	}
	return out
}

// tracking are address parameters that do not identify a page.
var tracking = []string{"utm_", "spm", "from", "share", "fbclid", "gclid", "ref", "scm"}

// canonical returns a key of an address. Addresses have the same key if they differ only in parts that rarely
// identify a page, such as the scheme, www. and tracking parameters.
func canonical(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	host := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(u.Host), "www."), "m.")
	q := u.Query()
	for name := range q {
		if slices.ContainsFunc(tracking, func(t string) bool { return name == t || strings.HasSuffix(t, "_") && strings.HasPrefix(name, t) }) {
			q.Del(name)
		}
	}
	path := strings.TrimSuffix(strings.TrimSuffix(u.EscapedPath(), "/"), "/index.html")
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return host + path
}

// The score of a page decides how early it is read. byPlace is the weight of its places in the results.
// The match of its title and snippet has the weight 1-byPlace.
const (
	byPlace = 0.35
	byAge   = 0.15 // added for a page of today if new pages are preferred; less for an older page
	perSite = 2    // see spread
)

// ordered sorts pages in the order in which they are read.
func (w *work) ordered(p plan, all []candidate) []candidate {
	texts := make([]Text, len(all))
	for i, c := range all {
		texts[i] = Text{ID: strconv.Itoa(i), Title: c.Title, Text: c.Snippet}
	}
	for _, found := range w.Ranking.Rank(append([]string{p.question}, p.queries...), texts, 2*len(texts)) {
		for _, passage := range found {
			if i, err := strconv.Atoi(passage.ID); err == nil {
				all[i].fits = max(all[i].fits, passage.Score)
			}
		}
	}
	best := 0.0
	for _, c := range all {
		best = max(best, c.places)
	}
	for i := range all {
		c := &all[i]
		c.score = byPlace*c.places/best + (1-byPlace)*c.fits
		if p.fresh {
			c.score += byAge * w.newness(c.Published)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return spread(all)
}

// newness is 1 for a page of today and falls to 0 for a page that is a year old. It is 0
// for a page without a date.
func (w *work) newness(published int64) float64 {
	if published <= 0 {
		return 0
	}
	days := w.t.Now.Sub(time.UnixMilli(published)).Hours() / 24
	return max(0, 1-max(days, 0)/365)
}

// spread leaves the first perSite pages of each site in place. Further pages of the site move to the
// end of the list, so that one site does not fill the list.
func spread(all []candidate) []candidate {
	seen := map[string]int{}
	var first, later []candidate
	for _, c := range all {
		u, err := url.Parse(c.URL)
		host := c.URL
		if err == nil {
			host = u.Host
		}
		if seen[host]++; seen[host] <= perSite {
			first = append(first, c)
		} else {
			later = append(later, c)
		}
	}
	return append(first, later...)
}
