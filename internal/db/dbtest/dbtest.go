//go:build unix

// Package dbtest creates real databases of the current schema for tests: SQLite in a file, and
// PostgreSQL in a cluster. The tests of all packages share the cluster, which stops when no test
// uses it.
package dbtest

import (
	"os"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// Each runs the test on SQLite and on PostgreSQL, in parallel, each time with a new and empty
// database. If PostgreSQL is missing, the test fails. WENQU_TEST_PG=off skips the PostgreSQL half.
func Each(t *testing.T, f func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		f(t, OpenSQLite(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		f(t, OpenPostgres(t))
	})
}

// OpenPostgres opens a new PostgreSQL database.
func OpenPostgres(t testing.TB) *db.DB {
	t.Helper()
	return open(t, db.Options{URL: PostgresURL(t), Readers: 4})
}

// PostgresURL creates a new PostgreSQL database of the current schema and returns its
// address.
func PostgresURL(t testing.TB) string {
	t.Helper()
	if os.Getenv("WENQU_TEST_PG") == "off" {
		t.Skip("WENQU_TEST_PG=off")
	}
	c, err := sharedCluster()
	if err != nil {
		t.Fatalf("PostgreSQL for tests: %v\nInstall it (Debian: apt-get install postgresql), or set WENQU_TEST_PG=off to leave these tests out.", err)
	}
	name, err := c.create(t.Context())
	if err != nil {
		t.Fatalf("PostgreSQL for tests: %v", err)
	}
	t.Cleanup(func() {
		if err := c.drop(name); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	return c.url(name)
}

func open(t testing.TB, o db.Options) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open the database: %v", err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return d
}
