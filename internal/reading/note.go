package reading

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Note is a reader's note on a part of a file; without a text it is a highlight. The quote and
// its context are used to find the part again. Times are in Unix milliseconds.
type Note struct {
	ID, DocumentID        string
	Unit                  int
	Quote, Prefix, Suffix string
	Color                 string
	Text                  string
	CreatedAt, UpdatedAt  int64
}

// Limits of notes. The limits of texts are in characters.
const (
	maxNotes     = 2000 // notes of one file
	maxNoteText  = 5000
	maxNoteQuote = 2000
	maxAround    = 100 // each of the texts before and after the quote
	maxNotesPage = 200
)

// colors are the allowed colours; the first is the default.
var colors = []string{"yellow", "green", "blue", "pink", "purple"}

// check validates a note on a file with the given number of units. It removes NUL characters, and
// sets the default colour if the note has no colour.
func (n *Note) check(units int) error {
	for _, part := range []struct {
		text  *string
		limit int
		name  string
	}{
		{&n.Text, maxNoteText, "text"}, {&n.Quote, maxNoteQuote, "quote"}, {&n.Prefix, maxAround, "prefix"}, {&n.Suffix, maxAround, "suffix"},
	} {
		*part.text = strings.ReplaceAll(*part.text, "\x00", "")
		if !utf8.ValidString(*part.text) {
			return badRequest(part.name)
		}
		if text.Len(*part.text) > part.limit {
			return tooLong(strconv.Itoa(part.limit))
		}
	}
	if strings.TrimSpace(n.Text) == "" && strings.TrimSpace(n.Quote) == "" {
		return badRequest("text, quote")
	}
	if n.Unit < 1 || n.Unit > max(units, 1) {
		return badRequest("unit")
	}
	if n.Color == "" {
		n.Color = colors[0]
	}
	for _, c := range colors {
		if c == n.Color {
			return nil
		}
	}
	return badRequest("color")
}

// SaveNote stores a note; it creates a new note if n has no id.
func (s *Service) SaveNote(ctx context.Context, owner string, n Note) (Note, error) {
	d, err := s.readable(ctx, owner, n.DocumentID)
	if err != nil {
		return Note{}, err
	}
	if err := n.check(d.Units); err != nil {
		return Note{}, err
	}
	now := s.Now().UnixMilli()
	isNew := n.ID == ""
	if isNew {
		n.ID = id.New()
	}
	var row readingdb.ReadingNote
	err = s.writeOf(ctx, owner, func(q *readingdb.Queries, tx *sql.Tx) error {
		if isNew {
			err = s.insertNote(ctx, q, owner, n, now)
		} else {
			err = mustMeet(q.UpdateNote(ctx, readingdb.UpdateNoteParams{
				Unit: int64(n.Unit), Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Body: n.Text, UpdatedAt: now,
				OwnerID: owner, ID: n.ID, DocumentID: n.DocumentID,
			}))
		}
		if err != nil {
			return err
		}
		if row, err = q.GetNote(ctx, readingdb.GetNoteParams{OwnerID: owner, ID: n.ID}); err != nil {
			return err
		}
		return entry.Put(ctx, tx, owner, place(n.ID), row.CreatedAt)
	})
	return noteOf(row), err
}

func (s *Service) insertNote(ctx context.Context, q *readingdb.Queries, owner string, n Note, now int64) error {
	count, err := q.CountNotes(ctx, readingdb.CountNotesParams{OwnerID: owner, DocumentID: n.DocumentID})
	if err != nil {
		return err
	}
	if count >= maxNotes {
		return errs.New(errs.NotesFull).With("limit", strconv.Itoa(maxNotes))
	}
	return q.InsertNote(ctx, readingdb.InsertNoteParams{
		ID: n.ID, OwnerID: owner, DocumentID: n.DocumentID, Unit: int64(n.Unit), Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix,
		Color: n.Color, Body: n.Text, CreatedAt: now,
	})
}

