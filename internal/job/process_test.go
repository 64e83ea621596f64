//go:build unix

package job

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/job/jobdb"
)

// killed has the options of a process that makes no further passes over the queue while it has
// work. Other processes therefore consider this process dead, but its work continues, as in a
// process that hung and recovered.
var killed = Options{Busy: time.Hour, Idle: 10 * time.Millisecond, Lease: time.Hour}

// step makes one pass over the queue and waits for the work that it starts.
func (p *process) step(t testing.TB, j *judge) {
	var all sync.WaitGroup
	if err := p.pass(context.WithoutCancel(t.Context()), j, &all); err != nil {
		t.Error(err)
	}
	all.Wait()
}

// patient returns a judge that has seen all running jobs unchanged for an hour.
func (p *process) patient(t testing.TB) *judge {
	t.Helper()
	rows, err := jobdb.New(p.DB.Read()).RunningJobs(t.Context())
	if err != nil || len(rows) == 0 {
		t.Fatal(rows, err)
	}
	j := &judge{looked: time.Now(), seen: map[name]observed{}}
	for _, r := range rows {
		j.seen[name{r.Kind, r.Key}] = observed{r.Fence, r.Beat, time.Now().Add(-time.Hour)}
	}
	return j
}

// A process takes over the job of another process that seems dead. If the other process
// continues its work, its data is rejected.
func TestKilled(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		write, written := notes(t, d)
		c := domaintest.NewRealClock()
		dead := newProcess(d, c, killed, nil)
		stop := dead.run(t)
		dead.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		old := dead.next(t)
		if err := old.Store(t.Context(), write("before")); err != nil {
			t.Fatal(err)
		}
		other := newProcess(d, c, killed, nil)
		late := other.patient(t)
		if err := old.Store(t.Context(), write("and still alive")); err != nil {
			t.Fatal(err)
		}
		other.step(t, late)
		if len(other.begun) != 0 {
			t.Fatal("the work of a living process was taken over")
		}
		late = other.patient(t)
		done := make(chan struct{})
		go func() {
			defer close(done)
			other.step(t, late)
		}()
		a := other.next(t)
		if a.Attempts != 2 {
			t.Errorf("attempt %d", a.Attempts)
		}
		for what, err := range map[string]error{
			"Store":  old.Store(t.Context(), write("the dead one's")),
			"Finish": old.Finish(t.Context(), write("the dead one's end")),
		} {
			if !errors.Is(err, ErrLost) {
				t.Errorf("%s of who lost the lease: %v", what, err)
			}
		}
		old.end <- errWork
		dead.ended(t, Lost)
		stop()
		if err := a.Finish(t.Context(), write("after")); err != nil {
			t.Fatal(err)
		}
		a.end <- nil
		other.ended(t, Succeeded)
		<-done
		if diff := cmp.Diff([]string{"after", "and still alive", "before"}, written()); diff != "" {
			t.Error(diff)
		}
		other.run(t)
		// An old claim must not be valid for a new job with the same name.
		other.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		a = other.next(t)
		if err := old.Store(t.Context(), write("of another job")); !errors.Is(err, ErrLost) {
			t.Errorf("an old claim holds for a new job: %v", err)
		}
		a.end <- nil
		other.ended(t, Succeeded)
	})
}

// After Wake, a job that was enqueued in this process starts at once. The pauses between passes do not matter.
func TestWake(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		p := newProcess(d, domaintest.NewRealClock(), Options{Busy: time.Hour, Idle: 10 * time.Millisecond}, func(k *Kind) { k.AtOnce = 2 })
		p.run(t)
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		p.next(t)
		p.add(t, New{Kind: work, Key: "b", OwnerID: alice})
		p.Wake()
		p.next(t).end <- nil
		p.ended(t, Succeeded)
	})
}

// On SQLite, a starting process immediately continues the jobs left by the previous
// process.
func TestRestart(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	c := domaintest.NewRealClock()
	dead := newProcess(d, c, killed, nil)
	dead.run(t)
	dead.add(t, New{Kind: work, Key: "a", OwnerID: alice})
	dead.next(t)
	next := newProcess(d, c, Options{Lease: time.Hour}, nil)
	next.run(t)
	if a := next.next(t); a.Attempts != 2 {
		t.Errorf("attempt %d", a.Attempts)
	}
}

// Work that crashes its process is not tried forever.
func TestDeadlyWork(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	write, written := notes(t, d)
	failed := func(k *Kind) {
		k.Attempts = 2
		k.Failed = func(_ context.Context, tx *sql.Tx, _ Job, err error) error { return write(err.Error())(tx) }
	}
	for i := range 3 {
		p := newProcess(d, domaintest.NewRealClock(), killed, failed)
		p.run(t)
		switch i {
		case 0:
			p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
			fallthrough
		case 1:
			p.next(t)
		case 2:
			p.ended(t, Refused)
			if len(p.begun) != 0 {
				t.Error("it began once more")
			}
		}
	}
	if diff := cmp.Diff([]string{ErrCrashed.Error()}, written()); diff != "" {
		t.Error(diff)
	}
}

// When a process stops, it releases its jobs, and their attempts do not count.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		c := domaintest.NewRealClock()
		p := newProcess(d, c, Options{}, nil)
		stop := p.run(t)
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		p.next(t)
		stop()
		p.ended(t, Postponed)
		if j := p.state(t, "a", Queued); j.Attempts != 0 || j.NextAt.After(c.Now()) {
			t.Errorf("%+v", j)
		}
		next := newProcess(d, c, Options{}, nil)
		next.run(t)
		next.next(t).end <- nil
		next.ended(t, Succeeded)
	})
}

