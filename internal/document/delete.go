package document

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// Delete permanently deletes between 1 and 200 documents and their text. It also deletes their
// bytes, unless another document of the owner has the same bytes. If an id is unknown, Delete
// deletes nothing.
func (s *Service) Delete(ctx context.Context, owner string, ids ...string) error {
	ids, err := checkIDs(ids)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return badRequest("resourceIds")
	}
	defer s.owners.lock(owner)()
	var hashes []string
	err = s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		hashes = hashes[:0]
		for _, id := range ids {
			row, err := q.GetDocument(ctx, documentdb.GetDocumentParams{OwnerID: owner, ID: id})
			if err != nil {
				return found(err)
			}
			hashes = append(hashes, row.Hash, row.ThumbHash)
			if err := s.Jobs.Drop(ctx, tx, owner, ParseJob, id); err != nil { // to avoid deadlocks, lock the job's row before the document's row, as a running job does
				return err
			}
			if err := s.dropText(ctx, q, tx, owner, id); err != nil {
				return err
			}
			if s.Drop != nil {
				if err := s.Drop(ctx, tx, owner, id); err != nil {
					return err
				}
			}
			for _, drop := range []error{
				q.DeleteUses(ctx, documentdb.DeleteUsesParams{OwnerID: owner, DocumentID: id}),
				requireRow(q.DeleteDocument(ctx, documentdb.DeleteDocumentParams{OwnerID: owner, ID: id})),
				entry.Drop(ctx, tx, owner, findable(id)),
			} {
				if drop != nil {
					return drop
				}
			}
		}
		return nil
	})
	if err != nil {
		return stored(err)
	}
	s.Jobs.Wake()
	s.passwords.forget(ids...)
	s.changes.announce()
	// The rows are already deleted, so the bytes are deleted even if ctx ends. If this fails, Sweep deletes
	// the bytes later.
	free := context.WithoutCancel(ctx)
	for _, hash := range hashes {
		if err := s.unreferenced(free, owner, hash); err != nil {
			s.Log.WarnContext(ctx, "a deleted file lies on until it is swept away", "err", err)
		}
	}
	return nil
}

// Forget permanently deletes all documents and uploads of an owner. The owner's jobs
// must have been deleted before.
func (s *Service) Forget(ctx context.Context, owner string) error {
	defer s.owners.lock(owner)()
	var documents, uploads []string
	err := s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) (err error) {
		if documents, err = q.OwnersDocuments(ctx, owner); err != nil {
			return err
		}
		if uploads, err = q.OwnersUploads(ctx, owner); err != nil {
			return err
		}
		return errors.Join(s.Index.Forget(ctx, tx, owner), q.ForgetUnits(ctx, owner),
			q.ForgetUses(ctx, owner), q.ForgetUploads(ctx, owner), q.ForgetDocuments(ctx, owner), entry.ForgetKinds(ctx, tx, owner, entry.File))
	})
	if err != nil {
		return stored(err)
	}
	s.passwords.forget(documents...)
	s.changes.announce()
	err = s.Files.DeleteOwner(ctx, owner)
	for _, id := range uploads {
		err = errors.Join(err, s.Parts.Drop(id))
	}
	return err
}

// Move moves all documents and uploads of one owner to another in the caller's transaction, for
// example when a visitor logs in. It first stores the bytes for the new owner as well. Sweep later
// deletes the bytes that have no row: after a commit the old owner's bytes, after a rollback the
// new owner's bytes. Before Move, the caller calls LockOwner for the old owner and moves the jobs.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := documentdb.New(tx)
	rows, err := q.OwnersHashes(ctx, from)
	if err != nil {
		return err
	}
	for _, r := range rows {
		for _, hash := range []string{r.Hash, r.ThumbHash} {
			if hash == "" {
				continue
			}
			err := s.Files.Share(ctx, from, to, hash)
			if err != nil && s.missing(ctx, from, hash) { // the document may be being deleted; if not, its owner must be able to log in nevertheless
				s.Log.ErrorContext(ctx, "the bytes of a moved file are missing", "hash", hash)
				continue
			}
			if err != nil {
				return err
			}
		}
	}
	type move = documentdb.MoveDocumentsParams
	m := move{ToOwner: to, FromOwner: from}
	for _, err := range []error{
		s.Index.Move(ctx, tx, from, to), q.MoveUnits(ctx, documentdb.MoveUnitsParams(m)),
		q.MoveUploads(ctx, documentdb.MoveUploadsParams(m)), q.MoveUses(ctx, documentdb.MoveUsesParams(m)), q.MoveDocuments(ctx, m),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// missing reports whether an owner has no bytes with a hash.
func (s *Service) missing(ctx context.Context, owner, hash string) bool {
	_, done, err := s.Files.Path(ctx, owner, hash)
	if err == nil {
		done()
	}
	return errors.Is(err, fs.ErrNotExist)
}

const (
	// leftoverAge is the minimum age for deleting bytes without a row: for younger bytes, the row may
	// not be written yet. It is also the minimum time from the expiry of a ticket to its deletion.
	leftoverAge = time.Hour
	// leftoversAfter is the minimum time between two searches of the whole store for bytes without
	// a row.
	leftoversAfter = time.Hour
	// sweepBatch is the maximum number of expired rows per query.
	sweepBatch = 200
)

// Sweep deletes tickets that expired more than an hour ago, with the bytes received for them. About
// once an hour it also deletes stored bytes that are older than an hour and have no row, for example
// after a crash.
func (s *Service) Sweep(ctx context.Context) error {
	// A request that began before the expiry of its ticket may still be running.
	before := s.Now().Add(-leftoverAge)
	for {
		ids, err := s.reads().ExpiredUploads(ctx, documentdb.ExpiredUploadsParams{ExpiresAt: before.UnixMilli(), Limit: sweepBatch})
		if err != nil {
			return stored(err)
		}
		for _, id := range ids {
			if err := s.dropUpload(ctx, id); err != nil {
				return stored(err)
			}
		}
		if len(ids) < sweepBatch {
			break
		}
	}
	if now := s.Now(); now.Sub(s.swept) >= leftoversAfter {
		s.swept = now
		return errors.Join(s.Parts.Sweep(before), s.sweepFiles(ctx, before))
	}
	return nil
}

// sweepFiles deletes bytes that were stored before the time `before` and have no row.
func (s *Service) sweepFiles(ctx context.Context, before time.Time) error {
	for o, err := range s.Files.Each(ctx) {
		if err != nil {
			return err
		}
		if !o.At.Before(before) {
			continue
		}
		unlock := s.owners.lock(o.Owner)
		err = s.unreferenced(ctx, o.Owner, o.Hash)
		unlock()
		if err != nil {
			return err
		}
	}
	return nil
}
