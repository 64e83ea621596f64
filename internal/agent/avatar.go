package agent

import (
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const avatarPath = "/api/agent/avatar/"

// AvatarURL is the address of a picture; it is empty if `id` is empty.
func AvatarURL(id string) string {
	if id == "" {
		return ""
	}
	return avatarPath + id
}

// AddAvatar stores a picture, given as a data URL or base64, and returns its id for a Spec.
func (s *Service) AddAvatar(ctx context.Context, owner, picture string) (string, error) {
	data, err := s.o.Draw(picture)
	if err != nil {
		return "", errs.Wrap(errs.BadAvatar, err).With("limit", "2 MB")
	}
	newID := id.New()
	err = s.writeOf(ctx, owner, func(q *agentdb.Queries) error {
		n, err := q.CountAvatars(ctx, owner)
		if err != nil {
			return err
		}
		if n >= maxAvatars {
			if n, err = s.dropAvatars(ctx, q, owner, n); err != nil {
				return err
			}
		}
		if n >= maxAvatars {
			return errs.New(errs.TooMany)
		}
		return q.InsertAvatar(ctx, agentdb.InsertAvatarParams{ID: newID, OwnerID: owner, Data: data, CreatedAt: s.o.Now().UnixMilli()})
	})
	return newID, err
}

// dropAvatars deletes the owner's pictures that are older than a day and used by no draft and no
// live version. It returns how many pictures are left.
func (s *Service) dropAvatars(ctx context.Context, q *agentdb.Queries, owner string, n int64) (int64, error) {
	rows, err := q.AllOwn(ctx, owner)
	if err != nil {
		return n, err
	}
	var named []string
	for _, r := range rows {
		named = append(named, decode(r.Draft).Avatar, decode(r.Live).Avatar)
	}
	all, err := q.ListAvatars(ctx, owner)
	if err != nil {
		return n, err
	}
	for _, a := range all {
		if slices.Contains(named, a.ID) || s.o.Now().Sub(time.UnixMilli(a.CreatedAt)) < spare {
			continue
		}
		if err := q.DropAvatar(ctx, agentdb.DropAvatarParams{ID: a.ID, OwnerID: owner}); err != nil {
			return n, err
		}
		n--
	}
	return n, nil
}

// Avatar returns a picture as JPEG.
func (s *Service) Avatar(ctx context.Context, id string) ([]byte, error) {
	if !idPattern.MatchString(id) {
		return nil, notFound()
	}
	data, err := agentdb.New(s.o.DB.Read()).GetAvatar(ctx, id)
	return data, found(err)
}

func (s *Service) ownsAvatar(ctx context.Context, owner, id string) error {
	n, err := agentdb.New(s.o.DB.Read()).OwnsAvatar(ctx, agentdb.OwnsAvatarParams{ID: id, OwnerID: owner})
	if err == nil && n == 0 {
		return bad("avatar")
	}
	return stored(err)
}
