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

// Limits of the picture proxy, its path, and the length of the signatures in its addresses.
const (
	maxPicture     = 8 << 20 // bytes
	pictureTime    = 10 * time.Second
	picturesAtOnce = 24 // concurrent requests
	picturePath    = "/api/image/picture/"
	macBytes       = 16
)

// pictureTypes are the accepted types. SVG is excluded because it can contain scripts.
var pictureTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true}

// PictureURL returns the address on this server that proxies a picture found by a search. It
// contains the picture's address and a signature, so that the server cannot be made to request
// other addresses. It is empty for an invalid address, and if this server requests no pictures.
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

// Picture requests a picture found by a search and returns it with its type. ref is
// the last part of its PictureURL. If ref is invalid or this server requests no
// pictures, the error is errs.NotFound. If the picture is not available or its type is
// not in pictureTypes, the error is errs.PictureGone.
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
