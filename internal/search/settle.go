package search

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

const (
	// settlePause is the pause after all entries were indexed, or after a failure. New entries wait until
	// the pause ends, because indexing many entries in one transaction is cheaper.
	settlePause = 5 * time.Second
	settleBatch = 128 // entries per indexing transaction while no answers are being made

	// A transaction of the index delays answers that are being made. So the index first waits up to
	// quietWait for a time without answers. If no such time comes, it works in small batches with
	// pauses.
	quietWait = 10 * time.Second
	fillWait  = time.Second // replaces quietWait if the last wait found no quiet time and more entries have to be indexed
	busyBatch = 8           // entries per batch on SQLite, which has one writer at a time
	busyPause = 50 * time.Millisecond
	busyPass  = 64 // batches before the index waits for a quiet time again

	tellPause = 10 * time.Second // shortest pause between two log lines about the remaining work

	// mergePages is the number of pages written to SQLite's index by one step of merging. A step takes a few
	// milliseconds.
	mergePages = 64
)

// Run keeps the full-text index up to date until ctx ends. Every process may run it.
func (s *Service) Run(ctx context.Context) {
	var told progress
	after, more, busy, changed := "", false, false, true
	for {
		patience := quietWait
		if more && busy {
			patience = fillWait
		}
		wait, cancel := context.WithTimeout(ctx, patience)
		p := pace{batches: 1, size: settleBatch}
		if busy = s.Quiet(wait) != nil; busy {
			p = pace{batches: busyPass, size: s.engine.busy, pause: busyPause}
		}
		cancel()
		did, last, err := s.pass(ctx, after, p)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "the search index could not be brought up to date", slog.Any("error", err))
		}
		more = err == nil && (more || did)
		changed = changed || did
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
		if changed && !busy && err == nil {
			if changed, err = s.merge(ctx); err != nil && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "the search index could not be merged", slog.Any("error", err))
			}
		}
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

// pass indexes at most p.batches batches, for owners with ids greater than `after`. `did` reports whether
// anything was done. `last` is the id of the last owner in the pass, or "" if no owner is left.
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

// sleep waits for d. It returns false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// progress is what `tell` remembers between two log lines.
type progress struct {
	left int64     // number of remaining texts at the last log line; 0: nothing was logged
	next time.Time // the remaining texts are not counted before this time
}

// tell logs the number of remaining texts during long work, such as the first indexing after an update.
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

// settle removes at most `size` deleted entries from the index. It then indexes at most `size` entries of owners with
// ids greater than `after`. `last` is the owner of the last of these entries, or "" if there were none. The next call
// continues with the following owner, so that an owner with many entries does not delay the other owners. Entries of
// kinds unknown to this version of the program are left out. A version with these kinds indexes such entries.
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
	rows, err := q.Waiting(ctx, searchdb.WaitingParams{OwnerID: after, Kinds: s.entryKinds(), Size: size})
	if err != nil {
		return did, "", err
	}
	if len(rows) == 0 {
		return did, "", nil
	}
	some, err := s.settleSome(ctx, rows)
	if err != nil {
		return did, "", err
	}
	return did || some, rows[len(rows)-1].OwnerID, nil
}

// settleSome indexes some entries.
func (s *Service) settleSome(ctx context.Context, rows []searchdb.SearchEntry) (did bool, err error) {
	var all []located
	places := map[ownKind][]entry.Place{}
	for _, r := range rows {
		l := locatedOf(r)
		all = append(all, l)
		of := ownKind{l.owner, l.place.Kind}
		places[of] = append(places[of], l.place)
	}
	texts := textsOf{}
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
		mine, err := s.claim(ctx, tx, all, texts)
		if did = len(mine) > 0; err != nil || !did {
			return err
		}
		return s.settleAll(ctx, tx, mine, texts)
	})
	return did, err
}

// ownKind is an owner and a kind. Their texts are read in one call.
type ownKind struct {
	owner string
	kind  entry.Kind
}

// entryKinds returns the known kinds of entries as an argument of the query Waiting.
func (s *Service) entryKinds() string {
	out := ","
	for _, k := range s.kinds {
		for _, e := range k.Entries {
			out += string(e) + ","
		}
	}
	return out
}

// textsOf are texts by their owner and place.
type textsOf map[string]map[entry.Place]entry.Text

