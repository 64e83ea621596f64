package share

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg" // registers the decoder for DecodeConfig
	_ "image/png"  // registers the decoder for DecodeConfig
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// Limits of pictures uploaded by clients.
const (
	maxPicture      = 6 << 20 // bytes
	maxPixels       = 60_000_000
	maxPictures     = 20 // unexpired pictures per owner
	pictureLife     = 24 * time.Hour
	maxOwnedPicture = 40 << 20 // total bytes of an owner's unexpired pictures
)

// KeepPicture stores a picture from a client for one day and returns the id of the picture. Everybody
// who knows the id can see the picture. KeepPicture fails with:
//   - errs.TooLarge if the picture has more than maxPicture bytes;
//   - errs.PictureBad if the picture is not a readable PNG or JPEG, or has too many pixels;
//   - errs.SharesOwned if the owner would have too many pictures, or too many bytes of pictures.
func (s *Service) KeepPicture(ctx context.Context, owner string, data []byte) (string, error) {
	if len(data) > maxPicture {
		return "", errs.New(errs.TooLarge).With("limit", "6 MB")
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || format != "png" && format != "jpeg" || c.Width <= 0 || c.Height <= 0 || c.Width > maxPixels/c.Height {
		return "", errs.New(errs.PictureBad).With("file", "screenshot")
	}
	now := s.Now()
	row := sharedb.InsertPictureParams{
		ID: id.Random(idLength), OwnerID: owner, Mime: "image/" + format, Size: int64(len(data)), ExpiresAt: now.Add(pictureLife).UnixMilli(), Data: data,
	}
	return row.ID, s.writeOf(ctx, owner, func(q *sharedb.Queries) error {
		have, err := q.CountPictures(ctx, sharedb.CountPicturesParams{OwnerID: owner, ExpiresAt: now.UnixMilli()})
		if err != nil {
			return err
		}
		if have.Pictures >= maxPictures || have.Bytes+row.Size > maxOwnedPicture {
			return errs.New(errs.SharesOwned).With("limit", strconv.Itoa(maxPictures))
		}
		return q.InsertPicture(ctx, row)
	})
}

// KeptPicture returns a stored picture that has not expired.
func (s *Service) KeptPicture(ctx context.Context, pictureID string) (mime string, data []byte, err error) {
	if !idPattern.MatchString(pictureID) {
		return "", nil, notFound()
	}
	row, err := s.reads().GetPicture(ctx, sharedb.GetPictureParams{ID: pictureID, ExpiresAt: s.Now().UnixMilli()})
	return row.Mime, row.Data, stored(err)
}
