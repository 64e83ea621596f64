//go:build unix

package dbtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// OpenSQLite opens a new SQLite database in a folder of the test.
func OpenSQLite(t testing.TB) *db.DB {
	t.Helper()
	dir := t.TempDir()
	SQLiteFile(t, dir)
	return open(t, db.Options{Dir: dir})
}

// SQLiteFile puts an empty database of the current schema into a data folder without a database.
// The server of a test then does not run all migrations when it starts.
func SQLiteFile(t testing.TB, dir string) {
	t.Helper()
	template, err := sqliteTemplate()
	if err != nil {
		t.Fatalf("SQLite for tests: %v", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, db.FileName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return
	}
	if err == nil {
		_, err = f.Write(template)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatalf("SQLite for tests: %v", err)
	}
}

// sqliteTemplate returns an empty database of the current schema. The first process that needs the
// database stores it for all other processes, because running the migrations takes as long as many
// tests.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	print, err := db.Fingerprint()
	if err != nil {
		return nil, err
	}
	name := filepath.Join(os.TempDir(), fmt.Sprintf("wenqu-test-sqlite-%d-%s.db", os.Getuid(), print))
	template, err := os.ReadFile(name)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return template, err
	}
	dir, err := os.MkdirTemp("", "wenqu-test-sqlite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	d, err := db.Open(context.Background(), db.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, db.FileName)
	if template, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	// Renaming is atomic: other processes never read a part of the file.
	return template, os.Rename(file, name)
})
