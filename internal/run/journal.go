package run

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// journal records which of this process's rows in the table of frames are still needed. Only
// the committing goroutine adds and numbers these rows.
type journal struct {
	writer any   // id of this process; converted to an interface value once, to save an allocation
	seq    int64 // number of the newest row; only the committing goroutine uses this field

	mu      sync.Mutex
	last    int64  // number of the newest committed row
	needed  []need // runs with needed frames, in the order of their first rows
	trimmed int64  // rows up to this number are deleted
}

// need is a run whose frames in the journal are still needed.
type need struct {
	done <-chan struct{} // closed when the frames are no longer needed
	seq  int64           // number of the newest row before the commit of the run's start; only later rows are needed
}

// trimStep is the maximum number of journal rows deleted in one transaction. It is larger than the number
// of rows that a commit usually adds, but small enough not to delay an answer.
const trimStep = 1024

// passed returns the number of the last journal row to delete. The rows before the first row of the
// oldest open run can be deleted. If no run is open, all committed rows can be deleted. At most
// trimStep rows are deleted at a time. If fewer than `worth` rows can be deleted, passed returns 0.
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

// stored is called after a commit of the writer. It updates the fields of the journal.
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

// dropped is called after rows were deleted. It updates the fields of the journal.
func (j *journal) dropped(upTo int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.trimmed = max(j.trimmed, upTo)
}

// rowsAtOnce lists how many rows each prepared statement inserts. There are only a few statements, so
// all can stay prepared.
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
		// When the outcome of a commit was unknown, the same frames may be stored twice.
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
			// The rows of other running processes stay, because those processes delete them.
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
