package db

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations holds one sequence. What both engines read alike is in the folder
// itself; a migration that they must be told differently is a pair of files of
// the same name, one in sqlite and one in postgres.
//
//go:embed migrations/*.sql migrations/*/*.sql
var migrations embed.FS

// migrationFolders are where a dialect's half of a pair is.
var migrationFolders = map[Dialect]string{SQLite: "sqlite", Postgres: "postgres"}

// ErrNewer says that a newer binary has already migrated the database.
var ErrNewer = errors.New("the database was written by a newer version of Wenqu")

// Status tells where the schema stands.
type Status struct {
	Version int64 // of the database; 0 for an empty one
	Target  int64 // of this binary
}

// Status reads the schema's version.
func (d *DB) Status(ctx context.Context) (Status, error) {
	p, err := d.provider(migrations)
	if err != nil {
		return Status{}, err
	}
	return status(ctx, p)
}

func status(ctx context.Context, p *goose.Provider) (Status, error) {
	at, target, err := p.GetVersions(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the schema's version: %w", err)
	}
	return Status{Version: at, Target: target}, nil
}

// Migrate brings the schema to this binary's version, forward only. Several
// processes may do it at the same time: one does it, the others wait.
func (d *DB) Migrate(ctx context.Context) error { return d.migrate(ctx, migrations, time.Now()) }

func (d *DB) migrate(ctx context.Context, files fs.FS, now time.Time) error {
	unlock, err := d.lockMigration()
	if err != nil {
		return err
	}
	defer unlock()
	p, err := d.provider(files)
	if err != nil {
		return err
	}
	st, err := status(ctx, p)
	if err != nil {
		return err
	}
	switch {
	case st.Version > st.Target:
		return fmt.Errorf("%w: its schema is version %d and this binary knows %d; start the newer binary, or restore a backup from the data folder's backup/",
			ErrNewer, st.Version, st.Target)
	case st.Version == st.Target:
		return nil
	case st.Version > 0 && d.file != "":
		if err := d.backupBefore(ctx, st.Version, now.UTC().Format("20060102T150405.000")); err != nil {
			return fmt.Errorf("backup before migration: %w", err)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate from version %d to %d: %w", st.Version, st.Target, err)
	}
	return nil
}

// create makes the schema in a SQLite database that is empty and will never be
// migrated: it needs no record of versions, and nothing that could undo a half.
func create(ctx context.Context, tx *sql.Tx, files fs.FS) error {
	all, err := sequence(files, SQLite)
	if err != nil {
		return err
	}
	names, err := all.Glob("*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(all, name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// lockMigration keeps a second process away from the SQLite file meanwhile.
// PostgreSQL has a lock of its own, and nobody else sees a database in memory.
func (d *DB) lockMigration() (unlock func(), err error) {
	if d.file == "" {
		return func() {}, nil
	}
	f, err := os.OpenFile(d.file+".migrate", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}

func (d *DB) provider(files fs.FS) (*goose.Provider, error) {
	sub, err := sequence(files, d.dialect)
	if err != nil {
		return nil, err
	}
	opts := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger())}
	if d.dialect == SQLite {
		return goose.NewProvider(goose.DialectSQLite3, d.write, sub, opts...)
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, d.write, sub, append(opts, goose.WithSessionLocker(locker))...)
}

// merged shows two folders as one; a name is in one of them only.
type merged struct{ shared, own fs.FS }

// sequence is the migrations of a dialect as one folder.
func sequence(files fs.FS, d Dialect) (merged, error) {
	shared, err1 := fs.Sub(files, "migrations")
	own, err2 := fs.Sub(files, "migrations/"+migrationFolders[d])
	return merged{shared, own}, errors.Join(err1, err2)
}

// Open opens the file in whichever folder has it.
func (m merged) Open(name string) (fs.File, error) {
	f, err := m.own.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m.shared.Open(name)
	}
	return f, err
}

// Glob gives names in their order, as goose runs them.
func (m merged) Glob(pattern string) ([]string, error) {
	shared, err1 := fs.Glob(m.shared, pattern)
	own, err2 := fs.Glob(m.own, pattern)
	all := slices.Concat(shared, own)
	slices.Sort(all)
	return all, errors.Join(err1, err2)
}

// Fingerprint changes with the text of any migration. Tests name the template
// of their databases after it.
func Fingerprint() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(migrations, "migrations", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := migrations.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
		return err
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}
