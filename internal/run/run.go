// Package run makes answers. One answer is a run: a job of the server, not of
// the request that asked for it. What the job emits becomes numbered frames;
// a frame is on disk before any reader sees it; any number of readers read
// from any number on, and none of them can slow the run or another reader.
//
// The way of a frame: Out.Emit encodes it once into the run's log; the writer
// of the database stores what all runs have new in one transaction; then the
// readers that wait are woken and read the very bytes that were stored.
//
// Several processes, called nodes, may make runs on one database. Each holds a
// lease in the table node and raises its counter; a node whose counter stands
// still is lost, and another one interrupts its runs. Every write of a node
// fails once its lease is gone, so no run is written by two. What a node needs
// of another it finds in the Store, and the Bus says when to look: readers
// follow a mirror of the run, and stop and signals are rows for the node that
// makes it. docs/runs.md tells the states of a run.
//
// A job that works in steps stores rows of its own together with its frames
// (Out.Commit), says that it is alive while it emits nothing (Out.Alive), and
// waits for a person (Out.Wait), who answers through Manager.Signal and is
// heard on Out.Signals.
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

// Spec says what is to be answered. OwnerID, ConversationID and Index are
// required.
type Spec struct {
	OwnerID        string
	ConversationID string
	Index          int             // of the answer
	RepeatIndex    int             // which version of the answer
	RequestID      string          // recognises a repeated request for 24 h; empty: every request is new
	TraceID        string          // goes to the reader's tail and to the log
	Network        string          // from which the question came; empty: none is counted
	Locale         string          // of a failure's sentence; empty is zh-CN
	Temporary      bool            // everything stays in memory and is gone at a restart
	Base           *stream.Message // the partial answer that this run continues: its content opens the log
	Opening        []stream.Event  // what readers see at once, stored together with the question
	Meta           stream.Meta     // of the tail; the run fills what is empty of ids, indexes, trace and stop reason
}

// Job makes the answer: it emits events until it is done. nil means a whole
// answer; an *errs.Error is shown as it is, any other error as errs.Unknown.
// The context ends when the run does, whatever the reason.
type Job func(ctx context.Context, out *Out) error

// Record is what is known of a run beside its frames.
type Record struct {
	RunID          string
	OwnerID        string
	ConversationID string
	Index          int
	RepeatIndex    int
	RequestID      string
	TraceID        string
	Temporary      bool
	State          stream.State
	ErrorCode      string // of the failure that ended it, or empty
	StartedAt      int64  // Unix milliseconds
	EndedAt        int64  // Unix milliseconds; 0 while it runs
	LastNumber     int    // of the newest frame that is stored
	Waiting        bool   // for a person; while it runs
	Node           string // that makes it; empty where there is one process
	Fence          int64  // raised each time that another node takes it over

	writer, seq int64 // where its frames begin in the journal
}

// Sink stores the folded answer. RunEnded is called in the transaction that
// stores the run's last frames and its end, by the writer and by Recover. It
// may be called again for the same run when a commit's outcome was unknown.
type Sink interface {
	RunEnded(ctx context.Context, tx *sql.Tx, rec Record, msg stream.Message) error
}

// Outcome is what Start did.
type Outcome int

// The outcomes. After Attached and Busy the returned run is one that existed.
const (
	Started  Outcome = iota + 1
	Attached         // the owner sent this request within the last 24 h
	Busy             // the conversation is already answering; the error is errs.Busy
)

// ErrEnding is what Emit returns when the run takes no more events: it was
// stopped, failed, or grew too large. The job should return.
var ErrEnding = errors.New("run: the run is ending")

// ErrLogGone is what Open returns when it has no frames of the run: the log
// was dropped, or there is no such run of this owner. It reads as
// errs.NotFound; the stored answer may still be there.
var ErrLogGone error = errs.Wrap(errs.NotFound, errors.New("run: no log is kept of it"))

// Run is one answer. Its methods are safe for concurrent use.
type Run struct {
	m       *Manager
	w       *writer
	kept    bool // the frames are on disk only: the run had ended before this object was made
	remote  bool // another node makes it; this is a mirror of what is stored
	id      string
	idArg   any // the id as an argument of statements, boxed once
	spec    Spec
	started time.Time
	cancel  context.CancelFunc
	jobCtx  context.Context // ended means: the run takes no more events
	saved   chan struct{}   // closed when save is committed or has failed
	done    chan struct{}   // closed when the end is stored or given up
	watch   *time.Timer
	place   convKey // its owner and conversation; the manager's lock guards it

	mu      sync.Mutex
	log     log
	msg     stream.Message // the fold of the log
	meta    stream.Meta
	save    saveFunc      // not yet stored
	saveErr error         // why the run was not stored; set before saved is closed
	instead *Run          // the run that had served the request before; likewise
	queued  bool          // the writer knows that there is something to store
	paused  bool          // not for the writer now: it has not begun, or storing failed
	stored  mark          // everything before it is on disk
	readers []*Reader     // to be woken when there is more
	room    chan struct{} // closed when there is room again; nil while nobody waits for it
	pace    pace          // of the watchdog
	text    int           // bytes of text so far
	commits []*commit     // of the job, not yet stored
	waits   int           // how many things of the job wait for a person
	waiting bool          // what the stored row says of that
	signals chan Signal
	decoder stream.Decoder // of a mirror

	ended  bool // the tail is in the log; nothing follows
	over   bool // the end is stored, or given up
	rec    Record
	broken []byte    // an unnumbered frame that tells readers that storing failed
	failed time.Time // since when storing fails; zero while it works
	tries  int       // how often the end was refused
}

type saveFunc func(ctx context.Context, tx *sql.Tx) error

// ID is the run's own id.
func (r *Run) ID() string { return r.id }

// Index is the index of the answer in its conversation.
func (r *Run) Index() int { return r.spec.Index }

// RepeatIndex says which version of the answer this is.
func (r *Run) RepeatIndex() int { return r.spec.RepeatIndex }

// ConversationID is the conversation that it answers in.
func (r *Run) ConversationID() string { return r.spec.ConversationID }

// TraceID is the trace id that the tail shows.
func (r *Run) TraceID() string { return r.spec.TraceID }

// Done is closed when the end of the run is stored.
func (r *Run) Done() <-chan struct{} { return r.done }

// State is how far the answer is. It leaves stream.Running once, when the end
// is decided; the end may be stored a moment later.
func (r *Run) State() stream.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rec.State
}

// LastNumber is the number of the newest frame that readers can see.
func (r *Run) LastNumber() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.n
}

// Record is a snapshot of what is known of the run.
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

// Message is a snapshot of the answer so far. It may be a moment ahead of what
// readers see.
func (r *Run) Message() stream.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.msg.Snapshot()
}
