package document

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const (
	// atOnce is how many files are read at the same time.
	atOnce = 2
	// maxAttempts is how often the reading of a file begins: one that takes the
	// whole server with it does so this often and no more.
	maxAttempts = 3
	// claimAge is how long a claim is good without being renewed: how late the
	// files of a server that died are read on by another one.
	claimAge = 30 * time.Second
	// renewAfter is how often a claim is renewed.
	renewAfter = claimAge / 3
	// lookAfter is how often the queue is looked at when nobody said that there is
	// something new: for files of another server, and for those to be tried again.
	lookAfter = 2 * time.Second
	// retryAfter is the pause before a second try; it doubles with each.
	retryAfter = 5 * time.Second
)

// queue is what this process knows of the files that it reads.
type queue struct {
	wake chan struct{}

	mu       sync.Mutex
	running  map[string]running // by document
	served   map[string]int64   // by owner: the turn in which a file of theirs was last begun
	turn     int64
	secrets  map[string]string // by document: passwords, which are never stored
	outcomes map[Outcome]int64
}

type running struct {
	owner  string
	cancel context.CancelFunc
}

func newQueue() *queue {
	return &queue{
		wake: make(chan struct{}, 1), running: map[string]running{}, served: map[string]int64{},
		secrets: map[string]string{}, outcomes: map[Outcome]int64{},
	}
}

// nudge says that there is something new.
func (q *queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// choose picks whose file comes next: of those of whom the fewest are being
// read, the one who has waited longest for a turn. owners are in the order of
// their oldest file.
func (q *queue) choose(owners []string) string {
	q.mu.Lock()
	defer q.mu.Unlock()
	busy := map[string]int{}
	for _, r := range q.running {
		busy[r.owner]++
	}
	return slices.MinFunc(owners, func(a, b string) int {
		return cmp.Or(cmp.Compare(busy[a], busy[b]), cmp.Compare(q.served[a], q.served[b]))
	})
}

// maxServed bounds the memory of turns.
const maxServed = 10_000

func (q *queue) begin(j documentdb.DocumentJob, cancel context.CancelFunc) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.served) >= maxServed {
		clear(q.served)
	}
	q.turn++
	q.served[j.OwnerID] = q.turn
	q.running[j.DocumentID] = running{j.OwnerID, cancel}
}

func (q *queue) end(id string, o Outcome) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, id)
	q.outcomes[o]++
	if o != Postponed {
		delete(q.secrets, id)
	}
}

// cancel ends the reading of files that are gone.
func (q *queue) cancel(ids ...string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, id := range ids {
		if r, ok := q.running[id]; ok {
			r.cancel()
		}
		delete(q.secrets, id)
	}
}

func (q *queue) secret(id string) string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.secrets[id]
}

func (q *queue) tell(id, password string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.secrets[id] = password
}

// Outcome says how one reading of a file ended.
type Outcome string

// The outcomes.
const (
	Read      Outcome = "ready"
	Unread    Outcome = "failed"    // the file cannot be read
	GaveUp    Outcome = "gaveUp"    // it was tried too often
	Postponed Outcome = "postponed" // it will be tried again
	Gone      Outcome = "gone"      // deleted, or moved, in between
)

// Outcomes lists them.
func Outcomes() []Outcome { return []Outcome{Read, Unread, GaveUp, Postponed, Gone} }

// Stats are figures of what this process reads.
type Stats struct {
	Running  int
	Outcomes map[Outcome]int64
}

// Stats gives the figures.
func (s *Service) Stats() Stats {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return Stats{Running: len(s.queue.running), Outcomes: maps.Clone(s.queue.outcomes)}
}

// Waiting counts the files in the queue, also those that are being read.
func (s *Service) Waiting(ctx context.Context) (int, error) {
	n, err := s.reads().CountJobs(ctx)
	return int(n), stored(err)
}

