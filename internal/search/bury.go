package search

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// bury deletes the terms of deleted entries.
func (s *Service) bury(ctx context.Context, ids []int64) error {
	for len(ids) > 0 {
		n := min(s.engine.buried, len(ids))
		err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
			for _, id := range ids[:n] {
				if err := s.buryOne(ctx, tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// buryOne deletes the terms of a deleted entry, unless another process has already deleted them.
func (s *Service) buryOne(ctx context.Context, tx *sql.Tx, id int64) error {
	n, err := searchdb.New(tx).Bury(ctx, id)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, s.engine.drop, id)
	return err
}

// exhume deletes the old terms of claimed entries. An entry has old terms if it was indexed and then changed.
func (s *Service) exhume(ctx context.Context, tx *sql.Tx, mine []located) error {
	ids := make([]int64, len(mine))
	for i, l := range mine {
		ids[i] = l.id
	}
	gone, err := someIDs(ctx, tx, s.engine.exhume, ids)
	if err != nil {
		return err
	}
	for id := range gone {
		if _, err := tx.ExecContext(ctx, s.engine.drop, id); err != nil {
			return err
		}
	}
	return nil
}
