package document

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// findable returns the place of a document's name in the index of the search over all content.
func findable(id string) entry.Place { return entry.Place{Kind: entry.File, Ref: id} }

// Texts returns the names of an owner's documents for the search over all content. It skips
// documents that do not exist.
func (s *Service) Texts(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error) {
	var out []entry.Text
	for _, p := range places {
		d, err := s.reads().GetDocument(ctx, documentdb.GetDocumentParams{OwnerID: owner, ID: p.Ref})
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, stored(err)
		}
		out = append(out, entry.Text{Place: p, Body: d.Name, Time: d.CreatedAt, Link: entry.Link{DocumentID: d.ID}})
	}
	return out, nil
}