// claim marks entries as indexed, stores the copies of their texts, and returns the entries. It leaves out entries that
// were deleted, moved, changed or indexed meanwhile, and entries in use by another transaction.
func (s *Service) claim(ctx context.Context, tx *sql.Tx, all []located, texts textsOf) (mine []located, err error) {
	type claimed struct {
		ID    int64  `json:"id"`
		Owner string `json:"owner"`
		Ref   string `json:"ref"`
		Body  string `json:"body"`
	}
	asked := make([]claimed, len(all))
	for i, l := range all {
		k, _ := s.kindOf(l.place.Kind)
		asked[i] = claimed{l.id, l.owner, l.place.Ref, k.copied(part(texts[l.owner][l.place].Body, l.part))}
	}
	ids, err := someIDs(ctx, tx, s.engine.claim, asked)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		if ids[l.id] {
			mine = append(mine, l)
		}
	}
	return mine, nil
}

// someIDs runs a statement that takes rows as JSON and returns ids.
func someIDs(ctx context.Context, tx *sql.Tx, statement string, rows any) (ids map[int64]bool, err error) {
	in, err := json.Marshal(rows)
	if err != nil {
		return nil, err
	}
	found, err := tx.QueryContext(ctx, statement, string(in))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	ids = map[int64]bool{}
	for found.Next() {
		var id int64
		if err := found.Scan(&id); err != nil {
			return nil, err
		}
		ids[id] = true
	}
	return ids, found.Err()
}

// row is the input of engine.put for one entry.
type row struct {
	ID    int64  `json:"id"`
	Terms string `json:"terms"`
}

// settleAll replaces the terms of claimed entries, and adds the further parts of long texts. It deletes entries without
// a text. One statement writes the new terms of all entries. A separate statement for each entry would take much more
// time, above all on PostgreSQL.
func (s *Service) settleAll(ctx context.Context, tx *sql.Tx, mine []located, texts textsOf) error {
	q := searchdb.New(tx)
	if err := s.exhume(ctx, tx, mine); err != nil {
		return err
	}
	shelves := map[string]int64{}
	var rows []row
	for _, l := range mine {
		t, ok := texts[l.owner][l.place]
		if !ok {
			if err := q.DeleteByID(ctx, searchdb.DeleteByIDParams{ID: l.id, OwnerID: l.owner}); err != nil {
				return err
			}
			continue
		}
		// The shelf is created only for an owner of claimed entries: a deleted owner has no entries and must not get a shelf.
		shelf, ok := shelves[l.owner]
		if !ok {
			var err error
			if shelf, err = ownShelf(ctx, q, l.owner); err != nil {
				return err
			}
			shelves[l.owner] = shelf
		}
		k, _ := s.kindOf(l.place.Kind)
		put := func(id int64, i int) {
			rows = append(rows, row{id, s.engine.termsOf(k, shelf, l.place.Ref, part(t.Body, i))})
		}
		if put(l.id, l.part); l.part > 0 {
			continue
		}
		for i := 1; i < parts(t.Body); i++ {
			id, err := entry.AddPart(ctx, tx, l.owner, l.place, i, k.copied(part(t.Body, i)), entry.TimeOf(l.id))
			if err != nil {
				return err
			}
			put(id, i)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	in, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, s.engine.put, string(in))
	return err
}

// merge joins the segments of SQLite's index, because a search must look for its terms in each segment. It stops when
// an answer is being made. `left` reports whether there is more to merge.
func (s *Service) merge(ctx context.Context) (left bool, err error) {
	if s.engine.merge == "" {
		return false, nil
	}
	if err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.engine.mergeTwo)
		return err
	}); err != nil {
		return true, err
	}
	quiet := func() bool {
		now, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		return s.Quiet(now) == nil
	}
	for left = true; left && quiet(); {
		err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
			before, after := 0, 0
			if err := tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&before); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, s.engine.merge, mergePages); err != nil {
				return err
			}
			if err := tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&after); err != nil {
				return err
			}
			left = after-before > 1 // SQLite counts the statement itself as one change
			return nil
		})
		if err != nil {
			return true, err
		}
	}
	return left, nil
}

// ownShelf returns the first shelf of an owner. If the owner has no shelf, ownShelf creates one. If two transactions
// create a shelf at the same time, the owner has two. This is harmless: a search reads all shelves of the owner.
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
