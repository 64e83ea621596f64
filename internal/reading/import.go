package reading

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// unreadUnits bounds the places of notes on a file that has not been read yet.
const unreadUnits = 100_000

// ImportNotes adds notes that were taken out elsewhere to a file, which need not
// have been read yet, and gives how many were added. What the bounds of a note
// refuse, what is there already, and what comes after the file is full of notes
// is left out. A file that has no text has no notes.
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
	err = s.writeTx(ctx, func(q *readingdb.Queries, tx *sql.Tx) error {
		added = 0
		rows, err := q.ListNotes(ctx, readingdb.ListNotesParams{OwnerID: owner, DocumentID: documentID, Limit: maxNotes})
		if err != nil {
			return err
		}
		there := map[Note]bool{}
		for _, r := range rows {
			n := noteOf(r)
			there[n.made()], there[n.said()] = true, true
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
			if !timeless && there[n.made()] || there[n.said()] {
				continue
			}
			there[n.made()], there[n.said()] = true, true
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

// made is what a note keeps when it is changed: when it was written, and where.
func (n Note) made() Note { return Note{Unit: n.Unit, Quote: n.Quote, CreatedAt: n.CreatedAt} }

// said is what a note says, whenever that was.
func (n Note) said() Note {
	return Note{Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text}
}
