package run

import (
	"context"
	"database/sql"
)

const recordColumns = `SELECT id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n, waiting, node, fence, writer, seq, author_id FROM run `

func (s *sqlStore) records(ctx context.Context, where string, args ...any) ([]Record, error) {
	rows, err := s.db.Read().QueryContext(ctx, recordColumns+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Record
	for rows.Next() {
		r := Record{Temporary: s.temporary}
		if err := rows.Scan(&r.RunID, &r.OwnerID, &r.ConversationID, &r.Index, &r.RepeatIndex, &r.RequestID, &r.TraceID,
			&r.State, &r.ErrorCode, &r.StartedAt, &r.EndedAt, &r.LastNumber, &r.Waiting, &r.Node, &r.Fence, &r.writer, &r.seq, &r.AuthorID); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

func (s *sqlStore) record(ctx context.Context, where string, args ...any) (*Record, error) {
	all, err := s.records(ctx, where, args...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

func (s *sqlStore) byID(ctx context.Context, ownerID, runID string) (*Record, error) {
	return s.record(ctx, `WHERE id = $1 AND owner_id = $2`, runID, ownerID)
}

func (s *sqlStore) byRequest(ctx context.Context, ownerID, requestID string) (*Record, error) {
	return s.record(ctx, `WHERE owner_id = $1 AND request_id = $2 AND request_id <> ''`, ownerID, requestID)
}

func (s *sqlStore) open(ctx context.Context) ([]Record, error) {
	if s.node == "" {
		return s.records(ctx, `WHERE ended_at = 0`)
	}
	return s.records(ctx, `WHERE ended_at = 0 AND node = $1`, s.node)
}

// asking returns the running answers of an owner on any node, the oldest first.
func (s *sqlStore) asking(ctx context.Context, ownerID string, limit int) ([]Record, error) {
	return s.records(ctx, `WHERE owner_id = $1 AND ended_at = 0 AND state = 'running' ORDER BY started_at, id LIMIT $2`, ownerID, limit)
}

func (s *sqlStore) ended(ctx context.Context, after Record, upTo int64, limit int) ([]Record, error) {
	return s.records(ctx, `WHERE ended_at > 0 AND ended_at <= $1 AND (ended_at, id) > ($2, $3) ORDER BY ended_at, id LIMIT $4`,
		upTo, after.EndedAt, after.RunID, limit)
}

func (s *sqlStore) dropLogs(ctx context.Context, runIDs []string) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		for _, runID := range runIDs {
			if _, err := tx.ExecContext(ctx, `DELETE FROM run_log WHERE run_id = $1`, runID); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *sqlStore) dropRuns(ctx context.Context, upTo int64) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM run WHERE ended_at > 0 AND ended_at <= $1`, upTo)
		return err
	})
}

func (s *sqlStore) freeRequest(ctx context.Context, runID string) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE run SET request_id = '' WHERE id = $1`, runID)
		return err
	})
}

// Forget deletes the stored data of ended runs of one conversation, in the caller's transaction,
// so that no log of a deleted conversation remains.
func Forget(ctx context.Context, tx *sql.Tx, ownerID, conversationID string) error {
	return forget(ctx, tx, `owner_id = $1 AND conversation_id = $2 AND ended_at > 0`, ownerID, conversationID)
}

// ForgetOwner deletes the stored data of ended runs of all conversations of an owner,
// in the caller's transaction.
func ForgetOwner(ctx context.Context, tx *sql.Tx, ownerID string) error {
	return forget(ctx, tx, `owner_id = $1 AND ended_at > 0`, ownerID)
}

func forget(ctx context.Context, tx *sql.Tx, which string, args ...any) error {
	for _, drop := range []string{
		`DELETE FROM run_frame WHERE run_id IN (SELECT id FROM run WHERE ` + which + `)`,
		`DELETE FROM run_log WHERE run_id IN (SELECT id FROM run WHERE ` + which + `)`,
		`DELETE FROM run_signal WHERE run_id IN (SELECT id FROM run WHERE ` + which + `)`,
		`DELETE FROM run WHERE ` + which,
	} {
		if _, err := tx.ExecContext(ctx, drop, args...); err != nil {
			return err
		}
	}
	return nil
}
