package favorite

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
)

// Limits of a list.
const (
	defaultPage = 20
	maxPage     = 100
	maxFound    = 200 // maximum number of results of a search
)

// Asked selects favourites. An empty Kind, Tag or Words means no restriction.
type Asked struct {
	Kind  Kind
	Tag   string
	Words string // words to search for; all results are returned at once, without pages
	After string // Listed.Next of the previous page; empty: the first page
	Limit int    // favourites on a page, at most maxPage; 0: defaultPage
}

// Listed is a page of favourites: newest first, or best match first for a search.
type Listed struct {
	Favorites []Favorite
	Next      string // value for Asked.After to get the next page; empty: this is the last page
}

// List returns favourites without their copies.
func (s *Service) List(ctx context.Context, owner string, a Asked) (Listed, error) {
	if a.Limit <= 0 {
		a.Limit = defaultPage
	}
	a.Limit = min(a.Limit, maxPage)
	if strings.TrimSpace(a.Words) != "" {
		found, err := s.find(ctx, owner, a)
		return Listed{Favorites: found}, err
	}
	before, beforeID, err := cursor(a.After)
	if err != nil {
		return Listed{}, err
	}
	rows, err := s.reads().ListFavorites(ctx, favoritedb.ListFavoritesParams{
		OwnerID: owner, Kind: string(a.Kind), Before: before, BeforeID: beforeID, Tag: a.Tag, Many: int32(a.Limit) + 1,
	})
	if err != nil {
		return Listed{}, stored(err)
	}
	var out Listed
	if len(rows) > a.Limit {
		rows = rows[:a.Limit]
		last := rows[a.Limit-1]
		out.Next = strconv.FormatInt(last.CreatedAt, 10) + "-" + last.ID
	}
	for _, r := range rows {
		f, err := s.whole(ctx, owner, headOf(favoritedb.GetHeadRow(r)))
		if err != nil {
			return Listed{}, err
		}
		out.Favorites = append(out.Favorites, f)
	}
	return out, nil
}

// cursor decodes Listed.Next.
func cursor(after string) (before int64, id string, err error) {
	if after == "" {
		return math.MaxInt64, "", nil
	}
	at, id, ok := strings.Cut(after, "-")
	if before, err = strconv.ParseInt(at, 10, 64); err != nil || !ok {
		return 0, "", badRequest("after")
	}
	return before, id, nil
}

// find returns the favourites that match the words and have the requested kind and tag.
func (s *Service) find(ctx context.Context, owner string, a Asked) (out []Favorite, err error) {
	ids, err := s.Find(ctx, owner, a.Words, maxFound)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		r, err := s.reads().GetHead(ctx, favoritedb.GetHeadParams{OwnerID: owner, ID: id})
		if errs.Is(stored(err), errs.NotFound) {
			continue // the favourite was deleted in the meantime
		}
		if err != nil {
			return nil, stored(err)
		}
		if a.Kind != "" && string(a.Kind) != r.Kind {
			continue
		}
		f, err := s.whole(ctx, owner, headOf(r))
		if err != nil {
			return nil, err
		}
		if a.Tag == "" || slices.Contains(f.Tags, a.Tag) {
			out = append(out, f)
		}
	}
	return out, nil
}