// Two processes share one database. The second process sees the progress of the first process's job
// and can cancel the job. It does not take the job while the first process is alive.
func TestTwoProcesses(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		write, written := notes(t, d)
		c := domaintest.NewRealClock()
		keep := func(k *Kind) { k.Keep = time.Hour }
		one := newProcess(d, c, Options{Lease: time.Hour}, keep)
		one.run(t)
		one.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		a := one.next(t)
		two := newProcess(d, c, Options{Lease: time.Hour}, keep)
		if d.Dialect() == db.Postgres { // on SQLite, run would release the first process's job
			two.run(t)
		}
		a.Progress(0.5)
		domaintest.Eventually(t, "the progress is seen", func() bool { return two.state(t, "a", Running).Progress == 0.5 })
		if there, err := two.Cancel(t.Context(), alice, work, "a"); !there || err != nil {
			t.Fatal(there, err)
		}
		<-a.ctx.Done()
		one.ended(t, Lost)
		if err := a.Finish(t.Context(), write("too late")); !errors.Is(err, ErrLost) || written() != nil {
			t.Errorf("cancelled work stores %v: %v", written(), err)
		}
		one.state(t, "a", Cancelled)
		if there, err := two.Cancel(t.Context(), alice, work, "a"); there || err != nil {
			t.Errorf("cancelled twice: %v %v", there, err)
		}
		if len(two.begun) != 0 {
			t.Error("the second process began the work of the first")
		}
	})
}

// If a claim could not be renewed for the time of the lease, its work is cancelled. Another process
// may have taken the job by then.
func TestLeaseRunsOutHere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newProcess(nil, domaintest.NewRealClock(), Options{}, nil)
		c := p.newClaim(t.Context(), p.kind(work), Job{Kind: work, Key: "a"}, time.Now().Add(-time.Second))
		time.Sleep(p.Lease - time.Second - time.Millisecond)
		if c.own.Err() != nil {
			t.Error("it ended before its lease")
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if !errors.Is(context.Cause(c.own), ErrLost) {
			t.Errorf("it ended by %v", context.Cause(c.own))
		}
	})
}

// In one process, two attempts at a job never run at the same time: the second one waits for the
// end of the first.
func TestOneAttemptAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release, begun := make(chan struct{}), 0
		p := newProcess(nil, domaintest.NewRealClock(), Options{}, func(k *Kind) {
			k.Work = func(context.Context, *Claim) error { // this work continues for a while after it was cancelled
				begun++
				<-release
				return ErrLost
			}
		})
		first := p.newClaim(t.Context(), p.kind(work), Job{Kind: work, Key: "a", Attempts: 1}, time.Now())
		go first.run()
		synctest.Wait()
		second := p.newClaim(t.Context(), p.kind(work), Job{Kind: work, Key: "a", Attempts: 1, fence: 1}, time.Now())
		go second.run()
		synctest.Wait()
		if begun != 1 || first.own.Err() == nil || p.Stats(work).Running != 1 {
			t.Errorf("%d have begun; the first one is to end: %v", begun, first.own.Err())
		}
		release <- struct{}{}
		synctest.Wait()
		if begun != 2 || p.Stats(work).Running != 1 {
			t.Errorf("%d have begun", begun)
		}
		close(release)
		synctest.Wait()
		if s := p.Stats(work); s.Running != 0 || s.Outcomes[Lost] != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// The pauses double, up to an hour.
func TestDelayIsBounded(t *testing.T) {
	t.Parallel()
	p := newProcess(nil, domaintest.NewRealClock(), Options{}, nil)
	for attempts, want := range map[int]time.Duration{1: time.Minute, 2: 2 * time.Minute, 6: 32 * time.Minute, 7: time.Hour, 100: time.Hour} {
		c := &Claim{Job: Job{Attempts: attempts}, kind: p.kind(work)}
		if got := c.delay(); got != want {
			t.Errorf("after attempt %d: %s, want %s", attempts, got, want)
		}
	}
}

// The judge decides by the changes seen by this process. A job whose beat changes is alive.
// A job that has not changed for the time of its lease is lost. After a long time without
// passes, the lease starts anew.
func TestJudge(t *testing.T) {
	t.Parallel()
	p := newProcess(nil, domaintest.NewRealClock(), Options{Busy: 500 * time.Millisecond, Idle: 2 * time.Second, Lease: 30 * time.Second}, nil)
	start := time.Unix(1_800_000_000, 0)
	row := func(beat int64) []jobdb.RunningJobsRow {
		return []jobdb.RunningJobsRow{{Kind: work, Key: "a", Fence: 7, Beat: beat}, {Kind: "unknown", Key: "b"}}
	}
	j := judge{seen: map[name]observed{}}
	for second := range 100 { // the job's beat changes every 10 s
		if lost := j.lost(start.Add(time.Duration(second)*time.Second), row(int64(second/10)), p.Queue); len(lost) != 0 {
			t.Fatalf("a living job is lost after %d s", second)
		}
	}
	// The last change was at 90 s. There are no passes from 99 s to 200 s.
	for _, c := range []struct {
		second int
		lost   bool
	}{{200, false}, {201, false}, {228, false}} {
		for s := c.second; s < c.second+2; s++ {
			if lost := j.lost(start.Add(time.Duration(s)*time.Second), row(9), p.Queue); len(lost) > 0 != c.lost {
				t.Errorf("after %d s: %v", s, lost)
			}
		}
	}
	j = judge{seen: map[name]observed{}}
	for second := range 31 {
		lost := j.lost(start.Add(time.Duration(second)*time.Second), row(9), p.Queue)
		if len(lost) > 0 != (second == 30) {
			t.Errorf("standing still for %d s: %v", second, lost)
		}
	}
}
