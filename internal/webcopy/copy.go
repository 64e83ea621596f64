// Package webcopy stores copies of the web pages that were read for answers, and small versions of
// pictures for answers. Every copy and picture belongs to one owner and one conversation. The package
// also stores the icons of sites, so that the browser never requests an icon from a site.
package webcopy

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webcopy/webcopydb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// DefaultBytes is the default size limit of the copies of one owner, compressed.
const DefaultBytes = 64 << 20

// maxContent limits the decompressed content of a copy, in bytes.
const maxContent = 16 << 20

// Options are the dependencies of a Service. DB and Key are required.
type Options struct {
	DB  *db.DB
	Key func(purpose string) string // derives a secret for a purpose; the secret is the same at every start
	// Get requests icons and pictures; nil: there are none.
	Get func(ctx context.Context, r webpage.Request) (webpage.Response, error)
	// MaxBytes returns the size limit of the copies of one owner; nil: DefaultBytes. When it is reached, the oldest
	// copies are deleted.
	MaxBytes func() int64
	Now      func() time.Time
	Log      *slog.Logger
}

// Service stores copies, pictures and icons. It is safe for concurrent use.
type Service struct {
	o       Options
	icons   *icons
	drawing chan struct{} // limits the number of pictures being decoded
}

// New makes the service.
func New(o Options) *Service {
	if o.MaxBytes == nil {
		o.MaxBytes = func() int64 { return DefaultBytes }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	s := &Service{o: o, drawing: make(chan struct{}, drawnAtOnce)}
	s.icons = newIcons(s)
	return s
}

// Copy is a stored page. The fields of Page that are not stored, such as Links, are empty.
type Copy struct {
	ID     string
	CID    string
	Page   webpage.Page // the page; its Icon is an address on this server, or empty
	KeptAt time.Time
}

// Path returns the path of the page that shows a copy.
func Path(id string) string { return "/tool/web-viewer?id=" + id }

// Keep stores a page for a conversation and returns the id of the copy. If this conversation
// already has a copy of the address with the same text, Keep returns the id of that copy. Keep
// must not be called for temporary conversations.
func (s *Service) Keep(ctx context.Context, owner, cid string, p webpage.Page) (string, error) {
	units := p.Units
	if len(units) == 0 {
		units = []parsed.Unit{{Number: 1, Kind: parsed.Section, Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: p.Text}}}}
	}
	content, err := pack(units)
	if err != nil {
		return "", err
	}
	row := webcopydb.InsertCopyParams{
		ID: id.New(), OwnerID: owner, Cid: cid, Url: p.URL, Digest: digest(p.Text), Title: text.Storable(p.Title), Site: text.Storable(p.Site), Icon: s.IconID(p.URL, p.Icon),
		Author: text.Storable(p.Author), Published: p.Published, KeptAt: s.o.Now().UnixMilli(), Size: int64(len(content)), Content: content,
	}
	err = s.o.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error {
		q := webcopydb.New(tx)
		had, err := q.FindCopy(ctx, webcopydb.FindCopyParams{OwnerID: owner, Cid: cid, Url: p.URL, Digest: row.Digest})
		if err == nil {
			row.ID = had
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := s.makeRoom(ctx, q, owner, row.Size); err != nil {
			return err
		}
		return q.InsertCopy(ctx, row)
	})
	if err != nil {
		return "", errs.Wrap(errs.StorageFail, err)
	}
	return row.ID, nil
}

// makeRoom deletes the owner's oldest copies until `size` more bytes fit or no copy is left.
func (s *Service) makeRoom(ctx context.Context, q *webcopydb.Queries, owner string, size int64) error {
	have, err := q.CopiedBytes(ctx, owner)
	if err != nil {
		return err
	}
	for have+size > s.o.MaxBytes() && have > 0 {
		old, err := q.OldestCopies(ctx, owner)
		if err != nil || len(old) == 0 {
			return err
		}
		for _, c := range old {
			if have+size <= s.o.MaxBytes() {
				break
			}
			if err := q.DropCopy(ctx, webcopydb.DropCopyParams{ID: c.ID, OwnerID: owner}); err != nil {
				return err
			}
			have -= c.Size
		}
	}
	return nil
}

