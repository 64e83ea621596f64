package run

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// commit is a request of a job to store rows together with its frames.
type commit struct {
	save      saveFunc
	err       error         // set before done is closed
	done      chan struct{} // closed when the outcome is known
	taken     bool          // the commit is part of the running transaction
	withdrawn bool          // the job no longer waits for the commit, so the commit is not retried
}

func (c *commit) finish(err error) {
	c.err = err
	close(c.done)
}

// Commit emits events as Emit does. It stores the rows of `save` in one transaction with these events
// and with all earlier frames that are not stored yet. This transaction is the writer's next batch,
// which may also contain data of other runs. Commit returns after the transaction has been
// committed, and readers see the events only afterwards.
//
// `save` must use the database only through tx, and may run more than once. If it fails, only its
// own changes are rolled back; the frames are stored, and Commit returns the error of `save`. When
// the database fails, the commit is retried for as long as the run waits for the database. When the
// run accepts no more events, the error is ErrEnding. When ctx ends before the writer has started
// the transaction, Commit returns the error of ctx; the events are stored, but not the rows of `save`.
func (o *Out) Commit(ctx context.Context, save func(ctx context.Context, tx *sql.Tx) error, events ...stream.Event) error {
	r := o.r
	c := &commit{save: save, done: make(chan struct{})}
	r.mu.Lock()
	queue := false
	err := r.awaitRoom()
	for i := 0; i < len(events) && err == nil; i++ {
		queue, err = r.emit(events[i])
	}
	if err == nil {
		r.commits = append(r.commits, c)
	}
	queue = r.dirty() || queue
	r.mu.Unlock()
	r.enqueue(queue)
	if err != nil {
		return err
	}
	select {
	case <-c.done:
		return c.err
	case <-ctx.Done():
	}
	if r.withdrawCommit(c) {
		return context.Cause(ctx)
	}
	<-c.done // the transaction has started, so its outcome counts
	return c.err
}

// withdrawCommit cancels a commit and reports whether the commit was canceled. If the transaction has
// started, withdrawCommit only prevents a retry.
func (r *Run) withdrawCommit(c *commit) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.withdrawn = true
	if c.taken {
		return false
	}
	for i, other := range r.commits {
		if other == c {
			r.commits = append(r.commits[:i:i], r.commits[i+1:]...)
			return true
		}
	}
	return false
}

// takeCommits returns all waiting commits for the next transaction, and marks them as part of it.
// The caller holds the lock.
func (r *Run) takeCommits() []*commit {
	for _, c := range r.commits {
		c.taken = true
	}
	return r.commits[:len(r.commits):len(r.commits)]
}

// settleCommits ends the commits of a transaction. If err is not nil, the rows may not have been
// stored; commits that are not withdrawn are then retried. The caller holds the lock.
func (r *Run) settleCommits(taken []*commit, err error) {
	later := r.commits[len(taken):]
	var again []*commit
	for _, c := range taken {
		switch {
		case err == nil:
			c.finish(c.err)
		case c.withdrawn:
			c.finish(err)
		default:
			c.taken = false
			again = append(again, c)
		}
	}
	r.commits = append(again, later...)
}

// failCommits ends all waiting commits with an error. The caller holds the lock.
func (r *Run) failCommits(err error) {
	for _, c := range r.commits {
		c.finish(err)
	}
	r.commits = nil
}

// run stores one commit in a transaction that may contain other commits. If `save` fails, only its
// changes are rolled back, and c.err is set. A returned error means that the whole transaction must be
// rolled back or repeated.
func (c *commit) run(ctx context.Context, tx *sql.Tx) error {
	var err error
	c.err, err = savepoint(ctx, tx, "step", func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = errs.Wrap(errs.Unknown, fmt.Errorf("panic while storing: %v", v))
			}
		}()
		return c.save(ctx, tx)
	})
	return err
}
