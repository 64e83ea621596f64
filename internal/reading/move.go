package reading

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// Move gives everything of one owner to another, within the caller's
// transaction: what somebody did as a visitor becomes their account's. It may
// run again for the same pair.
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

// Forget deletes everything that an owner has, at once and for good.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *readingdb.Queries) error {
		for _, forget := range []func(context.Context, string) error{
			q.ForgetShares, q.ForgetTranslations, q.ForgetOverviews, q.ForgetNotes, q.ForgetRecords,
		} {
			if err := forget(ctx, owner); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sweep deletes what belongs to files that are gone. Until then nobody can
// reach it: every call asks for the file first.
func (s *Service) Sweep(ctx context.Context) error {
	return s.write(ctx, func(q *readingdb.Queries) error {
		for _, sweep := range []func(context.Context) (int64, error){
			q.SweepShares, q.SweepTranslations, q.SweepOverviews, q.SweepNotes, q.SweepRecords,
		} {
			if _, err := sweep(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
