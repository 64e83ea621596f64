package share

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// Conversations is the port to the domain of conversations.
type Conversations interface {
	// Talk returns the chosen branch of an owner's conversation. It fails with errs.NotFound if
	// the owner has no such conversation.
	Talk(ctx context.Context, owner, cid string) (Talk, error)
	// Copy creates a conversation for an owner from rounds and returns its id.
	Copy(ctx context.Context, owner, title string, rounds []Round) (cid string, err error)
}

// Content is a file that readers of a share may download.
type Content struct {
	io.ReadSeekCloser
	Name, Type, Tag string // as in httpapi.File
}

// Paper is a request to write a share as a file.
type Paper struct {
	Title  string
	Rounds []Round
	Format string // md, docx or pdf
	Locale string
	Zone   *time.Location
}

// Written is the file written for a Paper.
type Written struct {
	Name, ContentType string
	Data              []byte
}

// Picture has the texts of a share's preview picture.
type Picture struct{ Product, Title, Summary string }

// Options are the dependencies of a Service. All fields are required unless stated otherwise.
type Options struct {
	DB            *db.DB
	Conversations Conversations
	// Open opens a file of an owner's library. If the file was deleted, Open fails with
	// errs.NotFound.
	Open func(ctx context.Context, owner, id string) (Content, error)
	// FileID returns the id of the file to which an address of this server points; "" for any other address.
	FileID func(url string) string
	// HTML renders Markdown as safe HTML; `cite` returns the address of a source by its number, or
	// "" for a source that is not listed.
	HTML func(markdown string, cite func(n int) string) string
	// Chart draws the data of a chart's card as SVG for the page. If the data is no chart, it returns "".
	Chart func(data json.RawMessage, locale, label string) string
	// Rules applies the content rules to an owner's text; `withheld` means that no part of the text
	// may be shown.
	Rules func(ctx context.Context, owner, traceID string) func(text string) (shown string, withheld bool)
	Away  func(ctx context.Context, owner string) (bool, error) // reports whether an account is waiting for its deletion
	Write func(ctx context.Context, p Paper) (Written, error)
	Draw  func(ctx context.Context, p Picture) ([]byte, error) // draws a preview picture: a PNG of 1200×630 pixels
	Draws bool                                                 // whether Draw works: it needs a font
	// Note records an administrator's action in the administration log.
	Note  func(ctx context.Context, shareID, act string) error
	Key   []byte           // secret that signs passes and hashes counters
	Brand string           // the name of the assistant
	Agent string           // the id of the default agent
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default
}

// Service manages shares. It is safe for concurrent use.
type Service struct {
	Options
	views   views
	bodies  *cache // rendered snapshots
	cards   *cache // preview pictures
	renders chan struct{}
}

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{
		Options: o, bodies: newCache(maxBodies), cards: newCache(maxCards), renders: make(chan struct{}, rendersAtOnce),
	}
}

func (s *Service) reads() *sharedb.Queries { return sharedb.New(s.DB.Read()) }

func (s *Service) write(ctx context.Context, f func(q *sharedb.Queries) error) error {
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error { return f(sharedb.New(tx)) }))
}

// writeOf is write for a transaction that counts the rows of an owner.
func (s *Service) writeOf(ctx context.Context, owner string, f func(q *sharedb.Queries) error) error {
	return stored(s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error { return f(sharedb.New(tx)) }))
}

// stored converts an error of the database to an error for users.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// Own returns one of the owner's shares.
func (s *Service) Own(ctx context.Context, owner, shareID string) (Share, error) {
	row, err := s.reads().OwnShare(ctx, sharedb.OwnShareParams{OwnerID: owner, ID: shareID})
	if err != nil {
		return Share{}, stored(err)
	}
	return s.fromRow(sharedb.GetShareRow(row)), nil
}

// List returns a page of an owner's shares, the newest first, and the number of all shares. The page
// begins after `offset` shares and has at most `limit` shares. A limit that is not from 1 to 100 counts
// as 50. If `cid` is not empty, only the shares of that conversation are listed and counted.
func (s *Service) List(ctx context.Context, owner, cid string, offset, limit int) ([]Share, int, error) {
	if limit <= 0 || limit > 100 {
		limit = 50
	}
	if offset < 0 || offset > maxShares {
		return nil, 0, badRequest("offset")
	}
	rows, err := s.reads().ListShares(ctx, sharedb.ListSharesParams{OwnerID: owner, Cid: cid, Page: int32(limit), Skip: int32(offset)})
	if err != nil {
		return nil, 0, stored(err)
	}
	total, err := s.reads().CountListed(ctx, sharedb.CountListedParams{OwnerID: owner, Cid: cid})
	out := make([]Share, len(rows))
	for i, r := range rows {
		out[i] = s.fromRow(sharedb.GetShareRow(r))
	}
	return out, int(total), stored(err)
}

