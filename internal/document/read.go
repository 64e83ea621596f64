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

// A batch is what one transaction stores of a file: small enough that nobody
// else waits long for the database.
const (
	batchUnits = 32
	batchBytes = 128 << 10 // of JSON
	batchAge   = 500 * time.Millisecond
)

// maxOutline bounds the headings that are kept of a file.
const maxOutline = 2_000

// read reads a file, from where an attempt of the same version broke off. The
// units that are stored already are read again and not stored again: no format
// says where in its bytes a page begins.
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
	if w.err != nil { // ours counts, whatever the parser made of it
		return w.err
	}
	if err != nil {
		return err
	}
	return w.finish(sum)
}

// writing takes what is read of a file to the database.
type writing struct {
	service *Service
	ctx     context.Context
	claim   *job.Claim
	have    map[int64]bool // the units that are stored
	kind    string
	build   string // the version that stored them

	batch    []parsed.Unit
	data     []string // their JSON
	size     int
	since    time.Time // when the first of the batch came, or progress was last stored
	progress int64
	chars    int
	err      error
}

// begin looks at what an earlier attempt has stored; another version's is
// dropped, since it may have cut the file otherwise.
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

// Unit takes a unit; a batch is stored when it is full.
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

// Progress notes how far the reading has come; it is stored with a batch, or
// when nothing else was for a while.
func (w *writing) Progress(done, total int) {
	w.progress = share(done, total)
	if w.err == nil && w.service.Now().Sub(w.since) >= batchAge {
		_ = w.fail(w.flush()) // Unit tells
	}
}

// fail remembers the first error, which ends the reading.
func (w *writing) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return err
}

// flush stores the batch with its rows of the index, all or nothing.
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

// finish stores the rest and the end. A file without a character is never
// ready: it was not read, whatever the parser says.
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

// maxTitle bounds the title of a file, in characters.
const maxTitle = 200

// cleanTitle is a title that every database keeps.
func cleanTitle(s string) string {
	return text.Cut(text.OneLine(strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")), maxTitle)
}

// dropText deletes what was read of a file.
func (s *Service) dropText(ctx context.Context, q *documentdb.Queries, tx *sql.Tx, owner, id string) error {
	if err := s.Index.Remove(ctx, tx, owner, id); err != nil {
		return err
	}
	return q.DeleteUnits(ctx, documentdb.DeleteUnitsParams{OwnerID: owner, DocumentID: id})
}
