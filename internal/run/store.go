package run

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
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

	insertRun, endRun, insertLog string
	insertFrames                 [len(rowsAtOnce)]string

	writer  any   // names this life of the server in the journal
	seq     int64 // of the newest row; the writer's own
	mu      sync.Mutex
	living  []lives // in the order of their first rows
	trimmed int64   // rows up to here are dropped
}

// lives is a run that the journal is needed for.
type lives struct {
	done <-chan struct{} // closed: it is not needed any more
	seq  int64           // before its first row
}

func newStore(d *db.DB, sink Sink, temporary bool) *sqlStore {
	s := &sqlStore{db: d, sink: sink, temporary: temporary, writer: time.Now().UnixNano()}
	s.insertRun = places(d, `INSERT INTO run (id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'running', '', ?, 0, 0)`)
	s.endRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ? WHERE id = ?`)
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
	before := s.seq
	drop := s.passed(trimStep / 4)
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
		s.stored(pieces, before, drop)
	}
	return err
}

// trimStep is how many rows of the journal one commit drops at most: more than
// it adds, and few enough for no answer to notice.
const trimStep = 1024

// passed tells up to which row the journal is not needed: before the first row
// of the oldest run that lives, trimStep rows at a time. It is 0 while they are
// fewer than worth.
func (s *sqlStore) passed(worth int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.living) > 0 {
		select {
		case <-s.living[0].done:
			s.living = s.living[1:]
			continue
		default:
		}
		break
	}
	upTo := s.seq
	if len(s.living) > 0 {
		upTo = s.living[0].seq
	}
	if upTo-s.trimmed < worth {
		return 0
	}
	return min(upTo, s.trimmed+trimStep)
}

func (s *sqlStore) drop(ctx context.Context, tx *sql.Tx, upTo int64) error {
	if upTo == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM run_frame WHERE writer = $1 AND seq <= $2`, s.writer, upTo)
	return err
}

// stored notes what a commit has done to the journal.
func (s *sqlStore) stored(pieces []*piece, before, dropped int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trimmed = max(s.trimmed, dropped)
	for _, p := range pieces {
		if p.save != nil && !p.end && p.err == nil {
			s.living = append(s.living, lives{p.run.done, before})
		}
	}
}

func (s *sqlStore) trim(ctx context.Context, all bool) error {
	if all {
		if err := s.db.InTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `DELETE FROM run_frame WHERE writer <> $1`, s.writer)
			return err
		}); err != nil {
			return err
		}
	}
	for {
		upTo := s.passed(1)
		if upTo == 0 {
			return nil
		}
		if err := s.db.InTx(ctx, func(tx *sql.Tx) error { return s.drop(ctx, tx, upTo) }); err != nil {
			return err
		}
		s.stored(nil, 0, upTo)
	}
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
	return s.sink.RunEnded(ctx, tx, rec, msg)
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
				s.seq++
				args = append(args, s.writer, s.seq, row.id, row.first, row.last, row.data)
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

func (s *sqlStore) journal(ctx context.Context) (map[string][]byte, error) {
	rows, err := s.db.Read().QueryContext(ctx, `SELECT f.run_id, f.first_n, f.last_n, f.data FROM run_frame f
		JOIN run r ON r.id = f.run_id WHERE r.ended_at = 0 ORDER BY f.writer, f.seq`)
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

const recordColumns = `SELECT id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n FROM run `

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
			&r.State, &r.ErrorCode, &r.StartedAt, &r.EndedAt, &r.LastNumber); err != nil {
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
	return s.records(ctx, `WHERE ended_at = 0`)
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

// Forget drops what the server keeps of the runs of one conversation that have
// ended, in the caller's transaction: a deleted conversation leaves no log
// behind.
func Forget(ctx context.Context, tx *sql.Tx, ownerID, conversationID string) error {
	for _, table := range []string{`run_frame`, `run_log`} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE run_id IN
			(SELECT id FROM run WHERE owner_id = $1 AND conversation_id = $2 AND ended_at > 0)`, ownerID, conversationID); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM run WHERE owner_id = $1 AND conversation_id = $2 AND ended_at > 0`, ownerID, conversationID)
	return err
}
