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

// The addresses of a file on this server.
const (
	uploadPath  = "/api/resource/upload/"
	contentPath = "/api/resource/content/"
	thumbPath   = "/api/resource/thumb/"
	signedPath  = "/api/resource/signed/"
)

// signedAge is how long an address to download from is good.
const signedAge = 5 * time.Minute

// Open gives the bytes of a document. The caller closes them.
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

// Thumb gives the small picture of an image, whose type the document has in
// place of its own. It fails with errs.NotFound where there is none.
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

// pngMark begins a PNG; small pictures are that or JPEG.
const pngMark = "\x89PNG"

func (s *Service) bytes(ctx context.Context, d Document, hash string) (blob.File, error) {
	f, err := s.Files.Open(ctx, d.OwnerID, hash)
	if errors.Is(err, fs.ErrNotExist) { // deleted, or moved, since the row was read
		return nil, errs.Wrap(errs.NotFound, err)
	}
	return f, err
}

// Sign gives an address from which the document can be downloaded for five
// minutes, by whoever has it.
func (s *Service) Sign(ctx context.Context, owner, id string) (string, error) {
	d, err := s.Get(ctx, owner, id)
	if err != nil {
		return "", err
	}
	return signedPath + s.downloads.token(d.ID, s.Now().Add(signedAge)), nil
}

// OpenSigned gives the bytes that a token of Sign is for. It fails with
// errs.TicketOver for a token that is forged or too old, and with errs.NotFound
// when the document is gone.
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

// refID is the id that a reference names: an id, or one of our own addresses,
// with or without a host. What no host of ours handed out names nothing that
// the owner has.
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
			id, _, _ := strings.Cut(rest, ".") // of a signed address
			if idPattern.MatchString(id) {
				return id
			}
		}
	}
	return ""
}

// Find gives the documents that references name, by id or by one of our own
// addresses, in their order. It fails with errs.NotFound, with the slot {ref},
// at the first that is not the owner's.
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
