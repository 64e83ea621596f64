//go:build unix

package job

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Eight processes on one database execute a hundred jobs, each exactly once.
func TestEachJobIsWorkedOnOnce(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		const jobs = 100
		c := domaintest.NewRealClock()
		worked := make(chan string, 2*jobs)
		change := func(k *Kind) {
			k.AtOnce = 3
			k.Work = func(_ context.Context, c *Claim) error {
				worked <- c.Key
				return nil
			}
		}
		first := newProcess(d, c, Options{}, change)
		err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			for i := range jobs {
				if _, err := first.Enqueue(t.Context(), tx, New{Kind: work, Key: fmt.Sprintf("%03d", i), OwnerID: fmt.Sprint("owner-", i%7)}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		all := []*process{first}
		for range 7 {
			all = append(all, newProcess(d, c, Options{}, change))
		}
		var looking sync.WaitGroup
		defer looking.Wait()
		for _, p := range all { // the test makes the passes itself: on SQLite, Run would release all running jobs
			looking.Go(func() {
				for !t.Failed() && first.waits(t) > 0 {
					p.step(t, &judge{seen: map[name]observed{}})
				}
			})
		}
		var keys []string
		for range jobs {
			select {
			case key := <-worked:
				keys = append(keys, key)
			case <-time.After(5 * time.Minute):
				t.Errorf("%d of %d jobs were done", len(keys), jobs)
				return
			}
		}
		slices.Sort(keys)
		if unique := slices.Compact(slices.Clone(keys)); len(unique) != jobs {
			t.Errorf("%d jobs were worked on twice", jobs-len(unique))
		}
		domaintest.Eventually(t, "no job is left", func() bool { return first.waits(t) == 0 })
		if len(worked) != 0 {
			t.Errorf("%d attempts too many", len(worked))
		}
	})
}

// The same work is queued only once, however often it is enqueued. After the work has ended, it can
// be enqueued again.
func TestSameWorkOnce(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		p := newProcess(d, domaintest.NewRealClock(), Options{}, func(k *Kind) { k.Keep = time.Hour })
		n := New{Kind: work, Key: "a", OwnerID: alice, Payload: []byte(`{"n":1}`)}
		if !p.add(t, n) || p.add(t, n) {
			t.Error("a waiting job was added twice, or not at all")
		}
		p.run(t)
		a := p.next(t)
		if string(a.Payload) != `{"n":1}` || a.Attempts != 1 {
			t.Errorf("%+v", a.Job)
		}
		if p.add(t, n) {
			t.Error("a running job was added again")
		}
		if p.add(t, New{Kind: work, Key: "a", OwnerID: bob, Again: true}) {
			t.Error("somebody else took the job over")
		}
		a.end <- nil
		p.ended(t, Succeeded)
		if j := p.state(t, "a", Done); j.Progress != 1 || len(j.Payload) != 0 {
			t.Errorf("%+v", j)
		}
		if !p.add(t, n) {
			t.Error("work that has ended cannot be asked for again")
		}
		// New.Again restarts running work: the earlier attempt stores nothing.
		a = p.next(t)
		n.Again, n.Payload = true, []byte("2")
		if !p.add(t, n) {
			t.Error("it did not begin anew")
		}
		p.ended(t, Lost)
		if err := a.Finish(t.Context(), func(*sql.Tx) error { return nil }); !errors.Is(err, ErrLost) {
			t.Errorf("the first attempt still ended the job: %v", err)
		}
		if a = p.next(t); string(a.Payload) != "2" || a.Attempts != 1 {
			t.Errorf("%+v", a.Job)
		}
	})
}

func TestBadJobs(t *testing.T) {
	t.Parallel()
	each := []New{
		{Kind: "unknown", Key: "a", OwnerID: alice}, {Kind: work, OwnerID: alice}, {Kind: work, Key: "a"},
		{Kind: work, Key: "a", OwnerID: alice, Payload: []byte(strings.Repeat("x", MaxPayload+1))},
	}
	p := newProcess(nil, domaintest.NewRealClock(), Options{}, nil)
	for _, n := range each {
		if _, err := p.Enqueue(t.Context(), nil, n); err == nil {
			t.Errorf("%s %s of %q with %d bytes was taken", n.Kind, n.Key, n.OwnerID, len(n.Payload))
		}
	}
	for _, k := range []Kind{{}, {Name: work, AtOnce: 1, Work: func(context.Context, *Claim) error { return nil }}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the kind %q was taken", k.Name)
				}
			}()
			p.Register(k)
		}()
	}
}

