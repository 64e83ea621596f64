// Package favorite stores what people save for later: answers, files, web pages and agents, with
// tags and notes. It keeps copies of saved answers and pages. If the conversation of a saved answer or
// page is deleted, the copy stays.
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

// Limits of favourites. MaxFavorites and MaxBytes apply to one owner.
const (
	MaxFavorites = 2000
	MaxBytes     = 32 << 20 // size of all copies together
	MaxCopy      = 1 << 20  // bytes of a copied answer and its question; the copy as JSON may have twice as many bytes
	MaxNote      = 2000     // characters
	MaxTags      = 20       // per favourite
	MaxTag       = 20       // characters
	maxTitle     = 200      // characters
	maxBrief     = 200      // characters
	maxAddress   = 2000     // bytes of a page's address
)

// Favorite is a saved answer, file, page or agent.
type Favorite struct {
	ID        string
	Kind      Kind
	Thing     string // the id of a file or an agent, the address of a page, or the place of an answer
	Origin    Origin // the answer or, if Index is 0, the conversation from which the thing was saved; zero: neither
	Title     string
	Brief     string // the beginning of its text, on one line
	Note      string
	Tags      []string
	CreatedAt int64 // Unix milliseconds
	UpdatedAt int64 // last change of the note or the tags, at first CreatedAt; Unix milliseconds
	There     bool  // whether the original (for a page: its Origin) still exists; true for a page without an Origin
}

// Origin identifies an answer in a conversation; with Index 0, the conversation itself.
type Origin struct {
	Project string // the project of the conversation; empty: the conversation is the owner's own
	CID     string
	AgentID string
	Index   int
	Repeat  int
}

// Copy is the stored copy of the original. The kind determines which fields are set.
type Copy struct {
	Question  string          `json:"question,omitempty"` // the question of an answer; empty also if the question is hidden
	Files     []string        `json:"files,omitempty"`    // file names of the question
	Model     string          `json:"model,omitempty"`    // model that answered
	Answer    *stream.Message `json:"answer,omitempty"`
	Text      string          `json:"text,omitempty"` // text of a page, or description of an agent
	Site      string          `json:"site,omitempty"`
	Icon      string          `json:"icon,omitempty"` // address on this server
	Published int64           `json:"published,omitempty"`
	Type      string          `json:"type,omitempty"` // type of a file: "pdf", "image" …
	Size      int64           `json:"size,omitempty"` // size of a file in bytes
}

// Options are the dependencies of a Service. Agents, Clean, Room and Now may be nil.
type Options struct {
	DB      *db.DB
	Answers Answers
	Files   Files
	Pages   Pages
	Agents  Agents
	// Find returns the ids of at most `limit` favourites that match the words, best first.
	Find func(ctx context.Context, owner, words string, limit int) ([]string, error)
	// Write writes favourites as a file.
	Write func(ctx context.Context, o Order) (File, error)
	// Clean reports whether the content rules allow a text unchanged; nil: always. Imported
	// favourites must be clean.
	Clean func(text string) bool
	// Room fails while the disk is nearly full; Add then fails with the error of Room.
	Room func() error
	Now  func() time.Time
}

// Service manages favourites. It is safe for concurrent use.
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

func (s *Service) write(ctx context.Context, owner string, f func(q *favoritedb.Queries, tx *sql.Tx) error) error {
	return stored(s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error { return f(favoritedb.New(tx), tx) }))
}

// stored converts a database error to an error for users.
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

// mustMeet returns errs.NotFound if no row was changed.
func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

func badRequest(detail string) error { return errs.New(errs.BadRequest).With("detail", detail) }
