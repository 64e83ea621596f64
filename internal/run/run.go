// Package run makes answers. One answer is a run: a job of the server, independent of the request for
// the answer. The job emits events, which become numbered frames. A frame is stored before readers see
// it. Any number of readers can read a run, and each can start at any frame. Readers delay neither the
// run nor each other.
//
// Out.Emit encodes an event once into the run's log. The writer of the database stores the new frames
// of all runs in one transaction, and then wakes the waiting readers. Readers send exactly the stored
// bytes.
//
// Several processes, called nodes, may make runs on one database. Each node holds a lease: a row of
// the table `node` with a counter, which the node increments. If the counter no longer changes, the
// node is lost, and another node interrupts its runs. After its lease has ended, a node can store
// nothing of its runs in this database, so two nodes never write the same run. Nodes exchange data only
// through the Store, and the Bus notifies them of new data. Readers of another node's run read a mirror
// of the run. Stop requests and signals are stored as rows, and the run's node reads these rows.
// docs/states.md describes the states of a run.
//
// A job that works in steps can store rows of its own together with its frames (Out.Commit). It
// can report that it works while it emits nothing (Out.Alive). It can wait for a person
// (Out.Wait): Manager.Signal sends the person's reply, and the job receives it from Out.Signals.
package run

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Spec describes the answer to make. OwnerID, ConversationID and Index are required.
type Spec struct {
	OwnerID        string
	AuthorID       string // the asker, if the owner is a project; empty: the owner
	ConversationID string
	Index          int             // index of the answer
	RepeatIndex    int             // version of the answer
	RequestID      string          // identifies a repeated request for 24 h; empty: every request is new
	TraceID        string          // shown at the end of the stream and in the log
	Network        string          // network of the asker; empty: no limit per network applies
	Locale         string          // language of error messages; empty: zh-CN
	Temporary      bool            // everything stays in memory and is lost at a restart
	Base           *stream.Message // partial answer to continue; the log begins with the content of Base
	Opening        []stream.Event  // the first events of the answer, stored together with the question
	// Meta is the meta at the end of the stream. The run sets Index, ReplyIndex and RepeatIndex. It fills in
	// MessageID, ReplyID, TraceID, ChainID and StopReason if they are empty. If the answer is stopped or
	// fails, the run replaces StopReason.
	Meta stream.Meta
}

// Job makes the answer: it emits events until it is done. It returns nil for a complete answer. For an
// *errs.Error, the reader sees its message. For context.DeadlineExceeded, the reader sees the message
// of errs.Timeout; for any other error, the message of errs.Unknown. The context of a job ends when the
// run ends, for whatever reason.
type Job func(ctx context.Context, out *Out) error

// Record is the stored data of a run, without its frames.
type Record struct {
	RunID          string
	OwnerID        string
	AuthorID       string // the asker, if the owner is a project; else empty
	ConversationID string
	Index          int
	RepeatIndex    int
	RequestID      string
	TraceID        string
	Temporary      bool
	State          stream.State
	ErrorCode      string // code of the error that ended the run; may be empty
	StartedAt      int64  // Unix milliseconds
	EndedAt        int64  // Unix milliseconds; 0 while the run is running
	LastNumber     int    // number of the newest stored frame; the row in the database contains 0 until the end is stored
	Waiting        bool   // the run is running and waits for a person
	Node           string // node of the run; empty if the record does not come from the database, or if there is only one process
	Fence          int64  // incremented whenever another node adopts the run

	writer, seq int64 // the first frame is in the journal of the process `writer`, after the row with the number seq
}

// Sink stores the message of an answer. RunEnded is called in the transaction that stores the end of
// the run, both by the writer and when a run without a job is recovered. If the transaction is repeated,
// or if the outcome of a commit was unknown, RunEnded may be called again for the same run.
type Sink interface {
	RunEnded(ctx context.Context, tx *sql.Tx, rec Record, msg stream.Message) error
}

// Outcome is the result of Start.
type Outcome int

