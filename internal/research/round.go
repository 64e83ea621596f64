package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Breadth and depth of a study: deeper rounds have fewer queries and pages.
const (
	depth      = 3  // maximum number of rounds per question
	breadth    = 4  // queries in the first round; halved in each further round
	perRound   = 5  // pages in the first round; each further round reads one page less
	perSite    = 2  // pages of one site per round
	perQuery   = 10 // results of one query
	atOnce     = 2  // maximum number of rounds at a time, of sections written at a time, and of pages of a round noted at a time
	readAtOnce = 4  // concurrently read pages of one round
	enough     = 6  // number of notes, from at least two sites, considered sufficient by rules
)

// searchTime is the timeout of a query; readTime is the timeout for reading a page.
const (
	searchTime = 20 * time.Second
	readTime   = 30 * time.Second
)

// questions processes the questions of the outline. While the budget lasts, each question gets one
// round. Then the questions that still lack information get deeper rounds. No question gets more than
// `depth` rounds in total.
func (w *work) questions(ctx context.Context) error {
	for d := range depth {
		var open []Question
		for _, q := range w.study.Questions {
			if d == 0 || w.lacksAfter(q.ID, d-1) {
				open = append(open, q)
			}
		}
		if err := w.wave(ctx, open, d); err != nil {
			return err
		}
	}
	return nil
}

// lacksAfter reports whether a question needs another round after its round of
// depth d.
func (w *work) lacksAfter(question, d int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	end, ok := w.rounds[roundKey(question, d)]
	return ok && !end.Enough && len(end.Next) > 0
}

