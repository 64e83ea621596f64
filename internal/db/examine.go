package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrDamaged means that Examine found damage: an invalid index of PostgreSQL, or a page that is
// wrong or cannot be read, for example after a disk failure. Damaged pages must be restored from a
// backup; an index can be built again.
var ErrDamaged = errors.New("the database is damaged")

// Examine reads the database and looks for damage. If it finds damage, it fails with ErrDamaged,
// wrapped. On SQLite it reads every page once, which takes about a second for a gigabyte and blocks no
// other statement; if ctx has not ended, every error counts as damage. On PostgreSQL it reads at most
// about sampleBytes of each table; of a larger table it reads a new random part at every call. On
// PostgreSQL it also checks whether the server has found pages with a wrong checksum, and looks for
// invalid indexes.
func (d *DB) Examine(ctx context.Context) error {
	if d.dialect == Postgres {
		return errors.Join(d.readTables(ctx), d.checksums(ctx), d.invalidIndexes(ctx))
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

// sampleBytes is the approximate maximum of bytes read per PostgreSQL table by one call to Examine.
const sampleBytes = 64 << 20

// corrupt reports whether PostgreSQL failed with an internal error (class XX, which includes
// damaged data and indexes) or a system error (class 58, which includes I/O errors and missing
// files).
func corrupt(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(e.Code, "XX") || strings.HasPrefix(e.Code, "58"))
}

// readTables reads the tables of the schema; of large tables it reads a random part.
func (d *DB) readTables(ctx context.Context) error {
	rows, err := d.read.QueryContext(ctx, `SELECT quote_ident(c.relname), least(100, 100.0 * $1 / greatest(pg_table_size(c.oid), 1))
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = current_schema() AND c.relkind = 'r'`, int64(sampleBytes))
	if err != nil {
		return err
	}
	defer rows.Close()
	parts := map[string]float64{} // percentage of each table that will be read
	for rows.Next() {
		var name string
		var part float64
		if err := rows.Scan(&name, &part); err != nil {
			return err
		}
		parts[name] = part
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for name, part := range parts {
		// The text form of a row includes values stored outside of the row, so PostgreSQL reads
		// these values, too.
		query := fmt.Sprintf(`SELECT sum(octet_length(x::text)) FROM %s x TABLESAMPLE SYSTEM (%g)`, name, part) //nolint:gosec // the name is quoted by PostgreSQL, and the other value is a number
		if _, err := d.read.ExecContext(ctx, query); err != nil {
			if corrupt(err) {
				err = fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			return err
		}
	}
	return nil
}

// checksums fails when PostgreSQL has read a page with a wrong checksum in the last 24 hours. If
// checksums are enabled, PostgreSQL counts such pages for all sessions, including sessions of other
// programs.
func (d *DB) checksums(ctx context.Context) error {
	var pages int
	err := d.read.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_database
		WHERE datname = current_database() AND checksum_failures > 0 AND checksum_last_failure > now() - interval '1 day'`).Scan(&pages)
	if err == nil && pages > 0 {
		err = fmt.Errorf("%w: a page has a wrong checksum (pg_stat_database)", ErrDamaged)
	}
	return err
}

// invalidIndexes fails when an index is invalid and no index of its table is being built. An
// invalid index may be incomplete, and an invalid unique index may miss duplicates. A copy left by
// a failed REINDEX CONCURRENTLY next to a valid index is harmless.
func (d *DB) invalidIndexes(ctx context.Context) error {
	var names string
	err := d.read.QueryRowContext(ctx, `SELECT coalesce(string_agg(c.relname, ', '), '')
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = current_schema() AND NOT i.indisvalid AND c.relname !~ '_cc(new|old)[0-9]*$'
		AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index p WHERE p.relid = i.indrelid)`).Scan(&names)
	if err == nil && names != "" {
		err = fmt.Errorf("%w: an index is not valid, build it again with REINDEX: %s", ErrDamaged, names)
	}
	return err
}
