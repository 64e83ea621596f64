//go:build unix

package db

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// grow returns the real migrations and n additional migrations.
func grow(t *testing.T, n int) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for i := range n {
		files[fmt.Sprintf("migrations/9%04d_more.sql", i)] = &fstest.MapFile{
			Data: fmt.Appendf(nil, "-- +goose Up\nCREATE TABLE more_%d (id TEXT);\n", i),
		}
	}
	err := fs.WalkDir(migrations, "migrations", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := migrations.ReadFile(name)
		files[name] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestPairsAreWhole checks that each pair has a file for each engine, and that no
// number occurs twice for an engine.
func TestPairsAreWhole(t *testing.T) {
	t.Parallel()
	names := map[Dialect][]string{}
	for d, folder := range migrationFolders {
		files, err := sequence(migrations, d)
		if err != nil {
			t.Fatal(err)
		}
		all, err := fs.Glob(files, "*.sql")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(all) {
			t.Errorf("%s is not in order: %v", folder, all)
		}
		names[d] = all
		numbers := map[string]string{}
		for _, name := range all {
			number, _, _ := strings.Cut(name, "_")
			if other, ok := numbers[number]; ok {
				t.Errorf("%s: %s and %s have one number", folder, other, name)
			}
			numbers[number] = name
		}
	}
	if diff := cmp.Diff(names[SQLite], names[Postgres]); diff != "" {
		t.Errorf("not both halves of a pair are there:\n%s", diff)
	}
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	folders := slices.Collect(maps.Values(migrationFolders))
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(folders, e.Name()) {
			t.Errorf("no engine reads the folder %s", e.Name())
		}
	}
}

// TestPairIsRunInItsPlace runs a pair between two shared migrations. The file of the pair for SQLite adds a
// column with a default. The later shared migration inserts a row, which must have this default.
func TestPairIsRunInItsPlace(t *testing.T) {
	t.Parallel()
	d, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	files := grow(t, 1)
	files["migrations/sqlite/90001_pair.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE more_0 ADD COLUMN engine TEXT DEFAULT 'sqlite';\n")}
	files["migrations/postgres/90001_pair.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nthis is not for SQLite;\n")}
	files["migrations/90002_after.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nINSERT INTO more_0 (id) VALUES ('a');\n")}
	if err := d.migrate(t.Context(), files, time.Now()); err != nil {
		t.Fatal(err)
	}
	var engine string
	if err := d.Read().QueryRow(`SELECT engine FROM more_0`).Scan(&engine); err != nil || engine != "sqlite" {
		t.Errorf("the pair left %q, %v", engine, err)
	}
}

func TestMigrationBacksUpAndKeepsThree(t *testing.T) {
	t.Parallel()
	dir, ctx := t.TempDir(), t.Context()
	d, err := Open(ctx, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	backups := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, "backup", "*.db"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if b := backups(); len(b) != 0 {
		t.Fatalf("an empty database was backed up: %v", b)
	}
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	for i := 1; i <= 5; i++ {
		if err := d.migrate(ctx, grow(t, i), now.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
		if got, want := len(backups()), min(i, keptBackups); got != want {
			t.Fatalf("after migration %d there are %d backups, want %d", i, got, want)
		}
	}
	// The last of the three backups is the newest. It has the schema from before the last migration.
	old := backups()[2]
	b, err := pool(ctx, dsn(old, ""), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var tables int
	if err := b.QueryRow(`SELECT count(*) FROM sqlite_master WHERE name LIKE 'more_%'`).Scan(&tables); err != nil || tables != 4 {
		t.Errorf("the backup has %d of the added tables (%v), want 4", tables, err)
	}
	if err := d.migrate(ctx, grow(t, 5), now); err != nil {
		t.Errorf("migrating again: %v", err)
	}

	err = d.Migrate(ctx)
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "start the newer binary") {
		t.Errorf("an older binary gave %v, want a refusal that says what to do", err)
	}
}

func TestFailedMigrationLeavesNothing(t *testing.T) {
	t.Parallel()
	d, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	files := grow(t, 0)
	files["migrations/90000_bad.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE half (id TEXT);\nCREATE TABLE half (id TEXT);\n")}
	if err := d.migrate(t.Context(), files, time.Now()); err == nil {
		t.Fatal("a broken migration passed")
	}
	var n int
	if err := d.Read().QueryRow(`SELECT count(*) FROM sqlite_master WHERE name = 'half'`).Scan(&n); err != nil || n != 0 {
		t.Errorf("half a migration stayed: %d tables, %v", n, err)
	}
	if err := d.Migrate(t.Context()); err != nil {
		t.Errorf("the old schema does not open any more: %v", err)
	}
}

func TestParallelOpens(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	done := make(chan error)
	for range 16 {
		go func() {
			d, err := Open(t.Context(), Options{Dir: dir})
			if err == nil {
				err = d.Close()
			}
			done <- err
		}()
	}
	for range 16 {
		if err := <-done; err != nil {
			t.Errorf("open: %v", err)
		}
	}
}
