// Package job is one durable queue of work that outlives the request that asked
// for it and the process that does it. Domains register kinds of work and
// enqueue jobs in their own transactions; any process on the same database may
// do the work, and never two at the same time.
package job

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// State says how far a job is.
type State string

// The states.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Job is a piece of work.
type Job struct {
	Kind, Key string // together they name it; a key is an id that is unique among all owners
	OwnerID   string
	Payload   []byte
	State     State
	Progress  float64   // of Running, 0 to 1
	Attempts  int       // how often work on it began, this time included; ends for which the work is not to blame are not counted
	NextAt    time.Time // of Queued: not before this time
	ErrorCode errs.Code // of Failed

	fence int64
}

// Open tells whether the work is still to be done, or is being done.
func (j Job) Open() bool { return j.State == Queued || j.State == Running }

func fromRow(r jobdb.Job) Job {
	return Job{
		Kind: r.Kind, Key: r.Key, OwnerID: r.OwnerID, Payload: []byte(r.Payload), State: State(r.State), Progress: float64(r.Progress) / thousandths,
		Attempts: int(r.Attempts), NextAt: time.UnixMilli(r.NextAt), ErrorCode: errs.Code(r.ErrorCode), fence: r.Fence,
	}
}

// thousandths is how progress is stored.
const thousandths = 1000

// Kind says how one sort of work is done. Name, Work and AtOnce are required.
type Kind struct {
	Name string
	// Work does a job. Nil ends it as done, unless Finish has; an error that Final
	// names, or that of the last attempt, as failed; any other has it done again.
	// ctx ends when the claim is lost, when the time is over and when the process
	// stops: then Work returns, and what it returns does not count. It may be
	// called again for the same job at any time, and begins where it left off as
	// far as it has stored anything.
	Work func(ctx context.Context, c *Claim) error
	// Failed stores that the work failed for good, in the transaction that ends
	// the job. Nil stores nothing.
	Failed func(ctx context.Context, tx *sql.Tx, j Job, cause error) error
	// Ended is told how each attempt ended, after that was stored. Nil is told
	// nothing.
	Ended func(j Job, o Outcome)
	// Final tells the failures that another attempt would meet again. Nil: there
	// are none.
	Final func(err error) bool

	AtOnce   int           // how many jobs this process works on at the same time
	Attempts int           // how often work begins at most; 0: 3
	Delay    time.Duration // before the second attempt; it doubles with each, up to an hour; 0: 5 s
	Lease    time.Duration // how long a process may be silent before another one takes its jobs; 0: that of the queue
	Timeout  time.Duration // of one attempt; 0: none
	Keep     time.Duration // how long an ended job can be found; 0: it is gone as it ends
}

// New is work to be done.
type New struct {
	Kind, Key, OwnerID string
	Payload            []byte    // MaxPayload at most, and text: JSON as a rule
	After              time.Time // not before this time; zero: at once
	// Again has work begin anew that is being done: what it rests on has changed.
	Again bool
}

// MaxPayload bounds what a job carries, in bytes. Anything larger is stored by
// its domain, and the payload names it.
const MaxPayload = 16 << 10

// Outcome says how one attempt ended.
type Outcome string

// The outcomes.
const (
	Succeeded Outcome = "done"
	Refused   Outcome = "failed"    // Final said so
	GaveUp    Outcome = "gaveUp"    // it was tried too often
	Postponed Outcome = "postponed" // it will be tried again
	Lost      Outcome = "lost"      // cancelled, deleted, moved, begun anew, or taken by another process
	Dropped   Outcome = "obsolete"  // ErrObsolete
)

// Outcomes lists them.
func Outcomes() []Outcome { return []Outcome{Succeeded, Refused, GaveUp, Postponed, Lost, Dropped} }

var (
	// ErrLost is what a claim gives that does not hold any more: nothing was
	// stored, and the work is to end.
	ErrLost = errors.New("job: the claim is lost")
	// ErrObsolete is what Work returns when that is gone what the work was for.
	// The job ends without a trace.
	ErrObsolete = errors.New("job: the work is no longer needed")
	// ErrCrashed is the failure of a job whose attempts all ended with their
	// process.
	ErrCrashed = errors.New("job: no attempt came to an end")
)
