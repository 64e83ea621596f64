package run

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// journal is what the store knows of its table of frames: which part of it is
// still needed. Rows are appended by the writer alone, and numbered by it.
type journal struct {
	writer any   // names this process; an int64, boxed once
	seq    int64 // of the newest row; the writer's own

	mu      sync.Mutex
	last    int64  // newest row that is committed
	needed  []need // in the order of their first rows
	trimmed int64  // rows up to here are dropped
}

// need is a run that the journal is needed for.
type need struct {
	done <-chan struct{} // closed: it is not needed any more
	seq  int64           // before its first row
}

// trimStep is how many rows of the journal one commit drops at most: more than
// it adds, and few enough for no answer to notice.
const trimStep = 1024

// passed tells up to which row the journal is not needed: before the first row
// of the oldest run that is open, trimStep rows at a time. It is 0 while they are
// fewer than worth.
func (j *journal) passed(worth int64) int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	for len(j.needed) > 0 && closed(j.needed[0].done) {
		j.needed = j.needed[1:]
	}
	upTo := j.last
	if len(j.needed) > 0 {
		upTo = j.needed[0].seq
	}
	if upTo-j.trimmed < worth {
		return 0
	}
	return min(upTo, j.trimmed+trimStep)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// stored notes what a commit of the writer has done to the journal.
func (j *journal) stored(pieces []*piece, dropped int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.trimmed = max(j.trimmed, dropped)
	for _, p := range pieces {
		if p.save != nil && !p.end && p.err == nil {
			j.needed = append(j.needed, need{p.run.done, j.last})
		}
	}
	j.last = j.seq
}

// dropped notes that rows are gone.
func (j *journal) dropped(upTo int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.trimmed = max(j.trimmed, upTo)
}

// rowsAtOnce are the numbers of rows that one statement inserts: few texts, so
// that each stays prepared.
var rowsAtOnce = [...]int{64, 16, 4, 1}

func (s *sqlStore) frameRows(ctx context.Context, tx *sql.Tx, rows []frames) error {
	args := make([]any, 0, 6*min(len(rows), rowsAtOnce[0]))
	for i, n := range rowsAtOnce {
		for len(rows) >= n {
			args = args[:0]
			for _, row := range rows[:n] {
				s.journaled.seq++
				args = append(args, s.journaled.writer, s.journaled.seq, row.id, row.first, row.last, row.data)
			}
			if _, err := tx.ExecContext(ctx, s.insertFrames[i], args...); err != nil {
				return err
			}
			rows = rows[n:]
		}
	}
	return nil
}

func (s *sqlStore) log(ctx context.Context, runID string) ([]byte, error) {
	var data []byte
	err := s.db.Read().QueryRowContext(ctx, `SELECT data FROM run_log WHERE run_id = $1`, runID).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

func (s *sqlStore) journal(ctx context.Context, recs []Record) (map[string][]byte, error) {
	ids := make([]string, len(recs))
	for i, rec := range recs {
		ids[i] = rec.RunID
	}
	list, err := s.list(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Read().QueryContext(ctx, `SELECT run_id, first_n, last_n, data FROM run_frame
		WHERE `+s.in("run_id", "$1")+` ORDER BY writer, seq`, list)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	logs, last := map[string][]byte{}, map[string]int{}
	for rows.Next() {
		var f frames
		var runID string
		if err := rows.Scan(&runID, &f.first, &f.last, &f.data); err != nil {
			return nil, err
		}
		// Where a commit's outcome was unknown, the same frames may be there twice.
		if have := last[runID]; f.last > have {
			logs[runID] = append(logs[runID], f.data[skip(f.data, have+1-f.first):]...)
			last[runID] = f.last
		}
	}
	return logs, rows.Err()
}

func (s *sqlStore) drop(ctx context.Context, tx *sql.Tx, upTo int64) error {
	if upTo == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM run_frame WHERE writer = $1 AND seq <= $2`, s.journaled.writer, upTo)
	return err
}

func (s *sqlStore) trim(ctx context.Context, all bool) error {
	if all {
		if err := s.db.InTx(ctx, func(tx *sql.Tx) error {
			// Other processes that are there trim their own rows.
			_, err := tx.ExecContext(ctx, `DELETE FROM run_frame WHERE writer <> $1 AND writer NOT IN (SELECT writer FROM node)
				AND run_id NOT IN (SELECT id FROM run WHERE ended_at = 0)`, s.journaled.writer)
			return err
		}); err != nil {
			return err
		}
	}
	for {
		upTo := s.journaled.passed(1)
		if upTo == 0 {
			return nil
		}
		if err := s.db.InTx(ctx, func(tx *sql.Tx) error { return s.drop(ctx, tx, upTo) }); err != nil {
			return err
		}
		s.journaled.dropped(upTo)
	}
}
