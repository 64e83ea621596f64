package run

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Store is what runs need of a database. What runs of several processes make
// meets there and nowhere else; news of it comes by a Bus. The methods are this
// package's own: a Store sees the inside of runs.
type Store interface {
	// write stores what the pieces hold in one transaction. A piece whose own
	// save or end fails gets its err and is left out; the others are stored. The
	// error says that nothing was.
	write(ctx context.Context, pieces []*piece) error
	// log reads all frames of a run that has ended; nil without any.
	log(ctx context.Context, runID string) ([]byte, error)
	// journal reads what there is of runs whose end is not stored.
	journal(ctx context.Context, recs []Record) (map[string][]byte, error)
	// endOpen stores the ends of runs that no process makes any more. A piece
	// gets errFenced when its run has ended or is another node's.
	endOpen(ctx context.Context, pieces []*piece) error
	// trim drops what the journal holds of runs that have ended; with all, also
	// what processes that are gone have left in it.
	trim(ctx context.Context, all bool) error
	// byID and byRequest find a run of the owner; nil without one.
	byID(ctx context.Context, ownerID, runID string) (*Record, error)
	byRequest(ctx context.Context, ownerID, requestID string) (*Record, error)
	// openIn finds the open run of a conversation, and openOf lists the
	// conversations of an owner that have one.
	openIn(ctx context.Context, ownerID, cid string) (*Record, error)
	openOf(ctx context.Context, ownerID string) ([]string, error)
	// open lists the runs of this node whose end is not stored.
	open(ctx context.Context) ([]Record, error)
	// ended lists runs in the order of their end (and id), those behind after
	// that ended at upTo, in Unix milliseconds, or earlier.
	ended(ctx context.Context, after Record, upTo int64, limit int) ([]Record, error)
	dropLogs(ctx context.Context, runIDs []string) error
	dropRuns(ctx context.Context, upTo int64) error
	freeRequest(ctx context.Context, runID string) error

	nodeStore
}

// nodeStore is what a node among several needs beside it. After another node
// has ended its term, all writes of a node fail with errTermLost.
type nodeStore interface {
	takeTerm(ctx context.Context) error
	beat(ctx context.Context) error
	nodes(ctx context.Context) ([]lease, error)
	endLease(ctx context.Context, l lease) error
	adopt(ctx context.Context) (int64, error)
	leave(ctx context.Context) error

	// name is what the rows of this process in the journal are called by.
	name() int64
	// newest and frames read the journal of a process; byIDs reads rows of runs.
	newest(ctx context.Context, writer int64) (int64, error)
	frames(ctx context.Context, writer, after, upTo int64, runIDs []string) ([]storedFrames, error)
	byIDs(ctx context.Context, runIDs []string) ([]Record, error)

	// hold, releaseHeld and heldElsewhere note the temporary conversations of
	// nodes, by keys.
	hold(ctx context.Context, key string) error
	releaseHeld(ctx context.Context, keys []string) error
	heldElsewhere(ctx context.Context, key string) (bool, error)

	putSignal(ctx context.Context, runID string, s Signal) error
	takeSignals(ctx context.Context) ([]storedSignal, error)
	dropSignals(ctx context.Context) error
}

// piece is what one run gives to one commit.
type piece struct {
	run     *Run     // nil: its job is gone
	save    saveFunc // set: the run begins in this commit
	frames  frames   // the new ones; none when last is 0
	to      mark     // the end of the frames
	end     bool     // the run ends in this commit
	keep    bool     // its end was refused: only its log is stored, for Recover
	log     []byte   // all frames, set with end and keep
	commits []*commit
	mark    bool // rec.Waiting has changed
	rec     Record
	msg     stream.Message
	err     error // why this piece alone was not stored
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
	node      string       // empty: this process is the only one
	term      atomic.Int64 // of the node
	termHeld  string

	insertRun, endRun, endOpenRun, insertLog, markWaiting, keepRun string
	insertFrames                                                   [len(rowsAtOnce)]string

	journaled journal
}

func newStore(d *db.DB, sink Sink, temporary bool, node string) *sqlStore {
	// Later processes write behind earlier ones, and no two get the same name.
	writer := time.Now().UnixNano()&^0xffff | rand.Int64N(1<<16)
	s := &sqlStore{db: d, sink: sink, temporary: temporary, node: node, journaled: journal{writer: writer}}
	s.termHeld = forKeyShare(d, `SELECT 1 FROM node WHERE id = $1 AND term = $2`)
	s.insertRun = places(d, `INSERT INTO run (id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n,
		node, fence, writer, seq)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'running', '', ?, 0, 0, ?, ?, ?, ?)`)
	s.endRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ?, waiting = FALSE WHERE id = ? AND fence = ?
		RETURNING owner_id, conversation_id`)
	s.endOpenRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ?, waiting = FALSE WHERE id = ? AND fence = ? AND ended_at = 0
		RETURNING owner_id, conversation_id`)
	// The conversation is free, and Recover finds the run.
	s.keepRun = places(d, `UPDATE run SET state = 'unended' WHERE id = ?`)
	s.markWaiting = places(d, `UPDATE run SET waiting = ? WHERE id = ?`)
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
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.holdTerm(ctx, tx); err != nil {
			return err
		}
		rows := make([]frames, 0, len(pieces))
		for _, p := range pieces {
			p.err = nil
			if err := s.piece(ctx, tx, p, len(pieces) == 1); err != nil {
				return err
			}
			if !p.end && !p.keep && p.err == nil && p.frames.last > 0 {
				rows = append(rows, p.frames)
			}
		}
		if err := s.frameRows(ctx, tx, rows); err != nil {
			return err
		}
		return s.drop(ctx, tx, drop)
	})
	if errors.Is(err, errPiece) {
		return nil // the piece has its error, and there was nothing else
	}
	if err == nil {
		s.journaled.stored(pieces, drop)
	}
	return err
}

