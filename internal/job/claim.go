package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// Claim is one attempt at a job. It is safe for concurrent use.
type Claim struct {
	Job
	queue *Queue
	kind  *Kind
	serve context.Context         // ends when the process stops
	own   context.Context         // ends with this attempt
	stop  context.CancelCauseFunc // cancels own

	before *Claim        // an earlier attempt at the same job in this process that has not ended yet; nil: none
	over   chan struct{} // closed when the attempt has ended

	mu       sync.Mutex
	beaten   time.Time   // when the claim was last renewed, by the monotonic clock
	expiry   *time.Timer // ends the attempt when Kind.Lease has passed since the last renewal
	progress int64       // progress in thousandths
	stored   int64       // progress stored in the row of the job
	finished bool
}

// newClaim creates a claim. `asked` is the time just before the database query that made the claim.
func (q *Queue) newClaim(serve context.Context, k *Kind, j Job, asked time.Time) *Claim {
	c := &Claim{Job: j, queue: q, kind: k, serve: serve, over: make(chan struct{}), beaten: asked}
	c.own, c.stop = context.WithCancelCause(serve)
	c.expiry = time.AfterFunc(k.Lease-time.Since(asked), c.lose)
	q.mu.Lock()
	defer q.mu.Unlock()
	if c.before = q.claims[c.name()]; c.before != nil {
		c.before.lose()
	}
	q.claims[c.name()] = c
	return c
}

func (c *Claim) name() name { return name{c.Kind, c.Key} }

// lose ends the attempt because the claim is no longer valid.
func (c *Claim) lose() { c.stop(ErrLost) }

// Progress records how much of the work is done, from 0 to 1. The next pass over the queue, within
// Options.Busy, stores it for other processes.
func (c *Claim) Progress(share float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress = int64(math.Floor(min(max(share, 0), 1) * thousandths))
}

// Store runs fn in a transaction. The transaction first checks that the claim is valid, renews it
// and stores the progress. If the claim is not valid, Store fails with ErrLost and nothing is
// stored.
func (c *Claim) Store(ctx context.Context, fn func(tx *sql.Tx) error) error {
	c.mu.Lock()
	progress := c.progress
	c.mu.Unlock()
	asked := time.Now()
	err := c.queue.DB.InTx(ctx, func(tx *sql.Tx) error {
		n, err := jobdb.New(tx).Hold(ctx, jobdb.HoldParams{OwnerID: c.OwnerID, Kind: c.Kind, Key: c.Key, Fence: c.fence, Progress: progress})
		if err == nil && n == 0 {
			err = ErrLost
		}
		if err != nil {
			return err
		}
		return fn(tx)
	})
	switch {
	case err == nil:
		c.mu.Lock()
		c.beaten, c.stored = asked, progress
		c.expiry.Reset(c.kind.Lease - time.Since(asked))
		c.mu.Unlock()
	case errors.Is(err, ErrLost):
		c.lose()
	}
	return err
}

// Finish ends the job as done and runs fn in the same transaction. If the claim is no longer valid,
// Finish fails with ErrLost and nothing is stored.
func (c *Claim) Finish(ctx context.Context, fn func(tx *sql.Tx) error) error {
	err := c.end(ctx, Done, "", fn)
	if err == nil {
		c.mu.Lock()
		c.finished = true
		c.mu.Unlock()
	}
	return err
}

func (c *Claim) end(ctx context.Context, s State, code errs.Code, fn func(tx *sql.Tx) error) error {
	progress := int64(0)
	if s == Done {
		progress = thousandths
	}
	return c.queue.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := jobdb.New(tx)
		var n int64
		var err error
		if c.kind.Keep > 0 {
			n, err = q.End(ctx, jobdb.EndParams{
				OwnerID: c.OwnerID, Kind: c.Kind, Key: c.Key, Fence: c.fence,
				Ended: string(s), Progress: progress, ErrorCode: string(code), EndedAt: c.queue.Now().UnixMilli(),
			})
		} else {
			n, err = q.EndUnkept(ctx, jobdb.EndUnkeptParams{OwnerID: c.OwnerID, Kind: c.Kind, Key: c.Key, Fence: c.fence})
		}
		if err == nil && n == 0 {
			err = ErrLost
		}
		if err != nil || fn == nil {
			return err
		}
		return fn(tx)
	})
}

// renew renews the claim when a renewal is due or when there is new progress to store.
func (c *Claim) renew(ctx context.Context) error {
	c.mu.Lock()
	due := c.progress != c.stored || time.Since(c.beaten) >= c.kind.Lease/3
	c.mu.Unlock()
	if !due {
		return nil
	}
	err := c.Store(ctx, func(*sql.Tx) error { return nil })
	if errors.Is(err, ErrLost) {
		return nil // Store has already ended the attempt
	}
	return err
}

