//go:build unix

package db_test

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
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

// Examine finds overwritten pages of a SQLite file.
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

// On PostgreSQL, Examine finds an invalid index, but ignores the copy left by a failed REINDEX.
func TestExamineFindsDamageOfPostgres(t *testing.T) {
	t.Parallel()
	_, exec, _ := damageable(t, 10)
	d := connect(t, exec.url)
	if err := d.Examine(t.Context()); err != nil {
		t.Fatalf("a whole database: %v", err)
	}
	for _, name := range []string{"setting_pkey", "message_children"} {
		exec.run(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '` + name + `'::regclass`)
		if err := d.Examine(t.Context()); !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not valid: %v", name, err)
		}
		exec.run(`UPDATE pg_index SET indisvalid = true WHERE indexrelid = '` + name + `'::regclass`)
	}
	exec.run(`CREATE INDEX setting_ccnew1 ON setting (value)`)
	exec.run(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'setting_ccnew1'::regclass`)
	if err := d.Examine(t.Context()); err != nil {
		t.Errorf("what a failed REINDEX left: %v", err)
	}
}

// Examine fails when it reads a damaged page. If checksums are enabled, PostgreSQL has counted the damage.
// Examine then still fails after the test has repaired the page, until the counts are reset.
func TestExamineFindsDamagedPagesOfPostgres(t *testing.T) {
	t.Parallel()
	checksums, exec, file := damageable(t, 500)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damage(t, file)
	d := connect(t, exec.url)
	if err := d.Examine(t.Context()); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("damaged pages: %v", err)
	}
	if !checksums {
		return
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	// PostgreSQL stores its counts of wrong checksums when the session that read the page ends or is idle.
	domaintest.Eventually(t, "the count of wrong checksums is there", func() bool {
		err := d.Examine(t.Context())
		return errors.Is(err, db.ErrDamaged) && strings.Contains(err.Error(), "checksum")
	})
	exec.run(`SELECT pg_stat_reset()`)
	domaintest.Eventually(t, "the count is taken back", func() bool { return d.Examine(t.Context()) == nil })
}

// superuser runs statements in a database with the rights of the server's superuser.
type superuser struct {
	t   *testing.T
	url string
	*sql.DB
}

func (s superuser) run(query string) {
	s.t.Helper()
	if _, err := s.ExecContext(s.t.Context(), query); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
}

func (s superuser) read(query string) (out string) {
	s.t.Helper()
	if err := s.QueryRowContext(s.t.Context(), query).Scan(&out); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return out
}

func open(t *testing.T, address string) superuser {
	t.Helper()
	d, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return superuser{t, address, d}
}

func connect(t *testing.T, address string) *db.DB {
	t.Helper()
	d, err := db.Connect(t.Context(), db.Options{Dir: t.TempDir(), URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// damageable makes a database whose table of settings has the given number of rows. It returns a
// connection to the database, and the path of the table's file. The database is copied file by file from
// another database, so that none of its pages is in the server's memory. `checksums` reports whether the
// server has checksums enabled.
func damageable(t *testing.T, rows int) (checksums bool, copied superuser, file string) {
	t.Helper()
	address := dbtest.PostgresURL(t)
	d, err := db.Open(t.Context(), db.Options{Dir: t.TempDir(), URL: address})
	if err != nil {
		t.Fatal(err)
	}
	err = d.InTx(t.Context(), func(tx *sql.Tx) error {
		for i := range rows {
			if _, err := tx.Exec(`INSERT INTO setting (name, value) VALUES ($1, $2)`, "name "+strings.Repeat("x", i), strings.Repeat("y", 900)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	from := strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	admin := open(t, u.String())
	name := from + "_copy"
	admin.run(`CREATE DATABASE "` + name + `" TEMPLATE "` + from + `" STRATEGY file_copy`)
	u.Path = "/" + name
	copied = open(t, u.String())
	t.Cleanup(func() {
		if _, err := admin.ExecContext(context.Background(), `DROP DATABASE "`+name+`" WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	file = filepath.Join(copied.read(`SELECT current_setting('data_directory')`), copied.read(`SELECT pg_relation_filepath('setting')`))
	return copied.read(`SELECT current_setting('data_checksums')`) == "on", copied, file
}

// damage overwrites the last quarter of a file's pages.
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
