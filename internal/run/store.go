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

// Store is the storage of runs. Processes exchange data about runs only through the
// Store; a Bus notifies them of changes. The methods of Store are private to this
// package, because they use the internals of runs.
type Store interface {
	// write stores pieces in one transaction. If only the start, the end or the log of one run
	// cannot be stored, write sets the err of its piece and stores the other pieces. If write
	// returns an error, nothing was stored, or the outcome is unknown.
	write(ctx context.Context, pieces []*piece) error
	// log reads all frames of an ended run, or of a run whose end could not be stored. If no
	// frames are stored for such a run, log returns nil.
	log(ctx context.Context, runID string) ([]byte, error)
	// journal reads the frames of runs without a stored end.
	journal(ctx context.Context, recs []Record) (map[string][]byte, error)
	// endOpen stores the ends of runs whose jobs no longer exist. If the run of a piece
	// has already ended or belongs to another node, the err of the piece is errFenced.
	endOpen(ctx context.Context, pieces []*piece) error
	// trim deletes journal rows of this process before the first row of its oldest open run. If
	// `all` is set, trim also deletes journal rows of ended runs from processes that have ended.
	trim(ctx context.Context, all bool) error
	// byID and byRequest return a run of the owner, or nil.
	byID(ctx context.Context, ownerID, runID string) (*Record, error)
	byRequest(ctx context.Context, ownerID, requestID string) (*Record, error)
	// openIn returns the running answer of a conversation, or nil. openOf lists an owner's
	// conversations with a running answer.
	openIn(ctx context.Context, ownerID, cid string) (*Record, error)
	openOf(ctx context.Context, ownerID string) ([]string, error)
	asking(ctx context.Context, ownerID string, limit int) ([]Record, error)
	// open lists the runs of this node without a stored end.
	open(ctx context.Context) ([]Record, error)
	// ended lists runs by the time of their end and then by id. It begins with the run that
	// follows `after` in this order. The last run ended at upTo (Unix milliseconds) or earlier.
	ended(ctx context.Context, after Record, upTo int64, limit int) ([]Record, error)
	dropLogs(ctx context.Context, runIDs []string) error
	dropRuns(ctx context.Context, upTo int64) error
	freeRequest(ctx context.Context, runID string) error

	nodeStore
}

// nodeStore has the additional methods for several nodes. If another node has ended
// this node's term, storing runs fails with errTermLost.
type nodeStore interface {
	takeTerm(ctx context.Context) error
	beat(ctx context.Context) error
	nodes(ctx context.Context) ([]lease, error)
	endLease(ctx context.Context, l lease) error
	adopt(ctx context.Context) (int64, error)
	leave(ctx context.Context) error

	// name returns the writer number of this process in the journal.
	name() int64
	// newest and frames read the journal of a process; byIDs reads the rows of runs.
	newest(ctx context.Context, writer int64) (int64, error)
	frames(ctx context.Context, writer, after, upTo int64, runIDs []string) ([]storedFrames, error)
	byIDs(ctx context.Context, runIDs []string) ([]Record, error)

	// A record states which node holds a temporary conversation. `key` identifies the conversation.
	// hold stores a record for this node, releaseHeld deletes records of this node, and
	// heldElsewhere reports whether another node has a record for the key.
	hold(ctx context.Context, key string) error
	releaseHeld(ctx context.Context, keys []string) error
	heldElsewhere(ctx context.Context, key string) (bool, error)

	putSignal(ctx context.Context, runID string, s Signal) error
	takeSignals(ctx context.Context) ([]storedSignal, error)
	dropSignals(ctx context.Context) error
}

// piece is the part of a commit that belongs to one run.
type piece struct {
	run     *Run     // nil: the job of the run no longer exists
	save    saveFunc // not nil: this commit stores the start of the run
	frames  frames   // the new frames for the journal; no frames if frames.last is 0
	to      mark     // position up to which the log is stored after this commit
	end     bool     // this commit stores the end of the run
	keep    bool     // the end could not be stored: this commit stores the log without the end, for Recover
	log     []byte   // with end: all frames; with keep: the frames that are already stored; else nil
	commits []*commit
	mark    bool // this commit stores rec.Waiting, which has changed
	rec     Record
	msg     stream.Message
	err     error // why this piece was not stored, although the other pieces were stored
}

// sqlStore is the Store on a database. The frequent statements are written by hand: sqlc cannot
// insert several rows in one statement, and on PostgreSQL every statement costs a round trip. New
// frames of a run go to the journal. When the run ends, all its frames are written to a single row,
// and its part of the journal is no longer needed.
type sqlStore struct {
	db        *db.DB
	sink      Sink
	temporary bool
	node      string       // id of the node; empty: this process is the only one
	term      atomic.Int64 // term of the node
	termHeld  string

	insertRun, endRun, endOpenRun, insertLog, markWaiting, keepRun string
	insertFrames                                                   [len(rowsAtOnce)]string

	journaled journal
}

