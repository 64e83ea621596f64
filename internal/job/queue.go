package job

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// Options are the dependencies and settings of a Queue. DB is required.
type Options struct {
	DB    *db.DB
	Lease time.Duration    // lease of kinds without a lease of their own; 0: 30 s
	Busy  time.Duration    // pause between two passes over the queue while this process has work; 0: 500 ms
	Idle  time.Duration    // pause between two passes while this process has no work; 0: 2 s
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default
}

// Queue is the queue as seen by this process. It is safe for concurrent use.
type Queue struct {
	Options
	kinds []*Kind // in the order of Register
	wake  chan struct{}

	mu     sync.Mutex
	claims map[name]*Claim // the attempts of this process
	ended  map[string]map[Outcome]int64
	served map[owned]int64 // value of turn when the owner was last chosen for the kind; see choose
	turn   int64
}

// name identifies a job; owned identifies an owner and a kind.
type (
	name  struct{ kind, key string }
	owned struct{ kind, owner string }
)

// NewQueue creates the queue. Kinds are registered before Run.
func NewQueue(o Options) *Queue {
	o.Lease = cmp.Or(o.Lease, 30*time.Second)
	o.Busy = cmp.Or(o.Busy, 500*time.Millisecond)
	o.Idle = cmp.Or(o.Idle, 2*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Queue{
		Options: o, wake: make(chan struct{}, 1), claims: map[name]*Claim{}, ended: map[string]map[Outcome]int64{}, served: map[owned]int64{},
	}
}

// Register adds a kind of work. It panics if the kind is incomplete or already registered: that is
// a programming error.
func (q *Queue) Register(k Kind) {
	if k.Name == "" || k.Work == nil || k.AtOnce <= 0 || q.kind(k.Name) != nil {
		panic(fmt.Sprintf("job: the kind %q is not whole, or registered twice", k.Name))
	}
	k.Attempts = cmp.Or(k.Attempts, 3)
	k.Delay = cmp.Or(k.Delay, 5*time.Second)
	k.Lease = cmp.Or(k.Lease, q.Lease)
	q.kinds = append(q.kinds, &k)
	q.ended[k.Name] = map[Outcome]int64{}
}

// Kinds lists the names of the kinds.
func (q *Queue) Kinds() (names []string) {
	for _, k := range q.kinds {
		names = append(names, k.Name)
	}
	return names
}

func (q *Queue) kind(name string) *Kind {
	for _, k := range q.kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Enqueue adds a job within the caller's transaction. In two cases, added is false and nothing
// changes: n.Again is not set and the same job is already queued or running; or another owner has a
// job with that key. Call Wake after the commit to start the work at once.
func (q *Queue) Enqueue(ctx context.Context, tx *sql.Tx, n New) (added bool, err error) {
	switch {
	case q.kind(n.Kind) == nil || n.Key == "" || n.OwnerID == "":
		return false, fmt.Errorf("job: a job of kind %q needs a registered kind, a key and an owner", n.Kind)
	case len(n.Payload) > MaxPayload:
		return false, errs.New(errs.TooLarge).With("limit", fmt.Sprintf("%d KB", MaxPayload>>10))
	}
	now := q.Now()
	if n.After.Before(now) {
		n.After = now
	}
	rows, err := jobdb.New(tx).Enqueue(ctx, jobdb.EnqueueParams{
		Kind: n.Kind, Key: n.Key, OwnerID: n.OwnerID, Payload: string(n.Payload), Fence: rand.Int64N(1 << 62),
		Now: now.UnixMilli(), NextAt: n.After.UnixMilli(), Again: n.Again,
	})
	return rows > 0, err
}

// Find returns an owner's job. It fails with errs.NotFound for a job that never existed, belongs
// to another owner, or was deleted.
func (q *Queue) Find(ctx context.Context, owner, kind, key string) (Job, error) {
	row, err := jobdb.New(q.DB.Read()).GetJob(ctx, jobdb.GetJobParams{OwnerID: owner, Kind: kind, Key: key})
	if errors.Is(err, sql.ErrNoRows) {
		return Job{}, errs.New(errs.NotFound)
	}
	if err != nil {
		return Job{}, unavailable(err)
	}
	return fromRow(row), nil
}

// Open counts the queued and running jobs of a kind for an owner.
func (q *Queue) Open(ctx context.Context, owner, kind string) (int, error) {
	n, err := jobdb.New(q.DB.Read()).CountOpen(ctx, jobdb.CountOpenParams{OwnerID: owner, Kind: kind})
	return int(n), unavailable(err)
}

// Cancel ends an owner's job in any process: in this process at once, in other processes within
// Options.Busy. It reports false when there was nothing to cancel.
func (q *Queue) Cancel(ctx context.Context, owner, kind, key string) (cancelled bool, err error) {
	k := q.kind(kind)
	if k == nil {
		return false, nil
	}
	var n int64
	err = q.DB.InTx(ctx, func(tx *sql.Tx) (err error) {
		if k.Keep > 0 {
			n, err = jobdb.New(tx).Cancel(ctx, jobdb.CancelParams{OwnerID: owner, Kind: kind, Key: key, EndedAt: q.Now().UnixMilli()})
		} else {
			n, err = jobdb.New(tx).Drop(ctx, jobdb.DropParams{OwnerID: owner, Kind: kind, Key: key})
		}
		return err
	})
	q.Wake()
	return n > 0, unavailable(err)
}

// Drop deletes an owner's job in any state within the caller's transaction.
// Call Wake after the commit to end its work at once.
func (q *Queue) Drop(ctx context.Context, tx *sql.Tx, owner, kind, key string) error {
	_, err := jobdb.New(tx).Drop(ctx, jobdb.DropParams{OwnerID: owner, Kind: kind, Key: key})
	return err
}

// Move moves all jobs of one owner to another within the caller's transaction. Running
// work starts again for the new owner. The caller must call Move before it changes the data of the
// jobs. Claim.Store also locks the row of the job before the data, so that no deadlock is possible.
func (q *Queue) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	return jobdb.New(tx).MoveJobs(ctx, jobdb.MoveJobsParams{ToOwner: to, FromOwner: from})
}

// Forget deletes all jobs of an owner.
func (q *Queue) Forget(ctx context.Context, owner string) error {
	defer q.Wake()
	return unavailable(q.DB.InTx(ctx, func(tx *sql.Tx) error { return jobdb.New(tx).ForgetJobs(ctx, owner) }))
}

// Sweep deletes jobs that ended longer ago than Kind.Keep.
func (q *Queue) Sweep(ctx context.Context) error {
	return unavailable(q.DB.InTx(ctx, func(tx *sql.Tx) error {
		for _, k := range q.kinds {
			err := jobdb.New(tx).SweepEnded(ctx, jobdb.SweepEndedParams{Kind: k.Name, Before: q.Now().Add(-k.Keep).UnixMilli()})
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// Wake makes this process make a pass over the queue now.
func (q *Queue) Wake() {
	select {
	case q.wake <- struct{}{}:
	default: // a pass is already due
	}
}

// Stats are counts of one kind in this process: its running jobs, and the outcomes since the process
// started.
type Stats struct {
	Running  int
	Outcomes map[Outcome]int64
}

// Stats returns the counts of a kind.
func (q *Queue) Stats(kind string) Stats {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := Stats{Outcomes: maps.Clone(q.ended[kind])}
	for n := range q.claims {
		if n.kind == kind {
			s.Running++
		}
	}
	return s
}

// Count counts the jobs of a kind on this database, in any of the given states.
func (q *Queue) Count(ctx context.Context, kind string, states ...State) (n int, err error) {
	rows, err := jobdb.New(q.DB.Read()).CountJobs(ctx)
	if err != nil {
		return 0, unavailable(err)
	}
	for _, r := range rows {
		if r.Kind == kind && slices.Contains(states, State(r.State)) {
			n += int(r.Jobs)
		}
	}
	return n, nil
}

// unavailable converts an error of the database to errs.StorageFail; errors of package errs and
// context.Canceled are returned unchanged.
func unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}
