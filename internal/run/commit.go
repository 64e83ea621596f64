package run

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// commit is what a job stores together with its frames.
type commit struct {
	save      saveFunc
	err       error         // set before done is closed
	done      chan struct{} // closed when the outcome is known
	taken     bool          // it is part of the transaction that is running
	withdrawn bool          // the job does not wait for it any more, so it is not tried again
}

func (c *commit) finish(err error) {
	c.err = err
	close(c.done)
}

// Commit stores what save writes in one transaction together with events, which
// it emits as Emit does, and with all frames emitted before. No reader sees the
// events before save's rows are there. It returns when that is durable, or with
// the error that prevented it. It becomes part of the writer's next batch and
// makes no transaction of its own. save must use the database only through tx,
// and may run again when it is unknown whether a commit succeeded. When save
// fails, only its own changes are rolled back; the frames are stored, and Commit
// returns its error. When the database fails, it is tried again for as long as
// the run waits for the database. The error is ErrEnding when the run takes no
// more events. When ctx ends before the writer has begun with it, save's changes
// are not stored.
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
	<-c.done // the transaction has begun, so only its outcome counts
	return c.err
}

// withdrawCommit takes back a commit and reports whether it succeeded, which it
// does only before a transaction has begun with it.
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

// takeCommits gives the commits for the next transaction. The lock is held.
func (r *Run) takeCommits() []*commit {
	for _, c := range r.commits {
		c.taken = true
	}
	return r.commits[:len(r.commits):len(r.commits)]
}

// settleCommits ends the commits of a transaction. A non-nil err means that it
// was rolled back; commits that are still waited for are then tried again. The
// lock is held.
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

// failCommits ends all waiting commits with an error. The lock is held.
func (r *Run) failCommits(err error) {
	for _, c := range r.commits {
		c.finish(err)
	}
	r.commits = nil
}

// run stores one commit in a transaction that is shared with others. When it
// fails, only its own changes are rolled back, and the error is kept in c.err.
// A returned error means that not even the rollback was possible.
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
