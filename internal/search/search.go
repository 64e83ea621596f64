// Package search finds everything of one's own: conversations, messages, files and
// what they say, notes. Domains write entries of their things in the transactions that
// store them (package entry); this package reads their texts soon afterwards and makes
// the terms of a full-text index of them. Until then the newest of them are searched
// without an index, so that what was just said is found, too. Each query names its
// owner, and the terms of each owner lie on shelves of their own.
package search

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// Options are what a Service needs. DB is required.
type Options struct {
	DB  *db.DB
	Log *slog.Logger // nil: slog.Default
	// Quiet returns when this process makes no answers, or when ctx ends; nil: at
	// once. Texts are read for the index while it is quiet.
	Quiet func(ctx context.Context) error
}

// Kind is a kind of thing that can be found: a row of the table of kinds, which a
// domain adds. It has either Entries and Texts, when the index of this package has
// its texts, or Find, when the domain has an index of its own.
type Kind struct {
	Name    string // as clients call it
	Code    byte   // a lower-case letter, in the index; never changed, never used again
	Entries []entry.Kind
	Sounded bool // short texts that are also found by the sound of their Han characters
	// Texts reads the texts of an owner's entries. What is not there any more, or must
	// not be seen, is left out.
	Texts func(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error)
	// Find gives what an owner's things of this kind say, best first, and whether there
	// is more. It is told the query as it was typed.
	Find func(ctx context.Context, owner, typed string, r Range) (found []Found, more bool, err error)
}

// Found is a thing that was found, or a place in it.
type Found struct {
	Title   string  // what it belongs to
	Snippet []Piece // the place; of a thing that is found by its name: the name
	Time    int64   // Unix milliseconds
	Speaker string  // of a message: human or ai
	Link    entry.Link
}

// Service searches. It is safe for concurrent use.
type Service struct {
	Options
	kinds  []Kind
	engine engine
}

// New makes the service.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Quiet == nil {
		o.Quiet = func(context.Context) error { return nil }
	}
	return &Service{Options: o, engine: engines[o.DB.Dialect()]}
}

// Add adds kinds of things, before Run and the first search. It panics when a name,
// a code or a kind of entry is there twice, which is a programming error.
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

// Kinds are the names of all kinds in the order of Add.
func (s *Service) Kinds() (names []string) {
	for _, k := range s.kinds {
		names = append(names, k.Name)
	}
	return names
}

// kindOf gives the kind that has such entries.
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

// Move gives everything that can be found of one owner to another, in the caller's
// transaction, after the things themselves.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	return entry.Move(ctx, tx, from, to)
}

// Forget deletes everything that can be found of an owner, also what their domains have
// deleted before it. Afterwards no search needs their words, so that they are taken out
// of the index at once.
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

// Waiting is how many entries are not in the full-text index yet.
func (s *Service) Waiting(ctx context.Context) (int64, error) {
	return searchdb.New(s.DB.Read()).CountWaiting(ctx)
}
