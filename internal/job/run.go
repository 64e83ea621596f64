package job

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// lookTime limits how long the database calls of one pass may take. Without it, a slow database
// would delay the checks of this process's claims.
const lookTime = 10 * time.Second

// Run executes queued jobs until ctx ends. Then it releases the unfinished jobs.
func (q *Queue) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	if q.DB.Dialect() == db.SQLite {
		// On SQLite no other process uses the file, so every claim in it was left by an
		// earlier process. On PostgreSQL a claim may belong to another running process.
		err := q.DB.InTx(ctx, func(tx *sql.Tx) error { return jobdb.New(tx).ReleaseAll(ctx) })
		if err != nil {
			q.Log.WarnContext(ctx, "the jobs of the last process wait until their leases run out", "err", err)
		}
	}
	watch := judge{seen: map[name]observed{}}
	for ctx.Err() == nil {
		if err := q.pass(ctx, &watch, &all); err != nil && ctx.Err() == nil {
			q.Log.WarnContext(ctx, "the queue of jobs cannot be read", "err", err)
		}
		again := time.NewTimer(q.pause())
		select {
		case <-q.wake:
		case <-again.C:
		case <-ctx.Done():
		}
		again.Stop()
	}
}

// pause returns the time until the next pass.
func (q *Queue) pause() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.claims) > 0 {
		return q.Busy
	}
	return q.Idle
}

// pass makes one pass over the queue: it ends attempts whose claim is lost, renews other claims
// if a renewal is due, releases jobs of lost processes, and starts queued jobs.
func (q *Queue) pass(ctx context.Context, watch *judge, all *sync.WaitGroup) error {
	look, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	before := q.own()
	rows, err := jobdb.New(q.DB.Read()).RunningJobs(look)
	if err != nil {
		return err
	}
	fences := map[name]int64{}
	for _, r := range rows {
		fences[name{r.Kind, r.Key}] = r.Fence
	}
	for _, c := range before {
		if fence, there := fences[c.name()]; !there || fence != c.fence {
			c.lose()
		} else if err := c.renew(look); err != nil {
			return err
		}
	}
	for _, r := range watch.lost(time.Now(), rows, q) {
		err := q.DB.InTx(look, func(tx *sql.Tx) error {
			n, err := jobdb.New(tx).ReleaseLost(look, jobdb.ReleaseLostParams{Kind: r.Kind, Key: r.Key, Fence: r.Fence, Beat: r.Beat})
			if err == nil && n > 0 {
				q.Log.WarnContext(ctx, "a job's process is lost: the work begins again", "kind", r.Kind, "job", r.Key)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	busy := map[owned]int{}
	for _, r := range rows {
		busy[owned{r.Kind, r.OwnerID}]++
	}
	for _, k := range q.kinds {
		if err := q.begin(ctx, look, k, busy, all); err != nil {
			return err
		}
	}
	return nil
}

// own returns the claims of this process.
func (q *Queue) own() (all []*Claim) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, c := range q.claims {
		all = append(all, c)
	}
	return all
}

// maxOwners limits how many owners of queued jobs one pass considers. Owners with the oldest jobs
// come first.
const maxOwners = 200

// begin claims jobs of a kind while this process may start more of them. `ctx` is the context of the
// work; `look` is the context of the database calls.
func (q *Queue) begin(ctx, look context.Context, k *Kind, busy map[owned]int, all *sync.WaitGroup) error {
	for q.Stats(k.Name).Running < k.AtOnce && ctx.Err() == nil {
		now := q.Now().UnixMilli()
		owners, err := jobdb.New(q.DB.Read()).WaitingOwners(look, jobdb.WaitingOwnersParams{Kind: k.Name, Now: now, Size: maxOwners})
		if k.PerOwner > 0 {
			owners = slices.DeleteFunc(owners, func(o string) bool { return busy[owned{k.Name, o}] >= k.PerOwner })
		}
		if err != nil || len(owners) == 0 {
			return err
		}
		owner := q.choose(k.Name, owners, busy)
		var row jobdb.Job
		asked := time.Now()
		err = q.DB.InTx(look, func(tx *sql.Tx) (err error) {
			row, err = jobdb.New(tx).Claim(look, jobdb.ClaimParams{Kind: k.Name, OwnerID: owner, Now: now})
			return err
		})
		if errors.Is(err, sql.ErrNoRows) {
			continue // another process has claimed the job
		}
		if err != nil {
			return err
		}
		busy[owned{k.Name, owner}]++
		all.Go(q.newClaim(ctx, k, fromRow(row), asked).run)
	}
	return nil
}

// maxServed limits the size of the map Queue.served.
const maxServed = 10_000

// choose returns the owner whose job of this kind starts next: the owner with the fewest running jobs
// of the kind in all processes. If several owners have equally few, it returns the owner not chosen by
// this process for the longest time. `owners` are in the order of their oldest job.
func (q *Queue) choose(kind string, owners []string, busy map[owned]int) string {
	q.mu.Lock()
	defer q.mu.Unlock()
	next := slices.MinFunc(owners, func(a, b string) int {
		a1, b1 := owned{kind, a}, owned{kind, b}
		return cmp.Or(cmp.Compare(busy[a1], busy[b1]), cmp.Compare(q.served[a1], q.served[b1]))
	})
	if len(q.served) >= maxServed {
		clear(q.served)
	}
	q.turn++
	q.served[owned{kind, next}] = q.turn
	return next
}

// judge finds running jobs without a living process. It uses the monotonic clock of this
// process; the clocks of two machines are never compared.
type judge struct {
	looked time.Time
	seen   map[name]observed
}

type observed struct {
	fence, beat int64
	since       time.Time // since when this process has seen the row unchanged
}

// blind is a number of Busy pauses. If a process has not read the running jobs for longer than these
// pauses and for longer than two Idle pauses, it starts the leases of other processes anew: perhaps the
// database was unavailable, and the other processes could not renew their claims either.
const blind = 10

// lost returns the rows of other processes' jobs that have not changed for the lease of their kind.
func (j *judge) lost(now time.Time, rows []jobdb.RunningJobsRow, q *Queue) (lost []jobdb.RunningJobsRow) {
	away := now.Sub(j.looked) > max(blind*q.Busy, 2*q.Idle)
	seen := make(map[name]observed, len(rows))
	for _, r := range rows {
		n := name{r.Kind, r.Key}
		k := q.kind(r.Kind)
		if k == nil || q.works(n, r.Fence) {
			continue
		}
		o, known := j.seen[n]
		if !known || o.fence != r.Fence || o.beat != r.Beat || away {
			o = observed{r.Fence, r.Beat, now}
		}
		if now.Sub(o.since) >= k.Lease {
			lost = append(lost, r)
		}
		seen[n] = o
	}
	j.looked, j.seen = now, seen
	return lost
}

// works reports whether this process has a claim with a name and a fence.
func (q *Queue) works(n name, fence int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.claims[n]
	return c != nil && c.fence == fence
}
