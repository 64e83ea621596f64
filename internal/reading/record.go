package reading

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// Place is a reading position, with the open panel and the sizes of the panels.
type Place struct {
	Unit   int       `json:"unit" doc:"page, slide, sheet or section, from 1; 0: not begun"`
	Offset float64   `json:"offset" doc:"how far down in the unit, from 0 to 1"`
	Panel  string    `json:"panel" doc:"the panel that is open; letters, digits and hyphens"`
	Sizes  []float64 `json:"sizes" doc:"of the panels, as the page counts them; 8 at most"`
}

// Limits of Place.Sizes: the number of sizes, and the largest absolute value of a size.
const (
	maxSizes = 8
	maxSize  = 100_000
)

var panelName = regexp.MustCompile(`^[A-Za-z0-9-]{0,32}$`)

func (p Place) check(d Document) error {
	switch {
	case p.Unit < 0 || p.Unit > max(d.Units, 1):
		return badRequest("unit")
	case !(p.Offset >= 0 && p.Offset <= 1):
		return badRequest("offset")
	case !panelName.MatchString(p.Panel):
		return badRequest("panel")
	case len(p.Sizes) > maxSizes:
		return badRequest("sizes")
	}
	for _, s := range p.Sizes {
		if !(math.Abs(s) <= maxSize) {
			return badRequest("sizes")
		}
	}
	return nil
}

// PlaceOf returns the owner's reading position in a file; an empty Place if no position is stored.
func (s *Service) PlaceOf(ctx context.Context, owner, documentID string) (Place, error) {
	if _, err := s.Library.Get(ctx, owner, documentID); err != nil {
		return Place{}, err
	}
	row, err := s.record(ctx, owner, documentID)
	if err != nil || row.Place == "" {
		return Place{Sizes: []float64{}}, err
	}
	p, err := fromJSON[Place](row.Place)
	p.Unit, p.Sizes = int(row.Unit), nonNil(p.Sizes)
	return p, err
}

// record returns the stored record of a file; the zero value if no record is stored.
func (s *Service) record(ctx context.Context, owner, documentID string) (readingdb.ReadingRecord, error) {
	row, err := s.reads().GetRecord(ctx, readingdb.GetRecordParams{OwnerID: owner, DocumentID: documentID})
	if errors.Is(err, sql.ErrNoRows) {
		return readingdb.ReadingRecord{}, nil
	}
	return row, stored(err)
}

// SavePlace stores a reading position.
func (s *Service) SavePlace(ctx context.Context, owner, documentID string, p Place) error {
	d, err := s.Library.Get(ctx, owner, documentID)
	if err != nil {
		return err
	}
	if err := p.check(d); err != nil {
		return err
	}
	place, err := toJSON(p)
	if err != nil {
		return err
	}
	return s.write(ctx, func(q *readingdb.Queries) error {
		return q.SavePlace(ctx, readingdb.SavePlaceParams{
			OwnerID: owner, DocumentID: documentID, Unit: int64(p.Unit), Place: place, CreatedAt: s.Now().UnixMilli(),
		})
	})
}

// Visit records that a file was opened.
func (s *Service) Visit(ctx context.Context, owner, documentID string) error {
	if _, err := s.Library.Get(ctx, owner, documentID); err != nil {
		return err
	}
	return s.write(ctx, func(q *readingdb.Queries) error {
		return q.Visit(ctx, readingdb.VisitParams{OwnerID: owner, DocumentID: documentID, CreatedAt: s.Now().UnixMilli()})
	})
}

// Record is a file in the reading list.
type Record struct {
	Document  Document
	CID       string // id of the conversation about the file; empty: no conversation yet
	Unit      int
	Notes     int
	VisitedAt int64 // Unix milliseconds
}

// maxRecords limits a page of the reading list, and the files per call of DeleteRecords.
const maxRecords = 100

// Records returns the owner's reading list, the most recent first, and its total length.
func (s *Service) Records(ctx context.Context, owner string, offset, limit int) ([]Record, int, error) {
	if offset < 0 {
		return nil, 0, badRequest("offset")
	}
	if limit <= 0 || limit > maxRecords {
		limit = maxRecords
	}
	total, err := s.reads().CountRecords(ctx, owner)
	if err != nil {
		return nil, 0, stored(err)
	}
	rows, err := s.reads().ListRecords(ctx, readingdb.ListRecordsParams{OwnerID: owner, Limit: int32(limit), Offset: int32(min(offset, math.MaxInt32))})
	if err != nil {
		return nil, 0, stored(err)
	}
	out := make([]Record, 0, len(rows))
	for _, r := range rows {
		d, err := s.Library.Get(ctx, owner, r.DocumentID)
		if errs.Is(err, errs.NotFound) { // the file was deleted in the meantime
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		out = append(out, Record{Document: d, CID: r.Cid, Unit: int(r.Unit), Notes: int(r.Notes), VisitedAt: r.VisitedAt})
	}
	return out, int(total), nil
}

// DeleteRecords removes files from the reading list, all or none; the files, notes and
// conversations are kept.
func (s *Service) DeleteRecords(ctx context.Context, owner string, documentIDs ...string) error {
	if len(documentIDs) == 0 || len(documentIDs) > maxRecords {
		return badRequest("docId")
	}
	return s.write(ctx, func(q *readingdb.Queries) error {
		for _, d := range documentIDs {
			if err := mustMeet(q.DeleteRecord(ctx, readingdb.DeleteRecordParams{OwnerID: owner, DocumentID: d})); err != nil {
				return err
			}
		}
		return nil
	})
}

// Conversation returns the conversation about a file, and records a visit of the file. If the
// conversation does not exist yet, or was deleted, a new conversation is created.
func (s *Service) Conversation(ctx context.Context, owner, documentID string) (cid string, err error) {
	if err := s.Visit(ctx, owner, documentID); err != nil {
		return "", err
	}
	row, err := s.record(ctx, owner, documentID)
	if err != nil {
		return "", err
	}
	if row.Cid != "" {
		there, err := s.Conversations.Exists(ctx, owner, row.Cid)
		if err != nil || there {
			return row.Cid, err
		}
	}
	if cid, err = s.Conversations.Create(ctx, owner); err != nil {
		return "", err
	}
	n := int64(0)
	err = s.write(ctx, func(q *readingdb.Queries) error {
		n, err = q.SetConversation(ctx, readingdb.SetConversationParams{Cid: cid, OwnerID: owner, DocumentID: documentID, Before: row.Cid})
		return err
	})
	if err != nil || n > 0 {
		return cid, err
	}
	row, err = s.record(ctx, owner, documentID) // another request has stored its conversation first
	if err == nil && row.Cid == "" {
		return "", errs.New(errs.NotFound)
	}
	return row.Cid, err
}