// The outcomes. For Attached and Busy, Start returns an existing run.
const (
	Started  Outcome = iota + 1
	Attached         // the owner has sent the same request before, within the last 24 h
	Busy             // another answer is running in the conversation; the error is errs.Busy
)

// ErrEnding is returned by methods of Out when the run accepts no more events, for example because
// the run was stopped or has reached a size limit. The job should return.
var ErrEnding = errors.New("run: the run is ending")

// ErrLogGone is returned by Manager.Open and Run.Read when there are no frames to read, for example
// because the log was deleted or the owner has no such run. Its code is errs.NotFound. The stored
// answer may still exist.
var ErrLogGone error = errs.Wrap(errs.NotFound, errors.New("run: no log is kept of it"))

// Run is one answer. Its methods are safe for concurrent use.
type Run struct {
	m       *Manager
	w       *writer
	kept    bool // only the stored frames exist: the run had ended before this object was created
	remote  bool // another node makes the run; this object is a mirror of the stored data
	id      string
	idArg   any // the id as an argument of statements; converted to an interface value once, to save an allocation
	spec    Spec
	started time.Time
	cancel  context.CancelFunc
	jobCtx  context.Context // context of the job; it ends when the run accepts no more events
	saved   chan struct{}   // closed when save has been committed or has failed
	done    chan struct{}   // closed when the end has been stored, or can no longer be stored
	watch   *time.Timer
	place   convKey // current owner and conversation; protected by the manager's lock

	mu      sync.Mutex
	log     log
	msg     stream.Message // the answer so far, built from all events of the log
	meta    stream.Meta
	save    saveFunc      // stores the question; nil after the start of the run was stored or has failed
	saveErr error         // why the run was not stored; set before saved is closed
	instead *Run          // the earlier run for the same request; set before saved is closed
	queued  bool          // the writer has the run in its queue
	paused  bool          // the writer must skip the run: it has not started, or storing failed
	stored  mark          // position up to which the log is stored
	readers []*Reader     // readers to wake at new frames
	room    chan struct{} // closed when Emit may continue; nil while no call waits
	pace    pace          // state of the watchdog
	text    int           // bytes of text so far
	commits []*commit     // the job's commits that are not stored yet
	waits   int           // number of open waits for a person
	waiting bool          // value of Waiting in the stored row
	signals chan Signal
	decoder stream.Decoder // decodes the frames of a mirror

	ended  bool // the log is complete
	over   bool // the end has been stored, or can no longer be stored
	rec    Record
	broken []byte    // an unnumbered error frame for readers, if storing failed or the run was lost; else nil
	failed time.Time // when the latest series of storage failures began; zero: the last attempt succeeded
	tries  int       // number of failed attempts to store the end
}

type saveFunc func(ctx context.Context, tx *sql.Tx) error

// ID returns the id of the run.
func (r *Run) ID() string { return r.id }

// Index returns the index of the answer in its conversation.
func (r *Run) Index() int { return r.spec.Index }

// RepeatIndex returns the version of the answer.
func (r *Run) RepeatIndex() int { return r.spec.RepeatIndex }

// ConversationID returns the id of the answer's conversation.
func (r *Run) ConversationID() string { return r.spec.ConversationID }

// TraceID returns the trace id shown at the end of the stream.
func (r *Run) TraceID() string { return r.spec.TraceID }

// Done returns a channel that is closed when the end of the run has been stored, or can no longer
// be stored.
func (r *Run) Done() <-chan struct{} { return r.done }

// State returns the state of the answer. It changes once from stream.Running, when the end is
// decided. The end may be stored a moment later.
func (r *Run) State() stream.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rec.State
}

// LastNumber returns the number of the newest frame that readers can see.
func (r *Run) LastNumber() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.n
}

// Record returns a snapshot of the run's data.
func (r *Run) Record() Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.record()
}

func (r *Run) record() Record {
	rec := r.rec
	rec.LastNumber = r.stored.n
	return rec
}

// Message returns a snapshot of the answer so far. It may contain text that readers do
// not see yet.
func (r *Run) Message() stream.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.msg.Snapshot()
}
