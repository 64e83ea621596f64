// Package favorite keeps what people put aside: answers, files, pages of the
// web and agents, with tags and notes. Of an answer and of a page it keeps a
// copy, which stays when the conversation is deleted.
package favorite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Bounds of what one owner keeps.
const (
	MaxFavorites = 2000
	MaxBytes     = 32 << 20 // of all copies
	MaxCopy      = 1 << 20  // bytes of one copy
	MaxNote      = 2000     // characters
	MaxTags      = 20       // of one favourite
	MaxTag       = 20       // characters
	maxTitle     = 200      // characters
	maxBrief     = 200      // characters
	maxAddress   = 2000     // bytes of the address of a page
)

// Favorite is a thing that was put aside.
type Favorite struct {
	ID        string
	Kind      Kind
	Thing     string // the id of a file or an agent, or the address of a page; of an answer: its place
	Origin    Origin // where it comes from; the zero value: from no conversation
	Title     string
	Brief     string // the beginning of its text, on one line
	Note      string
	Tags      []string
	CreatedAt int64 // Unix milliseconds
	UpdatedAt int64 // Unix milliseconds; of the note and the tags
	There     bool  // the thing itself is still where it was
}

// Origin is an answer of a conversation.
type Origin struct {
	CID     string
	AgentID string
	Index   int
	Repeat  int
}

// Copy is what is kept of the thing itself. Which fields are filled is a matter
// of the kind.
type Copy struct {
	Question  string          `json:"question,omitempty"` // of an answer; empty also when it is hidden
	Files     []string        `json:"files,omitempty"`    // names of the question's files
	Model     string          `json:"model,omitempty"`    // that answered
	Answer    *stream.Message `json:"answer,omitempty"`
	Text      string          `json:"text,omitempty"` // of a page, or what an agent is for
	Site      string          `json:"site,omitempty"`
	Icon      string          `json:"icon,omitempty"` // our own address
	Published int64           `json:"published,omitempty"`
	Type      string          `json:"type,omitempty"` // of a file: "pdf", "image" …
	Size      int64           `json:"size,omitempty"` // of a file, in bytes
}

// Options are what a Service needs. Agents, Clean, Room and Now may be nil.
type Options struct {
	DB      *db.DB
	Answers Answers
	Files   Files
	Pages   Pages
	Agents  Agents
	// Find gives the ids of the favourites that have the words, best first, limit
	// at most.
	Find func(ctx context.Context, owner, words string, limit int) ([]string, error)
	// Write makes a file of favourites.
	Write func(ctx context.Context, o Order) (File, error)
	// Clean reports whether the content rules leave a text as it is; nil: always.
	// What an archive brings must be clean.
	Clean func(text string) bool
	// Room refuses new copies while the disk is nearly full.
	Room func() error
	Now  func() time.Time
}

// Service keeps favourites. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Room == nil {
		o.Room = func() error { return nil }
	}
	if o.Clean == nil {
		o.Clean = func(string) bool { return true }
	}
	return &Service{o}
}

func (s *Service) reads() *favoritedb.Queries { return favoritedb.New(s.DB.Read()) }

func (s *Service) write(ctx context.Context, f func(q *favoritedb.Queries, tx *sql.Tx) error) error {
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error { return f(favoritedb.New(tx), tx) }))
}

// stored turns an error of the database into one for users.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// mustMeet turns "no row" into errs.NotFound.
func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

func badRequest(detail string) error { return errs.New(errs.BadRequest).With("detail", detail) }
