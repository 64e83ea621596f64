package search

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

const (
	settlePause = 500 * time.Millisecond
	quietWait   = 2 * time.Second // while answers are being made, the index waits so long for quiet
	settleBatch = 64              // entries whose texts are read at once
	settlePass  = 16              // batches between two waits for quiet
)

// Run keeps the full-text index up to date until ctx ends. Every process of an
// installation may do so.
func (s *Service) Run(ctx context.Context) {
	told := int64(0)
	for {
		wait, cancel := context.WithTimeout(ctx, quietWait)
		_ = s.Quiet(wait) // later than this it works all the same
		cancel()
		more, err := s.pass(ctx)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "the search index could not be brought up to date", slog.Any("error", err))
			more = false
		}
		if more {
			told = s.tell(ctx, told)
			continue
		}
		if told > 0 {
			s.Log.InfoContext(ctx, "the search index is up to date")
			told = 0
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settlePause):
		}
	}
}

// tell logs how much is left of a long piece of work, such as the first one after
// an update.
func (s *Service) tell(ctx context.Context, told int64) int64 {
	n, err := s.Waiting(ctx)
	if err != nil || n < 10_000 || told > 0 && n > told-10_000 {
		return told
	}
	s.Log.InfoContext(ctx, "the search index is being made", slog.Int64("texts_left", n))
	return n
}

// pass does a bounded part of the work and reports whether there may be more.
func (s *Service) pass(ctx context.Context) (more bool, err error) {
	after := ""
	for range settlePass {
		did, last, err := s.settle(ctx, after)
		if err != nil {
			return false, err
		}
		more = more || did
		if after = last; after == "" {
			break
		}
	}
	return more, nil
}

// settle takes deleted entries out of the index, and makes the terms of entries of the
// owners behind after. It gives the last owner, so that one with much work does not
// hold up the others; it is empty behind the last one.
func (s *Service) settle(ctx context.Context, after string) (did bool, last string, err error) {
	q := searchdb.New(s.DB.Read())
	gone, err := q.Gone(ctx, settleBatch)
	if err != nil {
		return false, "", err
	}
	if err := s.bury(ctx, gone); err != nil {
		return false, "", err
	}
	did = len(gone) > 0
	rows, err := q.Waiting(ctx, searchdb.WaitingParams{OwnerID: after, Size: settleBatch})
	if err != nil {
		return did, "", err
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && n < s.engine.settled && rows[n].OwnerID == rows[0].OwnerID {
			n++
		}
		some, err := s.settleSome(ctx, rows[0].OwnerID, rows[:n])
		if err != nil {
			return did, "", err
		}
		did, last, rows = did || some, rows[0].OwnerID, rows[n:]
	}
	return did, last, nil
}

// bury deletes the terms of entries that are gone.
func (s *Service) bury(ctx context.Context, ids []int64) error {
	for len(ids) > 0 {
		n := min(s.engine.settled, len(ids))
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

// buryOne deletes the terms of an entry that is gone, unless another process did.
func (s *Service) buryOne(ctx context.Context, tx *sql.Tx, id int64) error {
	n, err := searchdb.New(tx).Bury(ctx, id)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, s.engine.drop, id)
	return err
}

// settleSome makes the terms of some entries of one owner. Entries of kinds that this
// version of the program does not know wait for one that does.
func (s *Service) settleSome(ctx context.Context, owner string, rows []searchdb.SearchEntry) (did bool, err error) {
	var known []located
	of := map[entry.Kind][]entry.Place{}
	for _, r := range rows {
		if l := locatedOf(r); s.knows(l.place.Kind) {
			known = append(known, l)
			of[l.place.Kind] = append(of[l.place.Kind], l.place)
		}
	}
	if len(known) == 0 {
		return false, nil
	}
	texts := map[entry.Place]entry.Text{}
	for e, places := range of {
		k, _ := s.kindOf(e)
		got, err := k.Texts(ctx, owner, places)
		if err != nil {
			return false, err
		}
		for _, t := range got {
			texts[t.Place] = t
		}
	}
	return true, s.DB.InTx(ctx, func(tx *sql.Tx) error {
		for _, l := range known {
			if err := s.settleOne(ctx, tx, l, texts); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) knows(e entry.Kind) bool {
	_, ok := s.kindOf(e)
	return ok
}

// settleOne stores the terms of an entry, and of the further parts of a long text. An
// entry without a text is deleted.
func (s *Service) settleOne(ctx context.Context, tx *sql.Tx, l located, texts map[entry.Place]entry.Text) error {
	q := searchdb.New(tx)
	n, err := q.Settle(ctx, searchdb.SettleParams{ID: l.id, OwnerID: l.owner, Ref: l.place.Ref})
	if err != nil || n == 0 {
		return err
	}
	if err := s.buryOne(ctx, tx, l.id); err != nil {
		return err
	}
	t, ok := texts[l.place]
	if !ok {
		return q.DeleteByID(ctx, searchdb.DeleteByIDParams{ID: l.id, OwnerID: l.owner})
	}
	// Only now: an owner who was forgotten meanwhile gets no shelf.
	shelf, err := ownShelf(ctx, q, l.owner)
	if err != nil {
		return err
	}
	k, _ := s.kindOf(l.place.Kind)
	put := func(id int64, i int) error {
		_, err := tx.ExecContext(ctx, s.engine.put, id, k.termsOf(shelf, l.place.Ref, part(t.Body, i)))
		return err
	}
	if err := put(l.id, l.part); err != nil || l.part > 0 {
		return err
	}
	for i := 1; i < parts(t.Body); i++ {
		id, err := entry.AddPart(ctx, tx, l.owner, l.place, i, entry.TimeOf(l.id))
		if err != nil {
			return err
		}
		if err := put(id, i); err != nil {
			return err
		}
	}
	return nil
}

// ownShelf gives the shelf of the owner and makes one for a new owner. When two
// transactions make one at the same time, the owner has two, which does no harm.
func ownShelf(ctx context.Context, q *searchdb.Queries, owner string) (int64, error) {
	shelves, err := q.Shelves(ctx, owner)
	if err != nil {
		return 0, err
	}
	if len(shelves) > 0 {
		return shelves[0], nil
	}
	return q.AddShelf(ctx, owner)
}
