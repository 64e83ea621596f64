package run

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// takeTerm starts a new term of the node. It deletes the node's row and inserts a new one. The deletion
// waits until the transactions of an earlier term have ended.
func (s *sqlStore) takeTerm(ctx context.Context) error {
	var term int64
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM node WHERE id = $1`, s.node); err != nil {
			return err
		}
		// In the first term of this process, these rows are from an earlier process, and its
		// temporary conversations are lost. In later terms, the rows stay.
		if _, err := tx.ExecContext(ctx, `DELETE FROM temporary_conversation WHERE node = $1 AND $2`, s.node, s.term.Load() == 0); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, `INSERT INTO setting (name, value) VALUES ('node_term', '1')
			ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(setting.value AS BIGINT) + 1 AS TEXT) RETURNING CAST(value AS BIGINT)`).Scan(&term)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO node (id, term, beat, writer) VALUES ($1, $2, 0, $3)`, s.node, term, s.journaled.writer)
		return err
	})
	if err == nil {
		s.term.Store(term)
	}
	return err
}

// holdTerm ensures that the node's term lasts until the transaction ends: ending the term waits
// for the transaction.
func (s *sqlStore) holdTerm(ctx context.Context, tx *sql.Tx) error {
	if s.node == "" {
		return nil
	}
	var one int
	err := tx.QueryRowContext(ctx, s.termHeld, s.node, s.term.Load()).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return errTermLost
	}
	return err
}

// beat raises the node's counter.
func (s *sqlStore) beat(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `UPDATE node SET beat = beat + 1 WHERE id = $1 AND term = $2`, s.node, s.term.Load()))(errTermLost)
	})
}

// changed returns a function that checks the result of a statement. The function returns the error of
// the statement, or its argument `none` if the statement changed no row.
func changed(res sql.Result, err error) func(none error) error {
	return func(none error) error {
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return none
	}
}

func (s *sqlStore) nodes(ctx context.Context) ([]lease, error) {
	return scan(ctx, s.db.Read(), func(rows *sql.Rows, l *lease) error { return rows.Scan(&l.id, &l.term, &l.beat) },
		`SELECT id, term, beat FROM node`)
}

func scan[T any](ctx context.Context, d *sql.DB, read func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	rows, err := d.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var row T
		if err := read(rows, &row); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// endLease ends the term of a lost node. If the node has raised its counter since `l`
// was read, or if the term has already ended, endLease does nothing.
func (s *sqlStore) endLease(ctx context.Context, l lease) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		if err := s.holdTerm(ctx, tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM node WHERE id = $1 AND term = $2 AND beat = $3`, l.id, l.term, l.beat)
		return err
	})
}

// adopt takes over the open runs of nodes without a lease, and deletes the records
// of these nodes' temporary conversations. It returns the number of adopted runs.
func (s *sqlStore) adopt(ctx context.Context) (n int64, err error) {
	var found bool
	if err := s.db.Read().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM run WHERE ended_at = 0 AND node NOT IN (SELECT id FROM node))
		OR EXISTS (SELECT 1 FROM temporary_conversation WHERE node NOT IN (SELECT id FROM node))`).Scan(&found); err != nil || !found {
		return 0, err
	}
	err = s.db.InTx(ctx, func(tx *sql.Tx) error {
		if err := s.holdTerm(ctx, tx); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, `UPDATE run SET node = $1, fence = fence + 1 WHERE ended_at = 0 AND node NOT IN (SELECT id FROM node)`, s.node)
		if err != nil {
			return err
		}
		if n, err = res.RowsAffected(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM temporary_conversation WHERE node NOT IN (SELECT id FROM node)`)
		return err
	})
	return n, err
}

// leave ends the node's own term. Other nodes can then adopt the node's open runs at once.
func (s *sqlStore) leave(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM node WHERE id = $1 AND term = $2`, s.node, s.term.Load())
		return err
	})
}

func (s *sqlStore) openIn(ctx context.Context, ownerID, cid string) (*Record, error) {
	return s.record(ctx, `WHERE owner_id = $1 AND conversation_id = $2 AND ended_at = 0 AND state = 'running'`, ownerID, cid)
}

func (s *sqlStore) openOf(ctx context.Context, ownerID string) ([]string, error) {
	return scan(ctx, s.db.Read(), func(rows *sql.Rows, cid *string) error { return rows.Scan(cid) },
		`SELECT conversation_id FROM run WHERE owner_id = $1 AND ended_at = 0 AND state = 'running'`, ownerID)
}

