// Package accountdb holds the queries of accounts, and what their writes have in
// common.
package accountdb

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Write runs fn in one transaction. What the database refuses is
// errs.StorageFail; an error of errs comes back as it is.
func Write(ctx context.Context, d *db.DB, fn func(tx *sql.Tx, q *Queries) error) error {
	return Failed(d.InTx(ctx, func(tx *sql.Tx) error { return fn(tx, New(tx)) }))
}

// Failed makes an error of the database one for the user: errs.StorageFail.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// Found turns the database's "no row" into errs.NotFound.
func Found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return Failed(err)
}

// Changed turns a change of no row into errs.NotFound.
func Changed(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}
