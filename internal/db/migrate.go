package db

import (
	"context"
	"crypto/sha256"
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

// migrations contains the migrations of both engines. A migration that is the same for both is a
// file in the folder itself. A migration that differs is a pair of files with the same name, one
// in the folder sqlite and one in postgres.
//
//go:embed migrations/*.sql migrations/*/*.sql
var migrations embed.FS

// schemaText creates the schema that all migrations together create in SQLite. make gen writes the
// file.
//
//go:embed schema.sql
var schemaText string

// migrationFolders are the folders of the engine-specific files.
var migrationFolders = map[Dialect]string{SQLite: "sqlite", Postgres: "postgres"}

// ErrNewer means that a newer program has migrated the database.
var ErrNewer = errors.New("the database was written by a newer version of Wenqu")

// Status is the version of the schema.
type Status struct {
	Version int64 // version of the database; 0 for an empty one
	Target  int64 // the version that this program needs
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

// Migrate brings the schema to this program's version; it never goes back. When several processes
// call it at the same time, one migrates and the others wait; a SQLite file has this protection
// only on Unix.
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

// lockMigration prevents other processes from migrating the SQLite file at the same time, on Unix
// only. PostgreSQL has a lock of its own, and a database in memory belongs to one process.
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

// merged is a file system that combines two folders; every name is in only one of them.
type merged struct{ shared, own fs.FS }

// sequence is the folder of all migrations for an engine.
func sequence(files fs.FS, d Dialect) (merged, error) {
	shared, err1 := fs.Sub(files, "migrations")
	own, err2 := fs.Sub(files, "migrations/"+migrationFolders[d])
	return merged{shared, own}, errors.Join(err1, err2)
}

// Open opens the file in the folder that contains it.
func (m merged) Open(name string) (fs.File, error) {
	f, err := m.own.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m.shared.Open(name)
	}
	return f, err
}

// Glob returns the names in order, as goose needs them.
func (m merged) Glob(pattern string) ([]string, error) {
	shared, err1 := fs.Glob(m.shared, pattern)
	own, err2 := fs.Glob(m.own, pattern)
	all := slices.Concat(shared, own)
	slices.Sort(all)
	return all, errors.Join(err1, err2)
}

// Fingerprint is a hash of all migrations. Tests use it in the name of their template
// database.
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
