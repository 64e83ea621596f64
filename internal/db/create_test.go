package db

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// schema returns the SQL of every object of a SQLite database.
func schema(t *testing.T, d *DB) []string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), `SELECT type, name, COALESCE(sql, '') FROM sqlite_master
		WHERE tbl_name NOT LIKE 'goose_%' AND name <> 'sqlite_sequence' ORDER BY type, name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var kind, name, text string
		if err := rows.Scan(&kind, &name, &text); err != nil {
			t.Fatal(err)
		}
		out = append(out, kind+" "+name+": "+text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCreatedLikeMigrated compares the schema that create makes with the schema after
// all migrations, row by row and text by text.
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
	want := schema(t, migrated)
	if diff := cmp.Diff(want, schema(t, created)); diff != "" || len(want) < 20 {
		t.Errorf("%d things; (-migrated +created):\n%s", len(want), diff)
	}
}

// TestMigrationsGoForward checks that a migration contains no Down part, because create
// runs whole files.
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
