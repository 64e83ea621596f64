package favorite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// Follow moves favourites from one owner to another in the caller's transaction; `renamed` maps the
// old ids of conversations to new ids. If both owners saved the same thing, the receiver's favourite is
// kept.
func (s *Service) Follow(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	q := favoritedb.New(tx)
	for old, cid := range renamed {
		if err := q.RekeyFavorites(ctx, favoritedb.RekeyFavoritesParams{OwnerID: from, Cid: old, NewCid: cid}); err != nil {
			return err
		}
	}
	twice, err := q.TwiceFavorites(ctx, favoritedb.TwiceFavoritesParams{Giver: from, Receiver: to})
	if err != nil {
		return err
	}
	if err := drop(ctx, q, tx, from, twice); err != nil {
		return err
	}
	return errors.Join(
		q.MoveFavorites(ctx, favoritedb.MoveFavoritesParams{Giver: from, Receiver: to}),
		q.MoveTags(ctx, favoritedb.MoveTagsParams{Giver: from, Receiver: to}),
	)
}

// Forget deletes all favourites of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, owner, func(q *favoritedb.Queries, tx *sql.Tx) error {
		if err := errors.Join(q.ForgetFavorites(ctx, owner), q.ForgetTags(ctx, owner)); err != nil {
			return err
		}
		return entry.ForgetKinds(ctx, tx, owner, entry.Favorite)
	})
}