// Run reads the files that wait until ctx ends, and gives what it has not
// finished back to the queue.
func (s *Service) Run(ctx context.Context) {
	if s.DB.Dialect() == db.SQLite {
		// The file is this process's alone; on PostgreSQL a claim may be another's.
		if err := s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error { return q.ReleaseAll(ctx) }); err != nil {
			s.Log.WarnContext(ctx, "files of the last process wait until their claims run out", "err", err)
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, atOnce)
	look := time.NewTicker(lookAfter)
	defer look.Stop()
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		job, err := s.claim(ctx)
		switch {
		case err == nil:
			own, cancel := context.WithCancel(ctx)
			s.queue.begin(job, cancel) // before the next one is chosen
			all.Go(func() {
				defer func() { <-slots }()
				defer cancel()
				s.work(ctx, own, cancel, job)
			})
			continue
		case !errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil:
			s.Log.WarnContext(ctx, "the queue of files cannot be read", "err", err)
		}
		<-slots
		select {
		case <-s.queue.wake:
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// maxOwners bounds one look at who waits: those with the oldest files.
const maxOwners = 200

// claim takes the next file; sql.ErrNoRows when none waits.
func (s *Service) claim(ctx context.Context) (documentdb.DocumentJob, error) {
	var job documentdb.DocumentJob
	err := s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error {
		now := s.Now()
		owners, err := q.WaitingOwners(ctx, documentdb.WaitingOwnersParams{Now: now.UnixMilli(), Size: maxOwners})
		if err != nil {
			return err
		}
		if len(owners) == 0 {
			return sql.ErrNoRows
		}
		job, err = q.OldestJob(ctx, documentdb.OldestJobParams{OwnerID: s.queue.choose(owners), Now: now.UnixMilli()})
		if err != nil {
			return err
		}
		job.Claim, job.Attempts = id.Random(16), job.Attempts+1
		n, err := q.ClaimJob(ctx, documentdb.ClaimJobParams{
			Claim: job.Claim, ClaimedUntil: now.Add(claimAge).UnixMilli(),
			OwnerID: job.OwnerID, DocumentID: job.DocumentID, Now: now.UnixMilli(),
		})
		if err == nil && n == 0 {
			return sql.ErrNoRows // another server was first
		}
		return err
	})
	return job, err
}

// work reads one file to whatever end. ctx ends with the server, own with the
// reading of this file.
func (s *Service) work(ctx, own context.Context, cancel context.CancelFunc, j documentdb.DocumentJob) {
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		s.renew(own, j, cancel)
	}()
	err := s.read(own, j)
	if own.Err() != nil && ctx.Err() == nil {
		err = errGone // whoever took the file away has ended its reading
	}
	cancel()
	<-renewed
	// The end is stored even when the server stops.
	free, over := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer over()
	s.queue.end(j.DocumentID, s.settle(free, j, err, ctx.Err() != nil))
	s.changes.announce()
	s.queue.nudge()
}

// renew keeps the claim, and ends the reading when it is lost.
func (s *Service) renew(ctx context.Context, j documentdb.DocumentJob, cancel context.CancelFunc) {
	tick := time.NewTicker(renewAfter)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error { return s.stillOurs(ctx, q, j) })
		if errors.Is(err, errGone) {
			cancel()
			return
		}
	}
}

// errGone says that a file was deleted or has another owner, or that another
// server reads it now.
var errGone = errors.New("document: the file is no longer to be read here")

func (s *Service) stillOurs(ctx context.Context, q *documentdb.Queries, j documentdb.DocumentJob) error {
	n, err := q.RenewJob(ctx, documentdb.RenewJobParams{
		ClaimedUntil: s.Now().Add(claimAge).UnixMilli(), OwnerID: j.OwnerID, DocumentID: j.DocumentID, Claim: j.Claim,
	})
	if err == nil && n == 0 {
		return errGone
	}
	return err
}

// settle stores how a reading ended that did not end well; when it did, finish
// has stored it.
func (s *Service) settle(ctx context.Context, j documentdb.DocumentJob, err error, stopping bool) Outcome {
	refused, final := errors.AsType[*errs.Error](err)
	final = final && refused.Code != errs.StorageFail && !stopping // a worker that is told to stop says many things
	switch {
	case err == nil:
		return Read
	case final:
		return s.fail(ctx, j, refused.Code, Unread)
	case errors.Is(err, errGone):
		return Gone
	}
	undone := int64(0)
	if stopping || errs.Is(err, errs.StorageFail) {
		undone = 1 // neither is the file's fault
	} else {
		s.Log.WarnContext(ctx, "a file could not be read now", "document", j.DocumentID, "attempt", j.Attempts, "err", err)
		if j.Attempts >= maxAttempts {
			return s.fail(ctx, j, errs.Unknown, GaveUp)
		}
	}
	next := s.Now()
	if !stopping {
		next = next.Add(retryAfter << max(0, j.Attempts-1))
	}
	err = s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error {
		return q.ReleaseJob(ctx, documentdb.ReleaseJobParams{
			Attempts: undone, NextAt: next.UnixMilli(), OwnerID: j.OwnerID, DocumentID: j.DocumentID, Claim: j.Claim,
		})
	})
	if err != nil {
		s.Log.WarnContext(ctx, "a file waits until its claim runs out", "document", j.DocumentID, "err", err)
	}
	return Postponed
}

// fail stores why a file cannot be read. What was read of it so far goes.
func (s *Service) fail(ctx context.Context, j documentdb.DocumentJob, code errs.Code, o Outcome) Outcome {
	err := s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		n, err := q.EndJob(ctx, documentdb.EndJobParams{OwnerID: j.OwnerID, DocumentID: j.DocumentID, Claim: j.Claim})
		if err != nil {
			return err
		}
		if n == 0 {
			return errGone
		}
		if err := s.dropText(ctx, q, tx, j.OwnerID, j.DocumentID); err != nil {
			return err
		}
		_, err = q.FinishFailed(ctx, documentdb.FinishFailedParams{
			ErrorCode: string(code), UpdatedAt: s.Now().UnixMilli(), OwnerID: j.OwnerID, ID: j.DocumentID,
		})
		return err
	})
	if errors.Is(err, errGone) {
		return Gone
	}
	if err != nil {
		s.Log.WarnContext(ctx, "why a file cannot be read was not stored", "document", j.DocumentID, "err", err)
		return Postponed
	}
	return o
}