// The pause after a failure grows each time. When the last attempt fails, the job ends as failed, and
// the domain's data about the failure is stored in the same transaction.
func TestDelays(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		write, written := notes(t, d)
		c := domaintest.NewRealClock()
		p := newProcess(d, c, Options{}, func(k *Kind) {
			k.Keep, k.Attempts = time.Hour, 4
			k.Failed = func(_ context.Context, tx *sql.Tx, j Job, err error) error {
				return write(j.Key + ": " + err.Error())(tx)
			}
		})
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		p.run(t)
		for i := range 3 {
			a := p.next(t)
			if a.Attempts != i+1 {
				t.Errorf("attempt %d counts as %d", i+1, a.Attempts)
			}
			a.end <- errWork
			p.ended(t, Postponed)
			j, delay := p.state(t, "a", Queued), time.Minute<<i
			if wait := j.NextAt.Sub(c.Now()); wait > delay || wait < delay-30*time.Second {
				t.Errorf("it waits %s, want %s", wait, delay)
			}
			c.Add(delay)
		}
		// An unavailable database does not count against the job.
		p.next(t).end <- errs.New(errs.StorageFail)
		p.ended(t, Postponed)
		if j := p.state(t, "a", Queued); j.Attempts != 3 {
			t.Errorf("%d attempts are counted", j.Attempts)
		}
		c.Add(time.Hour)
		p.next(t).end <- errWork
		p.ended(t, GaveUp)
		if j := p.state(t, "a", Failed); j.ErrorCode != errs.Unknown {
			t.Errorf("%+v", j)
		}
		if diff := cmp.Diff([]string{"a: the work failed"}, written()); diff != "" {
			t.Error(diff)
		}
		if n, err := p.Count(t.Context(), work, Failed); n != 1 || err != nil {
			t.Errorf("%d failed, %v", n, err)
		}
	})
}

// A failure accepted by Final ends the job at once. A panic counts like any other failure. The error
// ErrObsolete deletes the job.
func TestEnds(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		p := newProcess(d, domaintest.NewRealClock(), Options{}, func(k *Kind) {
			k.Keep, k.Timeout, k.Attempts = time.Hour, time.Hour, 1
			k.Final = func(err error) bool { return errs.Is(err, errs.NoAnswer) }
			work := k.Work
			k.Work = func(ctx context.Context, c *Claim) error {
				if c.Key == "panic" {
					panic("a fault")
				}
				return work(ctx, c)
			}
		})
		p.run(t)
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		p.next(t).end <- errs.New(errs.NoAnswer)
		p.ended(t, Refused)
		if j := p.state(t, "a", Failed); j.ErrorCode != errs.NoAnswer {
			t.Errorf("%+v", j)
		}
		p.add(t, New{Kind: work, Key: "panic", OwnerID: alice})
		p.ended(t, GaveUp)
		p.add(t, New{Kind: work, Key: "b", OwnerID: alice})
		p.next(t).end <- ErrObsolete
		p.ended(t, Dropped)
		if _, err := p.Find(t.Context(), alice, work, "b"); !errs.Is(err, errs.NotFound) {
			t.Errorf("what nobody needs is still there: %v", err)
		}
		if got := p.Stats(work); got.Running != 0 || got.Outcomes[Refused] != 1 || got.Outcomes[GaveUp] != 1 || got.Outcomes[Dropped] != 1 {
			t.Errorf("%+v", got)
		}
	})
}

