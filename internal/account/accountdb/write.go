// Package accountdb contains the queries of accounts and helpers for their transactions
// and errors.
package accountdb

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Write runs fn in one transaction. Errors become errs.StorageFail, except errors of package errs,
// which are returned unchanged.
func Write(ctx context.Context, d *db.DB, fn func(tx *sql.Tx, q *Queries) error) error {
	return Failed(d.InTx(ctx, func(tx *sql.Tx) error { return fn(tx, New(tx)) }))
}

// Failed converts an error of the database to errs.StorageFail. It returns errors of package errs
// unchanged.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// Found converts sql.ErrNoRows to errs.NotFound, and any other error as Failed does.
func Found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return Failed(err)
}

// Changed fails with errs.NotFound when a statement changed no row.
func Changed(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}