// headOf converts a row to a favourite without tags.
func headOf(r favoritedb.GetHeadRow) Favorite {
	return Favorite{
		ID: r.ID, Kind: Kind(r.Kind), Thing: r.Thing, Origin: Origin{Project: r.ProjectID, CID: r.Cid, AgentID: r.AgentID, Index: int(r.Idx), Repeat: int(r.RepeatIdx)},
		Title: r.Title, Brief: r.Brief, Note: r.Note, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

// whole fills in the tags of a favourite, and There: whether its original still exists.
func (s *Service) whole(ctx context.Context, owner string, f Favorite) (_ Favorite, err error) {
	if f.Tags, err = s.reads().ListTags(ctx, favoritedb.ListTagsParams{OwnerID: owner, FavoriteID: f.ID}); err != nil {
		return f, stored(err)
	}
	if kind, ok := kinds[f.Kind]; ok {
		f.There, err = kind.there(s, ctx, owner, f)
	}
	return f, err
}

// Get returns one favourite without its copy.
func (s *Service) Get(ctx context.Context, owner, id string) (Favorite, error) {
	r, err := s.reads().GetHead(ctx, favoritedb.GetHeadParams{OwnerID: owner, ID: id})
	if err != nil {
		return Favorite{}, stored(err)
	}
	return s.whole(ctx, owner, headOf(r))
}

// Open returns one favourite with its copy.
func (s *Service) Open(ctx context.Context, owner, id string) (Favorite, Copy, error) {
	f, c, err := s.kept(ctx, owner, id)
	if err != nil {
		return Favorite{}, Copy{}, err
	}
	f, err = s.whole(ctx, owner, f)
	return f, c, err
}

// kept returns a favourite (without its tags) and its copy.
func (s *Service) kept(ctx context.Context, owner, id string) (Favorite, Copy, error) {
	r, err := s.reads().GetFavorite(ctx, favoritedb.GetFavoriteParams{OwnerID: owner, ID: id})
	if err != nil {
		return Favorite{}, Copy{}, stored(err)
	}
	var c Copy
	if err := json.Unmarshal([]byte(r.Data), &c); err != nil {
		return Favorite{}, Copy{}, errs.Wrap(errs.StorageFail, err)
	}
	return headOf(favoritedb.GetHeadRow{
		ID: r.ID, Kind: r.Kind, Thing: r.Thing, Cid: r.Cid, AgentID: r.AgentID, Idx: r.Idx, RepeatIdx: r.RepeatIdx,
		Title: r.Title, Brief: r.Brief, Note: r.Note, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ProjectID: r.ProjectID,
	}), c, nil
}

// Mark states that a thing is a favourite.
type Mark struct {
	ID     string
	Kind   Kind
	Thing  string
	Index  int
	Repeat int
}

// Marks returns the owner's favourites that were made from a conversation. The conversation belongs
// to a project, or to the owner if `project` is empty.
func (s *Service) Marks(ctx context.Context, owner, project, cid string) (out []Mark, err error) {
	rows, err := s.reads().ListMarks(ctx, favoritedb.ListMarksParams{OwnerID: owner, Cid: cid, ProjectID: project})
	for _, r := range rows {
		out = append(out, Mark{r.ID, Kind(r.Kind), r.Thing, int(r.Idx), int(r.RepeatIdx)})
	}
	return out, stored(err)
}

// MarkOf returns the favourite of a thing, or the zero value.
func (s *Service) MarkOf(ctx context.Context, owner string, kind Kind, thing string) (Mark, error) {
	r, err := s.reads().GetThing(ctx, favoritedb.GetThingParams{OwnerID: owner, Kind: string(kind), Thing: thing})
	if errs.Is(stored(err), errs.NotFound) {
		return Mark{}, nil
	}
	return Mark{r.ID, Kind(r.Kind), r.Thing, int(r.Idx), int(r.RepeatIdx)}, stored(err)
}

// Count is the number of favourites of a kind or with a tag.
type Count struct {
	Name string
	Many int
}

// Counts returns the numbers of an owner's favourites by kind, and by tag for the most frequent
// tags.
func (s *Service) Counts(ctx context.Context, owner string) (ofKinds, tags []Count, err error) {
	k, err := s.reads().CountKinds(ctx, owner)
	if err != nil {
		return nil, nil, stored(err)
	}
	for _, c := range k {
		ofKinds = append(ofKinds, Count{c.Kind, int(c.Many)})
	}
	t, err := s.reads().CountTags(ctx, owner)
	for _, c := range t {
		tags = append(tags, Count{c.Tag, int(c.Many)})
	}
	slices.SortStableFunc(tags, func(a, b Count) int { return cmp.Compare(b.Many, a.Many) })
	return ofKinds, tags, stored(err)
}
