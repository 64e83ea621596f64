// Package entry records which data of an owner the search can find. A domain writes entries in the transaction that
// stores the thing itself. Entries and things therefore always agree. The domain writes the rows of the thing before
// the entries. All transactions then lock in the same order and cannot deadlock. A new entry contains no text. Later,
// package search reads the text from the domain and creates its terms in the full-text index. For some kinds, package
// search also stores a copy of the text in the entry.
package entry

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// Kind is a kind of thing that has entries.
type Kind string

// Values of Kind.
const (
	Conversation Kind = "conversation" // found by its title
	Question     Kind = "question"
	Answer       Kind = "answer" // one version of an answer
	Note         Kind = "note"
	File         Kind = "file" // found by its name; the content has its own index
	Favorite     Kind = "favorite"
)

// Place identifies a text.
type Place struct {
	Kind   Kind
	Ref    string // id of the thing; for a message, id of its conversation
	Index  int    // index of a message; otherwise 0
	Repeat int    // version of an answer, from 0; otherwise 0
}

// The id of an entry is its time in milliseconds multiplied by sameTime, plus a random
// number below sameTime. Newer things therefore have greater ids.
const (
	sameTime = 1 << 21
	maxTime  = 4_102_444_800_000 // 2100-01-01
)

// FirstID is the smallest entry id for a time in Unix milliseconds. Times before 1970 and after
// 2099 are clamped.
func FirstID(at int64) int64 { return min(max(at, 0), maxTime) * sameTime }

// TimeOf is the time of an entry id in Unix milliseconds.
func TimeOf(id int64) int64 { return id / sameTime }

// tries is the maximum number of random ids tried by insert. An id may be in use already.
const tries = 40

// Add creates the entry of a text. The text must not have an entry yet. `at` is the time of the
// thing in Unix milliseconds.
func Add(ctx context.Context, tx *sql.Tx, owner string, p Place, at int64) error {
	_, err := insert(ctx, searchdb.New(tx), searchdb.InsertEntryParams{
		OwnerID: owner, Kind: string(p.Kind), Ref: p.Ref, Idx: int64(p.Index), RepeatIdx: int64(p.Repeat), Pending: true,
	}, at)
	return err
}

// AddPart creates the entry of a further part of a long text. `body` is the copy of the part, or "" if the kind stores
// no copies. The caller must store the terms of the part under the returned id in the same transaction.
func AddPart(ctx context.Context, tx *sql.Tx, owner string, p Place, part int, body string, at int64) (id int64, err error) {
	return insert(ctx, searchdb.New(tx), searchdb.InsertEntryParams{
		OwnerID: owner, Kind: string(p.Kind), Ref: p.Ref, Idx: int64(p.Index), RepeatIdx: int64(p.Repeat), Part: int64(part), Body: body,
	}, at)
}

// insert stores an entry with an id made from the time `at`. If many things have the same time, the
// id may belong to a time a few milliseconds later.
func insert(ctx context.Context, q *searchdb.Queries, in searchdb.InsertEntryParams, at int64) (id int64, err error) {
	for try := range int64(tries) {
		in.ID = FirstID(at+try) + rand.Int64N(sameTime)
		rows, err := q.InsertEntry(ctx, in)
		if err != nil {
			return 0, fmt.Errorf("entry of %s %s: %w", in.Kind, in.Ref, err)
		}
		if rows > 0 {
			return in.ID, nil
		}
	}
	return 0, fmt.Errorf("no id is left for an entry of the time %d", at)
}

// Put creates or replaces the entry of a text that is new or has changed.
func Put(ctx context.Context, tx *sql.Tx, owner string, p Place, at int64) error {
	if err := Drop(ctx, tx, owner, p); err != nil {
		return err
	}
	return Add(ctx, tx, owner, p, at)
}

// Drop deletes the entry of a text, and the entries of its further parts, if there are any.
func Drop(ctx context.Context, tx *sql.Tx, owner string, p Place) error {
	q := searchdb.New(tx)
	at := searchdb.DeleteEntryParams{
		OwnerID: owner, Ref: p.Ref, Kind: string(p.Kind), Idx: int64(p.Index), RepeatIdx: int64(p.Repeat),
	}
	for {
		// The statement is repeated until it finds nothing. Its first run may have waited for another transaction that was
		// indexing the entry. The second run then sees the parts of a long text added by the other transaction.
		rows, err := q.DeleteEntry(ctx, at)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			if !r.Pending {
				if err := q.NoteGone(ctx, r.ID); err != nil {
					return err
				}
			}
		}
	}
}

// DropRef deletes all entries of a thing. For a conversation, it also deletes the
// entries of its messages.
func DropRef(ctx context.Context, tx *sql.Tx, owner, ref string) error {
	q := searchdb.New(tx)
	if err := q.HoldRef(ctx, searchdb.HoldRefParams{OwnerID: owner, Ref: ref}); err != nil {
		return err
	}
	if err := q.NoteGoneRef(ctx, searchdb.NoteGoneRefParams{OwnerID: owner, Ref: ref}); err != nil {
		return err
	}
	return q.DeleteRef(ctx, searchdb.DeleteRefParams{OwnerID: owner, Ref: ref})
}

// Rename changes the id of a thing in its entries. The entries are then indexed again.
func Rename(ctx context.Context, tx *sql.Tx, owner, old, ref string) error {
	q := searchdb.New(tx)
	if err := q.HoldRef(ctx, searchdb.HoldRefParams{OwnerID: owner, Ref: old}); err != nil {
		return err
	}
	if err := q.NoteGoneRef(ctx, searchdb.NoteGoneRefParams{OwnerID: owner, Ref: old}); err != nil {
		return err
	}
	if err := q.DeleteParts(ctx, searchdb.DeletePartsParams{OwnerID: owner, Ref: old}); err != nil {
		return err // the parts are created again when the entry of the text is indexed
	}
	return q.RenameRef(ctx, searchdb.RenameRefParams{OwnerID: owner, Ref: old, NewRef: ref})
}

// ForgetKinds deletes an owner's entries of the given kinds.
func ForgetKinds(ctx context.Context, tx *sql.Tx, owner string, kinds ...Kind) error {
	q := searchdb.New(tx)
	for _, k := range kinds {
		if err := q.HoldKind(ctx, searchdb.HoldKindParams{OwnerID: owner, Kind: string(k)}); err != nil {
			return err
		}
		if err := q.NoteGoneKind(ctx, searchdb.NoteGoneKindParams{OwnerID: owner, Kind: string(k)}); err != nil {
			return err
		}
		if err := q.DeleteKind(ctx, searchdb.DeleteKindParams{OwnerID: owner, Kind: string(k)}); err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes all entries of an owner, and the owner's shelves (see package search).
func Forget(ctx context.Context, tx *sql.Tx, owner string) error {
	q := searchdb.New(tx)
	if err := q.HoldOwner(ctx, owner); err != nil {
		return err
	}
	if err := q.NoteGoneOwner(ctx, owner); err != nil {
		return err
	}
	return errors.Join(q.DeleteOwner(ctx, owner), q.DeleteShelves(ctx, owner))
}

// Move moves entries from one owner to another. Their terms stay unchanged, because the shelves with the terms
// are assigned to the new owner, too.
func Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := searchdb.New(tx)
	return errors.Join(
		q.MoveEntries(ctx, searchdb.MoveEntriesParams{FromOwner: from, ToOwner: to}),
		q.MoveShelves(ctx, searchdb.MoveShelvesParams{FromOwner: from, ToOwner: to}),
	)
}
