package favorite

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// place returns the identifier of a favourite in the search index.
func place(id string) entry.Place { return entry.Place{Kind: entry.Favorite, Ref: id} }

// Texts returns the searchable texts of an owner's favourites at `places`: titles, notes, tags
// and the content of copies. Favourites that no longer exist are left out.
func (s *Service) Texts(ctx context.Context, owner string, places []entry.Place) (out []entry.Text, err error) {
	for _, p := range places {
		f, c, err := s.kept(ctx, owner, p.Ref)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if f.Tags, err = s.reads().ListTags(ctx, favoritedb.ListTagsParams{OwnerID: owner, FavoriteID: f.ID}); err != nil {
			return nil, stored(err)
		}
		out = append(out, entry.Text{
			Place: p, Title: f.Title, Time: f.CreatedAt, Link: entry.Link{FavoriteID: f.ID},
			Body: strings.Join(searchable(f, c), "\n"),
		})
	}
	return out, nil
}

func searchable(f Favorite, c Copy) (out []string) {
	all := []string{f.Title, f.Note, strings.Join(f.Tags, " "), c.Site, c.Text}
	if c.Question != f.Title {
		all = append(all, c.Question)
	}
	if c.Answer != nil {
		all = append(all, c.Answer.PlainText())
	}
	for _, s := range all {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}
