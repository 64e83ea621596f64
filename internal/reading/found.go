package reading

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// place returns a note's place in the search index.
func place(id string) entry.Place { return entry.Place{Kind: entry.Note, Ref: id} }

// dropFound removes deleted notes from the search index.
func dropFound(ctx context.Context, tx *sql.Tx, owner string, notes []string) error {
	for _, id := range notes {
		if err := entry.Drop(ctx, tx, owner, place(id)); err != nil {
			return err
		}
	}
	return nil
}

// Texts returns the searchable texts of the owner's notes at these places: the note and its quote.
// Deleted notes are left out.
func (s *Service) Texts(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error) {
	var out []entry.Text
	names := map[string]string{}
	for _, p := range places {
		n, err := s.reads().GetNote(ctx, readingdb.GetNoteParams{OwnerID: owner, ID: p.Ref})
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, stored(err)
		}
		name, known := names[n.DocumentID]
		if !known {
			d, err := s.Library.Get(ctx, owner, n.DocumentID)
			if err != nil && !errs.Is(err, errs.NotFound) {
				return nil, err
			}
			name = d.Name
			names[n.DocumentID] = name
		}
		out = append(out, entry.Text{
			Place: p, Body: strings.TrimSpace(n.Body + "\n" + n.Quote), Title: name, Time: n.UpdatedAt,
			Link: entry.Link{DocumentID: n.DocumentID, NoteID: n.ID, Unit: int(n.Unit), Quote: n.Quote},
		})
	}
	return out, nil
}

// NotesOf returns the ids of at most `limit` notes on the given files of an owner.
func (s *Service) NotesOf(ctx context.Context, owner string, files []string, limit int) (ids []string, err error) {
	for _, f := range files {
		rows, err := s.reads().ListNotes(ctx, readingdb.ListNotesParams{OwnerID: owner, DocumentID: f, Limit: int32(limit - len(ids))})
		if err != nil {
			return nil, stored(err)
		}
		for _, n := range rows {
			ids = append(ids, n.ID)
		}
		if len(ids) >= limit {
			break
		}
	}
	return ids, nil
}
