package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresReaders = 8
	postgresWriters = 4
)

func openPostgres(ctx context.Context, o Options) (*DB, error) {
	c, err := pgx.ParseConfig(o.URL)
	if err != nil {
		// The parser's own error is not returned, because its text may contain the password.
		return nil, errors.New("the database address cannot be parsed; it looks like postgres://user:password@host:5432/name")
	}
	readers := o.Readers
	if readers == 0 {
		readers = postgresReaders
	}
	d := &DB{dialect: Postgres, write: postgresPool(*c, postgresWriters), read: postgresPool(*c, readers)}
	if err := d.write.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to PostgreSQL at %s: %w", c.Host, err), d.Close())
	}
	return d, nil
}

// withoutJIT switches the JIT compiler of PostgreSQL off. The compiler is used for queries with a
// high estimated cost, and compiling takes longer than any query of this program should take.
func withoutJIT(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, `SELECT set_config('jit', 'off', FALSE) FROM pg_settings WHERE name = 'jit'`)
	return err
}

func postgresPool(c pgx.ConnConfig, n int) *sql.DB {
	p := stdlib.OpenDB(c, stdlib.OptionAfterConnect(withoutJIT))
	p.SetMaxOpenConns(n)
	p.SetMaxIdleConns(n)
	p.SetConnMaxIdleTime(5 * time.Minute)
	return p
}
