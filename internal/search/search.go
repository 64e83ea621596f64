// Package search searches all of a user's own data, such as conversations, messages, files
// and their content, notes and favourites. A domain writes an entry for each thing in the
// transaction that stores the thing (package entry). In the background, this package reads
// the texts of the entries and adds their terms to a full-text index. The newest unindexed
// entries are searched without the index, so that a message can be found immediately.
// Every query is restricted to its owner. The index keeps the terms of each owner in a
// separate part, the owner's shelf.
package search

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// Options are the dependencies of a Service. DB is required.
type Options struct {
	DB  *db.DB
	Log *slog.Logger // nil: slog.Default
	// Spaces lists the projects of a person, the most recently used first; nil: there are no projects.
	Spaces func(ctx context.Context, person string) ([]Space, error)
	// Quiet waits until this process is making no answers. It fails if ctx ends first. Texts are indexed while no
	// answers are being made, if possible. nil: Quiet never waits.
	Quiet func(ctx context.Context) error
}

// Kind is a kind of thing that can be found. If this package indexes the texts of the kind, Entries
// and Texts must be set. If the domain has its own index, Find must be set instead.
type Kind struct {
	Name    string // name in the API
	Code    byte   // a lower-case letter used in the index; it must never be changed or reused
	Entries []entry.Kind
	Sounded bool // the texts are short, and also found by the pronunciation of their Han characters
	Shared  bool // projects have things of this kind, too
	// Texts reads the texts of an owner's entries. Texts that were deleted or must not be shown
	// are left out.
	Texts func(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error)
	// Titles returns the same as Texts, but without Body and Time. If Titles is not nil, entries of this kind keep
	// copies of their texts. A search then calls Titles for matching entries with a copy. It calls Texts only for
	// entries without a copy: they are not indexed yet, or an older version of the program indexed them.
	Titles func(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error)
	// Within returns the refs of the entries that belong to a conversation or were used
	// in it, at most MaxWithin. nil: the ref of an entry is the id of its conversation.
	Within func(ctx context.Context, owner, conversationID string) (refs []string, err error)
	// Find searches an owner's things of this kind, best match first. `more` reports whether there are more matches.
	// `typed` is the query of the user, without control characters and cut to MaxQuery characters.
	Find func(ctx context.Context, owner, typed string, r Range) (found []Found, more bool, err error)
}

// MaxWithin is the maximum number of things covered by a search in one conversation.
const MaxWithin = 100

// Found is a search result: a thing, or a place in it.
type Found struct {
	Title   string  // title of the found thing, or of the thing that contains the found place
	Snippet []Piece // text around the match; for a thing found by its name, the name
	Time    int64   // Unix milliseconds
	Speaker string  // for a message: human or ai
	Link    entry.Link
}

// Service searches. It is safe for concurrent use.
type Service struct {
	Options
	kinds  []Kind
	engine engine
}

// New makes the service. The caller adds the kinds with Add.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Quiet == nil {
		o.Quiet = func(context.Context) error { return nil }
	}
	return &Service{Options: o, engine: engines[o.DB.Dialect()]}
}

// Add adds kinds of things; it must be called before Run and the first search. It panics on
// programming errors: an incomplete kind, or a duplicate name, code or entry kind.
func (s *Service) Add(kinds ...Kind) {
	for _, k := range kinds {
		for _, old := range s.kinds {
			if old.Name == k.Name || old.Code == k.Code {
				panic("search: the kind " + k.Name + " is there twice")
			}
		}
		if k.Code < 'a' || k.Code > 'z' || (k.Find == nil) == (k.Texts == nil) || (k.Texts == nil) != (len(k.Entries) == 0) {
			panic("search: the kind " + k.Name + " is not whole")
		}
		for _, e := range k.Entries {
			if _, ok := s.kindOf(e); ok {
				panic("search: entries " + string(e) + " are of two kinds")
			}
		}
		s.kinds = append(s.kinds, k)
	}
}

// copied returns the copy of a text for an entry of the kind. It is empty if the kind keeps no copies.
func (k Kind) copied(body string) string {
	if k.Titles == nil {
		return ""
	}
	return body
}

// Kinds returns the names of all kinds, in the order of the calls to Add.
func (s *Service) Kinds() (names []string) {
	for _, k := range s.kinds {
		names = append(names, k.Name)
	}
	return names
}

// kindOf returns the kind with entries of the kind e.
func (s *Service) kindOf(e entry.Kind) (Kind, bool) {
	for _, k := range s.kinds {
		for _, of := range k.Entries {
			if of == e {
				return k, true
			}
		}
	}
	return Kind{}, false
}

// Move moves all index data of one owner to another, in the caller's transaction. The caller must have moved the
// things themselves.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	return entry.Move(ctx, tx, from, to)
}

// Forget deletes all index data of an owner, including data of things that the domains
// have already deleted. The terms are removed from the index immediately.
func (s *Service) Forget(ctx context.Context, owner string) error {
	if err := s.DB.InTx(ctx, func(tx *sql.Tx) error { return entry.Forget(ctx, tx, owner) }); err != nil {
		return err
	}
	for {
		gone, err := searchdb.New(s.DB.Read()).Gone(ctx, settleBatch)
		if err != nil || len(gone) == 0 {
			return err
		}
		if err := s.bury(ctx, gone); err != nil {
			return err
		}
	}
}

// Waiting is the number of entries that are not indexed yet.
func (s *Service) Waiting(ctx context.Context) (int64, error) {
	return searchdb.New(s.DB.Read()).CountWaiting(ctx)
}
