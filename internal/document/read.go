package document

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// The units of a batch are stored in one transaction. Batches are small, so that other
// transactions do not wait long for the database.
const (
	batchUnits = 32
	batchBytes = 128 << 10 // bytes of JSON
	batchAge   = 500 * time.Millisecond
)

// maxOutline is the maximum number of stored headings of a file.
const maxOutline = 2_000

// read reads a file. It continues an interrupted attempt of the same version of the server. Most
// formats cannot be read from the middle, so units that are already stored are read again, but not
// stored again.
func (s *Service) read(ctx context.Context, c *job.Claim) error {
	row, err := s.reads().GetDocument(ctx, documentdb.GetDocumentParams{OwnerID: c.OwnerID, ID: c.Key})
	if errors.Is(err, sql.ErrNoRows) {
		return job.ErrObsolete
	}
	if err != nil {
		return stored(err)
	}
	w := &writing{service: s, ctx: ctx, claim: c, have: map[int64]bool{}, kind: row.UnitKind, build: row.Build}
	if err := w.begin(); err != nil {
		return err
	}
	path, done, err := s.Files.Path(ctx, c.OwnerID, row.Hash)
	if errors.Is(err, fs.ErrNotExist) {
		s.Log.ErrorContext(ctx, "the bytes of a file are missing", "document", c.Key)
		return errs.Wrap(errs.FileBroken, err)
	}
	if err != nil {
		return err
	}
	defer done()
	sum, err := s.Parser.Parse(ctx, Request{Path: path, Name: row.Name, Password: s.passwords.get(row.ID)}, w)
	if w.err != nil { // if its sink w fails, the parser may return a different error
		return w.err
	}
	if err != nil {
		return err
	}
	return w.finish(sum)
}

// writing stores the text of a file while it is being read.
type writing struct {
	service *Service
	ctx     context.Context
	claim   *job.Claim
	have    map[int64]bool // numbers of the units that are stored or in the batch
	kind    string
	build   string // the version of the server that stored the units

	batch    []parsed.Unit
	data     []string // JSON of the units in the batch
	size     int
	since    time.Time // time when a batch or the progress was last stored; at first, when the attempt began
	progress int64
	chars    int
	err      error
}

// begin loads the numbers of the units stored by an earlier attempt. Units stored by another
// version of the server are deleted, because that version may have divided the file differently.
func (w *writing) begin() error {
	s, c := w.service, w.claim
	w.since = s.Now()
	return c.Store(w.ctx, func(tx *sql.Tx) error {
		q := documentdb.New(tx)
		if w.build != s.Build {
			if err := s.dropText(w.ctx, q, tx, c.OwnerID, c.Key); err != nil {
				return err
			}
			if err := q.SetBuild(w.ctx, documentdb.SetBuildParams{Build: s.Build, OwnerID: c.OwnerID, ID: c.Key}); err != nil {
				return err
			}
		}
		numbers, err := q.UnitNumbers(w.ctx, documentdb.UnitNumbersParams{OwnerID: c.OwnerID, DocumentID: c.Key})
		if err != nil {
			return err
		}
		for _, n := range numbers {
			w.have[n] = true
		}
		return w.advance(q)
	})
}

// Unit adds a unit to the batch unless the unit is already stored. It stores a full batch at once, and
// any batch if the last storing was at least batchAge ago.
func (w *writing) Unit(u parsed.Unit) error {
	if w.err != nil {
		return w.err
	}
	for _, b := range u.Blocks {
		w.chars += len([]rune(strings.TrimSpace(b.Text)))
	}
	if w.have[int64(u.Number)] {
		return nil
	}
	data, err := json.Marshal(u)
	if err != nil {
		return w.fail(err)
	}
	if w.kind == "" {
		w.kind = string(u.Kind)
	}
	w.have[int64(u.Number)] = true
	w.batch, w.data, w.size = append(w.batch, u), append(w.data, string(data)), w.size+len(data)
	if len(w.batch) >= batchUnits || w.size >= batchBytes || w.service.Now().Sub(w.since) >= batchAge {
		return w.fail(w.flush())
	}
	return nil
}

