//go:build unix

package db_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

func TestExamineFindsNoDamage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := d.Examine(t.Context()); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := d.Examine(ctx); err == nil || errors.Is(err, db.ErrDamaged) {
			t.Errorf("called off: %v", err)
		}
	})
}

// Pages that a failed disk has changed are found, although writes still work.
func TestExamineFindsDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := db.Open(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = d.InTx(t.Context(), func(tx *sql.Tx) error {
		for i := range 500 {
			if _, err := tx.Exec(`INSERT INTO setting (name, value) VALUES ($1, $2)`, "name "+strings.Repeat("x", i), strings.Repeat("y", 900)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	damage(t, d.File())
	if d, err = db.Connect(t.Context(), db.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Examine(t.Context()); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("damaged pages: %v", err)
	}
}

// damage writes over the last quarter of a file's pages.
func damage(t *testing.T, name string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	st, err := f.Stat()
	if err == nil {
		const page = 4096
		from := st.Size() / page * 3 / 4 * page
		_, err = f.WriteAt([]byte(strings.Repeat("damage! ", int(st.Size()-from)/8)), from)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
