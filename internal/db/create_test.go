package db

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines returns the result of a query, one string for each row.
func lines(t *testing.T, d *DB, query string) []string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	var out []string
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%q", values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCreatedLikeMigrated compares a database in memory with a database after all migrations. It
// compares the text of every table, index and trigger, and every row of every table, except the tables
// of goose and SQLite.
func TestCreatedLikeMigrated(t *testing.T) {
	t.Parallel()
	migrated, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer migrated.Close()
	created, err := OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer created.Close()
	const ours = `tbl_name NOT LIKE 'goose\_%' ESCAPE '\' AND name <> 'sqlite_sequence'`
	const objects = `SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_schema WHERE ` + ours + ` ORDER BY type, name`
	want := lines(t, migrated, objects)
	if diff := cmp.Diff(want, lines(t, created, objects)); diff != "" || len(want) < 100 {
		t.Fatalf("%d things; run make gen (-migrated +created):\n%s", len(want), diff)
	}
	var tables []string
	for _, line := range lines(t, migrated, `SELECT name FROM sqlite_schema WHERE type = 'table' AND `+ours) {
		tables = append(tables, strings.Trim(line, `["]`))
	}
	filled := 0
	for _, table := range tables {
		rows := lines(t, migrated, "SELECT * FROM "+table+" ORDER BY 1")
		filled += len(rows)
		if diff := cmp.Diff(rows, lines(t, created, "SELECT * FROM "+table+" ORDER BY 1")); diff != "" {
			t.Errorf("rows of %s (-migrated +created):\n%s", table, diff)
		}
	}
	if len(tables) < 50 || filled == 0 {
		t.Errorf("compared %d rows of %d tables", filled, len(tables))
	}
}

// TestMigrationsGoForward checks that the migrations for SQLite contain no Down part: a schema
// never goes back.
func TestMigrationsGoForward(t *testing.T) {
	t.Parallel()
	all, err := sequence(migrations, SQLite)
	if err != nil {
		t.Fatal(err)
	}
	names, err := all.Glob("*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(all, name)
		if err != nil {
			t.Fatal(err)
		}
		if marks := strings.Count(string(text), "-- +goose"); marks != strings.Count(string(text), "-- +goose Up")+strings.Count(string(text), "-- +goose Statement") {
			t.Errorf("%s has another mark than Up and those of statements", name)
		}
	}
}
