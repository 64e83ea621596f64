package security

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/security/securitydb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const (
	// Age is how long events are kept.
	Age = 180 * 24 * time.Hour
	// MaxOfKind is how many events of one kind are kept. Thousands of failed
	// logins therefore cannot displace events of other kinds.
	MaxOfKind = 20_000

	pause      = time.Second // pause between two writes
	maxWaiting = 1000        // different events that may wait for the next write
	maxDetail  = 120         // characters
)

// Options are the dependencies of a Log. Only DB is required.
type Options struct {
	DB     *db.DB
	Now    func() time.Time // nil: time.Now
	Logger *slog.Logger     // nil: slog.Default
}

// Log records events. It is safe for concurrent use; a nil Log records nothing.
type Log struct {
	db     *db.DB
	now    func() time.Time
	logger *slog.Logger

	mu      sync.Mutex
	waiting map[row]*tally // events to be written by Flush; equal events are counted in one row
	order   []row
	lost    int64 // number of events left out because too many different events were waiting for the next Flush

	writing sync.Mutex // allows one Flush at a time
}

// row is an event without its time.
type row struct {
	kind                                      Kind
	accountID, actorID, network, detail, code string
}

type tally struct {
	at    int64
	times int64
}

// New makes a log. Run writes its events.
func New(o Options) *Log {
	l := &Log{db: o.DB, now: o.Now, logger: o.Logger, waiting: map[row]*tally{}}
	if l.now == nil {
		l.now = time.Now
	}
	if l.logger == nil {
		l.logger = slog.Default()
	}
	l.logger = l.logger.With("log", "security")
	return l
}

// Note records an event twice: at once as a line of the program's log, with the attribute
// log=security, and at the next Flush as a row of the table. If too many different events are
// waiting, the row is left out. Note does not wait for the database and cannot fail.
func (l *Log) Note(ctx context.Context, e Event) {
	if l == nil {
		return
	}
	if e.ActorID == e.AccountID {
		e.ActorID = ""
	}
	r := row{e.Kind, e.AccountID, e.ActorID, network(e.Addr), text.Cut(e.Detail, maxDetail), e.Code}
	level := slog.LevelInfo
	if r.code != "" || r.kind == Infected {
		level = slog.LevelWarn
	}
	l.logger.Log(ctx, level, "security event", "kind", string(r.kind), "account", r.accountID, "actor", r.actorID,
		"network", r.network, "detail", r.detail, "code", r.code)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(r, tally{l.now().UnixMilli(), 1})
}

// add adds a row to be written by the next Flush. The caller has locked mu.
func (l *Log) add(r row, t tally) {
	if have := l.waiting[r]; have != nil {
		have.at, have.times = max(have.at, t.at), have.times+t.times
		return
	}
	if len(l.order) >= maxWaiting {
		l.lost += t.times
		return
	}
	l.waiting[r] = &t
	l.order = append(l.order, r)
}

// Run writes new events every second until ctx ends. The caller must then write the rest with Flush.
func (l *Log) Run(ctx context.Context) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := l.Flush(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "the security log could not be stored; it waits for the next time", "err", err)
			}
		}
	}
}

// Flush writes the waiting events. Events that cannot be written wait for the next
// Flush.
func (l *Log) Flush(ctx context.Context) error {
	if l == nil {
		return nil
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	l.mu.Lock()
	waiting, order, lost := l.waiting, l.order, l.lost
	l.waiting, l.order, l.lost = map[row]*tally{}, nil, 0
	l.mu.Unlock()
	if lost > 0 {
		slog.WarnContext(ctx, "security events came faster than they can be stored: they stand in this log alone", "events", lost)
	}
	if len(order) == 0 {
		return nil
	}
	err := l.db.InTx(ctx, func(tx *sql.Tx) error {
		q := securitydb.New(tx)
		for _, r := range order {
			t := waiting[r]
			if err := q.InsertEvent(ctx, securitydb.InsertEventParams{
				ID: id.New(), At: t.at, Kind: string(r.kind), AccountID: r.accountID, ActorID: r.actorID,
				Network: r.network, Detail: r.detail, Code: r.code, Times: t.times,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		l.mu.Lock()
		for _, r := range order {
			l.add(r, *waiting[r])
		}
		l.mu.Unlock()
	}
	return err
}

// Sweep deletes events older than Age, and events of a kind beyond MaxOfKind.
func (l *Log) Sweep(ctx context.Context) error { return l.sweep(ctx, MaxOfKind) }

func (l *Log) sweep(ctx context.Context, most int32) error {
	return l.db.InTx(ctx, func(tx *sql.Tx) error {
		q := securitydb.New(tx)
		if err := q.DeleteEventsBefore(ctx, l.now().Add(-Age).UnixMilli()); err != nil {
			return err
		}
		for _, kind := range Kinds {
			oldest, err := q.OldestKept(ctx, securitydb.OldestKeptParams{Kind: string(kind), Offset: most - 1})
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err == nil {
				err = q.DeleteEventsOfKind(ctx, securitydb.DeleteEventsOfKindParams{Kind: string(kind), At: oldest})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Forget removes an account from its events. The events stay, but contain neither the
// account nor the network any more.
func (l *Log) Forget(ctx context.Context, accountID string) error {
	if err := l.Flush(ctx); err != nil {
		return err
	}
	return l.db.InTx(ctx, func(tx *sql.Tx) error {
		q := securitydb.New(tx)
		return errors.Join(q.ForgetAccount(ctx, accountID), q.ForgetActor(ctx, accountID))
	})
}

// Empty does nothing: the events stay, because deleting the content of an account does not undo its
// logins.
func (l *Log) Empty(context.Context, string) error { return nil }

// Query selects events. A condition with a zero value excludes no event.
type Query struct {
	Kind         Kind
	AccountID    string // the affected account, or the account that acted
	Since, Until int64  // Unix milliseconds; Until itself is not included
	Offset       int
	Limit        int // at most 100; 0: 50
}

// Entry is a stored event.
type Entry struct {
	ID                    string
	At                    int64 // Unix milliseconds
	Kind                  Kind
	AccountID, ActorID    string
	Network, Detail, Code string
	Times                 int64
}

// Events lists stored events, the newest first.
func (l *Log) Events(ctx context.Context, q Query) ([]Entry, error) {
	if q.Kind != "" && !q.Kind.Known() || q.Offset < 0 || q.Offset > 1<<30 || q.Limit < 0 || q.Since < 0 || q.Until < 0 {
		return nil, errs.New(errs.BadRequest).With("detail", "kind, since, until, offset, limit")
	}
	if q.Limit == 0 {
		q.Limit = 50
	}
	if q.Until == 0 {
		q.Until = 1<<63 - 1
	}
	rows, err := securitydb.New(l.db.Read()).ListEvents(ctx, securitydb.ListEventsParams{
		Since: q.Since, Until: q.Until, Kind: string(q.Kind), AccountID: q.AccountID, Size: int32(min(q.Limit, 100)), Skip: int32(q.Offset),
	})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{r.ID, r.At, Kind(r.Kind), r.AccountID, r.ActorID, r.Network, r.Detail, r.Code, r.Times}
	}
	return out, nil
}
