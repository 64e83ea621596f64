// Package clockin stores the days of a user's clock-ins with an agent, and computes the current
// streak. Days are calendar days in the user's time zone.
package clockin

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/clockin/clockindb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// travel limits the time between two clock-ins in different time zones. Within this time, the streak
// continues even if a calendar day is missing, because a traveller who skips a day at the date line must
// not lose the streak.
const travel = 36 * time.Hour

// Service stores clock-ins. It is safe for concurrent use.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// New makes the service.
func New(d *db.DB, now func() time.Time) *Service { return &Service{db: d, now: now} }

// Day is a day of a calendar, counted from 1970-01-01.
type Day int64

// DayOf returns the calendar day of t in the time zone of t.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// String writes the day as 2006-01-02.
func (d Day) String() string { return d.time().Format(time.DateOnly) }

func (d Day) time() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// State is a user's clock-in state with one agent.
type State struct {
	Today   Day // in the user's zone
	Done    bool
	Streak  int // length of the current streak, also if today's clock-in is still to come; 0: none
	Longest int
	Total   int
	Days    []Day // clock-ins in the requested month
}

// Of reads a user's clock-in state with an agent. `zone` is an IANA time zone name. State.Days
// lists the clock-ins of the month that contains the day `month`; 0 selects the current month.
func (s *Service) Of(ctx context.Context, owner, agentID, zone string, month Day) (State, error) {
	at, err := s.in(zone)
	if err != nil {
		return State{}, err
	}
	q := clockindb.New(s.db.Read())
	st := State{Today: DayOf(at)}
	last, err := q.LastDay(ctx, clockindb.LastDayParams{OwnerID: owner, AgentID: agentID})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return State{}, stored(err)
	}
	if err == nil {
		st.Done = Day(last.Day) >= st.Today
		if st.Done || s.follows(last, at) {
			st.Streak = int(last.Streak)
		}
	}
	total, err := q.Totals(ctx, clockindb.TotalsParams{OwnerID: owner, AgentID: agentID})
	if err != nil {
		return State{}, stored(err)
	}
	st.Longest, st.Total = int(total.Longest), int(total.Days)
	if month == 0 {
		month = st.Today
	}
	y, m, _ := month.time().Date()
	first := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	days, err := q.Days(ctx, clockindb.DaysParams{OwnerID: owner, AgentID: agentID, First: int64(DayOf(first)), Last: int64(DayOf(first.AddDate(0, 1, -1)))})
	if err != nil {
		return State{}, stored(err)
	}
	st.Days = make([]Day, len(days))
	for i, d := range days {
		st.Days[i] = Day(d)
	}
	return st, nil
}

// ClockIn records a clock-in for today. A day counts once: if today is already recorded, nothing
// changes. After a change of the zone, today can be before the last recorded day; then nothing
// changes either.
func (s *Service) ClockIn(ctx context.Context, owner, agentID, zone string) (State, error) {
	at, err := s.in(zone)
	if err != nil {
		return State{}, err
	}
	err = s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := clockindb.New(tx)
		streak := int64(1)
		last, err := q.LastDay(ctx, clockindb.LastDayParams{OwnerID: owner, AgentID: agentID})
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case Day(last.Day) >= DayOf(at):
			return nil
		case s.follows(last, at):
			streak = last.Streak + 1
		}
		_, err = q.AddDay(ctx, clockindb.AddDayParams{
			OwnerID: owner, AgentID: agentID, Day: int64(DayOf(at)), At: at.UnixMilli(), Zone: at.Location().String(), Streak: streak,
		})
		return err
	})
	if err != nil {
		return State{}, stored(err)
	}
	return s.Of(ctx, owner, agentID, zone, 0)
}

// follows reports whether a clock-in at the given time continues the streak of the last clock-in.
func (s *Service) follows(last clockindb.ClockIn, at time.Time) bool {
	if DayOf(at)-Day(last.Day) <= 1 {
		return true
	}
	return last.Zone != at.Location().String() && at.Sub(time.UnixMilli(last.At)) < travel
}

// in is the current time in a zone.
func (s *Service) in(zone string) (time.Time, error) {
	if zone == "" || zone == "Local" || len(zone) > 64 {
		return time.Time{}, errs.New(errs.BadRequest).With("detail", "timeZone")
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return time.Time{}, errs.Wrap(errs.BadRequest, err).With("detail", "timeZone")
	}
	return s.now().In(at), nil
}

// Drop deletes all clock-ins with an agent, in the caller's transaction.
func (s *Service) Drop(ctx context.Context, tx *sql.Tx, agentID string) error {
	return clockindb.New(tx).DropDays(ctx, agentID)
}

// Forget deletes an owner's clock-ins.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return stored(s.db.InTx(ctx, func(tx *sql.Tx) error { return clockindb.New(tx).ForgetDays(ctx, owner) }))
}

// Move gives the clock-ins of the visitor `from` to the account `to`, and recomputes the streaks.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := clockindb.New(tx)
	moved, err := q.AllDays(ctx, from)
	if err != nil {
		return err
	}
	if err := q.MoveDays(ctx, clockindb.MoveDaysParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.ForgetDays(ctx, from); err != nil {
		return err
	}
	agent := ""
	for _, d := range moved {
		if d.AgentID == agent {
			continue
		}
		agent = d.AgentID
		if err := s.recount(ctx, q, to, agent); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) recount(ctx context.Context, q *clockindb.Queries, owner, agentID string) error {
	days, err := q.AgentDays(ctx, clockindb.AgentDaysParams{OwnerID: owner, AgentID: agentID})
	if err != nil {
		return err
	}
	for i, d := range days {
		streak := int64(1)
		if i > 0 {
			zone, err := time.LoadLocation(d.Zone)
			if err != nil {
				return err
			}
			if s.follows(days[i-1], time.UnixMilli(d.At).In(zone)) {
				streak = days[i-1].Streak + 1
			}
		}
		if streak == d.Streak {
			continue
		}
		days[i].Streak = streak
		if err := q.SetStreak(ctx, clockindb.SetStreakParams{Streak: streak, OwnerID: owner, AgentID: agentID, Day: d.Day}); err != nil {
			return err
		}
	}
	return nil
}

func stored(err error) error {
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}
