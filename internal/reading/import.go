package reading

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// unreadUnits limits the unit numbers of notes on a file that is still being parsed or could not be parsed.
const unreadUnits = 100_000

// ImportNotes adds exported notes to a file and returns the number of added notes. The file need not
// have been parsed yet. Invalid and existing notes are skipped, as are notes beyond maxNotes. If the
// file cannot have text, all notes are skipped.
func (s *Service) ImportNotes(ctx context.Context, owner, documentID string, notes []Note) (int, error) {
	d, err := s.Library.Get(ctx, owner, documentID)
	if err != nil || d.Status == Textless || len(notes) == 0 {
		return 0, err
	}
	units := unreadUnits
	if d.Status == Readable {
		units = d.Units
	}
	added := 0
	err = s.writeOf(ctx, owner, func(q *readingdb.Queries, tx *sql.Tx) error {
		added = 0
		rows, err := q.ListNotes(ctx, readingdb.ListNotesParams{OwnerID: owner, DocumentID: documentID, Limit: maxNotes})
		if err != nil {
			return err
		}
		there := map[Note]bool{}
		for _, r := range rows {
			n := noteOf(r)
			there[n.made()], there[n.content()] = true, true
		}
		now := s.Now().UnixMilli()
		for _, n := range notes {
			if len(rows)+added == maxNotes {
				return nil
			}
			if n.check(units) != nil {
				continue
			}
			timeless := n.CreatedAt <= 0 || n.CreatedAt > now
			if timeless {
				n.CreatedAt = now
			}
			if n.UpdatedAt < n.CreatedAt || n.UpdatedAt > now {
				n.UpdatedAt = n.CreatedAt
			}
			if !timeless && there[n.made()] || there[n.content()] {
				continue
			}
			there[n.made()], there[n.content()] = true, true
			n.ID = id.New()
			if err := q.ImportNote(ctx, readingdb.ImportNoteParams{
				ID: n.ID, OwnerID: owner, DocumentID: documentID, Unit: int64(n.Unit), Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix,
				Color: n.Color, Body: n.Text, CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
			}); err != nil {
				return err
			}
			if err := entry.Add(ctx, tx, owner, place(n.ID), n.CreatedAt); err != nil {
				return err
			}
			added++
		}
		return nil
	})
	return added, err
}

// made returns the fields that identify a note: its creation time and its place.
func (n Note) made() Note { return Note{Unit: n.Unit, Quote: n.Quote, CreatedAt: n.CreatedAt} }

// content returns the fields of a note without its ids and times.
func (n Note) content() Note {
	return Note{Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text}
}
