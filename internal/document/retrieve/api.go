package retrieve

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

var errLater = errors.New("retrieve: not built yet")

// Add indexes a unit within the caller's transaction; what the index had of
// that unit is replaced.
func (x *Index) Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error {
	return errLater
}

// Remove takes a document out of the index.
func (x *Index) Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error {
	return errLater
}

// Forget takes everything of an owner out of the index.
func (x *Index) Forget(ctx context.Context, tx *sql.Tx, owner string) error { return errLater }

// Move gives everything of an owner to another one.
func (x *Index) Move(ctx context.Context, tx *sql.Tx, from, to string) error { return errLater }

// Search gives the passages that fit a question, best first.
func (x *Index) Search(ctx context.Context, q Query) ([]Passage, error) { return nil, errLater }

// Answer answers a question with sentences of the documents, or refuses.
func (x *Index) Answer(ctx context.Context, q Query) (Answer, error) { return Answer{}, errLater }

// Whole gives documents from beginning to end, in the order of ids, when they
// have at most maxRunes characters together; else false and no passages.
func (x *Index) Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]Passage, bool, error) {
	return nil, false, errLater
}

// SearchText gives places where keyword stands, in the order of the documents.
// docs empty means all of the owner.
func (x *Index) SearchText(ctx context.Context, owner, keyword string, docs []string, limit int) ([]Hit, error) {
	return nil, errLater
}

// Embed makes the vectors that documents lack, of the current model of the
// embedder; without one it does nothing. docs empty means all of the owner.
func (x *Index) Embed(ctx context.Context, owner string, docs []string) error { return errLater }

// Quoted says whether quote stands in source, whatever the width of its
// punctuation and its white space.
func Quoted(source, quote string) bool { return false }
