package websearch

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchdb"
)

// Use counts the calls to a source on one day. A Use from Totals is for an engine; its Day and
// Source are empty.
type Use struct {
	Day          int64  // days since 1970-01-01
	Source       string // id of the source
	Calls        int64
	Misses       int64 // calls without results
	Milliseconds int64 // duration of all calls together
}

const (
	useFlush = 10 * time.Second // how often counts are stored
	useAge   = 400              // number of days after which counts are deleted
)

// dayOf returns the calendar day of t in the time zone of t, as the number of days since 1970-01-01.
func dayOf(t time.Time) int64 {
	_, offset := t.Zone()
	return (t.Unix() + int64(offset)) / (24 * 60 * 60)
}

// take counts a call to a source with a daily limit before the call is made. It returns nil if the
// call is allowed. Calls to sources without a daily limit are counted by note.
func (s *Service) take(ctx context.Context, l *live) *failure {
	if l.DailyLimit == 0 {
		return nil
	}
	day := dayOf(s.now())
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := websearchdb.New(tx).TakeCall(ctx, websearchdb.TakeCallParams{Day: day, Source: l.ID, Most: int64(l.DailyLimit)})
		return err
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &failure{reason: DayUsedUp}
	case err != nil && ctx.Err() != nil:
		return &failure{reason: Crowded}
	case err != nil:
		return fail(Failing, "the call could not be counted")
	}
	return nil
}

// note counts the result of a call and the call itself. It adds the call to the counts of the day
// only if take has not counted it.
func (s *Service) note(l *live, f *failure, took time.Duration) {
	key := useKey{dayOf(s.now()), l.ID}
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.uses[key]
	u.Milliseconds += took.Milliseconds()
	if l.DailyLimit == 0 {
		u.Calls++
	}
	if f != nil {
		u.Misses++
	}
	s.uses[key] = u
	t := s.totals[l.Engine]
	t.Calls, t.Milliseconds = t.Calls+1, t.Milliseconds+took.Milliseconds()
	if f != nil {
		t.Misses++
	}
	s.totals[l.Engine] = t
}

type useKey struct {
	day    int64
	source string
}

// flush stores the counts.
func (s *Service) flush(ctx context.Context) error {
	s.mu.Lock()
	uses := s.uses
	s.uses = map[useKey]Use{}
	s.mu.Unlock()
	if len(uses) == 0 {
		return nil
	}
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := websearchdb.New(tx)
		for k, u := range uses {
			err := q.AddUse(ctx, websearchdb.AddUseParams{Day: k.day, Source: k.source, Calls: u.Calls, Misses: u.Misses, Milliseconds: u.Milliseconds})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil { // the counts stay in memory until the next flush
		s.mu.Lock()
		defer s.mu.Unlock()
		for k, u := range uses {
			s.uses[k] = s.uses[k].Plus(u)
		}
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}

// Plus adds the counts of `other`; Day and Source are unchanged.
func (u Use) Plus(other Use) Use {
	u.Calls, u.Misses, u.Milliseconds = u.Calls+other.Calls, u.Misses+other.Misses, u.Milliseconds+other.Milliseconds
	return u
}

// Today returns the current day, as in Use.Day.
func (s *Service) Today() int64 { return dayOf(s.now()) }

// Run stores the counts regularly until ctx ends, and then once more.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(useFlush)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := s.flush(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "the counts of searches were not stored", "err", err)
			}
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := s.flush(last); err != nil {
				slog.WarnContext(last, "the counts of searches were not stored", "err", err)
			}
			return
		}
	}
}

// Sweep deletes old counts.
func (s *Service) Sweep(ctx context.Context) error {
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		return websearchdb.New(tx).DeleteUseBefore(ctx, dayOf(s.now())-useAge)
	})
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}

// Uses returns the counts of the last `days` days, including today: one Use for each day and source.
func (s *Service) Uses(ctx context.Context, days int) ([]Use, error) {
	from := dayOf(s.now()) - int64(days) + 1
	rows, err := websearchdb.New(s.db.Read()).ListUse(ctx, from)
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	at := map[useKey]int{}
	var out []Use
	for _, r := range rows {
		at[useKey{r.Day, r.Source}] = len(out)
		out = append(out, Use(r))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, u := range s.uses {
		if k.day < from {
			continue
		}
		if i, ok := at[k]; ok {
			out[i] = out[i].Plus(u)
			continue
		}
		u.Day, u.Source = k.day, k.source
		out = append(out, u)
	}
	return out, nil
}

// Totals returns the counts of one engine in this process since it started.
func (s *Service) Totals(engine string) Use {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.totals[engine]
}

// Missed returns how often searches failed for a reason, in this process since it started. It includes
// failures before the call to the source, such as a reached daily limit.
func (s *Service) Missed(r Reason) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.misses[r]
}

// Cached returns how often this process used cached results of a source since it started.
func (s *Service) Cached() int64 { return s.cached.Load() }
