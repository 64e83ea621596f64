package store

import (
	"context"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/agent/store/storedb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits of a list.
const (
	MaxPage     = 48
	defaultPage = 24
	maxOffset   = 10_000
	maxFeatured = 12
	maxQuery    = 60   // characters; a longer query is cut
	maxFound    = 1000 // listings examined by a search; see find
)

// Sort is the order of a list.
type Sort string

// Values of Sort.
const (
	Hottest Sort = "hot" // many recent uses and likes
	Newest  Sort = "new" // most recently listed
)

// Query selects a page of the store.
type Query struct {
	Asker    string // empty: a caller without an identity
	Category string // empty: all
	Text     string // words in a name or a description, or the pronunciation of a name; empty: no search
	Sort     Sort   // empty: Hottest; a search is ranked by match instead
	Offset   int
	Limit    int // 0: 24; at most MaxPage
	Locale   string
}

// Entry is an agent in a list.
type Entry struct {
	AgentID  string
	Category string
	People   int64 // users who have asked the agent, without its author
	Likes    int64
	Liked    bool // the caller likes the agent
	Card
}

// List returns a page of the store, and whether more entries follow.
func (s *Service) List(ctx context.Context, q Query) ([]Entry, bool, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	limit = min(limit, MaxPage)
	if q.Offset < 0 || q.Offset > maxOffset {
		return nil, false, errs.New(errs.BadRequest).With("detail", "offset")
	}
	rows, err := s.rows(ctx, q, limit+1)
	if err != nil {
		return nil, false, stored(err)
	}
	more := len(rows) > limit
	list, err := s.entries(ctx, q, rows[:min(limit, len(rows))])
	return list, more, err
}

// Featured returns the featured agents of the store.
func (s *Service) Featured(ctx context.Context, asker, locale string) ([]Entry, error) {
	rows, err := storedb.New(s.o.DB.Read()).Featured(ctx, storedb.FeaturedParams{OwnerID: asker, Size: maxFeatured})
	if err != nil {
		return nil, stored(err)
	}
	return s.entries(ctx, Query{Asker: asker, Locale: locale}, rowsOf(rows))
}

// Detail returns an agent, listed or not. It fails with errs.NotFound if the caller may not use the
// agent.
func (s *Service) Detail(ctx context.Context, asker, agentID, locale string) (Detail, error) {
	return s.o.Detail(ctx, asker, agentID, locale)
}

// row is the common type of the rows of all list queries.
type row = storedb.HottestRow

func rowsOf[R ~struct {
	AgentID  string
	Category string
	People   int64
	Likes    int64
	Liked    bool
}](rows []R) []row {
	out := make([]row, len(rows))
	for i, r := range rows {
		out[i] = row(r)
	}
	return out
}

func (s *Service) rows(ctx context.Context, q Query, size int) ([]row, error) {
	db := storedb.New(s.o.DB.Read())
	if typed := text.Cut(text.OneLine(q.Text), maxQuery); typed != "" {
		found, err := s.find(ctx, db, q, typed)
		from := min(q.Offset, len(found))
		return found[from:min(from+size, len(found))], err
	}
	n, skip := int32(size), int32(q.Offset)
	switch {
	case q.Sort == Newest && q.Category != "":
		rows, err := db.NewestOf(ctx, storedb.NewestOfParams{OwnerID: q.Asker, Category: q.Category, Size: n, Skip: skip})
		return rowsOf(rows), err
	case q.Sort == Newest:
		rows, err := db.Newest(ctx, storedb.NewestParams{OwnerID: q.Asker, Size: n, Skip: skip})
		return rowsOf(rows), err
	case q.Category != "":
		rows, err := db.HottestOf(ctx, storedb.HottestOfParams{OwnerID: q.Asker, Category: q.Category, Size: n, Skip: skip})
		return rowsOf(rows), err
	}
	return db.Hottest(ctx, storedb.HottestParams{OwnerID: q.Asker, Size: n, Skip: skip})
}

// find searches the listings of q.Category (empty: all). A listing matches if all words of the query match
// (see word). Matches in names rank above matches in descriptions. Equal matches are ordered by heat. Only
// maxFound listings are examined: of those that contain the first part of the first word, the ones with
// the most heat.
func (s *Service) find(ctx context.Context, db *storedb.Queries, q Query, typed string) ([]row, error) {
	wanted := parse(typed)
	if len(wanted) == 0 {
		return nil, nil
	}
	candidates, err := db.Candidates(ctx, storedb.CandidatesParams{OwnerID: q.Asker, Pattern: pattern(wanted[0].parts[0]), Category: q.Category, Size: maxFound})
	if err != nil {
		return nil, err
	}
	places := [4][]row{}
	for _, c := range candidates {
		if place, ok := place(wanted, c.Names, c.Words); ok {
			places[place] = append(places[place], row{AgentID: c.AgentID, Category: c.Category, People: c.People, Likes: c.Likes, Liked: c.Liked})
		}
	}
	return slices.Concat(places[:]...), nil
}

// word is one word of a search. A text matches if it contains the whole word or all of its parts. The
// parts of a word of three or more characters that contains a Chinese character are the pairs of its
// adjacent characters. Any other word has one part: itself.
type word struct {
	whole string
	parts []string
}

func parse(typed string) (out []word) {
	for f := range strings.FieldsSeq(zh.FoldSimplified(typed)) {
		w := word{whole: f, parts: []string{f}}
		if runes := []rune(f); len(runes) > 2 && zh.HasHan(f) {
			w.parts = nil
			for i := range runes[1:] {
				w.parts = append(w.parts, string(runes[i:i+2]))
			}
		}
		out = append(out, w)
	}
	return out
}

// place ranks the match of a listing, the best rank first:
//   - 0: the query is one word, and a name begins with it;
//   - 1: the query is one word, and a name contains it;
//   - 2: all words are in the names;
//   - 3: all words are in the names or the descriptions.
func place(wanted []word, names, words string) (int, bool) {
	if len(wanted) == 1 {
		if strings.HasPrefix(names, wanted[0].whole) || strings.Contains(names, "\n"+wanted[0].whole) {
			return 0, true
		}
		if strings.Contains(names, wanted[0].whole) {
			return 1, true
		}
	}
	worst := 2
	for _, w := range wanted {
		switch {
		case w.in(names):
		case w.in(names + words):
			worst = 3
		default:
			return 0, false
		}
	}
	return worst, true
}

func (w word) in(s string) bool {
	if strings.Contains(s, w.whole) {
		return true
	}
	for _, p := range w.parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}

// pattern is a LIKE pattern that matches texts containing s; ! is the escape character.
func pattern(s string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(s) + "%"
}

// entries adds the cards to the rows. Agents without a card are left out; they may have been
// deleted while the list was made.
func (s *Service) entries(ctx context.Context, q Query, rows []row) ([]Entry, error) {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.AgentID
	}
	cards, err := s.o.Cards(ctx, q.Asker, ids, q.Locale)
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(rows))
	for _, r := range rows {
		if c, ok := cards[r.AgentID]; ok {
			out = append(out, Entry{AgentID: r.AgentID, Category: r.Category, People: r.People, Likes: r.Likes, Liked: r.Liked, Card: c})
		}
	}
	return out, nil
}
