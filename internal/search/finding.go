package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// Limits of a search for results of one kind.
const (
	ranked       = 100  // when sorting by score: maximum number of indexed entries to rank; half as many in a loose search
	readAtOnce   = 25   // when sorting by time: minimum number of entries to read in the second query and each later query
	maxRead      = 500  // when sorting by time: after this many entries, no further query is made
	looseShare   = 0.5  // a text matches loosely if it contains terms with at least this share of the weight of all query terms
	loosePosting = 3000 // a loose search uses the rarest terms whose frequencies add up to at most this number
	commonest    = 2000 // counting the entries with a term ends at this number
)

// finding is the search for results of one kind.
type finding struct {
	*Service
	Asked
	kind    Kind
	query   query
	refs    []string // things to which the search is limited; empty: all
	shelves []int64
	waiting []located
}

// hit is an entry that matches.
type hit struct {
	located
	text  *entry.Text // without Body if the entry has a copy of the text (see Kind.Titles)
	match match
	body  string // the part of the text covered by the entry
}

// elsewhere searches a kind whose domain has its own index.
func (f finding) elsewhere(ctx context.Context, typed string) ([]Found, string, error) {
	r := f.Range
	r.Offset = int(f.from())
	found, more, err := f.kind.Find(ctx, f.Owner, typed, r)
	next := ""
	if more && r.Offset+len(found) <= maxOffset {
		next = strconv.Itoa(r.Offset + len(found))
	}
	return found, next, err
}

func (f finding) strict(folded []byte) (match, bool) { return f.query.strict(folded, f.kind.Sounded) }

// newest returns the newest texts that contain all phrases.
func (f finding) newest(ctx context.Context) ([]Found, string, error) {
	since, before := f.ids()
	var hits []hit
	if len(f.shelves) > 0 {
		var err error
		if hits, err = f.newestIndexed(ctx, before, since); err != nil {
			return nil, "", err
		}
	}
	waiting, err := f.read(ctx, f.waiting, f.strict)
	if err != nil {
		return nil, "", err
	}
	if len(waiting) > 0 {
		hits = append(hits, waiting...)
		slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.id, a.id) })
		hits = once(hits)
	}
	next := ""
	if len(hits) > f.Limit {
		hits = hits[:f.Limit]
		next = strconv.FormatInt(hits[f.Limit-1].id, 10)
	}
	return f.found(hits), next, nil
}

// newestIndexed returns the newest indexed texts that contain all phrases. It ends when it has found more than f.Limit
// texts, or has read about maxRead entries with the terms.
func (f finding) newestIndexed(ctx context.Context, before, since int64) (hits []hit, err error) {
	expression := f.engine.expression(f.query, f.kind, f.shelves, f.refs)
	page := f.Limit + 1
	size, walk := page, ctx
	if f.query.exact(f.engine.ordered) {
		walk = f.DB.Brief(ctx) // the query ends soon: it reads the list of each term at most once
	} else {
		size *= 3 // some texts contain the terms but not the phrases
	}
	for given := 0; given < maxRead; {
		rows, err := f.entries(walk, f.engine.newest, expression, f.Owner, before, since, size)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		for some := range slices.Chunk(rows, page) {
			more, err := f.read(ctx, some, f.strict)
			if err != nil {
				return nil, err
			}
			if hits = once(append(hits, more...)); len(hits) > f.Limit {
				return hits, nil
			}
		}
		if given += len(rows); len(rows) < size {
			break
		}
		before, size = rows[len(rows)-1].id, max(size, readAtOnce)
	}
	return hits, nil
}

