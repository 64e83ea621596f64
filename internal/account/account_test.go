//go:build unix

package account_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

func newClock() *domaintest.Clock {
	return domaintest.NewClock(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC))
}

func service(t *testing.T, d *db.DB, o account.Options) *account.Service {
	t.Helper()
	o.DB = d
	s, err := account.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestVisitorLife(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, c := t.Context(), newClock()
		s := service(t, d, account.Options{Now: c.Now})

		v := s.Mint()
		if got, err := s.Identify(ctx, v.ID, v.Token); err != nil || got.ID != v.ID || got.Stored {
			t.Fatalf("a new token proves %+v, %v", got, err)
		}
		if n := rows(t, d); n != 0 {
			t.Fatalf("looking stored %d visitors", n)
		}
		kept, err := s.Keep(ctx, v)
		if err != nil || !kept.Stored {
			t.Fatalf("Keep gave %+v, %v", kept, err)
		}
		if _, err := s.Keep(ctx, v); err != nil {
			t.Errorf("Keep for the second time: %v", err)
		}
		if n := rows(t, d); n != 1 {
			t.Errorf("%d visitors are stored, want 1", n)
		}
		// Another process with the same database accepts the visitor, too.
		again := service(t, d, account.Options{Now: c.Now})
		if got, err := again.Identify(ctx, v.ID, v.Token); err != nil || !got.Stored {
			t.Errorf("after a restart the token proves %+v, %v", got, err)
		}
		if s.Key("signing") != again.Key("signing") || s.Key("signing") == s.Key("other") {
			t.Error("keys are not one for each purpose")
		}
	})
}

func rows(t *testing.T, d *db.DB) int {
	t.Helper()
	var n int
	if err := d.Read().QueryRow(`SELECT count(*) FROM visitor`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWrongTokensProveNobody(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	c := newClock()
	s := service(t, d, account.Options{Now: c.Now})
	a, b := s.Mint(), s.Mint()
	for _, v := range []account.Visitor{a, b} {
		if _, err := s.Keep(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	// The token of a visitor who is not stored is refused for the id of another visitor.
	fresh := s.Mint()
	flipped := []byte(a.Token)
	flipped[10] ^= 1
	elsewhere := service(t, dbtest.OpenSQLite(t), account.Options{Now: c.Now}).Mint()
	tests := map[string][2]string{
		"nothing":             {"", ""},
		"no token":            {a.ID, ""},
		"no id":               {"", a.Token},
		"another's token":     {a.ID, b.Token},
		"unstored token":      {a.ID, fresh.Token},
		"a changed character": {a.ID, string(flipped)},
		"cut":                 {a.ID, a.Token[:40]},
		"longer":              {a.ID, a.Token + "A"},
		"huge":                {a.ID, strings.Repeat("A", 1<<16)},
		"another server's":    {elsewhere.ID, elsewhere.Token},
		"SQL":                 {"' OR 1=1 --", a.Token},
	}
	for name, tt := range tests {
		for range 2 { // the second try shows that the first one cached nothing
			if got, err := s.Identify(t.Context(), tt[0], tt[1]); !errs.Is(err, errs.LoginOver) {
				t.Errorf("%s: proves %+v, %v", name, got, err)
			}
		}
	}
	if _, err := s.Identify(t.Context(), a.ID, a.Token); err != nil {
		t.Errorf("the right token: %v", err)
	}
}

func TestTokensAreHashedAtRest(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	s := service(t, d, account.Options{})
	v, err := s.Keep(t.Context(), s.Mint())
	if err != nil {
		t.Fatal(err)
	}
	var stored string
	if err := d.Read().QueryRow(`SELECT token_hash FROM visitor`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(stored, v.Token) || len(stored) != 43 {
		t.Errorf("stored is %q", stored)
	}
}

func TestUnstoredTokensEnd(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	c := newClock()
	s := service(t, d, account.Options{Now: c.Now})
	v := s.Mint()
	c.Add(29 * 24 * time.Hour)
	if _, err := s.Identify(t.Context(), v.ID, v.Token); err != nil {
		t.Errorf("after 29 days: %v", err)
	}
	c.Add(2 * 24 * time.Hour)
	if _, err := s.Identify(t.Context(), v.ID, v.Token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("after 31 days: %v", err)
	}
}

func TestLastSeenAndSweep(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, c := t.Context(), newClock()
		var purged []string
		s := service(t, d, account.Options{Now: c.Now, Purge: func(_ context.Context, owner string) error {
			purged = append(purged, owner)
			return nil
		}})
		away, back := s.Mint(), s.Mint()
		for _, v := range []account.Visitor{away, back} {
			if _, err := s.Keep(ctx, v); err != nil {
				t.Fatal(err)
			}
		}
		seen := func() (at int64) {
			if err := d.Read().QueryRow(`SELECT last_seen_at FROM visitor WHERE id = $1`, back.ID).Scan(&at); err != nil {
				t.Fatal(err)
			}
			return at
		}
		first := seen()
		visit := func() {
			t.Helper()
			if _, err := s.Identify(ctx, back.ID, back.Token); err != nil {
				t.Fatal(err)
			}
		}
		c.Add(23 * time.Hour)
		visit()
		if seen() != first {
			t.Error("a visit within a day was stored")
		}
		c.Add(2 * time.Hour)
		visit()
		if seen() != c.Now().UnixMilli() {
			t.Error("a visit after a day was not stored")
		}
		c.Add(170 * 24 * time.Hour)
		visit()
		if n, err := s.Sweep(ctx); n != 0 || err != nil {
			t.Errorf("Sweep deleted %d, %v", n, err)
		}
		c.Add(20 * 24 * time.Hour)
		if n, err := s.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("Sweep deleted %d, %v; want 1", n, err)
		}
		if !slices.Equal(purged, []string{away.ID}) {
			t.Errorf("purged %v, want what %s had", purged, away.ID)
		}
		visit()
		if _, err := s.Identify(ctx, away.ID, away.Token); !errs.Is(err, errs.LoginOver) {
			t.Errorf("a deleted visitor's token gives %v", err)
		}
	})
}

func BenchmarkIdentifyKnown(b *testing.B) {
	d := dbtest.OpenSQLite(b)
	s, err := account.New(b.Context(), account.Options{DB: d})
	if err != nil {
		b.Fatal(err)
	}
	v, err := s.Keep(b.Context(), s.Mint())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Identify(b.Context(), v.ID, v.Token); err != nil {
			b.Fatal(err)
		}
	}
}

// A secret that an older server stored unsealed is sealed at the next start and stays the same.
// With the key of another server it cannot be read.
func TestSecretIsSealed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		stored := func() (value string) {
			if err := d.Read().QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'secret'`).Scan(&value); err != nil {
				t.Fatal(err)
			}
			return value
		}
		const plain = "the-secret-of-an-older-server"
		if err := d.InTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('secret', '`+plain+`')`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		mine := account.Options{Key: seal.NewKey("mine")}
		key := service(t, d, mine).Key("signing")
		if value := stored(); !seal.Sealed(value) || strings.Contains(value, plain) {
			t.Fatalf("stored: %q", value)
		}
		if again := service(t, d, mine).Key("signing"); again != key {
			t.Error("the secret changed at the second start")
		}
		if _, err := account.New(ctx, account.Options{DB: d, Key: seal.NewKey("another's")}); !errors.Is(err, seal.ErrKey) {
			t.Errorf("with the key of another server: %v", err)
		}
	})
}
