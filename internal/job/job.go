// Package job is a durable queue of background work. The work outlives the request that started it
// and the process that does it. Domains register kinds of work and enqueue jobs in their own
// transactions. Any process on the same database may execute a job, but only one process at a time
// has a valid claim to the job and can store results.
package job

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// State is how far a job has progressed.
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
	Kind, Key string // Kind and Key together identify the job; a key is unique within its kind, among all owners
	OwnerID   string
	Payload   []byte
	State     State
	Progress  float64 // from 0 to 1 while Running; 1 when Done
	// Attempts is the number of started attempts, including the current one. If an attempt ends
	// because its process stops or the database fails, it is subtracted again when its end is stored.
	Attempts  int
	NextAt    time.Time // while Queued: the job does not start before this time
	ErrorCode errs.Code // while Failed

	fence int64
}

// Open reports whether the job is queued or running.
func (j Job) Open() bool { return j.State == Queued || j.State == Running }

func fromRow(r jobdb.Job) Job {
	return Job{
		Kind: r.Kind, Key: r.Key, OwnerID: r.OwnerID, Payload: []byte(r.Payload), State: State(r.State), Progress: float64(r.Progress) / thousandths,
		Attempts: int(r.Attempts), NextAt: time.UnixMilli(r.NextAt), ErrorCode: errs.Code(r.ErrorCode), fence: r.Fence,
	}
}

// thousandths is the factor between Job.Progress and the stored progress.
const thousandths = 1000

// Kind describes one kind of work. Name, Work and AtOnce are required.
type Kind struct {
	Name string
	// Work executes a job. Returning nil ends the job as done, unless Finish has ended it. An error
	// ends the job as failed if Final accepts the error or this was the last attempt; otherwise the
	// job is tried again. ErrObsolete deletes the job. After errs.StorageFail, and after any other
	// error while the process stops, the attempt does not count. ctx ends when the claim is lost,
	// when Timeout is over, and when the process stops: Work must then return. Work may be called
	// again for the same job at any time, and should continue from what it has stored.
	Work func(ctx context.Context, c *Claim) error
	// Failed is called in the transaction that ends the job as failed. It stores the domain's own
	// data about the failure. May be nil.
	Failed func(ctx context.Context, tx *sql.Tx, j Job, cause error) error
	// Ended is called at the end of each attempt, after its outcome was stored. It is also called
	// when nothing could be stored, for example because the claim was lost. May be nil.
	Ended func(j Job, o Outcome)
	// Final reports whether another attempt would fail in the same way. nil: never.
	Final func(err error) bool

	AtOnce int // how many jobs this process works on at the same time
	// PerOwner is how many jobs of one owner run at the same time in all processes; 0: no limit. Two
	// jobs that start at the same moment may exceed the limit.
	PerOwner int
	Attempts int           // how many attempts may start; 0: 3
	Delay    time.Duration // pause before the second attempt; doubled for each further attempt, up to an hour; 0: 5 s
	Lease    time.Duration // how long a process may fail to renew its claims before another process takes its jobs; 0: the queue's lease
	Timeout  time.Duration // longest time of one attempt; 0: no limit
	Keep     time.Duration // how long an ended job can be found; 0: it is deleted at its end
}

// New is a job to enqueue.
type New struct {
	Kind, Key, OwnerID string
	Payload            []byte    // at most MaxPayload bytes of text, usually JSON
	After              time.Time // do not start before this time; zero: at once
	// Again means that the input of the job has changed: the job is replaced if it is queued, and
	// restarted if it is running.
	Again bool
}

// MaxPayload limits the payload of a job, in bytes. A domain stores larger data itself and refers
// to it in the payload.
const MaxPayload = 16 << 10

// Outcome is how one attempt ended.
type Outcome string

// The outcomes.
const (
	Succeeded Outcome = "done"
	Refused   Outcome = "failed"    // failed with an error accepted by Final, or with ErrCrashed
	GaveUp    Outcome = "gaveUp"    // failed at the last attempt
	Postponed Outcome = "postponed" // will be tried again
	Lost      Outcome = "lost"      // cancelled, deleted, moved, restarted, not renewed in time, or taken by another process
	Dropped   Outcome = "obsolete"  // Work returned ErrObsolete
)

// Outcomes lists all outcomes.
func Outcomes() []Outcome { return []Outcome{Succeeded, Refused, GaveUp, Postponed, Lost, Dropped} }

var (
	// ErrLost means that the claim is no longer valid: nothing was stored, and the work has to
	// end.
	ErrLost = errors.New("job: the claim is lost")
	// ErrObsolete is returned by Work when its subject no longer exists. The job is then deleted.
	ErrObsolete = errors.New("job: the work is no longer needed")
	// ErrCrashed is the failure of a job whose last allowed attempt did not store its end, for
	// example because the process crashed.
	ErrCrashed = errors.New("job: no attempt came to an end")
)