// wave makes one round for each of the questions, some concurrently.
func (w *work) wave(ctx context.Context, open []Question, d int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for _, q := range open {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-places }()
			if err := w.round(ctx, q, d); err != nil {
				cancel(err) // the first error is the cause
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// over reports whether the budget rules out a round of the given depth, and records the reason.
// If no more pages may be read, a question still gets its first round (depth 0), with the pages that
// are already read.
func (w *work) over(d int) bool {
	u := w.used()
	for _, is := range []struct {
		over bool
		lack string
	}{
		{u.rounds >= w.limits.Rounds, lackRounds}, {d > 0 && u.pages >= w.limits.Pages, lackPages}, {u.time >= w.limits.searching(), lackTime},
	} {
		if is.over {
			w.lack(is.lack)
			return true
		}
	}
	return false
}

// exhausted reports whether the study should stop searching. Without a model, it should stop once a deeper
// round has found no new page. With a model it goes on, because the model may propose other queries.
func (w *work) exhausted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.t.Choice.Info.Builtin && w.dry()
}

// dry reports whether any deeper round has found no new page; see roundEnd.Dry. The caller holds mu.
func (w *work) dry() bool {
	for _, q := range w.study.Questions {
		for d := 1; d < depth; d++ {
			if w.rounds[roundKey(q.ID, d)].Dry {
				return true
			}
		}
	}
	return false
}

// round searches, reads and takes notes for one question. An interrupted round is continued.
func (w *work) round(ctx context.Context, q Question, d int) error {
	key := roundKey(q.ID, d)
	w.mu.Lock()
	end, over := w.rounds[key]
	queries, begun := w.queries[key]
	w.mu.Unlock()
	if over {
		return w.mend(key, end)
	}
	if !begun && (w.over(d) || d > 0 && w.exhausted()) {
		return nil
	}
	if !begun {
		var err error
		if queries, err = w.askFor(ctx, q, d); err != nil {
			return err
		}
		if err := w.keep(ctx, step{stepQueries, key, queries}); err != nil {
			return err
		}
	}
	b, err := w.openBlock(q, d)
	if err != nil {
		return err
	}
	hits, failed, err := w.search(ctx, b, key, queries)
	if err != nil {
		return err
	}
	picked, err := w.pick(ctx, key, q, d, hits)
	if err != nil {
		return err
	}
	if err := w.read(ctx, b, picked); err != nil {
		return err
	}
	n, err := w.noteAll(ctx, b, key, q, picked)
	if err != nil {
		return err
	}
	fromFiles, err := w.noteFiles(ctx, b, key, q, d)
	if err != nil {
		return err
	}
	if end, err = w.judge(ctx, q, d, !failed && len(queries) > 0 && !slices.ContainsFunc(picked, hit.new)); err != nil {
		return err
	}
	end.Notes, end.Failed = n+fromFiles, failed
	if err := w.keep(ctx, step{stepRound, key, end}); err != nil {
		return err
	}
	if err := w.spend(ctx, nil); err != nil {
		return err
	}
	return b.close(end)
}

// askFor returns the queries of a round.
func (w *work) askFor(ctx context.Context, q Question, d int) ([]string, error) {
	if !w.Search.Available() {
		return []string{}, nil
	}
	if d > 0 {
		w.mu.Lock()
		defer w.mu.Unlock()
		next := w.rounds[roundKey(q.ID, d-1)].Next
		return next[:min(len(next), max(breadth>>d, 1))], nil
	}
	type reply struct {
		Queries []string `json:"queries"`
	}
	got, ok, err := ask(ctx, w.prompter, fmt.Sprintf(promptQueries, source.StripMarks(w.study.Title), source.StripMarks(q.Text), breadth),
		func(r reply) bool { return len(lines(r.Queries)) > 0 })
	if err != nil {
		return nil, err
	}
	list := lines(got.Queries)
	if !ok {
		list = queriesByRules(w.study.Title, q.Text)
	}
	return list[:min(len(list), breadth)], nil
}

// queriesByRules returns the question. If the question does not contain the title of the study, the
// second query is the title and the question together.
func queriesByRules(title, question string) []string {
	plain := strings.TrimRight(strings.TrimSpace(question), "？?。.！!")
	out := []string{plain}
	if subject := strings.TrimRight(title, "…"); !strings.Contains(plain, subject) {
		out = append(out, subject+" "+plain)
	}
	return lines(out)
}

// search sends the queries of a round concurrently. `failed` means that some queries failed.
func (w *work) search(ctx context.Context, b *block, key string, queries []string) (hits []hit, failed bool, err error) {
	if len(queries) == 0 {
		return nil, false, nil
	}
	if err := b.say(fmt.Sprintf(w.words.searching, strings.Join(queries, w.words.semicolon))); err != nil {
		return nil, false, err
	}
	found := make([][]hit, len(queries))
	reasons := make([]string, len(queries))
	errors := make([]error, len(queries))
	var group sync.WaitGroup
	for i, text := range queries {
		group.Go(func() { found[i], reasons[i], errors[i] = w.searchOne(ctx, fmt.Sprintf("%s.%d", key, i), text) })
	}
	group.Wait()
	seen, reason := map[string]bool{}, w.words.noneFound
	for i := range queries {
		if errors[i] != nil {
			return nil, false, errors[i]
		}
		if reasons[i] != "" {
			failed, reason = true, reasons[i]
			w.lack(lackSources)
		}
		for _, h := range found[i] {
			if !seen[h.Key] {
				seen[h.Key] = true
				hits = append(hits, h)
			}
		}
	}
	if len(hits) == 0 {
		return nil, failed, b.say(fmt.Sprintf(w.words.nothing, reason))
	}
	return hits, failed, b.say(fmt.Sprintf(w.words.found, len(hits)))
}

// searchOne sends one query, unless its results are stored. `reason` is set if the query failed.
func (w *work) searchOne(ctx context.Context, key, query string) (hits []hit, reason string, err error) {
	w.mu.Lock()
	hits, done := w.searches[key]
	w.mu.Unlock()
	if done {
		return hits, "", nil
	}
	limited, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	results, reason, err := w.Search.Search(limited, w.t.Owner(), Query{Text: query, Limit: perQuery, Locale: w.t.Locale})
	if ended := errs.Ended(ctx); ended != nil {
		return nil, "", ended
	}
	if err != nil {
		reason = errs.From(err).Message(w.t.Locale)
	}
	if reason != "" {
		// The failure is not stored, so the query is sent again if the round is interrupted and then continued.
		return nil, reason, nil
	}
	hits = []hit{}
	for _, r := range results[:min(len(results), perQuery)] {
		h := hit{
			Key: w.Pages.Key(r.URL), URL: text.Cut(r.URL, maxURL), Title: text.Cut(text.OneLine(r.Title), MaxLine), Snippet: text.Cut(r.Snippet, maxSnippet),
			Content: text.Cut(r.Content, maxContent), Site: text.Cut(r.Site, maxName), Icon: text.Cut(r.Icon, maxURL), Published: r.Published,
		}
		if h.Key != "" {
			hits = append(hits, h)
		}
	}
	return hits, "", w.keep(ctx, step{stepSearch, key, hits})
}

// Limits of a stored result, in characters.
const (
	maxURL     = 2000
	maxName    = 100
	maxSnippet = 500
	maxContent = 8000
)

// pick chooses the pages of a round: the most relevant ones, but at most perSite of one site. A page
// read for another question may be picked, but is not read again.
func (w *work) pick(ctx context.Context, key string, q Question, d int, hits []hit) ([]hit, error) {
	w.mu.Lock()
	picked, done := w.picks[key]
	w.mu.Unlock()
	if done {
		return picked, nil
	}
	picked, short := w.best(q, d, hits)
	steps := []step{{stepPick, key, picked}}
	if short {
		steps = append(steps, step{stepLack, lackPages, true})
	}
	return picked, w.keep(ctx, steps...)
}

// best returns the pages of a round. It marks pages picked for the first time as taken; they count against
// Limits.Pages. `short` is true if a page was left out because of this limit.
func (w *work) best(q Question, d int, hits []hit) (picked []hit, short bool) {
	said := cite.TermsOf(w.study.Title + " " + q.Text)
	scores := map[string]float64{}
	for i, h := range hits {
		of := cite.TermsOf(h.Title + " " + h.Snippet + " " + text.Cut(h.Content, maxSnippet))
		scores[h.Key] = said.Share(of) + 0.3/float64(i+1) // the rank in the results counts too
	}
	hits = slices.Clone(hits)
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(scores[b.Key], scores[a.Key]) })
	w.mu.Lock()
	defer w.mu.Unlock()
	looked := map[string]bool{}
	for before := range d {
		for _, h := range w.picks[roundKey(q.ID, before)] {
			looked[h.Key] = true
		}
	}
	left := w.limits.Pages - len(w.taken)
	sites, picked := map[string]int{}, []hit{}
	for _, h := range hits {
		site := siteOf(h)
		switch {
		case len(picked) >= perRound-d, looked[h.Key], sites[site] >= perSite:
			continue
		case !w.taken[h.Key] && left <= 0:
			short = true
			continue
		case !w.taken[h.Key]:
			w.taken[h.Key], h.New = true, true
			left--
		}
		sites[site]++
		picked = append(picked, h)
	}
	return picked, short
}

func siteOf(h hit) string {
	_, rest, _ := strings.Cut(h.URL, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(host)
}
