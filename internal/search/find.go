package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// Limits of one search.
const (
	maxTime    = 5 * time.Second
	maxWaiting = 100 // maximum number of texts to search that are not indexed yet
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
