package run

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Options configure a Manager.
type Options struct {
	DB     *db.DB
	Memory *db.DB // database for temporary conversations; nil: temporary runs are refused
	Sink   Sink
	Logger *slog.Logger  // nil: slog.Default
	Waits  Waits         // zero: the defaults
	AtOnce func() AtOnce // returns the limits on simultaneous answers; called before each answer starts; nil: no limits
	Grace  time.Duration // how long running answers wait for a failing database; 0: 3 s, negative: not at all
	Node   string        // identifies this process when several processes share DB; empty: there is only this process
	Lease  Lease         // timing of the node's lease; zero: the defaults
	Bus    Bus           // nil: Polling
}

// How long data is kept, and how long Stop waits.
const (
	keepLog     = 30 * time.Minute // the frames of an ended run
	keepRequest = 24 * time.Hour   // the record of a served request
	stopWait    = 2 * time.Second
)

// Manager manages the runs of this process.
type Manager struct {
	logger *slog.Logger
	waits  Waits
	atOnce func() AtOnce // nil: no limits
	grace  time.Duration
	count  counters
	main   *writer
	memory *writer // nil without a memory database

	node       string // empty: no other process makes runs on the main database
	lease      Lease
	bus        Bus
	mirrors    mirrors
	joined     sync.Once
	termLost   chan struct{}   // buffer of one; contains a value if the node needs a new term
	life       context.Context // canceled to end background work
	end        context.CancelFunc
	background sync.WaitGroup

	mu        sync.Mutex
	draining  bool
	runs      map[string]*Run // by id
	byConv    map[convKey]*Run
	byRequest map[requestKey]*Run
	empty     chan struct{} // closed after Drain was called, when no runs are left; nil before Drain
	quiet     quiet
	swept     [2]Record // for main and for memory: the run with the latest end whose log Sweep has deleted
	closeOnce sync.Once
}

type (
	convKey    struct{ owner, cid string }
	requestKey struct{ owner, request string }
)

// New creates a manager and starts its writers. Drain ends them.
func New(o Options) *Manager {
	main := newStore(o.DB, o.Sink, false, o.Node)
	if o.Memory == nil {
		return newManager(o, main, nil)
	}
	return newManager(o, main, newStore(o.Memory, o.Sink, true, ""))
}

func newManager(o Options, main, memory Store) *Manager {
	m := &Manager{
		logger: o.Logger, waits: o.Waits.withDefaults(), atOnce: o.AtOnce, grace: o.Grace,
		runs: map[string]*Run{}, byConv: map[convKey]*Run{}, byRequest: map[requestKey]*Run{},
		node: o.Node, lease: o.Lease.withDefaults(), bus: o.Bus, termLost: make(chan struct{}, 1), quiet: newQuiet(),
	}
	m.life, m.end = context.WithCancel(context.Background())
	m.mirrors = mirrors{m: m, byRun: map[string]*Run{}, followers: map[int64]*follower{}}
	if m.bus == nil {
		m.bus = Polling{}
	}
	if m.logger == nil {
		m.logger = slog.Default()
	}
	if m.grace == 0 {
		m.grace = 3 * time.Second
	}
	m.main = newWriter(m, main)
	if memory != nil {
		m.memory = newWriter(m, memory)
	}
	return m
}

