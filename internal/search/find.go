package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// Limits of one search.
const (
	maxTime      = 5 * time.Second
	ranked       = 100  // when sorting by score: maximum number of indexed entries to rank; half as many in a loose search
	readAtOnce   = 25   // when sorting by time: minimum number of entries to read in the second query and each later query
	maxRead      = 500  // when sorting by time: after this many entries, no further query is made
	maxWaiting   = 100  // maximum number of texts to search that are not indexed yet
	looseShare   = 0.5  // a text matches loosely if it contains terms with at least this share of the weight of all query terms
	loosePosting = 3000 // a loose search uses the rarest terms whose frequencies add up to at most this number
	commonest    = 2000 // counting the entries with a term ends at this number
)

// Order is the order of results.
type Order string

// Values of Order.
const (
	Best   Order = "best"
	Newest Order = "newest"
)

// Range selects a part of the results of a kind.
type Range struct {
	ConversationID string // the conversation to search in; empty: everywhere
	Since, Until   int64  // in Unix milliseconds; 0: no limit
	Offset, Limit  int
}

// Asked is a search request. Owner and Text are required. A zero value of any other field means no restriction, but a
// Limit of 0 means defaultLimit.
type Asked struct {
	Owner string
	Text  string
	Kinds []string // names of the kinds to search; empty: all
	Order Order    // empty: Best
	Range          // Limit applies to each kind
	After string   // value of Group.More of the previous page; only searches for a single kind have pages
}

// Group is the results of one kind.
type Group struct {
	Kind  string
	Found []Found
	More  string // value for Asked.After to get the next page; empty: there are no more results
}

// Result is the result of a search.
type Result struct {
	Text   string // the text searched for: Asked.Text after clean, at most MaxQuery characters
	Groups []Group
	// Waiting is how many of the owner's texts in the time range could not be searched because they
	// are not indexed yet. It counts texts of every kind and in every conversation.
	Waiting int
}

// Limits of a Range; a Limit of 0 means defaultLimit.
const (
	defaultLimit = 5
	maxLimit     = 50
	maxOffset    = 500
)

// Search searches an owner's data. In the order Best, texts with all words of a.Text come first. If
// there are few such texts, texts with some of the words follow (see looseShare). If Search takes too
// long, it fails with errs.Timeout.
func (s *Service) Search(ctx context.Context, a Asked) (Result, error) {
	if err := a.check(s); err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	typed := clean(a.Text)
	out := Result{Text: typed}
	q := parse(typed)
	if len(q.phrases) == 0 {
		return out, nil
	}
	w, err := s.waiting(s.DB.Brief(ctx), a)
	if err != nil {
		return Result{}, stored(ctx, err)
	}
	out.Waiting = w.left
	shelves, err := searchdb.New(s.DB.Read()).Shelves(s.DB.Brief(ctx), a.Owner)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return Result{}, stored(ctx, err)
	}
	for _, k := range s.kinds {
		if len(a.Kinds) > 0 && !slices.Contains(a.Kinds, k.Name) {
			continue
		}
		refs, err := k.within(ctx, a)
		if err != nil {
			return Result{}, stored(ctx, err)
		}
		if a.ConversationID != "" && len(refs) == 0 {
			continue
		}
		g := Group{Kind: k.Name}
		switch find := (finding{s, a, k, q, refs, shelves, w.rows}); {
		case k.Find != nil:
			g.Found, g.More, err = find.elsewhere(ctx, typed)
		case a.Order == Newest:
			g.Found, g.More, err = find.newest(ctx)
		default:
			g.Found, g.More, err = find.best(ctx)
		}
		if err != nil {
			return Result{}, stored(ctx, err)
		}
		if len(g.Found) > 0 {
			out.Groups = append(out.Groups, g)
		}
	}
	return out, nil
}

func (a *Asked) check(s *Service) error {
	bad := func(field string) error { return errs.New(errs.BadRequest).With("detail", field) }
	for _, k := range a.Kinds {
		if !slices.Contains(s.Kinds(), k) {
			return bad("kinds")
		}
	}
	if a.Order = cmp.Or(a.Order, Best); a.Order != Best && a.Order != Newest {
		return bad("order")
	}
	if a.Since < 0 || a.Until < 0 || a.Limit < 0 || len(a.ConversationID) > 128 || len(a.Kinds) > len(s.kinds) {
		return bad("since, until, limit, conversationId, kinds")
	}
	a.Limit = min(cmp.Or(a.Limit, defaultLimit), maxLimit)
	if a.After == "" {
		return nil
	}
	if len(a.Kinds) != 1 {
		return bad("after")
	}
	n, err := strconv.ParseInt(a.After, 10, 64)
	if err != nil || n < 0 || a.Order == Best && n > maxOffset {
		return bad("after")
	}
	return nil
}

// from decodes After, the start of a page. For the order Newest, After is the id of an entry. For the order Best, and
// for every kind that has its own index, it is an offset.
func (a Asked) from() int64 {
	n, _ := strconv.ParseInt(a.After, 10, 64) // check has validated it
	return n
}

// ids returns the range of the entry ids to search, from `since` (included) to `before` (excluded).
func (a Asked) ids() (since, before int64) {
	since, before = entry.FirstID(a.Since), math.MaxInt64
	if a.Until > 0 {
		before = entry.FirstID(a.Until + 1)
	}
	if a.Order == Newest && a.After != "" {
		before = min(before, a.from())
	}
	return since, before
}

// stored converts a database error to errs.StorageFail, or to errs.Ended(ctx) if ctx has ended.
func stored(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errs.Ended(ctx)
	}
	return errs.Wrap(errs.StorageFail, err)
}

// waitingRows are the owner's newest entries that are not indexed yet.
type waitingRows struct {
	rows []located
	left int // number of further waiting entries
}

func (s *Service) waiting(ctx context.Context, a Asked) (waitingRows, error) {
	since, before := a.ids()
	q := searchdb.New(s.DB.Read())
	rows, err := q.WaitingOf(ctx, searchdb.WaitingOfParams{OwnerID: a.Owner, Since: since, Before: before, Size: maxWaiting + 1})
	if err != nil {
		return waitingRows{}, err
	}
	var w waitingRows
	for _, r := range rows[:min(len(rows), maxWaiting)] {
		w.rows = append(w.rows, locatedOf(r))
	}
	if len(rows) > maxWaiting {
		n, err := q.CountWaitingOf(ctx, searchdb.CountWaitingOfParams{OwnerID: a.Owner, Since: since, Before: before})
		if err != nil {
			return waitingRows{}, err
		}
		w.left = int(n) - maxWaiting
	}
	return w, nil
}

// within returns the ids of the things of the kind that belong to the conversation to search in. If the search is not
// limited to a conversation, the result is nil.
func (k Kind) within(ctx context.Context, a Asked) ([]string, error) {
	switch {
	case a.ConversationID == "":
		return nil, nil
	case k.Within == nil:
		return []string{a.ConversationID}, nil
	}
	refs, err := k.Within(ctx, a.Owner, a.ConversationID)
	return refs[:min(len(refs), MaxWithin)], err
}

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