// Get returns a copy of the owner. It fails with errs.NotFound if the owner has no copy with this
// id.
func (s *Service) Get(ctx context.Context, owner, copyID string) (Copy, error) {
	row, err := webcopydb.New(s.o.DB.Read()).GetCopy(ctx, webcopydb.GetCopyParams{ID: copyID, OwnerID: owner})
	return s.copyOf(row, err)
}

// Last returns the newest copy of an address in a conversation; it fails with errs.NotFound if
// there is none.
func (s *Service) Last(ctx context.Context, owner, cid, address string) (Copy, error) {
	row, err := webcopydb.New(s.o.DB.Read()).NewestCopy(ctx, webcopydb.NewestCopyParams{OwnerID: owner, Cid: cid, Url: address})
	return s.copyOf(row, err)
}

func (s *Service) copyOf(row webcopydb.WebCopy, err error) (Copy, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return Copy{}, errs.New(errs.NotFound)
	}
	if err != nil {
		return Copy{}, errs.Wrap(errs.StorageFail, err)
	}
	units, err := unpack(row.Content)
	if err != nil {
		return Copy{}, errs.Wrap(errs.StorageFail, err)
	}
	c := Copy{ID: row.ID, CID: row.Cid, KeptAt: time.UnixMilli(row.KeptAt), Page: webpage.Page{
		URL: row.Url, Title: row.Title, Site: row.Site, Author: row.Author, Published: row.Published, Units: units, Text: webpage.TextOf(units),
	}}
	if row.Icon != "" {
		c.Page.Icon = iconPath + row.Icon
	}
	return c, nil
}

// Drop deletes the copies and pictures of a conversation. tx is the transaction that
// deletes the conversation.
func (s *Service) Drop(ctx context.Context, tx *sql.Tx, owner, cid string) error {
	q := webcopydb.New(tx)
	if err := q.DropPicturesOf(ctx, webcopydb.DropPicturesOfParams{OwnerID: owner, Cid: cid}); err != nil {
		return err
	}
	return q.DropConversation(ctx, webcopydb.DropConversationParams{OwnerID: owner, Cid: cid})
}

// Give moves the copies and pictures of a conversation to another owner. tx is the
// transaction that moves the conversation; newCID is its id after the move.
func (s *Service) Give(ctx context.Context, tx *sql.Tx, from, cid, to, newCID string) error {
	q := webcopydb.New(tx)
	if err := q.GivePictures(ctx, webcopydb.GivePicturesParams{Receiver: to, NewCid: newCID, Giver: from, Cid: cid}); err != nil {
		return err
	}
	return q.GiveCopies(ctx, webcopydb.GiveCopiesParams{Receiver: to, NewCid: newCID, Giver: from, Cid: cid})
}

// Forget deletes all copies and pictures of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	err := s.o.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := webcopydb.New(tx)
		return errors.Join(q.ForgetCopies(ctx, owner), q.ForgetPictures(ctx, owner))
	})
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}

// Follow moves the copies and pictures of one owner to another. If the move changed the ids
// of conversations, `renamed` maps the old ids to the new ones.
func (s *Service) Follow(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	q := webcopydb.New(tx)
	for old, cid := range renamed {
		if err := q.RekeyCopies(ctx, webcopydb.RekeyCopiesParams{OwnerID: from, Cid: old, NewCid: cid}); err != nil {
			return err
		}
		if err := q.RekeyPictures(ctx, webcopydb.RekeyPicturesParams{OwnerID: from, Cid: old, NewCid: cid}); err != nil {
			return err
		}
	}
	if err := q.MovePictures(ctx, webcopydb.MovePicturesParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	return q.MoveCopies(ctx, webcopydb.MoveCopiesParams{Receiver: to, Giver: from})
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

func pack(units []parsed.Unit) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(units); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

func unpack(content []byte) ([]parsed.Unit, error) {
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	var units []parsed.Unit
	err = json.NewDecoder(io.LimitReader(z, maxContent)).Decode(&units)
	return units, err
}
