package document

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// keep makes a document from a complete upload. A refused file is deleted, and its
// ticket stays valid for another file.
func (s *Service) keep(ctx context.Context, row documentdb.DocumentUpload, part *blob.Part) (Document, error) {
	found, err := s.recognise(part, row.Name)
	if err != nil {
		return Document{}, errors.Join(err, part.Remove())
	}
	if s.Scan != nil {
		if err := s.Scan(ctx, row.OwnerID, row.Name, io.NewSectionReader(part, 0, part.Size())); err != nil {
			return Document{}, errors.Join(err, part.Remove())
		}
	}
	var small shown
	if found.Type == Image {
		if small, err = s.inspect(ctx, part, part.Size(), found.MIME, row.Name); err != nil {
			return Document{}, errors.Join(err, part.Remove())
		}
	}
	hash, err := part.Sum()
	if err != nil {
		return Document{}, err
	}
	now := s.Now().UnixMilli()
	in := documentdb.InsertDocumentParams{
		ID: row.ID, Name: row.Name, NameKey: nameKey(row.Name), SortKey: sortKey(row.Name),
		Type: string(found.Type), DocType: found.DocType, Mime: found.MIME, Size: part.Size(), Hash: hash,
		Width: int64(small.width), Height: int64(small.height), State: string(Stored), CreatedAt: now,
	}
	if found.Parsed {
		in.State = string(Queued)
	}
	// Read the ticket again: if a visitor logged in during the upload, the ticket has a new owner.
	if row, err = s.reads().GetUpload(ctx, row.ID); err != nil {
		return Document{}, stored(err)
	}
	d, err := s.store(ctx, row.OwnerID, in, part, small.thumb)
	if err == nil && d.waiting() {
		s.Jobs.Wake()
	}
	return d, err
}

// recognise finds the type of a file. It refuses an empty file, a file that is too large, an
// unsupported type, and a document of a cloud account.
func (s *Service) recognise(part *blob.Part, name string) (Recognised, error) {
	found := s.Detect(part, part.Size(), name)
	switch limit := s.limit(found.Type); {
	case part.Size() == 0:
		return found, errs.New(errs.FileEmpty).With("file", name)
	case found.Type == Cloud:
		return found, cloud(name)
	case !found.Parsed && found.Type != Image && found.Type != Video && found.Type != Audio:
		return found, errs.New(errs.FileUnsupported).With("file", name)
	case part.Size() > limit:
		return found, tooBig(limit)
	}
	return found, nil
}

// store adds the bytes to the owner's files, inserts the row and marks the ticket as used. It holds
// the owner's lock, because a concurrent Delete of a document with the same bytes could delete the
// bytes before the row is inserted.
func (s *Service) store(ctx context.Context, owner string, in documentdb.InsertDocumentParams, part *blob.Part, thumb []byte) (Document, error) {
	defer s.owners.lock(owner)()
	in.OwnerID = owner
	if err := s.room(ctx, owner, s.reads(), 1, in.Size); err != nil {
		return Document{}, errors.Join(err, part.Remove())
	}
	if len(thumb) > 0 {
		hash, err := s.putThumb(ctx, owner, in.ID, thumb)
		if err != nil {
			return Document{}, err
		}
		in.ThumbHash = hash
	}
	if err := s.Files.Put(ctx, owner, in.Hash, part); err != nil {
		return Document{}, errors.Join(err, s.unreferenced(ctx, owner, in.ThumbHash))
	}
	err := s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		if err := s.DB.LockOwner(ctx, tx, owner); err != nil { // a move would otherwise find the row, and miss its bytes or its job
			return err
		}
		used, err := q.UseUpload(ctx, documentdb.UseUploadParams{UsedAt: in.CreatedAt, OwnerID: owner, ID: in.ID})
		if err != nil {
			return err
		}
		if used == 0 {
			return errs.New(errs.TicketOver)
		}
		if err := q.InsertDocument(ctx, in); err != nil {
			return err
		}
		if err := entry.Add(ctx, tx, owner, findable(in.ID), in.CreatedAt); err != nil {
			return err
		}
		if State(in.State) != Queued {
			return nil
		}
		return s.enqueue(ctx, tx, owner, in.ID)
	})
	if err != nil {
		return Document{}, errors.Join(stored(err), s.unreferenced(ctx, owner, in.Hash), s.unreferenced(ctx, owner, in.ThumbHash))
	}
	return s.Get(ctx, owner, in.ID)
}

// putThumb stores a thumbnail and returns its hash.
func (s *Service) putThumb(ctx context.Context, owner, id string, thumb []byte) (string, error) {
	part, err := s.Parts.Hold("thumb-" + id)
	if err != nil {
		return "", err
	}
	defer part.Release()
	err = part.Restart() // a crash may have left an incomplete file
	if err == nil {
		err = part.Append(bytes.NewReader(thumb), int64(len(thumb)))
	}
	if err != nil {
		return "", errors.Join(err, part.Remove())
	}
	hash, err := part.Sum()
	if err != nil {
		return "", err
	}
	return hash, s.Files.Put(ctx, owner, hash, part)
}

// unreferenced deletes the bytes with a hash if no row of the owner has that hash. The caller holds
// the owner's lock.
func (s *Service) unreferenced(ctx context.Context, owner, hash string) error {
	if hash == "" {
		return nil
	}
	n, err := s.reads().CountHash(ctx, documentdb.CountHashParams{OwnerID: owner, Hash: hash})
	if err != nil || n > 0 {
		return stored(err)
	}
	return s.Files.Delete(ctx, owner, hash)
}
