package document

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// waitLook is how often a file is looked at when no change is announced, since another
// server may be reading it.
const waitLook = time.Second

// Wait gives a document as soon as it is neither queued nor being read. progress,
// which may be nil, is told of every change until then. It ends early with ctx,
// and fails with errs.NotFound when the document is deleted meanwhile.
func (s *Service) Wait(ctx context.Context, owner, id string, progress func(Document)) (Document, error) {
	for told := (Document{}); ; {
		changed := s.changes.wait()
		d, err := s.Get(ctx, owner, id)
		if err != nil || !d.waiting() {
			return d, err
		}
		if progress != nil && (d.State != told.State || d.Progress != told.Progress || d.Units != told.Units) {
			progress(d)
			told = d
		}
		look := time.NewTimer(waitLook)
		select {
		case <-changed:
		case <-look.C:
		case <-ctx.Done():
			look.Stop()
			return d, ctx.Err()
		}
		look.Stop()
	}
}

// again says which failures may be gone at the next try, without a password.
var again = map[errs.Code]bool{
	errs.FileNeedsOffice: true, // it may have been installed
	errs.FileNoText:      true, // somebody who reads pictures may be there by now
	errs.FileGarbled:     true, // as above
	errs.FileSlow:        true, // the machine may have been busy
	errs.FileMemory:      true,
	errs.Unknown:         true,
}

// encrypted says which failures a password mends.
var encrypted = map[errs.Code]bool{errs.FileEncrypted: true, errs.FilePassword: true}

// maxPassword bounds a password, in bytes.
const maxPassword = 1024

// Reread has a file read again that could not be read: with a password that it asked
// for, which is never stored, or when the failure may be over. Any other document stays
// as it is.
func (s *Service) Reread(ctx context.Context, owner, id, password string) (Document, error) {
	if len(password) > maxPassword {
		return Document{}, badRequest("password")
	}
	d, err := s.Get(ctx, owner, id)
	if err != nil || d.State != Failed || !again[d.ErrorCode] && (password == "" || !encrypted[d.ErrorCode]) {
		return d, err
	}
	if password != "" {
		s.passwords.set(id, password)
	}
	now := s.Now().UnixMilli()
	err = s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		n, err := q.Requeue(ctx, documentdb.RequeueParams{UpdatedAt: now, OwnerID: owner, ID: id, ErrorCode: string(d.ErrorCode)})
		if err != nil || n == 0 { // the latter: somebody else was first
			return err
		}
		return s.enqueue(ctx, tx, owner, id)
	})
	if err != nil {
		return Document{}, stored(err)
	}
	s.Jobs.Wake()
	return s.Get(ctx, owner, id)
}
