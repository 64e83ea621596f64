package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrDamaged means that the database cannot be read as it was written, as after
// a failed disk. It must be restored from a backup.
var ErrDamaged = errors.New("the database is damaged")

// Examine reads the database and looks for damage. SQLite reads every page once,
// which takes about a second for a gigabyte and holds nobody up; PostgreSQL,
// which checks its own pages, reads a row of each table. It fails with
// ErrDamaged, wrapped.
func (d *DB) Examine(ctx context.Context) error {
	if d.dialect == Postgres {
		return d.readTables(ctx)
	}
	var found string
	if err := d.read.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	return nil
}

// corrupt tells whether PostgreSQL met a page or a file that it cannot read.
func corrupt(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(e.Code, "XX") || strings.HasPrefix(e.Code, "58"))
}

// readTables reads a row of each table of the schema.
func (d *DB) readTables(ctx context.Context) error {
	rows, err := d.read.QueryContext(ctx, `SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range tables {
		if _, err := d.read.ExecContext(ctx, `SELECT * FROM `+name+` LIMIT 1`); err != nil { //nolint:gosec // quoted by the server
			if corrupt(err) {
				err = fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			return err
		}
	}
	return nil
}
