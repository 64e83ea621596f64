package document

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// waitLook is how long Wait waits for an announcement before it reads the document's row again. Changes
// made by other servers are not announced on this server.
const waitLook = time.Second

// Wait returns a document as soon as it is neither queued nor being read. If `progress` is not nil,
// Wait calls it until then: at the beginning and after each change that Wait notices. Wait fails with
// the error of ctx when ctx ends, and with errs.NotFound when the document is deleted.
func (s *Service) Wait(ctx context.Context, owner, id string, progress func(Document)) (Document, error) {
	for reported := (Document{}); ; {
		changed := s.changes.wait()
		d, err := s.Get(ctx, owner, id)
		if err != nil || !d.waiting() {
			return d, err
		}
		if progress != nil && (d.State != reported.State || d.Progress != reported.Progress || d.Units != reported.Units) {
			progress(d)
			reported = d
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

// again is the set of failures that may be resolved by another attempt, even without a password.
var again = map[errs.Code]bool{
	errs.FileNoText:  true, // a model for pictures may have been connected
	errs.FileGarbled: true, // the same reason as for FileNoText
	errs.FileSlow:    true, // the machine may have been busy
	errs.FileMemory:  true,
	errs.Unknown:     true,
}

// encrypted is the set of failures that may be resolved by a password.
var encrypted = map[errs.Code]bool{errs.FileEncrypted: true, errs.FilePassword: true}

// maxPassword is the longest accepted password, in bytes.
const maxPassword = 1024

// Reread queues a failed file again if another attempt may succeed, or if the file needs a password
// and `password` is given. The password is kept in memory only. Any other document stays unchanged.
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
		if err != nil || n == 0 { // 0 rows: another request has already queued the file
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
