package security

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

var home = netip.MustParseAddr("203.0.113.77")

func quiet(d *db.DB) *Log { return New(Options{DB: d, Logger: slog.New(slog.DiscardHandler)}) }

func all(t *testing.T, l *Log, q Query) []Entry {
	t.Helper()
	if err := l.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	out, err := l.Events(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEventsAreKeptFoundAndForgotten(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := time.UnixMilli(1_000_000)
		l := New(Options{DB: d, Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)})
		step := func() { now = now.Add(time.Second) }
		ctx := t.Context()
		for range 3 {
			l.Note(ctx, Event{Kind: LoginFailed, AccountID: "ann", Addr: home, Detail: "phone", Code: string(errs.WrongCode)})
		}
		step()
		l.Note(ctx, Event{Kind: LoggedIn, AccountID: "ann", ActorID: "ann", Addr: home, Detail: "phone"})
		step()
		l.Note(ctx, Event{Kind: RoleChanged, AccountID: "bob", ActorID: "ann", Addr: netip.MustParseAddr("2001:db8:1:2:3::9"), Detail: "role=1"})

		got := all(t, l, Query{})
		want := []Entry{
			{At: 1_002_000, Kind: RoleChanged, AccountID: "bob", ActorID: "ann", Network: "2001:db8:1::/48", Detail: "role=1", Times: 1},
			{At: 1_001_000, Kind: LoggedIn, AccountID: "ann", Network: "203.0.113.0/24", Detail: "phone", Times: 1},
			{At: 1_000_000, Kind: LoginFailed, AccountID: "ann", Network: "203.0.113.0/24", Detail: "phone", Code: "23010", Times: 3},
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Entry{}, "ID")); diff != "" {
			t.Fatal(diff)
		}
		for name, c := range map[string]struct {
			q    Query
			want int
		}{
			"a kind":                       {Query{Kind: LoggedIn}, 1},
			"somebody, also as who did it": {Query{AccountID: "ann"}, 3},
			"somebody else":                {Query{AccountID: "bob"}, 1},
			"from":                         {Query{Since: 1_001_000}, 2},
			"until":                        {Query{Until: 1_001_000}, 1},
			"the second page":              {Query{Offset: 2, Limit: 2}, 1},
			"nobody":                       {Query{AccountID: "eve"}, 0},
		} {
			if got := all(t, l, c.q); len(got) != c.want {
				t.Errorf("%s: %d events, not %d", name, len(got), c.want)
			}
		}
		for _, q := range []Query{{Kind: "nonsense"}, {Offset: -1}, {Limit: -1}, {Since: -1}} {
			if _, err := l.Events(ctx, q); !errs.Is(err, errs.BadRequest) {
				t.Errorf("%+v: %v", q, err)
			}
		}

		l.Note(ctx, Event{Kind: LoggedIn, AccountID: "ann", Addr: home}) // this event is not yet written when ann is removed
		if err := l.Forget(ctx, "ann"); err != nil {
			t.Fatal(err)
		}
		left := all(t, l, Query{})
		if len(left) != 4 || len(all(t, l, Query{AccountID: "ann"})) != 0 {
			t.Errorf("after ann was forgotten: %+v", left)
		}
		for _, e := range left {
			if e.AccountID == "ann" || e.ActorID == "ann" || e.Network != "" {
				t.Errorf("it still says who or where: %+v", e)
			}
		}
	})
}

func TestOneKindCannotDriveOthersOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := time.UnixMilli(5_000_000)
		l := New(Options{DB: d, Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)})
		l.Note(t.Context(), Event{Kind: RoleChanged, AccountID: "ann"})
		for i := range 30 {
			now = now.Add(time.Second)
			l.Note(t.Context(), Event{Kind: LoginFailed, Detail: strconv.Itoa(i)})
		}
		if err := l.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := l.sweep(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
		failed := all(t, l, Query{Kind: LoginFailed})
		if len(failed) != 10 || failed[0].Detail != "29" || failed[9].Detail != "20" {
			t.Errorf("%d failed logins are left: %+v", len(failed), failed)
		}
		if got := all(t, l, Query{Kind: RoleChanged}); len(got) != 1 {
			t.Errorf("the changed role is gone: %+v", got)
		}
		now = now.Add(Age + time.Second)
		if err := l.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := all(t, l, Query{}); len(got) != 0 {
			t.Errorf("%d events are older than %s", len(got), Age)
		}
	})
}

// Note does not wait for the disk or for room in the queue: events beyond maxWaiting are counted and
// not stored. A failed write keeps the waiting events.
func TestMoreThanFitsIsCountedAndNotStored(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	l := quiet(d)
	for i := range maxWaiting + 5 {
		l.Note(t.Context(), Event{Kind: LoginFailed, Detail: strconv.Itoa(i)})
	}
	if l.lost != 5 || len(l.order) != maxWaiting {
		t.Fatalf("%d lost, %d wait", l.lost, len(l.order))
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Flush(cancelled); err == nil {
		t.Fatal("nothing can be stored with a context that is over")
	}
	if len(l.order) != maxWaiting {
		t.Fatalf("%d wait after a failed write", len(l.order))
	}
	if err := l.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := d.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM security_event").Scan(&n); err != nil || n != maxWaiting {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestLinesForCollectors(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	l := New(Options{DB: dbtest.OpenSQLite(t), Logger: slog.New(slog.NewJSONHandler(&b, nil))})
	l.Note(t.Context(), Event{Kind: LoginFailed, AccountID: "ann", Addr: home, Detail: "phone\nforged " + strings.Repeat("x", 500), Code: "23010"})
	var line map[string]any
	if err := json.Unmarshal(b.Bytes(), &line); err != nil {
		t.Fatalf("%q: %v", b.String(), err)
	}
	for key, want := range map[string]string{"log": "security", "kind": "login.failed", "account": "ann", "network": "203.0.113.0/24", "code": "23010", "level": "WARN"} {
		if line[key] != want {
			t.Errorf("%s: %v", key, line[key])
		}
	}
	if strings.Contains(b.String(), home.String()) || len(line["detail"].(string)) > maxDetail+10 {
		t.Errorf("the line says too much: %s", b.String())
	}
}

func TestNetworks(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"127.0.0.1": "loopback", "::1": "loopback", "::ffff:127.0.0.1": "loopback", "10.1.2.3": "10.1.2.0/24",
		"::ffff:203.0.113.9": "203.0.113.0/24", "2001:db8:aa:bb::1": "2001:db8:aa::/48", "fe80::1%eth0": "fe80::/48",
	} {
		if got := network(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %s, not %s", address, got, want)
		}
	}
	if got := network(netip.Addr{}); got != "" {
		t.Errorf("no address: %q", got)
	}
}
