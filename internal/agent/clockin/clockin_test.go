//go:build unix

package clockin_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // time zones, for machines that have no time zone database

	"github.com/wenqu-ai/wenqu/internal/agent/clockin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const agent = "english-partner"

type harness struct {
	*clockin.Service
	db *db.DB
	at time.Time
}

func open(_ testing.TB, d *db.DB) *harness {
	h := &harness{db: d}
	h.Service = clockin.New(d, func() time.Time { return h.at })
	return h
}

// local is the moment of the local time `at` in a zone.
func local(t testing.TB, zone, at string) time.Time {
	t.Helper()
	z, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	when, err := time.ParseInLocation("2006-01-02 15:04:05", at, z)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// in is the state after an owner has clocked in at a local time of a zone.
func (h *harness) in(t testing.TB, owner, zone, at string) clockin.State {
	t.Helper()
	h.at = local(t, zone, at)
	s, err := h.ClockIn(t.Context(), owner, agent, zone)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each row is one user who clocks in several times, with the streak after each clock-in.
func TestStreaks(t *testing.T) {
	type visit struct {
		zone, at string
		streak   int
		again    bool // the clock-in does not count: the last recorded day is the same or later
	}
	const (
		shanghai = "Asia/Shanghai"
		angeles  = "America/Los_Angeles"
		havana   = "America/Havana"
		beirut   = "Asia/Beirut"
		kiribati = "Pacific/Kiritimati"
		samoa    = "Pacific/Pago_Pago"
	)
	for name, visits := range map[string][]visit{
		"around midnight": {
			{shanghai, "2026-11-22 23:59:59", 1, false}, {shanghai, "2026-11-23 00:00:00", 2, false},
			{shanghai, "2026-11-23 23:59:59", 2, true}, {shanghai, "2026-11-24 00:00:00", 3, false},
		},
		"a day missed":      {{shanghai, "2026-11-20 12:00:00", 1, false}, {shanghai, "2026-11-22 00:00:01", 1, false}, {shanghai, "2026-11-23 08:00:00", 2, false}},
		"almost two days":   {{shanghai, "2026-11-20 00:00:00", 1, false}, {shanghai, "2026-11-21 23:59:59", 2, false}},
		"month and year":    {{shanghai, "2026-12-31 22:00:00", 1, false}, {shanghai, "2027-01-01 01:00:00", 2, false}},
		"leap day":          {{shanghai, "2028-02-28 10:00:00", 1, false}, {shanghai, "2028-02-29 10:00:00", 2, false}, {shanghai, "2028-03-01 10:00:00", 3, false}},
		"a day of 23 hours": {{angeles, "2026-03-07 23:30:00", 1, false}, {angeles, "2026-03-08 23:30:00", 2, false}, {angeles, "2026-03-09 00:10:00", 3, false}},
		"a day of 25 hours": {{angeles, "2026-10-31 00:05:00", 1, false}, {angeles, "2026-11-01 00:05:00", 2, false}, {angeles, "2026-11-01 23:55:00", 2, true}, {angeles, "2026-11-02 00:05:00", 3, false}},
		"no midnight":       {{havana, "2026-03-07 23:59:00", 1, false}, {havana, "2026-03-08 01:00:00", 2, false}, {havana, "2026-03-09 00:00:00", 3, false}},
		"midnight twice":    {{beirut, "2026-10-24 22:00:00", 1, false}, {beirut, "2026-10-25 00:30:00", 2, false}, {beirut, "2026-10-25 12:00:00", 2, true}},
		"flying west":       {{shanghai, "2026-11-23 09:00:00", 1, false}, {angeles, "2026-11-22 20:00:00", 1, true}, {angeles, "2026-11-23 20:00:00", 1, true}, {angeles, "2026-11-24 20:00:00", 2, false}},
		"flying east":       {{angeles, "2026-11-22 09:00:00", 1, false}, {shanghai, "2026-11-24 10:00:00", 2, false}},
		"east too late":     {{angeles, "2026-11-22 09:00:00", 1, false}, {shanghai, "2026-11-24 14:00:00", 1, false}},
		"the largest step":  {{samoa, "2026-11-22 23:00:00", 1, false}, {kiribati, "2026-11-24 01:00:00", 2, false}},
		"a zone by night":   {{shanghai, "2026-11-22 23:00:00", 1, false}, {"Asia/Tokyo", "2026-11-23 00:30:00", 2, false}},
	} {
		t.Run(name, func(t *testing.T) {
			domaintest.Each(t, open, func(t *testing.T, h *harness) {
				total := 0
				for _, v := range visits {
					s := h.in(t, domaintest.Alice, v.zone, v.at)
					if !v.again {
						total++
					}
					if s.Streak != v.streak || !s.Done || s.Total != total {
						t.Errorf("%s %s: %+v; wanted a streak of %d, %d in all", v.zone, v.at, s, v.streak, total)
					}
				}
			})
		})
	}
}

func TestState(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		const zone = "Asia/Shanghai"
		for _, at := range []string{"2026-10-31 08:00:00", "2026-11-01 08:00:00", "2026-11-02 08:00:00", "2026-11-30 08:00:00"} {
			h.in(t, domaintest.Alice, zone, at)
		}
		state := func(at string, month clockin.Day) clockin.State {
			t.Helper()
			h.at = local(t, zone, at)
			s, err := h.Of(t.Context(), domaintest.Alice, agent, zone, month)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := state("2026-12-01 23:00:00", 0) // the last clock-in was yesterday, so the streak can still be continued
		if s.Done || s.Streak != 1 || s.Longest != 3 || s.Total != 4 || len(s.Days) != 0 || s.Today.String() != "2026-12-01" {
			t.Errorf("%+v", s)
		}
		if s = state("2026-12-02 00:00:00", 0); s.Streak != 0 {
			t.Errorf("a streak of long ago: %+v", s)
		}
		s = state("2026-12-02 00:00:00", clockin.DayOf(local(t, zone, "2026-11-15 00:00:00")))
		var days []string
		for _, d := range s.Days {
			days = append(days, d.String())
		}
		if got := strings.Join(days, " "); got != "2026-11-01 2026-11-02 2026-11-30" {
			t.Error(got)
		}
		if s, err := h.Of(t.Context(), domaintest.Bob, agent, zone, 0); err != nil || s.Total != 0 || s.Done {
			t.Errorf("somebody else's days: %+v %v", s, err)
		}
		for _, zone := range []string{"", "Local", "../../etc/passwd", "Mars/Olympus", strings.Repeat("A", 100)} {
			if _, err := h.ClockIn(t.Context(), domaintest.Alice, agent, zone); !errs.Is(err, errs.BadRequest) {
				t.Errorf("%q: %v", zone, err)
			}
		}
	})
}

// After a visitor has logged in, the visitor's clock-ins fill gaps between the clock-ins of the
// account. Forget deletes the clock-ins of an owner.
func TestMoveAndForget(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		const zone = "Asia/Shanghai"
		h.in(t, "user", zone, "2026-11-20 08:00:00")
		h.in(t, "visitor", zone, "2026-11-20 09:00:00")
		h.in(t, "visitor", zone, "2026-11-21 09:00:00")
		h.in(t, "user", zone, "2026-11-22 08:00:00")
		if err := h.db.InTx(t.Context(), func(tx *sql.Tx) error { return h.Move(t.Context(), tx, "visitor", "user") }); err != nil {
			t.Fatal(err)
		}
		s, err := h.Of(t.Context(), "user", agent, zone, 0)
		if err != nil || s.Streak != 3 || s.Total != 3 || s.Longest != 3 {
			t.Errorf("%+v %v", s, err)
		}
		if s, err = h.Of(t.Context(), "visitor", agent, zone, 0); err != nil || s.Total != 0 {
			t.Errorf("%+v %v", s, err)
		}
		if err := h.Forget(t.Context(), "user"); err != nil {
			t.Fatal(err)
		}
		if s, err = h.Of(t.Context(), "user", agent, zone, 0); err != nil || s.Total != 0 {
			t.Errorf("%+v %v", s, err)
		}
	})
}