// Start begins an answer. `save` stores the question and the empty answer, in the transaction that
// stores the run. `save` may run more than once, and must use the database only through tx. The job
// starts at once, so the model is called during the commit. Readers see output of the job only after
// the commit. Start returns after the commit. If the commit fails, Start returns the error. Then
// nothing is stored, unless the outcome of the commit is unknown. If ctx ends first, Start returns the
// error of ctx, and the run continues.
//
// If a request is repeated (same owner and RequestID within 24 h), Start returns Attached and the run
// of the first request, which may have ended. If the conversation has a running answer, Start returns
// Busy, the run of the answer, and errs.Busy. If a run would exceed Options.AtOnce, Start refuses it
// with errs.OwnAnswers or errs.ManyAnswers. After Drain was called, Start refuses new runs with
// errs.Draining.
func (m *Manager) Start(ctx context.Context, spec Spec, save func(ctx context.Context, tx *sql.Tx) error, job Job) (*Run, Outcome, error) {
	w := m.main
	if spec.Temporary {
		w = m.memory
	}
	if w == nil || spec.OwnerID == "" || spec.ConversationID == "" || spec.Index <= 0 || save == nil {
		return nil, 0, errors.New("run: the specification is not complete")
	}
	r := m.make(ctx, w, spec, save)
	other, outcome, err := m.reserve(r)
	if outcome == Attached {
		return m.attach(ctx, other)
	}
	if err != nil {
		return other, outcome, err
	}
	if spec.RequestID != "" {
		if old, err := m.served(ctx, w, spec); old != nil || err != nil {
			r.withdraw(old, err)
			return m.attach(ctx, r)
		}
	}
	m.count.Started.Add(1)
	r.begin(job)
	select {
	case <-r.saved:
	case <-ctx.Done():
		return nil, 0, context.Cause(ctx)
	}
	if r.saveErr == nil {
		return r, Started, nil
	}
	return m.elsewhere(ctx, w, spec, r)
}

// elsewhere handles a run r that could not be stored. If another run, for example of another process, has
// served the same request, elsewhere returns that run and Attached. If another run is open in the same
// conversation, it returns that run, Busy and errs.Busy. Otherwise it returns the error.
func (m *Manager) elsewhere(ctx context.Context, w *writer, spec Spec, r *Run) (*Run, Outcome, error) {
	saveErr := r.saveErr
	if spec.RequestID != "" {
		if old, err := m.served(ctx, w, spec); old != nil && err == nil {
			m.count.Attached.Add(1)
			return old, Attached, nil
		}
	}
	if !db.Duplicate(saveErr) {
		return nil, 0, saveErr
	}
	old, err := m.Current(ctx, spec.OwnerID, spec.ConversationID)
	if err == nil && old == nil {
		// An earlier start failed with an unknown outcome, but the row of its run exists. This run has
		// no job, so the run is ended.
		_, err = m.recoverOwn(ctx)
	}
	if old == nil {
		return nil, 0, errs.Wrap(errs.StorageFail, errors.Join(saveErr, err))
	}
	m.count.Busy.Add(1)
	return old, Busy, errs.New(errs.Busy)
}

// make creates the run and the first frames of its log.
func (m *Manager) make(ctx context.Context, w *writer, spec Spec, save saveFunc) *Run {
	now := time.Now()
	r := &Run{m: m, w: w, id: id.New(), spec: spec, started: now, saved: make(chan struct{}), done: make(chan struct{}), save: save, meta: spec.Meta,
		signals: make(chan Signal, keptSignals)}
	r.idArg = r.id
	r.jobCtx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	r.msg = stream.NewMessage()
	r.rec = Record{
		RunID: r.id, OwnerID: spec.OwnerID, AuthorID: spec.AuthorID, ConversationID: spec.ConversationID, Index: spec.Index, RepeatIndex: spec.RepeatIndex,
		RequestID: spec.RequestID, TraceID: spec.TraceID, Temporary: spec.Temporary, State: stream.Running, StartedAt: now.UnixMilli(), Fence: 1,
	}
	fillMeta(&r.meta, spec)
	r.pace = pace{begun: now, alive: now}
	r.paused = true
	r.put(stream.Text{})
	if spec.Base != nil {
		for _, e := range opening(*spec.Base) {
			r.put(e)
		}
		r.spec.Base = nil
	}
	for _, e := range spec.Opening {
		r.put(e)
	}
	return r
}

func fillMeta(meta *stream.Meta, spec Spec) {
	def := func(s *string, v string) {
		if *s == "" {
			*s = v
		}
	}
	meta.Index, meta.ReplyIndex, meta.RepeatIndex = spec.Index, spec.Index-1, spec.RepeatIndex
	def(&meta.MessageID, spec.ConversationID+"_"+strconv.Itoa(spec.Index))
	def(&meta.ReplyID, spec.ConversationID+"_"+strconv.Itoa(spec.Index-1))
	def(&meta.TraceID, spec.TraceID)
	def(&meta.StopReason, "stop")
	def(&meta.ChainID, "Adaptive")
}

