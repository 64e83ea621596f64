package search

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

const (
	// The pause collects entries, because indexing many entries in one transaction is
	// cheaper. Meanwhile, searches read the texts that are not indexed yet.
	settlePause = 5 * time.Second
	settleBatch = 128 // entries that are indexed at once while no answers are being made

	// A transaction of the index delays answers that are being made. So the index first waits for a quiet time, and
	// then works in small batches with pauses.
	quietWait = 10 * time.Second
	busyBatch = 8
	busyPause = 50 * time.Millisecond
	busyPass  = 64 // batches before the index waits for a quiet time again

	tellPause = 10 * time.Second // between two log lines about the remaining work
)

// Run keeps the full-text index up to date until ctx ends. Every process may run it.
func (s *Service) Run(ctx context.Context) {
	var told progress
	after, more := "", false
	for {
		wait, cancel := context.WithTimeout(ctx, quietWait)
		p := pace{batches: 1, size: settleBatch}
		if s.Quiet(wait) != nil {
			p = pace{batches: busyPass, size: busyBatch, pause: busyPause}
		}
		cancel()
		did, last, err := s.pass(ctx, after, p)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "the search index could not be brought up to date", slog.Any("error", err))
		}
		more = err == nil && (more || did)
		if after = last; more || after != "" {
			if after == "" {
				more = did // the next round over all owners begins
			}
			s.tell(ctx, &told)
			continue
		}
		if told.left > 0 {
			s.Log.InfoContext(ctx, "the search index is up to date")
		}
		told = progress{}
		if !sleep(ctx, settlePause) {
			return
		}
	}
}

// pace is how much work is done before the index checks again whether answers are being made.
type pace struct {
	batches int
	size    int32         // entries of a batch
	pause   time.Duration // between batches
}

// pass does a limited part of the work, for the owners whose id is greater than after.
// did reports whether anything was done. last is the last owner of the pass, and "" if
// no owner is left.
func (s *Service) pass(ctx context.Context, after string, p pace) (did bool, last string, err error) {
	last = after
	for i := range p.batches {
		if i > 0 && !sleep(ctx, p.pause) {
			return false, "", context.Cause(ctx)
		}
		var some bool
		if some, last, err = s.settle(ctx, last, p.size); err != nil {
			return false, "", err
		}
		did = did || some
		if last == "" {
			break
		}
	}
	return did, last, nil
}

// sleep waits for d. It returns false if ctx ended before.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// progress is the state of logging a long piece of indexing.
type progress struct {
	left int64     // number of texts at the last log line; 0: nothing was logged
	next time.Time // when the remaining texts may be counted again
}

// tell logs how much is left of a long piece of work, such as the first indexing after an update.
func (s *Service) tell(ctx context.Context, told *progress) {
	now, first := time.Now(), told.next.IsZero()
	if now.Before(told.next) {
		return
	}
	if told.next = now.Add(tellPause); first {
		return // most indexing ends before a log line would be useful
	}
	n, err := s.Waiting(ctx)
	if err != nil || n < 10_000 || told.left > 0 && n > told.left-10_000 {
		return
	}
	s.Log.InfoContext(ctx, "the search index is being made", slog.Int64("texts_left", n))
	told.left = n
}

// settle removes deleted entries from the index and indexes entries of the owners
// whose id is greater than after. last is the last owner, so that an owner with much
// work does not delay the others; it is "" if no owner is left.
func (s *Service) settle(ctx context.Context, after string, size int32) (did bool, last string, err error) {
	q := searchdb.New(s.DB.Read())
	gone, err := q.Gone(ctx, size)
	if err != nil {
		return false, "", err
	}
	if err := s.bury(ctx, gone); err != nil {
		return false, "", err
	}
	did = len(gone) > 0
	rows, err := q.Waiting(ctx, searchdb.WaitingParams{OwnerID: after, Size: size})
	if err != nil {
		return did, "", err
	}
	for len(rows) > 0 {
		n := min(s.engine.settled, len(rows))
		some, err := s.settleSome(ctx, rows[:n])
		if err != nil {
			return did, "", err
		}
		did, last, rows = did || some, rows[n-1].OwnerID, rows[n:]
	}
	return did, last, nil
}

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

// buryOne deletes the terms of a deleted entry, unless another process has deleted
// them.
func (s *Service) buryOne(ctx context.Context, tx *sql.Tx, id int64) error {
	n, err := searchdb.New(tx).Bury(ctx, id)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, s.engine.drop, id)
	return err
}

// settleSome indexes some entries. It leaves out entries of kinds that this version of
// the program does not know; a version that knows the kind indexes them.
func (s *Service) settleSome(ctx context.Context, rows []searchdb.SearchEntry) (did bool, err error) {
	var known []located
	places := map[ownKind][]entry.Place{}
	for _, r := range rows {
		if l := locatedOf(r); s.knows(l.place.Kind) {
			known = append(known, l)
			of := ownKind{l.owner, l.place.Kind}
			places[of] = append(places[of], l.place)
		}
	}
	if len(known) == 0 {
		return false, nil
	}
	texts := map[string]map[entry.Place]entry.Text{}
	for of, places := range places {
		k, _ := s.kindOf(of.kind)
		got, err := k.Texts(ctx, of.owner, places)
		if err != nil {
			return false, err
		}
		if texts[of.owner] == nil {
			texts[of.owner] = map[entry.Place]entry.Text{}
		}
		for _, t := range got {
			texts[of.owner][t.Place] = t
		}
	}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error {
		did = false
		for _, l := range known {
			mine, err := s.claim(ctx, tx, l)
			if err != nil {
				return err
			}
			if !mine {
				continue
			}
			did = true
			if err := s.settleOne(ctx, tx, l, texts[l.owner]); err != nil {
				return err
			}
		}
		return nil
	})
	return did, err
}

// ownKind is an owner and a kind whose texts are read in one call.
type ownKind struct {
	owner string
	kind  entry.Kind
}

func (s *Service) knows(e entry.Kind) bool {
	_, ok := s.kindOf(e)
	return ok
}

// claim marks an entry as indexed. mine is false if the entry was deleted, moved or
// changed meanwhile, or if another transaction is changing it.
func (s *Service) claim(ctx context.Context, tx *sql.Tx, l located) (mine bool, err error) {
	if s.engine.claim != "" {
		var id int64
		switch err := tx.QueryRowContext(ctx, s.engine.claim, l.id).Scan(&id); {
		case errors.Is(err, sql.ErrNoRows):
			return false, nil
		case err != nil:
			return false, err
		}
	}
	n, err := searchdb.New(tx).Settle(ctx, searchdb.SettleParams{ID: l.id, OwnerID: l.owner, Ref: l.place.Ref})
	return n > 0, err
}

// settleOne stores the terms of a claimed entry, and of further parts of a long text. An entry without
// a text is deleted.
func (s *Service) settleOne(ctx context.Context, tx *sql.Tx, l located, texts map[entry.Place]entry.Text) error {
	if err := s.buryOne(ctx, tx, l.id); err != nil {
		return err
	}
	q := searchdb.New(tx)
	t, ok := texts[l.place]
	if !ok {
		return q.DeleteByID(ctx, searchdb.DeleteByIDParams{ID: l.id, OwnerID: l.owner})
	}
	// The shelf is created here so that an owner who was deleted in the meantime gets none.
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

// ownShelf returns the shelf of the owner and creates one for a new owner. If two transactions
// create one at the same time, the owner has two, which is harmless.
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
