package retrieve

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve/retrievedb"
)

// Add indexes a unit in the caller's transaction and replaces its earlier content. Units must be
// added in order if the headings of one page also apply to the next page.
func (x *Index) Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error {
	q := retrievedb.New(tx)
	place := retrievedb.DeleteUnitParams{OwnerID: owner, DocumentID: documentID, Unit: int64(u.Number)}
	if err := x.dropUnit(ctx, tx, place); err != nil {
		return fmt.Errorf("replace unit %d: %w", u.Number, err)
	}
	var above path
	if goesOn(u) {
		heading, err := q.LastHeading(ctx, retrievedb.LastHeadingParams(place))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("headings before unit %d: %w", u.Number, err)
		}
		above = readPath(heading)
	}
	shelf, err := ownShelf(ctx, q, owner)
	if err != nil {
		return err
	}
	for i, c := range chunks(u, above) {
		err := q.InsertChunk(ctx, retrievedb.InsertChunkParams{
			OwnerID: owner, DocumentID: documentID, Unit: int64(u.Number), Idx: int64(i + 1),
			Start: int64(c.start), Heading: valid(c.path.stored()), Header: valid(c.header), Text: valid(c.text),
		})
		if err != nil {
			return fmt.Errorf("chunk %d of unit %d: %w", i+1, u.Number, err)
		}
		if _, err := tx.ExecContext(ctx, x.engine.put, x.terms(shelf, documentID, c)); err != nil {
			return fmt.Errorf("terms of chunk %d of unit %d: %w", i+1, u.Number, err)
		}
	}
	return nil
}

// dropUnit removes a unit from the index. It writes nothing when the index has no such
// unit, which is the usual case.
func (x *Index) dropUnit(ctx context.Context, tx *sql.Tx, place retrievedb.DeleteUnitParams) error {
	q := retrievedb.New(tx)
	n, err := q.HasUnit(ctx, retrievedb.HasUnitParams(place))
	if err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, x.engine.drop+ofUnit, place.OwnerID, place.DocumentID, place.Unit); err != nil {
		return err
	}
	if err := q.DeleteUnitVectors(ctx, retrievedb.DeleteUnitVectorsParams(place)); err != nil {
		return err
	}
	return q.DeleteUnit(ctx, place)
}

// valid makes a text acceptable to PostgreSQL: invalid bytes become U+FFFD, and zero bytes are
// removed.
func valid(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\x00", "")
}

// ownShelf returns the owner's shelf (see onShelf), or creates one. If two transactions create a
// shelf at the same time, the owner has two shelves, which does no harm.
func ownShelf(ctx context.Context, q *retrievedb.Queries, owner string) (int64, error) {
	shelves, err := q.Shelves(ctx, owner)
	if err != nil {
		return 0, fmt.Errorf("shelf: %w", err)
	}
	if len(shelves) > 0 {
		return shelves[0], nil
	}
	shelf, err := q.AddShelf(ctx, owner)
	if err != nil {
		return 0, fmt.Errorf("shelf: %w", err)
	}
	return shelf, nil
}

// terms returns the index terms of a chunk, each once, separated by spaces.
func (x *Index) terms(shelf int64, documentID string, c chunk) string {
	prefix := onShelf(shelf, "")
	var b strings.Builder
	b.WriteString(prefix)
	b.WriteString(documentTerm(documentID))
	seen := map[string]bool{}
	eachTerm(x.folder().fold(c.indexed()).text, func(term string, _, _ int) {
		if seen[term] {
			return
		}
		seen[term] = true
		b.WriteByte(' ')
		b.WriteString(prefix)
		b.WriteString(term)
	})
	return b.String()
}

// Remove removes a document from the index.
func (x *Index) Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error {
	q := retrievedb.New(tx)
	_, err1 := tx.ExecContext(ctx, x.engine.drop+ofDocument, owner, documentID)
	err2 := q.DeleteDocumentVectors(ctx, retrievedb.DeleteDocumentVectorsParams{OwnerID: owner, DocumentID: documentID})
	err3 := q.DeleteDocument(ctx, retrievedb.DeleteDocumentParams{OwnerID: owner, DocumentID: documentID})
	if err := errors.Join(err1, err2, err3); err != nil {
		return fmt.Errorf("take a document out of the index: %w", err)
	}
	return nil
}

// Forget removes everything of an owner from the index.
func (x *Index) Forget(ctx context.Context, tx *sql.Tx, owner string) error {
	q := retrievedb.New(tx)
	_, err := tx.ExecContext(ctx, x.engine.drop+ofOwner, owner)
	if err := errors.Join(err, q.DeleteOwnerVectors(ctx, owner), q.DeleteOwner(ctx, owner), q.DeleteShelves(ctx, owner)); err != nil {
		return fmt.Errorf("take an owner out of the index: %w", err)
	}
	return nil
}

// Move moves everything of the owner `from` to the owner `to`. The earlier content of `to` stays.
// The terms are not written again: they stay on their shelves, and the shelves get the new owner.
func (x *Index) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := retrievedb.New(tx)
	err := errors.Join(
		q.MoveChunks(ctx, retrievedb.MoveChunksParams{FromOwner: from, ToOwner: to}),
		q.MoveVectors(ctx, retrievedb.MoveVectorsParams{FromOwner: from, ToOwner: to}),
		q.MoveShelves(ctx, retrievedb.MoveShelvesParams{FromOwner: from, ToOwner: to}),
	)
	if err != nil {
		return fmt.Errorf("move an owner's index: %w", err)
	}
	return nil
}
