package run

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// store is what the writer needs of a database.
type store interface {
	// write stores what the pieces hold in one transaction. A piece whose own
	// save or end fails gets its err and is left out; the others are stored. The
	// error says that nothing was.
	write(ctx context.Context, pieces []*piece) error
	// log reads all frames of a run that has ended; nil without any.
	log(ctx context.Context, runID string) ([]byte, error)
	// journal reads what there is of each run whose end is not stored.
	journal(ctx context.Context) (map[string][]byte, error)
	// trim drops what the journal holds of runs that have ended; with all, also
	// everything that earlier lives of the server have left in it.
	trim(ctx context.Context, all bool) error
	// byID and byRequest find a run of the owner; nil without one.
	byID(ctx context.Context, ownerID, runID string) (*Record, error)
	byRequest(ctx context.Context, ownerID, requestID string) (*Record, error)
	// open lists the runs whose end is not stored.
	open(ctx context.Context) ([]Record, error)
	// ended lists runs in the order of their end (and id), those behind after
	// that ended at upTo, in Unix milliseconds, or earlier.
	ended(ctx context.Context, after Record, upTo int64, limit int) ([]Record, error)
	dropLogs(ctx context.Context, runIDs []string) error
	dropRuns(ctx context.Context, upTo int64) error
	freeRequest(ctx context.Context, runID string) error
}

// piece is what one run gives to one commit.
type piece struct {
	run    *Run
	save   saveFunc // set: the run begins in this commit
	frames frames   // the new ones; none when last is 0
	to     mark     // the end of the frames
	end    bool     // the run ends in this commit
	keep   bool     // its end was refused: only its log is stored, for Recover
	log    []byte   // all frames, set with end and keep
	rec    Record
	msg    stream.Message
	err    error // why this piece alone was not stored
}

// sqlStore is the store on a database. The statements of the hot path are
// written by hand: sqlc has no form for several rows in one statement, and one
// statement a row costs a round trip each on PostgreSQL.
//
// What a run adds goes to the journal; when it ends, all its frames are written
// once more in one row, and its part of the journal is of no use any more.
type sqlStore struct {
	db        *db.DB
	sink      Sink
	temporary bool

	insertRun, endRun, insertLog, whoseRun string
	insertFrames                           [len(rowsAtOnce)]string

	journaled journal
}

func newStore(d *db.DB, sink Sink, temporary bool) *sqlStore {
	s := &sqlStore{db: d, sink: sink, temporary: temporary, journaled: journal{writer: time.Now().UnixNano()}}
	s.insertRun = places(d, `INSERT INTO run (id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'running', '', ?, 0, 0)`)
	s.endRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ? WHERE id = ?`)
	s.whoseRun = places(d, `SELECT owner_id, conversation_id FROM run WHERE id = ?`)
	// A commit whose outcome was unknown is done again.
	s.insertLog = places(d, `INSERT INTO run_log (run_id, data) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET data = excluded.data`)
	for i, n := range rowsAtOnce {
		s.insertFrames[i] = places(d, `INSERT INTO run_frame (writer, seq, run_id, first_n, last_n, data) VALUES `+
			strings.Repeat(`(?, ?, ?, ?, ?, ?), `, n-1)+`(?, ?, ?, ?, ?, ?)`)
	}
	return s
}

// places numbers the places of arguments where the engine wants that. SQLite
// takes them as they are: it reads numbered ones many times more slowly, which
// counts where a statement has hundreds.
func places(d *db.DB, query string) string {
	if d.Dialect() == db.SQLite {
		return query
	}
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, more := strings.Cut(query, "?")
		b.WriteString(before)
		if !more {
			return b.String()
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
		query = after
	}
}

// commitLimit bounds one transaction where a server may fall silent. SQLite
// bounds its waits by itself.
const commitLimit = 30 * time.Second

func (s *sqlStore) write(ctx context.Context, pieces []*piece) error {
	if s.db.Dialect() == db.Postgres {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, commitLimit)
		defer cancel()
	}
	drop := s.journaled.passed(trimStep / 4)
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		rows := make([]frames, 0, len(pieces))
		for _, p := range pieces {
			p.err = nil
			if p.save != nil || p.end || p.keep {
				if err := savepoint(ctx, tx, p, s.bound); err != nil {
					return err
				}
			}
			if !p.end && !p.keep && p.err == nil {
				rows = append(rows, p.frames)
			}
		}
		if err := s.frameRows(ctx, tx, rows); err != nil {
			return err
		}
		return s.drop(ctx, tx, drop)
	})
	if err == nil {
		s.journaled.stored(pieces, drop)
	}
	return err
}

// savepoint runs f so that its failure takes back its own changes only. The
// error says that not even that was possible.
func savepoint(ctx context.Context, tx *sql.Tx, p *piece, f func(context.Context, *sql.Tx, *piece) error) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT piece`); err != nil {
		return err
	}
	p.err = f(ctx, tx, p)
	if p.err != nil {
		if _, err := tx.ExecContext(ctx, `ROLLBACK TO SAVEPOINT piece`); err != nil {
			return errors.Join(p.err, err)
		}
	}
	_, err := tx.ExecContext(ctx, `RELEASE SAVEPOINT piece`)
	return err
}

// bound stores a piece in which the run begins or ends.
func (s *sqlStore) bound(ctx context.Context, tx *sql.Tx, p *piece) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic while storing: %v", v)
		}
	}()
	if p.save != nil {
		if err := p.save(ctx, tx); err != nil {
			return err
		}
		rec := p.rec
		if _, err := tx.ExecContext(ctx, s.insertRun, rec.RunID, rec.OwnerID, rec.ConversationID, rec.Index, rec.RepeatIndex, rec.RequestID, rec.TraceID, rec.StartedAt); err != nil {
			return err
		}
	}
	if p.end || p.keep {
		if _, err := tx.ExecContext(ctx, s.insertLog, p.rec.RunID, p.log); err != nil {
			return err
		}
	}
	if p.end {
		return s.end(ctx, tx, p.rec, p.msg)
	}
	return nil
}

func (s *sqlStore) end(ctx context.Context, tx *sql.Tx, rec Record, msg stream.Message) error {
	if _, err := tx.ExecContext(ctx, s.endRun, string(rec.State), rec.ErrorCode, rec.EndedAt, rec.LastNumber, rec.RunID); err != nil {
		return err
	}
	// The row says whose the run is by now: its conversation may have moved to
	// another owner since it began.
	row := tx.QueryRowContext(ctx, s.whoseRun, rec.RunID)
	if err := row.Scan(&rec.OwnerID, &rec.ConversationID); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return s.sink.RunEnded(ctx, tx, rec, msg)
}
