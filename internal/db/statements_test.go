package db

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
)

// memory opens a database of the current schema with an additional table.
func memory(t *testing.T) *DB {
	t.Helper()
	d, err := OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if _, err := d.write.ExecContext(t.Context(), `CREATE TABLE kept (n BIGINT NOT NULL PRIMARY KEY, word TEXT NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestKeptStatementsSeeTheirArguments runs the same two statements with many arguments: a kept
// statement must not reuse earlier arguments.
func TestKeptStatementsSeeTheirArguments(t *testing.T) {
	t.Parallel()
	d := memory(t)
	for n := range 50 {
		err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO kept (n, word) VALUES ($1, $2)`, n, fmt.Sprint("字", n))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var word string
		if err := d.Read().QueryRowContext(t.Context(), `SELECT word FROM kept WHERE n = $1`, n).Scan(&word); err != nil || word != fmt.Sprint("字", n) {
			t.Fatalf("%d: %q, %v", n, word, err)
		}
	}
	if err := d.Read().QueryRowContext(t.Context(), `SELECT word FROM kept WHERE n = $1`, 99).Scan(new(string)); err != sql.ErrNoRows {
		t.Errorf("a row that is not there gave %v", err)
	}
}

// TestKeptStatementReadWithinItself runs a statement while rows of the same statement
// are still open on the connection.
func TestKeptStatementReadWithinItself(t *testing.T) {
	t.Parallel()
	d := memory(t)
	const below = `SELECT n FROM kept WHERE n < $1 ORDER BY n`
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		for n := range 5 {
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO kept (n, word) VALUES ($1, '')`, n); err != nil {
				return err
			}
		}
		outer, err := tx.QueryContext(t.Context(), below, 5)
		if err != nil {
			return err
		}
		defer func() { _ = outer.Close() }()
		seen := 0
		for outer.Next() {
			var n int
			if err := outer.Scan(&n); err != nil {
				return err
			}
			inner, err := tx.QueryContext(t.Context(), below, n)
			if err != nil {
				return err
			}
			count := 0
			for inner.Next() {
				count++
			}
			if err := inner.Close(); err != nil {
				return err
			}
			if n != seen || count != n {
				return fmt.Errorf("row %d read as %d with %d below it", seen, n, count)
			}
			seen++
		}
		if seen != 5 {
			return fmt.Errorf("%d rows, want 5", seen)
		}
		return outer.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestKeptStatementSurvivesASchemaChange runs a kept statement before and after a change of its
// table. It also checks that a statement can be used after it has failed.
func TestKeptStatementSurvivesASchemaChange(t *testing.T) {
	t.Parallel()
	d := memory(t)
	insert := func(n int) error {
		return d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO kept (n, word) VALUES ($1, '')`, n)
			return err
		})
	}
	if err := insert(1); err != nil {
		t.Fatal(err)
	}
	if insert(1) == nil {
		t.Fatal("the same key went in twice")
	}
	if _, err := d.write.ExecContext(t.Context(), `ALTER TABLE kept ADD COLUMN more TEXT NOT NULL DEFAULT 'x'`); err != nil {
		t.Fatal(err)
	}
	if err := insert(2); err != nil {
		t.Fatal(err)
	}
}

func TestKeptStatementsAreBounded(t *testing.T) {
	t.Parallel()
	d := memory(t)
	conn, err := d.write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	for n := range keptStatements + 20 {
		var got int
		if err := conn.QueryRowContext(t.Context(), fmt.Sprintf(`SELECT %d`, n)).Scan(&got); err != nil || got != n {
			t.Fatalf("%d: %d, %v", n, got, err)
		}
	}
	err = conn.Raw(func(c any) error {
		if kept := len(c.(*keepingConn).kept); kept > keptStatements {
			return fmt.Errorf("%d statements are kept", kept)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// BenchmarkStatement measures one insert in a transaction. The text of the SQL statement is always the
// same, so that the statement is kept.
func BenchmarkStatement(b *testing.B) {
	d, err := OpenMemory(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	if _, err := d.write.Exec(`CREATE TABLE kept (n BIGINT NOT NULL PRIMARY KEY, word TEXT NOT NULL)`); err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		n++
		err := d.InTx(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO kept (n, word) VALUES ($1, $2)`, n, "字")
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