// An owner with many jobs does not delay another owner's jobs. Among the jobs of one owner, the
// oldest starts first.
func TestFairBetweenOwners(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		c := domaintest.NewRealClock()
		p := newProcess(d, c, Options{}, func(k *Kind) { k.AtOnce = 2 })
		for i := range 6 {
			c.Add(time.Second)
			p.add(t, New{Kind: work, Key: fmt.Sprint("a", i), OwnerID: alice})
		}
		for i := range 2 {
			c.Add(time.Second)
			p.add(t, New{Kind: work, Key: fmt.Sprint("b", i), OwnerID: bob})
		}
		p.run(t)
		var order []string
		running := []attempt{p.next(t), p.next(t)}
		for len(running) > 0 {
			a := running[0]
			running = running[1:]
			order = append(order, a.Key)
			if len(p.begun) > 0 {
				t.Errorf("more than two at once")
			}
			a.end <- nil
			p.ended(t, Succeeded)
			if len(order)+len(running) < 8 {
				running = append(running, p.next(t))
			}
		}
		mine := slices.DeleteFunc(slices.Clone(order), func(s string) bool { return s[0] == 'b' })
		if !slices.IsSorted(mine) || !slices.Contains(order[:4], "b0") || !slices.Contains(order[:4], "b1") {
			t.Errorf("in the order %v", order)
		}
	})
}

// Jobs move to the new owner at a login, are deleted with their owner, and are invisible to
// other owners.
func TestOwners(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		p := newProcess(d, domaintest.NewRealClock(), Options{}, nil)
		p.run(t)
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		a := p.next(t)
		if _, err := p.Find(t.Context(), bob, work, "a"); !errs.Is(err, errs.NotFound) {
			t.Errorf("another's job is found: %v", err)
		}
		if there, err := p.Cancel(t.Context(), bob, work, "a"); there || err != nil {
			t.Errorf("another's job is cancelled: %v %v", there, err)
		}
		if err := d.InTx(t.Context(), func(tx *sql.Tx) error { return p.Move(t.Context(), tx, alice, bob) }); err != nil {
			t.Fatal(err)
		}
		if err := a.Store(t.Context(), func(*sql.Tx) error { return nil }); !errors.Is(err, ErrLost) {
			t.Errorf("it is still worked on for the old owner: %v", err)
		}
		p.ended(t, Lost)
		if a = p.next(t); a.OwnerID != bob || a.Attempts != 1 {
			t.Errorf("%+v", a.Job)
		}
		if err := p.Forget(t.Context(), bob); err != nil {
			t.Fatal(err)
		}
		p.ended(t, Lost)
		if n := p.waits(t); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}

func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		c := domaintest.NewRealClock()
		p := newProcess(d, c, Options{}, func(k *Kind) { k.Keep = time.Hour })
		p.run(t)
		p.add(t, New{Kind: work, Key: "a", OwnerID: alice})
		p.next(t).end <- nil
		p.ended(t, Succeeded)
		p.add(t, New{Kind: work, Key: "later", OwnerID: alice, After: c.Now().Add(24 * time.Hour)})
		for range 2 {
			if err := p.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.state(t, "a", Done)
			c.Add(30 * time.Minute)
		}
		c.Add(time.Minute)
		if err := p.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Find(t.Context(), alice, work, "a"); !errs.Is(err, errs.NotFound) {
			t.Errorf("it is kept for ever: %v", err)
		}
		p.state(t, "later", Queued)
		if len(p.begun) != 0 {
			t.Error("it began before its time")
		}
	})
}

// waits counts the jobs that have not ended.
func (p *process) waits(t testing.TB) int {
	n, err := p.Count(context.WithoutCancel(t.Context()), work, Queued, Running)
	if err != nil {
		t.Error(err)
	}
	return n
}

// If a job fails, its kind, its key and the cause are logged. The page does not show the cause.
func TestFailuresAreLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	p := newProcess(dbtest.OpenSQLite(t), domaintest.NewRealClock(), Options{}, func(k *Kind) { k.Attempts = 1 })
	p.Log = slog.New(slog.NewJSONHandler(&log, nil))
	stop := p.run(t)
	p.add(t, New{Kind: work, Key: "file-1", OwnerID: alice})
	p.next(t).end <- errs.Wrap(errs.FileBroken, errors.New("page 7 has no end"))
	p.ended(t, GaveUp)
	stop()
	for _, want := range []string{`"level":"WARN"`, `"kind":"work"`, `"job":"file-1"`, "page 7 has no end"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
}