// Progress records the progress. The progress is stored with the next batch, or at once if the
// last storing was at least batchAge ago.
func (w *writing) Progress(done, total int) {
	w.progress = share(done, total)
	if w.err == nil && w.service.Now().Sub(w.since) >= batchAge {
		_ = w.fail(w.flush()) // the next call to Unit returns the error, and read returns it, too
	}
}

// fail records the first error, which ends the reading.
func (w *writing) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return err
}

// flush stores the progress, the batch and the index rows of the batch in one transaction.
func (w *writing) flush() error {
	if err := w.claim.Store(w.ctx, w.store); err != nil {
		return err
	}
	w.batch, w.data, w.size, w.since = nil, nil, 0, w.service.Now()
	w.service.changes.announce()
	return nil
}

func (w *writing) store(tx *sql.Tx) error {
	s, c, q := w.service, w.claim, documentdb.New(tx)
	if err := w.advance(q); err != nil {
		return err
	}
	for i, u := range w.batch {
		unit := documentdb.InsertUnitParams{DocumentID: c.Key, Number: int64(u.Number), OwnerID: c.OwnerID, Data: w.data[i]}
		if err := q.InsertUnit(w.ctx, unit); err != nil {
			return err
		}
		if err := s.Index.Add(w.ctx, tx, c.OwnerID, c.Key, u); err != nil {
			return err
		}
	}
	return nil
}

// advance stores the progress.
func (w *writing) advance(q *documentdb.Queries) error {
	s, c := w.service, w.claim
	n, err := q.Advance(w.ctx, documentdb.AdvanceParams{
		Progress: w.progress, Units: int64(len(w.have)), UnitKind: w.kind, UpdatedAt: s.Now().UnixMilli(), OwnerID: c.OwnerID, ID: c.Key,
	})
	if err == nil && n == 0 {
		return job.ErrObsolete
	}
	return err
}

// finish stores the last batch and the final state. It fails if the units contain no text,
// whatever the parser reports.
func (w *writing) finish(sum parsed.Summary) error {
	s, c := w.service, w.claim
	if w.chars == 0 {
		if sum.Format == "pdf" {
			return errs.New(errs.FileNoText)
		}
		return errs.New(errs.FileEmpty)
	}
	sum.Outline = sum.Outline[:min(len(sum.Outline), maxOutline)]
	return c.Finish(w.ctx, func(tx *sql.Tx) error {
		if err := w.store(tx); err != nil {
			return err
		}
		n, err := documentdb.New(tx).FinishReady(w.ctx, documentdb.FinishReadyParams{
			Format: sum.Format, Units: int64(max(sum.Units, len(w.have))), Chars: int64(max(sum.Chars, 1)), Title: cleanTitle(sum.Title),
			Outline: toJSON(sum.Outline), Warnings: toJSON(sum.Warnings), UpdatedAt: s.Now().UnixMilli(), OwnerID: c.OwnerID, ID: c.Key,
		})
		if err == nil && n == 0 {
			return job.ErrObsolete
		}
		return err
	})
}

// maxTitle is the longest title of a file, in characters.
const maxTitle = 200

// cleanTitle makes a title of one line and at most 200 characters. It removes characters that
// cannot be stored in a database.
func cleanTitle(s string) string {
	return text.Cut(text.OneLine(strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")), maxTitle)
}

// dropText deletes the units and the index rows of a file.
func (s *Service) dropText(ctx context.Context, q *documentdb.Queries, tx *sql.Tx, owner, id string) error {
	if err := s.Index.Remove(ctx, tx, owner, id); err != nil {
		return err
	}
	return q.DeleteUnits(ctx, documentdb.DeleteUnitsParams{OwnerID: owner, DocumentID: id})
}