func (s *sqlStore) endOpen(ctx context.Context, pieces []*piece) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.holdTerm(ctx, tx); err != nil {
			return err
		}
		for _, p := range pieces {
			if err := s.piece(ctx, tx, p, false); err != nil {
				return err
			}
		}
		return nil
	})
}

// errPiece takes a transaction back because of its only piece, which has the
// error.
var errPiece = errors.New("run: the only piece failed")

// deadlocks bounds how often a transaction is done again that PostgreSQL took
// back because two nodes waited for each other.
const deadlocks = 3

func (s *sqlStore) inTx(ctx context.Context, f func(tx *sql.Tx) error) (err error) {
	for range deadlocks {
		if err = s.db.InTx(ctx, f); !db.Deadlocked(err) {
			return err
		}
	}
	return err
}

// savepoint runs f so that its failure takes back its own changes only, and
// gives that failure as own. err says that not even that was possible.
func savepoint(ctx context.Context, tx *sql.Tx, name string, f func() error) (own, err error) {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT "+name); err != nil {
		return nil, err
	}
	if own = f(); own != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT "+name); err != nil {
			return own, errors.Join(own, err)
		}
	}
	if db.Deadlocked(own) {
		return nil, own // the whole transaction is done again
	}
	_, err = tx.ExecContext(ctx, "RELEASE SAVEPOINT "+name)
	return own, err
}

// piece stores what a piece has beside its frames. Where the run begins or
// ends, all of that is stored or nothing.
// A piece that is alone in its transaction needs no savepoint.
func (s *sqlStore) piece(ctx context.Context, tx *sql.Tx, p *piece, alone bool) (err error) {
	if p.save != nil || p.end || p.keep {
		if alone {
			err := s.bound(ctx, tx, p)
			if err == nil || db.Unavailable(err) || db.Deadlocked(err) {
				return err
			}
			p.err = err
			return errPiece
		}
		p.err, err = savepoint(ctx, tx, "piece", func() error { return s.bound(ctx, tx, p) })
		return err
	}
	return s.beside(ctx, tx, p)
}

// beside stores the job's commits and whether the run waits.
func (s *sqlStore) beside(ctx context.Context, tx *sql.Tx, p *piece) error {
	for _, c := range p.commits {
		if err := c.run(ctx, tx); err != nil {
			return err
		}
	}
	if !p.mark {
		return nil
	}
	_, err := tx.ExecContext(ctx, s.markWaiting, p.rec.Waiting, p.rec.RunID)
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
		// The row comes first: it fails at once where another node answers, and
		// an end touches the run before the conversation, too.
		rec := p.rec
		if _, err := tx.ExecContext(ctx, s.insertRun, rec.RunID, rec.OwnerID, rec.ConversationID, rec.Index, rec.RepeatIndex, rec.RequestID, rec.TraceID, rec.StartedAt,
			s.node, rec.Fence, s.journaled.writer, s.journaled.seq); err != nil {
			return err
		}
		if err := p.save(ctx, tx); err != nil {
			return err
		}
	}
	if err := s.beside(ctx, tx, p); err != nil {
		return err
	}
	if p.end || p.keep {
		if _, err := tx.ExecContext(ctx, s.insertLog, p.rec.RunID, p.log); err != nil {
			return err
		}
	}
	if p.end {
		query := s.endRun
		if p.run == nil {
			query = s.endOpenRun
		}
		return s.end(ctx, tx, query, p.rec, p.msg)
	}
	if p.keep {
		_, err := tx.ExecContext(ctx, s.keepRun, p.rec.RunID)
		return err
	}
	return nil
}

func (s *sqlStore) end(ctx context.Context, tx *sql.Tx, query string, rec Record, msg stream.Message) error {
	// The row has the run's present owner: its conversation may have moved to
	// another one since it began.
	row := tx.QueryRowContext(ctx, query, string(rec.State), rec.ErrorCode, rec.EndedAt, rec.LastNumber, rec.RunID, rec.Fence)
	err := row.Scan(&rec.OwnerID, &rec.ConversationID)
	if errors.Is(err, sql.ErrNoRows) {
		return errFenced
	}
	if err != nil {
		return err
	}
	return s.sink.RunEnded(ctx, tx, rec, msg)
}
