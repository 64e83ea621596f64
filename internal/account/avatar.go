package account

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"image"
	_ "image/gif" // formats that an avatar may come in
	"image/jpeg"
	_ "image/png"
	"regexp"
	"strings"

	"golang.org/x/image/draw"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const (
	// MaxAvatar bounds a picture that is given as an avatar, in bytes.
	MaxAvatar = 2 << 20
	// maxAvatarSide bounds it in pixels: a small file can hold a huge picture.
	maxAvatarSide = 4096
	// avatarSide is the size in which it is kept.
	avatarSide    = 128
	avatarPath    = "/api/profile/avatar/"
	avatarQuality = 85
)

var avatarID = regexp.MustCompile(`^[a-z0-9]{26}$`)

func avatarURL(id string) string {
	if id == "" {
		return ""
	}
	return avatarPath + id
}

// SetAvatar gives an account a picture. It is drawn anew, so that nothing of
// the file but what can be seen is kept. picture is a data address or base64;
// an empty one takes the avatar away.
func (s *Service) SetAvatar(ctx context.Context, accountID, picture string) error {
	var data []byte
	newID := ""
	if picture != "" {
		var err error
		if data, err = drawAvatar(picture); err != nil {
			return errs.Wrap(errs.BadAvatar, err).With("limit", "2 MB")
		}
		newID = id.New()
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		if err := meets(q.SetAvatar(ctx, accountdb.SetAvatarParams{AvatarID: newID, ID: accountID})); err != nil {
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

// Avatar reads a picture, JPEG.
func (s *Service) Avatar(ctx context.Context, id string) ([]byte, error) {
	if !avatarID.MatchString(id) {
		return nil, errs.New(errs.NotFound)
	}
	data, err := accountdb.New(s.db.Read()).GetAvatar(ctx, id)
	return data, found(err)
}

type avatarError string

func (e avatarError) Error() string { return "avatar: " + string(e) }

// drawAvatar reads a picture and draws its middle as a small JPEG.
func drawAvatar(picture string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(picture, "data:"); ok {
		var found bool
		if _, picture, found = strings.Cut(rest, ";base64,"); !found {
			return nil, avatarError("not base64")
		}
	}
	if base64.StdEncoding.DecodedLen(len(picture)) > MaxAvatar+2 {
		return nil, avatarError("too large")
	}
	file, err := base64.StdEncoding.DecodeString(picture)
	if err != nil {
		return nil, avatarError("not base64")
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, avatarError("no picture that we read")
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > maxAvatarSide || c.Height > maxAvatarSide {
		return nil, avatarError("too many pixels")
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, avatarError("a broken picture")
	}
	b := img.Bounds()
	side := min(b.Dx(), b.Dy())
	middle := image.Rect(0, 0, side, side).Add(b.Min).Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	out := image.NewRGBA(image.Rect(0, 0, avatarSide, avatarSide))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), img, middle, draw.Over, nil)
	var buf bytes.Buffer
	err = jpeg.Encode(&buf, out, &jpeg.Options{Quality: avatarQuality})
	return buf.Bytes(), err
}
