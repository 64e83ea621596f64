// Package db opens the database, keeps its schema up to date and runs write transactions. There are
// two engines: SQLite in the data folder, or PostgreSQL if an address is set. Nearly all SQL texts
// are the same for both engines.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Dialect identifies the engine, for the few SQL texts that differ.
type Dialect int

// The engines.
const (
	SQLite Dialect = iota
	Postgres
)

// String returns the engine's name for texts read by people.
func (d Dialect) String() string { return [...]string{"SQLite", "PostgreSQL"}[d] }

// Options say which database to open.
type Options struct {
	URL      string // postgres://… or postgresql://…; empty means SQLite
	Dir      string // the data folder, which holds wenqu.db; created when missing; not used by PostgreSQL
	FullSync bool   // SQLite: each commit is synced, so that it survives a power failure
	Readers  int    // connections for reads; 0 means 4 on SQLite and 8 on PostgreSQL
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	dialect Dialect
	write   *sql.DB // SQLite: exactly one connection
	read    *sql.DB
	file    string // the SQLite file; empty for PostgreSQL and in memory

	checkpoints *checkpoints // nil for PostgreSQL and in memory
}

// Open opens the database and migrates it to the schema of this program. A SQLite file with a
// schema is backed up before a migration. Open fails with ErrNewer, wrapped, when a newer program
// has written the database.
func Open(ctx context.Context, o Options) (*DB, error) {
	d, err := Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := d.Migrate(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Connect opens the database as it is, without migrating it.
func Connect(ctx context.Context, o Options) (*DB, error) {
	if o.URL == "" {
		return openSQLite(ctx, o)
	}
	if !strings.HasPrefix(o.URL, "postgres://") && !strings.HasPrefix(o.URL, "postgresql://") {
		return nil, errors.New("the database address must begin with postgres:// or postgresql://; leave it empty for SQLite")
	}
	return openPostgres(ctx, o)
}

// Dialect is the engine.
func (d *DB) Dialect() Dialect { return d.dialect }

// Read is the pool for reads. Writes go through InTx.
func (d *DB) Read() *sql.DB { return d.read }

// File is the path of the SQLite file, empty for PostgreSQL and in memory.
func (d *DB) File() string { return d.file }

// Brief returns the context for a query that ends soon by itself. With PostgreSQL this is ctx, because a
// connection may stop answering. With SQLite the returned context never ends, so the caller checks ctx
// after the query. For a context that can end, database/sql and the driver would start a goroutine each,
// which takes about as long as a short query.
func (d *DB) Brief(ctx context.Context) context.Context {
	if d.dialect == SQLite {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Close closes all connections. The content of a database in memory is then lost.
func (d *DB) Close() error {
	if d.read == d.write {
		return d.write.Close()
	}
	var err error
	if d.checkpoints != nil {
		err = d.checkpoints.close()
	}
	return errors.Join(err, d.read.Close(), d.write.Close())
}

// InTx runs fn in one write transaction and commits it when fn returns nil.
// SQLite takes the write lock at the start, so that fn never fails in the
// middle because of another writer. fn must use the database only through tx.
// When the database is full or unavailable, the error is errs.StorageFail;
// every other error of fn is returned unchanged.
func (d *DB) InTx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return storage(fmt.Errorf("begin: %w", err))
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing; after a failure, the first error counts
	if err := fn(tx); err != nil {
		return storage(err)
	}
	if err := tx.Commit(); err != nil {
		return storage(fmt.Errorf("commit: %w", err))
	}
	if d.checkpoints != nil {
		d.checkpoints.note()
	}
	return nil
}

// LockOwner keeps other transactions that call it for the same owner waiting until tx ends. A
// transaction that counts an owner's rows before it adds one, or that changes the owner of rows, calls
// it first: on PostgreSQL, another transaction may otherwise add rows in between. On SQLite there is
// only one write transaction at a time, and LockOwner does nothing.
func (d *DB) LockOwner(ctx context.Context, tx *sql.Tx, owner string) error {
	if d.dialect == SQLite {
		return nil
	}
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, owner)
	return err
}

// InTxOf is InTx for a transaction that begins with LockOwner.
func (d *DB) InTxOf(ctx context.Context, owner string, fn func(tx *sql.Tx) error) error {
	return d.InTx(ctx, func(tx *sql.Tx) error {
		if err := d.LockOwner(ctx, tx, owner); err != nil {
			return err
		}
		return fn(tx)
	})
}

// Check commits a write to find out whether the database accepts writes. The
// write must change something: SQLite does not touch the disk for unchanged
// rows or rolled-back changes, and would not notice a full disk.
func (d *DB) Check(ctx context.Context) error {
	return d.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('checked', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, strconv.FormatInt(time.Now().UnixNano(), 10))
		return err
	})
}
