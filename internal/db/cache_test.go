package db

import (
	"context"
	"database/sql"
	"testing"

	"modernc.org/sqlite"
)

// TestReadersKeepTheirCache checks that a reader can use its page cache after much writing. All page caches
// of the process share one budget, and the test writes until the writer's cache has used it up. The test
// then calls checkpoints.look, which empties all caches, and reads a small table twice. Without that call,
// the second read would read the file again.
//
// The test does not run in parallel with other tests, because their caches share the budget.
func TestReadersKeepTheirCache(t *testing.T) {
	ctx := t.Context()
	d, err := Open(ctx, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	exec := func(query string) {
		t.Helper()
		if err := d.InTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, query)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE small (n INTEGER PRIMARY KEY, word TEXT NOT NULL)`)
	exec(`CREATE TABLE large (n INTEGER PRIMARY KEY, word TEXT NOT NULL)`)
	exec(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 150)
		INSERT INTO small SELECT n, hex(randomblob(1500)) FROM c`)

	reader, err := d.Read().Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	read := func() {
		t.Helper()
		var n int
		if err := reader.QueryRowContext(ctx, `SELECT sum(length(word)) FROM small`).Scan(&n); err != nil || n != 150*3000 {
			t.Fatalf("%d, %v", n, err)
		}
	}
	for range 3 {
		read() // the reader fills its page cache; the writes below then push these pages out of the shared memory
		exec(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000)
			INSERT INTO large (word) SELECT hex(randomblob(1500)) FROM c`)
		exec(`UPDATE large SET word = word || 'x'`)
	}
	if err := d.checkpoints.look(ctx, checkpointPages); err != nil {
		t.Fatal(err)
	}
	read()
	before := misses(ctx, t, reader)
	read()
	if n := misses(ctx, t, reader) - before; n > 20 {
		t.Errorf("%d pages of a table of 150 were read from the file again", n)
	}
}

// misses returns how many pages a connection has read from the file.
func misses(ctx context.Context, t *testing.T, c *sql.Conn) (n int) {
	t.Helper()
	err := c.Raw(func(driver any) (err error) {
		n, _, err = driver.(*keepingConn).sqliteConn.(sqlite.DBStatus).Status(sqlite.DBStatusCacheMiss, false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
