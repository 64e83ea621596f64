package document

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
)

// ParseJob is the kind of job that reads a file. The key of such a job is the id of the document.
const ParseJob = "document"

const (
	// atOnce is the number of files read by one process at the same time.
	atOnce = 2
	// maxAttempts is the maximum number of attempts to read a file. It limits how often a file can
	// crash the server.
	maxAttempts = 3
	// retryAfter is the pause before the second attempt. It doubles with each further
	// attempt.
	retryAfter = 5 * time.Second
)

// parsing returns the kind of job that reads files in the background.
func (s *Service) parsing() job.Kind {
	return job.Kind{
		Name: ParseJob, Work: s.read, Failed: s.fail, Ended: s.ended,
		Final:  func(err error) bool { _, known := errors.AsType[*errs.Error](err); return known },
		AtOnce: atOnce, Attempts: maxAttempts, Delay: retryAfter,
	}
}

// enqueue adds a job that reads a file. Jobs.Wake must be called after the commit.
func (s *Service) enqueue(ctx context.Context, tx *sql.Tx, owner, id string) error {
	_, err := s.Jobs.Enqueue(ctx, tx, job.New{Kind: ParseJob, Key: id, OwnerID: owner})
	return err
}

// fail stores why a file cannot be read. It deletes the text read so far and the password. The password
// is deleted before the owner can see the failure, so that a password entered afterwards is kept.
func (s *Service) fail(ctx context.Context, tx *sql.Tx, j job.Job, cause error) error {
	code := errs.From(cause).Code
	if errors.Is(cause, job.ErrCrashed) {
		code = errs.FileBroken
	}
	s.passwords.forget(j.Key)
	q := documentdb.New(tx)
	if err := s.dropText(ctx, q, tx, j.OwnerID, j.Key); err != nil {
		return err
	}
	_, err := q.FinishFailed(ctx, documentdb.FinishFailedParams{
		ErrorCode: string(code), UpdatedAt: s.Now().UnixMilli(), OwnerID: j.OwnerID, ID: j.Key,
	})
	return err
}

// ended deletes the password of a file if the attempt succeeded, lost its claim, or found no file. A
// postponed attempt keeps the password. The password of a failed job has already been deleted by fail.
// ended also wakes all callers waiting for a file.
func (s *Service) ended(j job.Job, o job.Outcome) {
	switch o {
	case job.Succeeded, job.Lost, job.Dropped:
		s.passwords.forget(j.Key)
	}
	s.changes.announce()
}

// passwords contains the passwords of files that are queued or being read. They are kept in memory
// only.
type passwords struct {
	mu sync.Mutex
	of map[string]string // passwords by document id
}

func (p *passwords) get(id string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of[id]
}

func (p *passwords) set(id, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[string]string{}
	}
	p.of[id] = password
}

func (p *passwords) forget(ids ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range ids {
		delete(p.of, id)
	}
}