// best returns texts that contain all phrases, best first. If there are very many such texts, it ranks only the newest.
// If there are fewer than f.Limit and the query has several loose terms, texts that match loosely (see looseShare) follow.
func (f finding) best(ctx context.Context) ([]Found, string, error) {
	since, before := f.ids()
	hits, err := f.read(ctx, f.waiting, f.strict)
	if err != nil {
		return nil, "", err
	}
	from := int(f.from())
	if len(f.shelves) > 0 {
		rows, err := f.entries(ctx, f.engine.newest, f.engine.expression(f.query, f.kind, f.shelves, f.refs), f.Owner, before, since, ranked)
		if err != nil {
			return nil, "", err
		}
		more, err := f.read(ctx, rows, f.strict)
		if err != nil {
			return nil, "", err
		}
		hits = once(append(hits, more...))
	}
	byScore(hits)
	if len(hits) < f.Limit {
		if f.query = f.query.loosened(); len(f.query.loose) > 1 {
			more, err := f.loose(ctx, since, before, looseShare)
			if err != nil {
				return nil, "", err
			}
			hits = once(append(hits, more...))
		}
	}
	if from >= len(hits) {
		return nil, "", nil
	}
	hits = hits[from:]
	next := ""
	if len(hits) > f.Limit {
		hits = hits[:f.Limit]
		next = strconv.Itoa(from + f.Limit)
	}
	return f.found(hits), next, nil
}

// loose returns texts that contain some of the terms, best first. The weights of the contained terms must sum to at
// least the fraction `share` of the weights of all terms. Rare terms weigh more.
func (f finding) loose(ctx context.Context, since, before int64, share float64) ([]hit, error) {
	weight, rows, err := f.likely(ctx, since, before)
	if err != nil {
		return nil, err
	}
	hits, err := f.read(ctx, append(slices.Clone(f.waiting), rows...), func(folded []byte) (match, bool) {
		m := f.query.some(folded, weight)
		return m, m.score > 0 && m.score >= share
	})
	byScore(hits)
	return hits, err
}

// likely returns the weight of each term of a loose search, and the indexed entries with the highest sum of weights.
func (f finding) likely(ctx context.Context, since, before int64) (weight map[string]float64, rows []located, err error) {
	frequency := map[string]int{}
	if len(f.shelves) > 0 {
		if frequency, err = f.frequencies(ctx, f.kind, f.shelves, f.query.loose); err != nil {
			return nil, nil, err
		}
	}
	weight = map[string]float64{}
	terms := slices.Clone(f.query.loose)
	for _, t := range terms {
		weight[t] = math.Log(1 + commonest/float64(1+frequency[t]))
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	read := 0
	for i, t := range terms {
		// The rarest terms come first. The loop ends at a term that is too frequent or makes the number of entries to
		// read too large. The search leaves out this term and all following terms.
		if read += frequency[t]; frequency[t] >= commonest || read > loosePosting {
			terms = terms[:i]
			break
		}
	}
	if len(terms) == 0 || len(f.shelves) == 0 {
		return weight, nil, nil
	}
	rows, err = f.entries(ctx, f.engine.heaviest, asJSON(f.engine.wants(weight, terms, f.kind, f.shelves, f.refs)), f.Owner, before, since, ranked/2)
	return weight, rows, err
}

// byScore sorts the hits, best first. Newer texts get a small bonus.
func byScore(hits []hit) {
	now := time.Now().UnixMilli()
	score := func(h hit) float64 {
		days := float64(max(0, now-h.text.Time)) / float64(24*time.Hour/time.Millisecond)
		return h.match.score + 0.5*30/(30+days)
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(b.id, a.id))
	})
}

// once keeps only the first hit of each text.
func once(hits []hit) []hit {
	seen := make(map[entry.Place]bool, len(hits))
	return slices.DeleteFunc(hits, func(h hit) bool {
		twice := seen[h.place]
		seen[h.place] = true
		return twice
	})
}

// speakers maps the kind of a message entry to the speaker of the message.
var speakers = map[entry.Kind]string{entry.Question: "human", entry.Answer: "ai"}

func (f finding) found(hits []hit) []Found {
	out := make([]Found, len(hits))
	var runes []rune // the memory is reused for each text
	for i, h := range hits {
		runes = runes[:0]
		for _, r := range h.body {
			runes = append(runes, r)
		}
		out[i] = Found{
			Title: strings.TrimSpace(h.text.Title), Snippet: snippet(runes, h.match.spans), Time: h.text.Time,
			Speaker: speakers[h.place.Kind], Link: h.text.Link,
		}
	}
	return out
}
