package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// sqliteFails lists the primary result codes that mean that the database can store nothing at the moment,
// no matter what the statement is.
var sqliteFails = map[int]bool{
	sqlite3.SQLITE_BUSY:     true, // the lock was not available within busy_timeout
	sqlite3.SQLITE_NOMEM:    true,
	sqlite3.SQLITE_READONLY: true,
	sqlite3.SQLITE_IOERR:    true,
	sqlite3.SQLITE_CORRUPT:  true,
	sqlite3.SQLITE_FULL:     true,
	sqlite3.SQLITE_CANTOPEN: true,
	sqlite3.SQLITE_NOTADB:   true,
}

// postgresFails lists the classes of SQLSTATE (its first two characters) with the same meaning as
// sqliteFails: connection (08), resources (53), operator intervention (57), system error (58), and
// invalid transaction state (25), which includes a write to a read-only server.
var postgresFails = map[string]bool{"08": true, "53": true, "57": true, "58": true, "25": true}

// storage converts errors that mean "disk full" or "database unavailable" to errs.StorageFail. It returns
// every other error unchanged. It also returns an *errs.Error unchanged, even if the cause of that error
// means "disk full" or "database unavailable".
func storage(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	if unavailable(err) {
		return errs.Wrap(errs.StorageFail, err)
	}
	return err
}

func unavailable(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteFails[e.Code()&0xff]
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return len(e.Code) == 5 && postgresFails[e.Code[:2]]
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, driver.ErrBadConn)
}

// Unavailable reports whether a statement failed because the database cannot work at the moment,
// for example because it is full or unreachable, or because the statement's context ended. It is
// false when the statement itself is the cause.
func Unavailable(err error) bool {
	return err != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || unavailable(err))
}

// Duplicate reports whether a statement failed because a row with the same
// unique value exists.
func Duplicate(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23505"
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// Deadlocked reports whether PostgreSQL rolled a transaction back because of a deadlock or another
// conflict with a concurrent transaction. The transaction can be repeated.
func Deadlocked(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40P01" || e.Code == "40001")
}