// Change is a partial update of a share; nil fields are not changed.
type Change struct {
	Title     *string
	Password  *string // empty: removes the password
	ExpiresAt *int64
	Listed    *bool
	TraceID   string
}

// Edit updates a share. A new password invalidates existing passes.
func (s *Service) Edit(ctx context.Context, owner, shareID string, c Change) (Share, error) {
	if _, err := s.Own(ctx, owner, shareID); err != nil {
		return Share{}, err
	}
	// The title and the password are prepared before the transaction: hashing takes long, and the rules
	// may read the database.
	var title, password string
	var err error
	if c.Title != nil && oneLine(*c.Title, maxTitle) != "" {
		if title, err = s.title(ctx, owner, c.TraceID, *c.Title); err != nil {
			return Share{}, err
		}
	}
	if c.Password != nil {
		if password, err = hashPassword(ctx, *c.Password); err != nil {
			return Share{}, err
		}
	}
	if c.ExpiresAt != nil {
		if err := s.checkEnd(*c.ExpiresAt); err != nil {
			return Share{}, err
		}
	}
	var out Share
	err = s.write(ctx, func(q *sharedb.Queries) error {
		if err := mustMeet(q.HoldShare(ctx, sharedb.HoldShareParams{OwnerID: owner, ID: shareID})); err != nil {
			return err
		}
		row, err := q.OwnShare(ctx, sharedb.OwnShareParams{OwnerID: owner, ID: shareID})
		if err != nil {
			return err
		}
		out = s.fromRow(sharedb.GetShareRow(row))
		out.Title = cmp.Or(title, out.Title)
		if c.Password != nil {
			out.Password = password
		}
		if c.ExpiresAt != nil {
			out.ExpiresAt = *c.ExpiresAt
		}
		if c.Listed != nil {
			out.Listed = *c.Listed
		}
		out.UpdatedAt = s.Now().UnixMilli()
		return mustMeet(q.ChangeShare(ctx, sharedb.ChangeShareParams{
			Title: out.Title, Password: out.Password, ExpiresAt: out.ExpiresAt, Listed: out.Listed, UpdatedAt: out.UpdatedAt, OwnerID: owner, ID: shareID,
		}))
	})
	return out, err
}

// Revoke permanently ends shares. If a share does not belong to the owner, no share is revoked.
func (s *Service) Revoke(ctx context.Context, owner string, ids ...string) error {
	if len(ids) == 0 || len(ids) > maxShares {
		return badRequest("shareIds")
	}
	err := s.write(ctx, func(q *sharedb.Queries) error {
		for _, one := range ids {
			if err := drop(ctx, q, owner, one); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.forgetRendered(ids...)
	}
	return err
}

// RevokeOf revokes all shares of a conversation and returns their number.
func (s *Service) RevokeOf(ctx context.Context, owner, cid string) (int, error) {
	ids, err := s.reads().OfConversation(ctx, sharedb.OfConversationParams{OwnerID: owner, Cid: cid})
	if err != nil || len(ids) == 0 {
		return 0, stored(err)
	}
	return len(ids), s.Revoke(ctx, owner, ids...)
}

// drop deletes a share and its dependent rows.
func drop(ctx context.Context, q *sharedb.Queries, owner, one string) error {
	if err := mustMeet(q.DeleteShare(ctx, sharedb.DeleteShareParams{OwnerID: owner, ID: one})); err != nil {
		return err
	}
	return errors.Join(q.DeleteLikes(ctx, one), q.DeleteReports(ctx, one))
}

func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return notFound()
	}
	return err
}

func (s *Service) fromRow(r sharedb.GetShareRow) Share {
	return Share{
		ID: r.ID, OwnerID: r.OwnerID, Kind: Kind(r.Kind), CID: r.Cid, Title: r.Title, Summary: r.Summary, Password: r.Password, ExpiresAt: r.ExpiresAt,
		HidesThinking: r.HidesThinking, Files: FileRule(r.Files), Listed: r.Listed, DownAt: r.DownAt, Rounds: int(r.Rounds),
		Views: r.Views + s.views.waiting(r.ID), Likes: r.Likes, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}
