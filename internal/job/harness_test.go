//go:build unix

package job

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// process is the queue of one server process. The test decides how each attempt ends.
type process struct {
	*Queue
	begun chan attempt
	ends  chan Outcome // outcomes of attempts, in order
	clock *domaintest.Clock
}

// attempt is a running attempt that waits for the test to decide how it ends.
type attempt struct {
	*Claim
	ctx context.Context
	end chan<- error
}

// work is the name of the kind of job in these tests.
const work = "work"

// newProcess creates a process on a database. The process begins to work when `run` is called. The
// function `change`, which may be nil, changes the kind.
func newProcess(d *db.DB, c *domaintest.Clock, o Options, change func(*Kind)) *process {
	p := &process{begun: make(chan attempt, 100), ends: make(chan Outcome, 100), clock: c}
	o.DB, o.Now, o.Log = d, c.Now, slog.New(slog.DiscardHandler)
	if o.Busy == 0 {
		o.Busy, o.Idle = 10*time.Millisecond, 10*time.Millisecond
	}
	p.Queue = NewQueue(o)
	k := Kind{
		Name: work, AtOnce: 1, Delay: time.Minute,
		Work: func(ctx context.Context, c *Claim) error {
			end := make(chan error, 1)
			p.begun <- attempt{c, ctx, end}
			select {
			case err := <-end:
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		},
		Ended: func(_ Job, o Outcome) { p.ends <- o },
	}
	if change != nil {
		change(&k)
	}
	p.Register(k)
	return p
}

// run works until the test ends or stop is called.
func (p *process) run(t testing.TB) (stop func()) { return domaintest.Background(t, p.Run) }

// add enqueues a job and reports whether it was new. It wakes no process.
func (p *process) add(t testing.TB, n New) bool {
	t.Helper()
	var added bool
	err := p.DB.InTx(t.Context(), func(tx *sql.Tx) (err error) {
		added, err = p.Enqueue(t.Context(), tx, n)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// next returns the next attempt that starts in this process.
func (p *process) next(t testing.TB) attempt {
	t.Helper()
	select {
	case a := <-p.begun:
		return a
	case <-time.After(5 * time.Minute):
		t.Fatal("nothing began")
		return attempt{}
	}
}

// ended checks the outcome of the next attempt that ends; `want` is the expected outcome.
func (p *process) ended(t testing.TB, want Outcome) {
	t.Helper()
	select {
	case got := <-p.ends:
		if got != want {
			t.Fatalf("the attempt ended as %s, want %s", got, want)
		}
	case <-time.After(5 * time.Minute):
		t.Fatalf("no attempt ended, want %s", want)
	}
}

// state checks that a job of alice has the state `want`, and returns the job.
func (p *process) state(t testing.TB, key string, want State) Job {
	t.Helper()
	j, err := p.Find(t.Context(), alice, work, key)
	if err != nil || j.State != want {
		t.Fatalf("%s is %q, %v; want %s", key, j.State, err, want)
	}
	return j
}

// each runs a test on both database engines.
func each(t *testing.T, f func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, f)
}

// notes creates a table of texts. `write` returns a function that stores a text in a transaction;
// `all` returns the stored texts in alphabetical order.
func notes(t testing.TB, d *db.DB) (write func(text string) func(*sql.Tx) error, all func() []string) {
	t.Helper()
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`CREATE TABLE test_note (n TEXT)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	write = func(text string) func(*sql.Tx) error {
		return func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO test_note (n) VALUES ($1)`, text)
			return err
		}
	}
	all = func() (out []string) {
		rows, err := d.Read().Query(`SELECT n FROM test_note ORDER BY n`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return out
	}
	return write, all
}

var errWork = errors.New("the work failed")