// list encodes a list of ids as one argument.
func (s *sqlStore) list(ids []string) (any, error) {
	if s.db.Dialect() == db.Postgres {
		return ids, nil
	}
	b, err := json.Marshal(ids)
	return string(b), err
}

// in returns the SQL condition that the list `argument` contains the value of a column.
func (s *sqlStore) in(column, argument string) string {
	if s.db.Dialect() == db.Postgres {
		return column + " = ANY(" + argument + ")"
	}
	return column + " IN (SELECT value FROM json_each(" + argument + "))"
}

func (s *sqlStore) name() int64 { return s.journaled.writer.(int64) }

// newest returns the number of a writer's newest row in the journal; 0 if the writer has no rows.
func (s *sqlStore) newest(ctx context.Context, writer int64) (seq int64, err error) {
	err = s.db.Read().QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM run_frame WHERE writer = $1`, writer).Scan(&seq)
	return seq, err
}

func (s *sqlStore) frames(ctx context.Context, writer, after, upTo int64, runIDs []string) ([]storedFrames, error) {
	ids, err := s.list(runIDs)
	if err != nil {
		return nil, err
	}
	return scan(ctx, s.db.Read(), func(rows *sql.Rows, f *storedFrames) error { return rows.Scan(&f.runID, &f.first, &f.last, &f.data) },
		`SELECT run_id, first_n, last_n, data FROM run_frame WHERE writer = $1 AND seq > $2 AND seq <= $3 AND `+s.in("run_id", "$4")+` ORDER BY seq`,
		writer, after, upTo, ids)
}

func (s *sqlStore) byIDs(ctx context.Context, runIDs []string) ([]Record, error) {
	ids, err := s.list(runIDs)
	if err != nil {
		return nil, err
	}
	return s.records(ctx, `WHERE `+s.in("id", "$1"), ids)
}

func (s *sqlStore) putSignal(ctx context.Context, runID string, sig Signal) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO run_signal (id, run_id, kind, payload, created_at) VALUES ($1, $2, $3, $4, $5)`,
			id.New(), runID, sig.Kind, sig.Payload, time.Now().UnixMilli())
		return err
	})
}

// takeSignals returns and deletes the signals for this node's runs. The signals are deleted before
// their delivery, so each signal is delivered at most once. If the process ends before the delivery of
// a signal, the signal is lost.
func (s *sqlStore) takeSignals(ctx context.Context) ([]storedSignal, error) {
	var some bool // checked first, because the table is nearly always empty
	if err := s.db.Read().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM run_signal)`).Scan(&some); err != nil || !some {
		return nil, err
	}
	all, err := scan(ctx, s.db.Read(), func(rows *sql.Rows, x *storedSignal) error {
		return rows.Scan(&x.id, &x.runID, &x.Kind, &x.Payload)
	}, `SELECT s.id, s.run_id, s.kind, s.payload FROM run_signal s JOIN run r ON r.id = s.run_id
		WHERE r.node = $1 AND r.ended_at = 0 ORDER BY s.id LIMIT 1000`, s.node)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ids := make([]string, len(all))
	for i, x := range all {
		ids[i] = x.id
	}
	list, err := s.list(ids)
	if err != nil {
		return nil, err
	}
	return all, s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM run_signal WHERE `+s.in("id", "$1"), list)
		return err
	})
}

// dropSignals deletes all signals except those to open runs.
func (s *sqlStore) dropSignals(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM run_signal WHERE run_id NOT IN (SELECT id FROM run WHERE ended_at = 0)`)
		return err
	})
}

// forKeyShare makes a query lock its row on PostgreSQL. SQLite has only one writer at a time and
// needs no lock.
func forKeyShare(d *db.DB, query string) string {
	if d.Dialect() == db.Postgres {
		query = strings.TrimSpace(query) + ` FOR KEY SHARE`
	}
	return query
}

type storedFrames struct {
	runID       string
	first, last int
	data        []byte
}

type storedSignal struct {
	id, runID string
	Signal
}

func (s *sqlStore) hold(ctx context.Context, key string) error {
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO temporary_conversation (key, node) VALUES ($1, $2)
			ON CONFLICT (key) DO UPDATE SET node = excluded.node`, key, s.node)
		return err
	})
}

func (s *sqlStore) releaseHeld(ctx context.Context, keys []string) error {
	list, err := s.list(keys)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM temporary_conversation WHERE node = $1 AND `+s.in("key", "$2"), s.node, list)
		return err
	})
}

func (s *sqlStore) heldElsewhere(ctx context.Context, key string) (held bool, err error) {
	err = s.db.Read().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM temporary_conversation WHERE key = $1 AND node <> $2)`, key, s.node).Scan(&held)
	return held, err
}