func newStore(d *db.DB, sink Sink, temporary bool, node string) *sqlStore {
	// A later process has a greater number, so its rows sort after the rows of earlier processes.
	// The random part keeps the numbers distinct.
	writer := time.Now().UnixNano()&^0xffff | rand.Int64N(1<<16)
	s := &sqlStore{db: d, sink: sink, temporary: temporary, node: node, journaled: journal{writer: writer}}
	s.termHeld = forKeyShare(d, `SELECT 1 FROM node WHERE id = $1 AND term = $2`)
	s.insertRun = places(d, `INSERT INTO run (id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n,
		node, fence, writer, seq, author_id)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'running', '', ?, 0, 0, ?, ?, ?, ?, ?)`)
	s.endRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ?, waiting = FALSE WHERE id = ? AND fence = ?
		RETURNING owner_id, conversation_id`)
	s.endOpenRun = places(d, `UPDATE run SET state = ?, error_code = ?, ended_at = ?, last_n = ?, waiting = FALSE WHERE id = ? AND fence = ? AND ended_at = 0
		RETURNING owner_id, conversation_id`)
	// After this statement the conversation accepts new answers, and Recover finds the run.
	s.keepRun = places(d, `UPDATE run SET state = 'unended' WHERE id = ?`)
	s.markWaiting = places(d, `UPDATE run SET waiting = ? WHERE id = ?`)
	// After a commit whose outcome was unknown, the row may exist already.
	s.insertLog = places(d, `INSERT INTO run_log (run_id, data) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET data = excluded.data`)
	for i, n := range rowsAtOnce {
		s.insertFrames[i] = places(d, `INSERT INTO run_frame (writer, seq, run_id, first_n, last_n, data) VALUES `+
			strings.Repeat(`(?, ?, ?, ?, ?, ?), `, n-1)+`(?, ?, ?, ?, ?, ?)`)
	}
	return s
}

// places numbers the placeholders of arguments for PostgreSQL. For SQLite the placeholders stay without
// numbers, because SQLite reads numbered placeholders much more slowly. This matters in statements with
// hundreds of placeholders.
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

// commitLimit is the time limit of sqlStore.write on a database server, which may stop responding.
// SQLite limits its waits by itself.
const commitLimit = 30 * time.Second

func (s *sqlStore) write(ctx context.Context, pieces []*piece) error {
	if s.db.Dialect() == db.Postgres {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, commitLimit)
		defer cancel()
	}
	drop := s.journaled.passed(trimStep / 4)
	store := func(apart bool) error {
		return s.inTx(ctx, func(tx *sql.Tx) error { return s.pieces(ctx, tx, pieces, apart, drop) })
	}
	err := store(false)
	if errors.Is(err, errPiece) {
		if len(pieces) == 1 {
			return nil // the piece contains the error
		}
		err = store(true)
	}
	if err == nil {
		s.journaled.stored(pieces, drop)
	}
	return err
}

// pieces stores pieces, and deletes the rows of the journal up to the number `drop`. If `apart` is
// set and the start, the end or the log of a run cannot be stored, the other pieces are still stored.
func (s *sqlStore) pieces(ctx context.Context, tx *sql.Tx, pieces []*piece, apart bool, drop int64) error {
	if err := s.holdTerm(ctx, tx); err != nil {
		return err
	}
	rows := make([]frames, 0, len(pieces))
	for _, p := range pieces {
		p.err = nil
		if err := s.piece(ctx, tx, p, apart); err != nil {
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
}

func (s *sqlStore) endOpen(ctx context.Context, pieces []*piece) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.holdTerm(ctx, tx); err != nil {
			return err
		}
		for _, p := range pieces {
			if err := s.piece(ctx, tx, p, true); err != nil {
				return err
			}
		}
		return nil
	})
}

// errPiece rolls a transaction back because one piece failed; the piece contains the error.
var errPiece = errors.New("run: a piece failed")

// deadlocks is the maximum number of attempts at a transaction, if PostgreSQL rolls back each attempt
// because of a deadlock between two nodes.
const deadlocks = 3

func (s *sqlStore) inTx(ctx context.Context, f func(tx *sql.Tx) error) (err error) {
	for range deadlocks {
		if err = s.db.InTx(ctx, f); !db.Deadlocked(err) {
			return err
		}
	}
	return err
}

// savepoint runs f in a savepoint. If f fails, only the changes of f are rolled back, and its error is
// returned as `own`. If `err` is not nil, the whole transaction must be rolled back or repeated.
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
		return nil, own // the caller repeats the whole transaction
	}
	_, err = tx.ExecContext(ctx, "RELEASE SAVEPOINT "+name)
	return own, err
}

// piece stores all parts of a piece except p.frames. If p.save, p.end or p.keep is set, the parts are
// stored together or not at all. Exception: a commit of the job may fail while the other parts are
// stored. If `apart` is set, a savepoint rolls back only the failed piece. Otherwise a failure rolls
// back the whole transaction: failures are rare, and savepoints cost processor time.
func (s *sqlStore) piece(ctx context.Context, tx *sql.Tx, p *piece, apart bool) (err error) {
	if p.save != nil || p.end || p.keep {
		if apart {
			p.err, err = savepoint(ctx, tx, "piece", func() error { return s.bound(ctx, tx, p) })
			return err
		}
		err := s.bound(ctx, tx, p)
		if err == nil || db.Unavailable(err) || db.Deadlocked(err) {
			return err
		}
		p.err = err
		return errPiece
	}
	return s.beside(ctx, tx, p)
}

// beside stores the additional data of a run: the job's commits, and whether the run
// waits for a person.
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

// bound stores a piece with the start or the end of a run, or with `keep`.
func (s *sqlStore) bound(ctx context.Context, tx *sql.Tx, p *piece) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic while storing: %v", v)
		}
	}()
	if p.save != nil {
		// The run's row is written first: if another node makes an answer in the conversation,
		// this statement fails at once. The end of a run also writes the run's row before the
		// conversation, so a deadlock is impossible.
		rec := p.rec
		if _, err := tx.ExecContext(ctx, s.insertRun, rec.RunID, rec.OwnerID, rec.ConversationID, rec.Index, rec.RepeatIndex, rec.RequestID, rec.TraceID, rec.StartedAt,
			s.node, rec.Fence, s.journaled.writer, s.journaled.seq, rec.AuthorID); err != nil {
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
	// The row contains the run's current owner. The conversation may have moved to this
	// owner since the run started.
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