// endTime limits how long storing the end of an attempt may take, even while the process stops.
const endTime = 5 * time.Second

// run executes the attempt and stores its end.
func (c *Claim) run() {
	defer close(c.over)
	defer c.stop(nil)
	if c.before != nil { // in one process, two attempts at a job never run at the same time
		select {
		case <-c.before.over:
		case <-c.own.Done():
		}
		c.before = nil
	}
	ctx := c.own
	if c.kind.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.kind.Timeout)
		defer cancel()
	}
	err := c.attempt(ctx)
	if errors.Is(context.Cause(c.own), ErrLost) {
		err = ErrLost
	}
	free, cancel := context.WithTimeout(context.WithoutCancel(c.serve), endTime)
	defer cancel()
	o := c.settle(free, err)
	c.expiry.Stop()
	q := c.queue
	q.mu.Lock()
	if q.claims[c.name()] == c {
		delete(q.claims, c.name())
	}
	q.ended[c.Kind][o]++
	q.mu.Unlock()
	if c.kind.Ended != nil {
		c.kind.Ended(c.Job, o)
	}
	q.Wake()
}

// attempt calls the handler. A panic in it counts as a failure.
func (c *Claim) attempt(ctx context.Context) (err error) {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if c.Attempts > c.kind.Attempts { // the last allowed attempt did not store its end, for example because the process crashed
		return ErrCrashed
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("job: panic: %v\n%s", p, debug.Stack())
		}
	}()
	return c.kind.Work(ctx, c)
}

// settle stores the outcome of an attempt, unless Finish has already stored it.
func (c *Claim) settle(ctx context.Context, err error) Outcome {
	c.mu.Lock()
	finished := c.finished
	c.mu.Unlock()
	if finished {
		return Succeeded
	}
	stopping := c.serve.Err() != nil
	o, delay, undone := Succeeded, time.Duration(0), int64(0)
	switch {
	case errors.Is(err, ErrLost):
		return Lost
	case errors.Is(err, ErrCrashed):
		o = Refused
	case errors.Is(err, ErrObsolete):
		o = Dropped
	case err == nil:
	case stopping: // while the process stops, any error can be a consequence of the stop
		o, undone = Postponed, 1
	case errs.Is(err, errs.StorageFail): // a failure of the database does not count against the job
		o, undone, delay = Postponed, 1, c.delay()
	case c.kind.Final != nil && c.kind.Final(err):
		o = Refused
	case c.Attempts >= c.kind.Attempts:
		o = GaveUp
	default:
		o, delay = Postponed, c.delay()
	}
	if err != nil && !stopping {
		level := slog.LevelWarn
		if o == Refused || o == Dropped { // these outcomes are normal for some kinds
			level = slog.LevelInfo
		}
		c.queue.Log.Log(ctx, level, "a job has failed", "kind", c.Kind, "job", c.Key, "attempt", c.Attempts, "outcome", string(o), "err", err)
	}
	var stored error
	switch o {
	case Succeeded:
		stored = c.end(ctx, Done, "", nil)
	case Dropped:
		stored = c.queue.DB.InTx(ctx, func(tx *sql.Tx) error {
			_, err := jobdb.New(tx).EndUnkept(ctx, jobdb.EndUnkeptParams{OwnerID: c.OwnerID, Kind: c.Kind, Key: c.Key, Fence: c.fence})
			return err
		})
	case Refused, GaveUp:
		stored = c.end(ctx, Failed, errs.From(err).Code, func(tx *sql.Tx) error {
			if c.kind.Failed == nil {
				return nil
			}
			return c.kind.Failed(ctx, tx, c.Job, err)
		})
	default:
		stored = c.release(ctx, undone, delay)
	}
	switch {
	case errors.Is(stored, ErrLost):
		return Lost
	case stored != nil: // the row still says that the job is running; the job starts again after its lease
		c.queue.Log.WarnContext(ctx, "the end of a job was not stored", "kind", c.Kind, "job", c.Key, "err", stored)
		return Postponed
	}
	return o
}

// maxDelay limits the pause before another attempt.
const maxDelay = time.Hour

// delay returns the pause before the next attempt.
func (c *Claim) delay() time.Duration {
	d := c.kind.Delay
	for range c.Attempts - 1 {
		if d *= 2; d >= maxDelay {
			return maxDelay
		}
	}
	return d
}

func (c *Claim) release(ctx context.Context, undone int64, delay time.Duration) error {
	return c.queue.DB.InTx(ctx, func(tx *sql.Tx) error {
		n, err := jobdb.New(tx).Release(ctx, jobdb.ReleaseParams{
			OwnerID: c.OwnerID, Kind: c.Kind, Key: c.Key, Fence: c.fence, Undone: undone, NextAt: c.queue.Now().Add(delay).UnixMilli(),
		})
		if err == nil && n == 0 {
			return ErrLost
		}
		return err
	})
}