// reserve registers r for its conversation and its request. If the request already has a run,
// reserve returns this run and Attached. If the conversation already has a run, reserve returns this
// run, Busy and errs.Busy. reserve fails while the manager drains, and when a limit of Options.AtOnce
// is reached.
func (m *Manager) reserve(r *Run) (*Run, Outcome, error) {
	conv := convKey{r.spec.OwnerID, r.spec.ConversationID}
	request := requestKey{r.spec.OwnerID, r.spec.RequestID}
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.spec.RequestID != "" {
		if old := m.byRequest[request]; old != nil {
			return old, Attached, nil
		}
	}
	if m.draining {
		return nil, 0, errs.New(errs.Draining).Retry(5 * time.Second)
	}
	if old := m.byConv[conv]; old != nil {
		m.count.Busy.Add(1)
		return old, Busy, errs.New(errs.Busy)
	}
	if err := m.crowded(r.spec); err != nil {
		return nil, 0, err
	}
	m.runs[r.id], m.byConv[conv], r.place = r, r, conv
	if len(m.runs) == 1 {
		m.quiet.begin()
	}
	if r.spec.RequestID != "" {
		m.byRequest[request] = r
	}
	return nil, 0, nil
}

func (m *Manager) forget(r *Run) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs[r.id] != r {
		return
	}
	request := requestKey{r.place.owner, r.spec.RequestID}
	delete(m.runs, r.id)
	if m.byConv[r.place] == r {
		delete(m.byConv, r.place)
	}
	if m.byRequest[request] == r {
		delete(m.byRequest, request)
	}
	if len(m.runs) > 0 {
		return
	}
	if m.empty != nil {
		close(m.empty)
		return
	}
	m.quiet.end(m.becomeQuiet)
}

// attach waits until the run of a repeated request is stored.
func (m *Manager) attach(ctx context.Context, r *Run) (*Run, Outcome, error) {
	select {
	case <-r.saved:
	case <-ctx.Done():
		return nil, 0, context.Cause(ctx)
	}
	if r.saveErr != nil {
		return nil, 0, r.saveErr
	}
	m.count.Attached.Add(1)
	if r.instead != nil {
		return r.instead, Attached, nil
	}
	return r, Attached, nil
}

// withdraw ends a reserved run that must not start: either the run `old` has already served the request,
// or the search for such a run failed with `err`.
func (r *Run) withdraw(old *Run, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.instead = old
	r.failStart(err)
	r.wakeAll()
}

// served returns an earlier run for the same request: a run of another process, or an ended run that
// was started within the last 24 h. If no such run exists, served returns nil.
func (m *Manager) served(ctx context.Context, w *writer, spec Spec) (*Run, error) {
	rec, err := w.store.byRequest(ctx, spec.OwnerID, spec.RequestID)
	if err != nil || rec == nil {
		return nil, err
	}
	if rec.EndedAt == 0 {
		return m.remote(ctx, rec)
	}
	if time.Since(time.UnixMilli(rec.StartedAt)) >= keepRequest {
		return nil, w.store.freeRequest(ctx, rec.RunID)
	}
	return m.restore(ctx, w, *rec)
}

func (r *Run) begin(job Job) {
	r.mu.Lock()
	r.paused = false
	if !r.ended { // Stop may have ended the run already
		r.watch = time.AfterFunc(min(r.m.waits.First, r.m.waits.Longest), r.check)
	}
	queue := r.dirty()
	r.mu.Unlock()
	r.enqueue(queue)
	go r.work(job)
}

// opening converts a partial answer to events, so that a run can continue the answer. It omits the end
// of the answer, and the first empty text, which every run emits anyway.
func opening(base stream.Message) []stream.Event {
	events := stream.Encode(base.Resumed())
	if len(events) > 0 && events[0] == (stream.Text{}) {
		return events[1:]
	}
	return events
}

func (m *Manager) running() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.runs)
}

func (m *Manager) writers() []*writer {
	if m.memory == nil {
		return []*writer{m.main}
	}
	return []*writer{m.main, m.memory}
}
