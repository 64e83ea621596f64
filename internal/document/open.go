package document

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// URL paths for uploads and downloads of files.
const (
	uploadPath  = "/api/resource/upload/"
	contentPath = "/api/resource/content/"
	thumbPath   = "/api/resource/thumb/"
	signedPath  = "/api/resource/signed/"
)

// signedAge is how long a download address is valid.
const signedAge = 5 * time.Minute

// Open returns the bytes of a document. The caller must close them.
func (s *Service) Open(ctx context.Context, owner, id string) (io.ReadSeekCloser, Document, error) {
	return s.open(ctx, owner, id)
}

func (s *Service) open(ctx context.Context, owner, id string) (blob.File, Document, error) {
	d, err := s.Get(ctx, owner, id)
	if err != nil {
		return nil, Document{}, err
	}
	f, err := s.bytes(ctx, d, d.Hash)
	return f, d, err
}

// Thumb returns the thumbnail of a picture; the returned document has the thumbnail's
// MIME type. It fails with errs.NotFound when there is no thumbnail.
func (s *Service) Thumb(ctx context.Context, owner, id string) (io.ReadSeekCloser, Document, error) {
	d, err := s.Get(ctx, owner, id)
	if err == nil && d.Thumb == "" {
		err = errs.New(errs.NotFound)
	}
	if err != nil {
		return nil, Document{}, err
	}
	f, err := s.bytes(ctx, d, d.Thumb)
	if err != nil {
		return nil, Document{}, err
	}
	head := make([]byte, len(pngMark))
	d.MIME = "image/jpeg"
	if _, err := f.ReadAt(head, 0); err == nil && string(head) == pngMark {
		d.MIME = "image/png"
	}
	return f, d, nil
}

// pngMark is the beginning of every PNG file. Thumbnails are PNG or JPEG.
const pngMark = "\x89PNG"

func (s *Service) bytes(ctx context.Context, d Document, hash string) (blob.File, error) {
	f, err := s.Files.Open(ctx, d.OwnerID, hash)
	if errors.Is(err, fs.ErrNotExist) { // the file was deleted or moved after the row was read
		return nil, errs.Wrap(errs.NotFound, err)
	}
	return f, err
}

// Sign returns an address from which anybody can download the document for five minutes.
func (s *Service) Sign(ctx context.Context, owner, id string) (string, error) {
	d, err := s.Get(ctx, owner, id)
	if err != nil {
		return "", err
	}
	return signedPath + s.downloads.token(d.ID, s.Now().Add(signedAge)), nil
}

// OpenSigned returns the bytes for a token made by Sign. It fails with errs.TicketOver
// for a forged or expired token, and with errs.NotFound when the document was deleted.
func (s *Service) OpenSigned(ctx context.Context, token string) (io.ReadSeekCloser, Document, error) {
	c, err := s.downloads.read(token)
	if err != nil {
		return nil, Document{}, err
	}
	if !s.downloads.made(c) || s.Now().After(c.until) {
		return nil, Document{}, errs.New(errs.TicketOver)
	}
	row, err := s.reads().GetSigned(ctx, c.id)
	if err != nil {
		return nil, Document{}, found(err)
	}
	d := fromRow(row)
	f, err := s.bytes(ctx, d, d.Hash)
	return f, d, err
}

var idPattern = regexp.MustCompile(`^[0-9a-z]{26}$`)

// refID returns the document id in a reference. A reference is an id or the address of a file. refID
// ignores the host of an address. For any other reference it returns an empty string.
func refID(ref string) string {
	if idPattern.MatchString(ref) {
		return ref
	}
	u, err := url.Parse(ref)
	if err != nil {
		return ""
	}
	for _, base := range []string{contentPath, thumbPath, signedPath} {
		if rest, ok := strings.CutPrefix(u.Path, base); ok {
			id, _, _ := strings.Cut(rest, ".") // in a signed address, a dot follows the id
			if idPattern.MatchString(id) {
				return id
			}
		}
	}
	return ""
}

// Find returns the documents for references (ids or addresses of this server) in the
// order of refs. If the owner does not have a document, Find fails with
// errs.NotFound; the slot {ref} contains the first such reference.
func (s *Service) Find(ctx context.Context, owner string, refs []string) ([]Document, error) {
	if len(refs) > maxIDs {
		return nil, badRequest("resourceIds")
	}
	out := make([]Document, 0, len(refs))
	for _, ref := range refs {
		d, err := s.Get(ctx, owner, refID(ref))
		if err != nil {
			if errs.Is(err, errs.NotFound) {
				err = errs.New(errs.NotFound).With("ref", ref)
			}
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}
