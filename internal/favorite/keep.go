package favorite

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Add saves a thing. If it is already saved, the existing favourite is returned unchanged.
func (s *Service) Add(ctx context.Context, owner string, w Wanted) (Favorite, error) {
	kind, ok := kinds[w.Kind]
	if !ok {
		return Favorite{}, badRequest("kind")
	}
	f, c, err := kind.take(s, ctx, owner, w)
	if err != nil {
		return Favorite{}, err
	}
	f.Kind, f.There = w.Kind, true
	f.CreatedAt = s.Now().UnixMilli()
	f.UpdatedAt = f.CreatedAt
	if err := s.Room(); err != nil {
		return Favorite{}, err
	}
	added, err := s.put(ctx, owner, f, c)
	if err != nil || added.ID != "" {
		return added, err
	}
	old, err := s.reads().GetThing(ctx, favoritedb.GetThingParams{OwnerID: owner, Kind: string(f.Kind), Thing: f.Thing})
	if err != nil {
		return Favorite{}, stored(err)
	}
	return s.Get(ctx, owner, old.ID)
}

// put stores a favourite; it returns the zero value if the thing is already saved.
func (s *Service) put(ctx context.Context, owner string, f Favorite, c Copy) (Favorite, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return Favorite{}, errs.Wrap(errs.Unknown, err)
	}
	if len(data) > 2*MaxCopy {
		return Favorite{}, errs.New(errs.TooLarge).With("limit", "1 MB")
	}
	f.ID = id.New()
	f.Title, f.Brief = text.Cut(text.Storable(f.Title), maxTitle), text.Cut(text.Storable(f.Brief), maxBrief)
	var rows int64
	err = s.write(ctx, owner, func(q *favoritedb.Queries, tx *sql.Tx) error {
		rows, err = q.AddFavorite(ctx, favoritedb.AddFavoriteParams{
			ID: f.ID, OwnerID: owner, Kind: string(f.Kind), Thing: f.Thing, Cid: f.Origin.CID, AgentID: f.Origin.AgentID,
			Idx: int64(f.Origin.Index), RepeatIdx: int64(f.Origin.Repeat), Title: f.Title, Brief: f.Brief, Note: f.Note,
			Data: text.Storable(string(data)), Size: int64(len(data)), CreatedAt: f.CreatedAt, ProjectID: f.Origin.Project,
		})
		if err != nil || rows == 0 {
			return err
		}
		have, err := q.CountFavorites(ctx, owner)
		if err != nil {
			return err
		}
		if have.Many > MaxFavorites || have.Bytes > MaxBytes {
			return errs.New(errs.FavoritesFull).With("limit", strconv.Itoa(MaxFavorites)).With("size", strconv.Itoa(MaxBytes>>20)+" MB")
		}
		for _, t := range f.Tags {
			if err := q.AddTag(ctx, favoritedb.AddTagParams{OwnerID: owner, FavoriteID: f.ID, Tag: t}); err != nil {
				return err
			}
		}
		return entry.Add(ctx, tx, owner, place(f.ID), f.CreatedAt)
	})
	if err != nil || rows == 0 {
		return Favorite{}, err
	}
	return f, nil
}

// Delete permanently deletes favourites, all or none.
func (s *Service) Delete(ctx context.Context, owner string, ids ...string) error {
	if len(ids) == 0 || len(ids) > MaxFavorites {
		return badRequest("ids")
	}
	return s.write(ctx, owner, func(q *favoritedb.Queries, tx *sql.Tx) error { return drop(ctx, q, tx, owner, ids) })
}

func drop(ctx context.Context, q *favoritedb.Queries, tx *sql.Tx, owner string, ids []string) error {
	for _, id := range ids {
		if err := mustMeet(q.DeleteFavorite(ctx, favoritedb.DeleteFavoriteParams{OwnerID: owner, ID: id})); err != nil {
			return err
		}
		if err := q.DropTags(ctx, favoritedb.DropTagsParams{OwnerID: owner, FavoriteID: id}); err != nil {
			return err
		}
		if err := entry.Drop(ctx, tx, owner, place(id)); err != nil {
			return err
		}
	}
	return nil
}

// Change is a change of notes and tags.
type Change struct {
	Note   *string // nil: unchanged
	Add    []string
	Remove []string // tags to remove, before the tags in Add are added
}

// Update changes the notes and tags of all favourites in `ids`. If one change fails, no
// favourite is changed.
func (s *Service) Update(ctx context.Context, owner string, ids []string, c Change) error {
	if len(ids) == 0 || len(ids) > MaxFavorites {
		return badRequest("ids")
	}
	if c.Note != nil && text.Len(*c.Note) > MaxNote {
		return errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxNote))
	}
	add, err := tagsOf(c.Add)
	if err != nil {
		return err
	}
	now := s.Now().UnixMilli()
	return s.write(ctx, owner, func(q *favoritedb.Queries, tx *sql.Tx) error {
		for _, id := range ids {
			f, err := q.GetHead(ctx, favoritedb.GetHeadParams{OwnerID: owner, ID: id})
			if err != nil {
				return err
			}
			if c.Note != nil {
				f.Note = strings.TrimSpace(text.Storable(*c.Note))
			}
			if err := mustMeet(q.SetNote(ctx, favoritedb.SetNoteParams{Note: f.Note, UpdatedAt: now, OwnerID: owner, ID: id})); err != nil {
				return err
			}
			for _, t := range c.Remove {
				if err := q.DropTag(ctx, favoritedb.DropTagParams{OwnerID: owner, FavoriteID: id, Tag: t}); err != nil {
					return err
				}
			}
			for _, t := range add {
				if err := q.AddTag(ctx, favoritedb.AddTagParams{OwnerID: owner, FavoriteID: id, Tag: t}); err != nil {
					return err
				}
			}
			has, err := q.ListTags(ctx, favoritedb.ListTagsParams{OwnerID: owner, FavoriteID: id})
			if err != nil {
				return err
			}
			if len(has) > MaxTags {
				return errs.New(errs.TagsFull).With("limit", strconv.Itoa(MaxTags))
			}
			if err := entry.Put(ctx, tx, owner, place(id), f.CreatedAt); err != nil {
				return err
			}
		}
		return nil
	})
}

// tagsOf normalises tags typed by a person. It removes, for example, leading # marks, surrounding
// blanks and empty tags. It fails if there are too many tags or a tag is too long.
func tagsOf(typed []string) (tags []string, err error) {
	if len(typed) > MaxTags {
		return nil, errs.New(errs.TagsFull).With("limit", strconv.Itoa(MaxTags))
	}
	for _, t := range typed {
		t = text.OneLine(strings.TrimLeft(strings.TrimSpace(text.Storable(t)), "#＃"))
		switch {
		case text.Len(t) > MaxTag:
			return nil, errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxTag))
		case t != "":
			tags = append(tags, t)
		}
	}
	return tags, nil
}
