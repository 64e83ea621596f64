package webcopy

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"strconv"
	"time"

	"golang.org/x/image/draw"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/webcopy/webcopydb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Limits of the pictures in answers.
const (
	maxPictureBytes  = 6 << 20  // bytes of the requested picture
	maxPicturePixels = 12 << 20 // pixels of the requested picture: width times height
	pictureTime      = 6 * time.Second
	pictureSide      = 400      // maximum side of the stored picture, in pixels
	pictureQuality   = 78       // quality of the stored JPEG, of 100
	picturesBytes    = 32 << 20 // size limit of the pictures of one owner; when it is reached, the oldest are deleted
	drawnAtOnce      = 2        // pictures decoded at the same time
	picturePath      = "/api/web/picture/"
)

// KeepPicture requests a picture from the web, stores a small version of it for a conversation and returns the
// version's address on this server. It stores one version per web address and conversation. Everybody who knows the
// returned address may see the picture. KeepPicture must not be called for temporary conversations.
func (s *Service) KeepPicture(ctx context.Context, owner, cid, address string) (string, error) {
	if s.o.Get == nil {
		return "", errs.New(errs.PictureGone)
	}
	key := webcopydb.FindPictureParams{OwnerID: owner, Cid: cid, Digest: digest(address)}
	if had, err := webcopydb.New(s.o.DB.Read()).FindPicture(ctx, key); err == nil {
		return picturePath + had, nil
	}
	res, err := s.o.Get(ctx, webpage.Request{URL: address, Limit: maxPictureBytes, Timeout: pictureTime, Accept: "image/webp,image/png,image/jpeg,image/*;q=0.8"})
	if err == nil {
		err = res.Err()
	}
	if err != nil {
		return "", errs.Wrap(errs.PictureGone, err)
	}
	data, err := s.shrunk(ctx, res.Body)
	if err != nil {
		return "", errs.Wrap(errs.PictureGone, err)
	}
	row := webcopydb.InsertPictureParams{
		ID: id.New(), OwnerID: owner, Cid: cid, Digest: key.Digest, KeptAt: s.o.Now().UnixMilli(), Size: int64(len(data)), Data: data,
	}
	err = s.o.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error {
		q := webcopydb.New(tx)
		had, err := q.FindPicture(ctx, key)
		if err == nil {
			row.ID = had
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := makePictureRoom(ctx, q, owner, row.Size); err != nil {
			return err
		}
		return q.InsertPicture(ctx, row)
	})
	if err != nil {
		return "", errs.Wrap(errs.StorageFail, err)
	}
	return picturePath + row.ID, nil
}

// makePictureRoom deletes the owner's oldest pictures until `size` more bytes fit.
func makePictureRoom(ctx context.Context, q *webcopydb.Queries, owner string, size int64) error {
	have, err := q.PictureBytes(ctx, owner)
	if err != nil {
		return err
	}
	for have+size > picturesBytes && have > 0 {
		old, err := q.OldestPictures(ctx, owner)
		if err != nil || len(old) == 0 {
			return err
		}
		for _, p := range old {
			if have+size <= picturesBytes {
				break
			}
			if err := q.DropPicture(ctx, webcopydb.DropPictureParams{ID: p.ID, OwnerID: owner}); err != nil {
				return err
			}
			have -= p.Size
		}
	}
	return nil
}

// Picture returns a stored picture as a JPEG; it fails with errs.NotFound if there is none with this id.
func (s *Service) Picture(ctx context.Context, pictureID string) ([]byte, error) {
	data, err := webcopydb.New(s.o.DB.Read()).GetPicture(ctx, pictureID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errs.New(errs.NotFound)
	}
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	return data, nil
}

// shrunk returns the small version of a picture. It waits for a free slot, because a decoded picture takes much
// memory.
func (s *Service) shrunk(ctx context.Context, b []byte) ([]byte, error) {
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return shrink(b)
}

// shrink converts a picture (PNG, JPEG, GIF or WebP) to a small new JPEG. Transparent areas become white.
func shrink(b []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, errPicture
		}
	}()
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if c.Width < minPicture || c.Height < minPicture || c.Width > maxPicturePixels || c.Height > maxPicturePixels/c.Width {
		return nil, errPicture
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if longer := max(w, h); longer > pictureSide {
		w, h = max(1, w*pictureSide/longer), max(1, h*pictureSide/longer)
	}
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), img, img.Bounds(), draw.Over, nil)
	var buf bytes.Buffer
	err = jpeg.Encode(&buf, small, &jpeg.Options{Quality: pictureQuality})
	return buf.Bytes(), err
}

// minPicture is the minimum side of a picture, in pixels. Smaller pictures are usually
// decoration or serve to count visits.
const minPicture = 32

var errPicture = errors.New("webcopy: not a picture of " + strconv.Itoa(minPicture) + " to " + strconv.Itoa(maxPicturePixels) + " pixels")