func noteOf(r readingdb.ReadingNote) Note {
	return Note{
		ID: r.ID, DocumentID: r.DocumentID, Unit: int(r.Unit), Quote: r.Quote, Prefix: r.Prefix, Suffix: r.Suffix,
		Color: r.Color, Text: r.Body, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

// Notes returns a page of a file's notes and the total number of notes. The notes are sorted by unit,
// then by creation time.
func (s *Service) Notes(ctx context.Context, owner, documentID string, offset, limit int) ([]Note, int, error) {
	if _, err := s.Library.Get(ctx, owner, documentID); err != nil {
		return nil, 0, err
	}
	if limit <= 0 || limit > maxNotesPage {
		limit = maxNotesPage
	}
	if offset < 0 {
		return nil, 0, badRequest("offset")
	}
	total, err := s.reads().CountNotes(ctx, readingdb.CountNotesParams{OwnerID: owner, DocumentID: documentID})
	if err != nil {
		return nil, 0, stored(err)
	}
	rows, err := s.reads().ListNotes(ctx, readingdb.ListNotesParams{
		OwnerID: owner, DocumentID: documentID, Limit: int32(limit), Offset: int32(min(offset, maxNotes)),
	})
	out := make([]Note, len(rows))
	for i, r := range rows {
		out[i] = noteOf(r)
	}
	return out, int(total), stored(err)
}

// EachNote iterates over all notes of a document, in the order of Notes. It ends after the first
// error.
func (s *Service) EachNote(ctx context.Context, owner, documentID string) iter.Seq2[Note, error] {
	return func(yield func(Note, error) bool) {
		for had := 0; ; {
			page, _, err := s.Notes(ctx, owner, documentID, had, 0)
			if err != nil {
				yield(Note{}, err)
				return
			}
			for _, n := range page {
				if !yield(n, nil) {
					return
				}
			}
			if had += len(page); len(page) == 0 {
				return
			}
		}
	}
}

// DeleteNotes permanently deletes notes, all or none.
func (s *Service) DeleteNotes(ctx context.Context, owner string, ids ...string) error {
	if len(ids) == 0 || len(ids) > maxNotes {
		return badRequest("id")
	}
	return s.writeTx(ctx, func(q *readingdb.Queries, tx *sql.Tx) error {
		for _, id := range ids {
			if err := mustMeet(q.DeleteNote(ctx, readingdb.DeleteNoteParams{OwnerID: owner, ID: id})); err != nil {
				return err
			}
			if err := entry.Drop(ctx, tx, owner, place(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// ExportNotes returns the notes on a file as a file in the requested format.
func (s *Service) ExportNotes(ctx context.Context, o Download) (File, error) {
	if !writable[o.Format] {
		return File{}, badRequest("format")
	}
	d, err := s.Library.Get(ctx, o.Owner, o.ID)
	if err != nil {
		return File{}, err
	}
	rows, err := s.reads().ListNotes(ctx, readingdb.ListNotesParams{OwnerID: o.Owner, DocumentID: o.ID, Limit: maxNotes})
	if err != nil {
		return File{}, stored(err)
	}
	w := wordsIn(o.Locale)
	var b strings.Builder
	if len(rows) == 0 {
		b.WriteString(w.noNotes + "\n")
	}
	unit := int64(0)
	for _, r := range rows {
		if r.Unit != unit {
			unit = r.Unit
			fmt.Fprintf(&b, "## %s\n\n", w.place(d.UnitKind, int(unit)))
		}
		if strings.TrimSpace(r.Quote) != "" {
			b.WriteString(asQuote(r.Quote) + "\n\n")
		}
		if strings.TrimSpace(r.Body) != "" {
			b.WriteString(inMarkdown(r.Body) + "\n\n")
		}
		fmt.Fprintf(&b, "*%s*\n\n", time.UnixMilli(r.CreatedAt).In(zoneOf(o.Zone)).Format("2006-01-02 15:04"))
	}
	return s.Writer.Write(ctx, Paper{
		Title: fmt.Sprintf(w.notesOf, bareName(d.Name)), Markdown: b.String(), Format: o.Format, Locale: o.Locale, Zone: o.Zone,
	})
}

func zoneOf(z *time.Location) *time.Location {
	if z == nil {
		return time.Local
	}
	return z
}
