package db

import (
	"database/sql"
	"testing"
)

// TestCheckpoints writes until the log is long. It checks that checkpoints.look then copies the whole
// log, and that the next write starts the log from its beginning again. `handed` must be the number of
// pages handed to the operating system for writing.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
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
	// End the background loop, which would also call `look`.
	d.checkpoints.end()
	d.checkpoints.ended.Wait()
	put := func(name string) {
		t.Helper()
		if err := d.InTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, hex(randomblob(4000000)))`, name)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	length := func() (pages, left int) {
		t.Helper()
		pages, left, err := checkpoint(ctx, d.checkpoints.conn, "NOOP")
		if err != nil {
			t.Fatal(err)
		}
		return pages, left
	}
	put("a")
	put("b")
	long, _ := length()
	if long < writeBackPages {
		t.Fatalf("the log has %d pages", long)
	}
	if err := d.checkpoints.look(ctx, long+1); err != nil {
		t.Fatal(err)
	}
	if _, left := length(); left == 0 {
		t.Error("a short log was copied")
	}
	if d.checkpoints.handed != long {
		t.Errorf("%d of %d pages of a short log were handed over", d.checkpoints.handed, long)
	}
	if err := d.checkpoints.look(ctx, long); err != nil {
		t.Fatal(err)
	}
	if pages, left := length(); left != 0 {
		t.Errorf("%d of %d pages are not copied", left, pages)
	}
	if err := d.Check(ctx); err != nil {
		t.Fatal(err)
	}
	if pages, _ := length(); pages >= long {
		t.Errorf("the log did not begin again: %d pages", pages)
	}
	short, _ := length()
	if err := d.checkpoints.look(ctx, long); err != nil {
		t.Fatal(err)
	}
	if d.checkpoints.handed != short {
		t.Errorf("after a log of %d pages began again with %d, %d count as handed over", long, short, d.checkpoints.handed)
	}
	var n int
	if err := d.Read().QueryRowContext(ctx, `SELECT length(value) FROM setting WHERE name = 'a'`).Scan(&n); err != nil || n != 8_000_000 {
		t.Errorf("%d characters, %v", n, err)
	}
}
