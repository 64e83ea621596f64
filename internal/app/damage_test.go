//go:build unix

package app_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// If the database has damaged pages at the start, the server reports that it is not ready.
func TestDamagedDatabaseIsNotReady(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	url, stop := start(t, dir)
	ready := func() int { return person{}.do(t, "GET", url+"/readyz", "").StatusCode }
	if got := ready(); got != http.StatusOK {
		t.Fatalf("a whole database: %d", got)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	d, err := db.Connect(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = d.InTx(t.Context(), func(tx *sql.Tx) error {
		for i := range 2000 {
			if _, err := tx.Exec(`INSERT INTO setting (name, value) VALUES ($1, $2)`, fmt.Sprintf("zz %d", i), strings.Repeat("y", 900)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, db.FileName), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	st, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt([]byte(strings.Repeat("damage! ", 4096)), st.Size()-10*4096)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	url, _ = start(t, dir)
	domaintest.Eventually(t, "the server is not ready", func() bool { return ready() == http.StatusServiceUnavailable })
}

// A server whose PostgreSQL database has an invalid index reports that it is not ready.
func TestDamagedPostgresIsNotReady(t *testing.T) {
	t.Parallel()
	address := dbtest.PostgresURL(t)
	d, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.ExecContext(t.Context(), `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'message_children'::regclass`); err != nil {
		t.Fatal(err)
	}
	url, _ := start(t, t.TempDir(), "WENQU_DATABASE_URL="+address)
	domaintest.Eventually(t, "the server is not ready", func() bool {
		return person{}.do(t, "GET", url+"/readyz", "").StatusCode == http.StatusServiceUnavailable
	})
}
