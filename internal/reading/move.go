package reading

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// Move moves all data of `from` to `to` in the caller's transaction, when a visitor logs in. It may
// run repeatedly for the same owners. The jobs of the owner `from` must have been moved before.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := readingdb.New(tx)
	m := readingdb.MoveRecordsParams{ToOwner: to, FromOwner: from}
	for _, move := range []func() error{
		func() error { return q.MoveRecords(ctx, m) },
		func() error { return q.MoveNotes(ctx, readingdb.MoveNotesParams(m)) },
		func() error { return q.MoveOverviews(ctx, readingdb.MoveOverviewsParams(m)) },
		func() error { return q.MoveTranslations(ctx, readingdb.MoveTranslationsParams(m)) },
		func() error { return q.MoveShares(ctx, readingdb.MoveSharesParams(m)) },
	} {
		if err := move(); err != nil {
			return err
		}
	}
	return nil
}

// Forget permanently deletes all deep reading data of an owner except jobs. The order of the tables is
// as in Drop, so that Forget and Drop cannot deadlock.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.writeTx(ctx, func(q *readingdb.Queries, tx *sql.Tx) error {
		for _, forget := range []func(context.Context, string) error{
			q.ForgetRecords, q.ForgetNotes, q.ForgetOverviews, q.ForgetTranslations, q.ForgetShares,
		} {
			if err := forget(ctx, owner); err != nil {
				return err
			}
		}
		return entry.ForgetKinds(ctx, tx, owner, entry.Note)
	})
}

// Drop deletes all deep reading data about a file and the job of its overview, in the caller's
// transaction. This transaction also deletes the file itself, or belongs to Sweep. Jobs of
// translations end when they no longer find the file.
func (s *Service) Drop(ctx context.Context, tx *sql.Tx, owner, documentID string) error {
	// The job is locked first, as in the job's worker, so that Drop and the worker cannot deadlock.
	if err := s.Jobs.Drop(ctx, tx, owner, OverviewJob, documentID); err != nil {
		return err
	}
	q := readingdb.New(tx)
	p := readingdb.DropRecordParams{OwnerID: owner, DocumentID: documentID}
	var notes []string
	for _, drop := range []func() error{
		func() error { return q.DropRecord(ctx, p) },
		func() (err error) { notes, err = q.DropNotes(ctx, readingdb.DropNotesParams(p)); return err },
		func() error { return q.DropOverview(ctx, readingdb.DropOverviewParams(p)) },
		func() error { return q.DropTranslations(ctx, readingdb.DropTranslationsParams(p)) },
		func() error { return q.DropShares(ctx, readingdb.DropSharesParams(p)) },
		func() error { return dropFound(ctx, tx, owner, notes) },
	} {
		if err := drop(); err != nil {
			return err
		}
	}
	return nil
}

const (
	// sweepAfter is the least time between two searches for leftovers.
	sweepAfter = time.Hour
	// sweepBatch is the maximum number of files per query for leftovers.
	sweepBatch = 200
)

// Sweep deletes rows written about a file while the file was being deleted. It searches for such rows
// at most once per sweepAfter.
func (s *Service) Sweep(ctx context.Context) error {
	if now := s.Now(); now.Sub(s.swept) >= sweepAfter {
		s.swept = now
	} else {
		return nil
	}
	for {
		left, err := s.reads().Leftovers(ctx, sweepBatch)
		if err != nil || len(left) == 0 {
			return stored(err)
		}
		for _, l := range left {
			if err := s.DB.InTx(ctx, func(tx *sql.Tx) error { return s.Drop(ctx, tx, l.OwnerID, l.DocumentID) }); err != nil {
				return stored(err)
			}
		}
	}
}
