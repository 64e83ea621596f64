package websearch

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Bounds of pictures that are given on.
const (
	maxPicture     = 8 << 20 // bytes
	pictureTime    = 10 * time.Second
	picturesAtOnce = 24 // requests under way
	picturePath    = "/api/image/picture/"
	macBytes       = 16
)

// pictureTypes are the types that are given on. SVG is none of them: it can hold
// programs.
var pictureTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true}

// PictureURL is our own address of a picture that a search found. It holds the
// picture's address, signed, so that nobody can have this server request any
// other. It is empty for what is no address of the web.
func (s *Service) PictureURL(address0 string) string {
	u, ok := address(address0)
	if !ok || s.get == nil {
		return ""
	}
	at := u.String()
	return picturePath + base64.RawURLEncoding.EncodeToString(append(s.sign(at), at...))
}

func (s *Service) sign(at string) []byte {
	m := hmac.New(sha256.New, []byte(s.key("search pictures")))
	m.Write([]byte(at))
	return m.Sum(nil)[:macBytes]
}

// Picture is a picture that a search found, requested anew, and its type. ref is
// the end of its PictureURL; for any other it fails with errs.NotFound, and with
// errs.PictureGone when the picture cannot be had.
func (s *Service) Picture(ctx context.Context, ref string) (data []byte, kind string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(ref)
	if err != nil || len(raw) <= macBytes || s.get == nil {
		return nil, "", errs.New(errs.NotFound)
	}
	at := string(raw[macBytes:])
	if !hmac.Equal(raw[:macBytes], s.sign(at)) {
		return nil, "", errs.New(errs.NotFound)
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTime)
	defer cancel()
	select {
	case s.pictures <- struct{}{}:
		defer func() { <-s.pictures }()
	case <-ctx.Done():
		return nil, "", errs.New(errs.PictureGone)
	}
	res, err := s.get(ctx, webpage.Request{URL: at, Limit: maxPicture, Timeout: pictureTime, Accept: "image/webp,image/png,image/jpeg,image/*;q=0.8"})
	if err == nil {
		err = res.Err()
	}
	if err != nil {
		return nil, "", errs.Wrap(errs.PictureGone, err)
	}
	kind, _, _ = strings.Cut(http.DetectContentType(res.Body), ";")
	if !pictureTypes[kind] {
		return nil, "", errs.New(errs.PictureGone)
	}
	return res.Body, kind, nil
}
