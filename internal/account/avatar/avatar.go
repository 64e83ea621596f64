// Package avatar stores the pictures of accounts.
package avatar

import (
	"context"
	"database/sql"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const path = "/api/profile/avatar/"

var idPattern = regexp.MustCompile(`^[a-z0-9]{26}$`)

// Address is the address of a picture; empty when there is no picture.
func Address(id string) string {
	if id == "" {
		return ""
	}
	return path + id
}

// Service stores at most one picture for each account.
type Service struct{ DB *db.DB }

// Set stores the picture of an account. Draw encodes the picture again, so that only the pixels are
// kept, and no metadata. `picture` is a data URL or base64; an empty string removes the picture.
func (s *Service) Set(ctx context.Context, accountID, picture string) error {
	var data []byte
	newID := ""
	if picture != "" {
		var err error
		if data, err = Draw(picture); err != nil {
			return errs.Wrap(errs.BadAvatar, err).With("limit", "2 MB")
		}
		newID = id.New()
	}
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		if err := accountdb.Changed(q.SetAvatar(ctx, accountdb.SetAvatarParams{AvatarID: newID, ID: accountID})); err != nil {
			return err
		}
		if newID != "" {
			if err := q.InsertAvatar(ctx, accountdb.InsertAvatarParams{ID: newID, AccountID: accountID, Data: data}); err != nil {
				return err
			}
		}
		return q.DeleteAvatars(ctx, accountdb.DeleteAvatarsParams{AccountID: accountID, ID: newID})
	})
}

// Get reads a picture as JPEG.
func (s *Service) Get(ctx context.Context, id string) ([]byte, error) {
	if !idPattern.MatchString(id) {
		return nil, errs.New(errs.NotFound)
	}
	data, err := accountdb.New(s.DB.Read()).GetAvatar(ctx, id)
	return data, accountdb.Found(err)
}
