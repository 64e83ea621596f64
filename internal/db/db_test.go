//go:build unix

package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func put(name, value string) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO setting (name, value) VALUES ($1, $2)`, name, value)
		return err
	}
}

func count(t *testing.T, d *db.DB) (n int) {
	t.Helper()
	if err := d.Read().QueryRow(`SELECT count(*) FROM setting`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// each runs a test on the two databases of dbtest and on the database in memory.
func each(t *testing.T, f func(t *testing.T, d *db.DB)) {
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		d, err := db.OpenMemory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		f(t, d)
	})
	dbtest.Each(t, f)
}

func TestInTxIsAllOrNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		if err := d.InTx(ctx, put("a", "1")); err != nil {
			t.Fatal(err)
		}
		mine := errors.New("mine")
		err := d.InTx(ctx, func(tx *sql.Tx) error {
			if err := put("b", "2")(tx); err != nil {
				return err
			}
			return mine
		})
		if !errors.Is(err, mine) || errs.Is(err, errs.StorageFail) {
			t.Errorf("InTx gave %v, want the function's own error", err)
		}
		if n := count(t, d); n != 1 {
			t.Errorf("%d rows, want 1: the failed transaction left something", n)
		}
		if err := d.InTx(ctx, put("a", "again")); err == nil || errs.Is(err, errs.StorageFail) {
			t.Errorf("a broken constraint gave %v, which is no storage failure", err)
		}
		if err := d.Check(ctx); err != nil {
			t.Errorf("Check: %v", err)
		}
	})
}

func TestConcurrentWritersAndReaders(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		const writers, each = 8, 25
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for i := range each {
					if err := d.InTx(context.Background(), put(strings.Repeat("x", w+1)+string(rune('A'+i)), "v")); err != nil {
						t.Errorf("write: %v", err)
					}
				}
			})
			wg.Go(func() {
				for range each {
					rows, err := d.Read().Query(`SELECT name FROM setting`)
					if err != nil {
						t.Errorf("read: %v", err)
						return
					}
					for rows.Next() {
					}
					if err := errors.Join(rows.Err(), rows.Close()); err != nil {
						t.Errorf("read: %v", err)
					}
				}
			})
		}
		wg.Wait()
		if n := count(t, d); n != writers*each {
			t.Errorf("%d rows, want %d", n, writers*each)
		}
	})
}

func TestUnavailableIsStorageFail(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := db.Open(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	// A limit on the number of pages has the same effect as a full disk, even if root runs the test.
	err = d.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec(`PRAGMA max_page_count = 1`); err != nil {
			return err
		}
		return put("big", strings.Repeat("x", 1<<20))(tx)
	})
	if !errs.Is(err, errs.StorageFail) {
		t.Errorf("a full disk gave %v, want errs.StorageFail", err)
	}
	if _, err := db.Open(t.Context(), db.Options{URL: "postgres://u:hunter2@127.0.0.1:1/x"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("an unreachable PostgreSQL gave %v", err)
	}
	if _, err := db.Open(t.Context(), db.Options{URL: "mysql://u:hunter2@x"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("an unknown scheme gave %v", err)
	}
}

// TestCheckCommits checks over another connection that Check commits its write. A write
// that is rolled back would not detect a full disk.
func TestCheckCommits(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	if err := d.Check(t.Context()); err != nil { // the first check creates the row changed by later checks
		t.Fatal(err)
	}
	other, err := d.Read().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	changes := func() (n int) {
		if err := other.QueryRowContext(t.Context(), `PRAGMA data_version`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := changes()
	if err := d.Check(t.Context()); err != nil || changes() == before {
		t.Errorf("the check wrote nothing: %v", err)
	}
}

// TestPairsMakeTheSameTables compares the column names of the chunk tables between the engines.
// Each engine creates these tables with its own migration, but both engines share the queries.
func TestPairsMakeTheSameTables(t *testing.T) {
	t.Parallel()
	columns := func(d *db.DB, query string) (out []string) {
		rows, err := d.Read().QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var table, column string
			if err := rows.Scan(&table, &column); err != nil {
				t.Fatal(err)
			}
			out = append(out, table+"."+column)
		}
		if err := rows.Err(); err != nil || len(out) == 0 {
			t.Fatalf("no columns: %v", err)
		}
		return out
	}
	sqlite := columns(dbtest.OpenSQLite(t), `SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name IN ('chunk', 'chunk_shelf', 'chunk_vector') ORDER BY 1, 2`)
	postgres := columns(dbtest.OpenPostgres(t), `SELECT table_name, column_name FROM information_schema.columns
		WHERE table_name IN ('chunk', 'chunk_shelf', 'chunk_vector') ORDER BY 1, 2`)
	if diff := cmp.Diff(sqlite, postgres); diff != "" {
		t.Errorf("the engines' tables differ:\n%s", diff)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	if _, err := d.Read().Exec(`DELETE FROM setting`); err == nil {
		t.Error("a connection for reads wrote")
	}
}

func TestMemoryDatabasesAreApart(t *testing.T) {
	t.Parallel()
	var dbs [2]*db.DB
	for i := range dbs {
		d, err := db.OpenMemory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		dbs[i] = d
	}
	if err := dbs[0].InTx(t.Context(), put("a", "1")); err != nil {
		t.Fatal(err)
	}
	if n := count(t, dbs[1]); n != 0 {
		t.Errorf("the other database in memory has %d rows", n)
	}
}

func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data with % and ?", "问渠")
	d, err := db.Open(t.Context(), db.Options{Dir: dir, FullSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	copied := filepath.Join(dir, "it's a copy.db")
	if err := d.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	if err := d.Backup(t.Context(), copied); err == nil {
		t.Error("a backup overwrote a file")
	}
	for _, f := range []string{d.File(), copied} {
		st, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if p := st.Mode().Perm(); p != 0o600 {
			t.Errorf("%s has mode %o, want 600", f, p)
		}
	}
}

// TestDeletedTextLeavesTheFile searches the bytes of the database file for deleted
// rows, after the write-ahead log was written into the file.
func TestDeletedTextLeavesTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := db.Open(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	const secret = "渠水的秘密-7351"
	for i := range 200 {
		if err := d.InTx(t.Context(), put(fmt.Sprint("row", i), strings.Repeat(secret, 50))); err != nil {
			t.Fatal(err)
		}
	}
	err = d.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM setting WHERE name LIKE 'row%'`)
		return err
	})
	if err = errors.Join(err, d.Close()); err != nil { // closing the last connection writes the log into the file
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, db.FileName+"*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if b, err := os.ReadFile(file); err != nil || strings.Contains(string(b), secret) {
			t.Errorf("%s still has what was deleted (%v)", filepath.Base(file), err)
		}
	}
}
