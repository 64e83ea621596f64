package share

import (
	"context"
	"regexp"
	"slices"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// Ticket identifies a share. If the share has a password, the ticket contains the password or a pass.
type Ticket struct {
	ID       string
	Pass     string
	Password string
	Network  string // network of the client that sends a password
}

var idPattern = regexp.MustCompile(`^[a-z0-9]{` + strconv.Itoa(idLength) + `}$`)

// Head returns a share that can currently be read, before any password check. It fails
// with errs.ShareGone if the share does not exist, was revoked or taken down, or has
// ended. It fails with the same error if the owner's account is waiting for its deletion.
func (s *Service) Head(ctx context.Context, shareID string) (Share, error) {
	if !idPattern.MatchString(shareID) {
		return Share{}, errs.New(errs.ShareGone)
	}
	row, err := s.reads().GetShare(ctx, shareID)
	if err != nil {
		if err = stored(err); errs.Is(err, errs.NotFound) {
			err = errs.New(errs.ShareGone)
		}
		return Share{}, err
	}
	sh := s.fromRow(row)
	if sh.Ended(s.Now()) {
		return Share{}, errs.New(errs.ShareGone)
	}
	away, err := s.Away(ctx, sh.OwnerID)
	if err != nil {
		return Share{}, err
	}
	if away {
		return Share{}, errs.New(errs.ShareGone)
	}
	return sh, nil
}

// Enter checks a ticket and returns the share. If the share has a password, Enter also
// returns a pass for later requests. It fails in the same cases as Head. It also fails with
// errs.SharePassword if the password is missing or wrong, and with errs.ShareTries after too many
// attempts.
func (s *Service) Enter(ctx context.Context, t Ticket) (sh Share, pass string, err error) {
	if sh, err = s.Head(ctx, t.ID); err != nil {
		return Share{}, "", err
	}
	if s.passes(sh, t.Pass) {
		return sh, t.Pass, nil
	}
	if pass, err = s.try(ctx, sh, t.Password, t.Network); err != nil {
		return Share{}, "", err
	}
	return sh, pass, nil
}

// Shown is the content of a share. The caller has checked that the share may be read.
func (s *Service) Shown(ctx context.Context, sh Share) (Snapshot, error) {
	data, err := s.reads().ShareData(ctx, sh.ID)
	if err != nil {
		return Snapshot{}, stored(err)
	}
	return unpack(data)
}

// File opens a file of a share. `round` is the number of the round from 0. `n` is the number of the
// file in the round from 0: the files of the question come first, then the pictures of the answer.
// File fails with errs.NotFound if the share does not include the file or the sharer has deleted
// it.
func (s *Service) File(ctx context.Context, sh Share, round, n int) (Content, error) {
	if sh.Files == FilesHidden {
		return Content{}, notFound()
	}
	shown, err := s.Shown(ctx, sh)
	if err != nil {
		return Content{}, err
	}
	if round < 0 || n < 0 || round >= len(shown.Rounds) {
		return Content{}, notFound()
	}
	all := append(slices.Clone(shown.Rounds[round].Files), shown.Rounds[round].Pictures...)
	if n >= len(all) || all[n].ID == "" {
		return Content{}, notFound()
	}
	return s.Open(ctx, sh.OwnerID, all[n].ID)
}

// Copy copies a share to a new conversation of an owner. It returns the id of the conversation.
func (s *Service) Copy(ctx context.Context, owner string, sh Share) (cid string, err error) {
	shown, err := s.Shown(ctx, sh)
	if err != nil {
		return "", err
	}
	return s.Conversations.Copy(ctx, owner, sh.Title, shown.Rounds)
}

// Like sets or removes the reader's like and returns the number of likes.
func (s *Service) Like(ctx context.Context, owner string, sh Share, like bool) (likes int64, err error) {
	err = s.write(ctx, func(q *sharedb.Queries) error {
		var changed, by int64
		if like {
			by = 1
			changed, err = q.InsertLike(ctx, sharedb.InsertLikeParams{ShareID: sh.ID, OwnerID: owner, CreatedAt: s.Now().UnixMilli()})
		} else {
			by = -1
			changed, err = q.DeleteLike(ctx, sharedb.DeleteLikeParams{ShareID: sh.ID, OwnerID: owner})
		}
		if err != nil {
			return err
		}
		likes, err = q.AddLikes(ctx, sharedb.AddLikesParams{Likes: by * changed, ID: sh.ID})
		return err
	})
	return likes, err
}

// Liked reports whether a reader likes a share.
func (s *Service) Liked(ctx context.Context, owner, shareID string) (bool, error) {
	if owner == "" {
		return false, nil
	}
	n, err := s.reads().Likes(ctx, sharedb.LikesParams{ShareID: shareID, OwnerID: owner})
	return n > 0, stored(err)
}
