package run

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// commit is what a job stores beside its frames.
type commit struct {
	save      saveFunc
	err       error         // set before done is closed
	done      chan struct{} // closed when the outcome is known
	taken     bool          // it is in the transaction that runs now
	withdrawn bool          // the job does not wait any more: it is not tried again
}

func (c *commit) finish(err error) {
	c.err = err
	close(c.done)
}

// Commit stores what save writes in one transaction together with all frames
// that were emitted before it, and returns when that is durable, or with the
// error that kept it from being so. It goes with the writer's next batch, and
// makes no transaction of its own.
//
// save must not use the database but through tx, and may run again when a
// commit's outcome was unknown. When save fails, nothing of it is stored, the
// frames are, and Commit returns its error. A database that fails is tried
// again for as long as the run waits for it. The error is ErrEnding when the
// run takes no more. When ctx ends before the writer began, nothing is stored.
func (o *Out) Commit(ctx context.Context, save func(ctx context.Context, tx *sql.Tx) error) error {
	r := o.r
	c := &commit{save: save, done: make(chan struct{})}
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return ErrEnding
	}
	r.commits = append(r.commits, c)
	queue := r.dirty()
	r.mu.Unlock()
	r.enqueue(queue)
	select {
	case <-c.done:
		return c.err
	case <-ctx.Done():
	}
	if r.withdrawCommit(c) {
		return context.Cause(ctx)
	}
	<-c.done // the transaction has begun: only its outcome is the truth
	return c.err
}

// withdrawCommit takes back a commit that no transaction has begun with, and
// tells whether that was so.
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

// takeCommits gives the commits for a transaction that begins. The lock is
// held.
func (r *Run) takeCommits() []*commit {
	for _, c := range r.commits {
		c.taken = true
	}
	return r.commits[:len(r.commits):len(r.commits)]
}

// settleCommits ends the commits of a transaction. err says that it was not
// committed: then those that are still waited for are tried again. The lock is
// held.
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

// failCommits ends all commits that wait. The lock is held.
func (r *Run) failCommits(err error) {
	for _, c := range r.commits {
		c.finish(err)
	}
	r.commits = nil
}

// run stores one commit in a transaction that other things share: its failure
// takes back its own changes only, and is kept in c.err. The error says that
// not even that was possible.
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
