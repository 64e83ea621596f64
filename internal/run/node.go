package run

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Lease configures how nodes detect whether other nodes are alive. A zero field means the default.
type Lease struct {
	Beat time.Duration // time between two increments of the node's own counter; default: 3 s
	Look time.Duration // time between two readings of all counters; default: 1 s
	Lost time.Duration // if a node's counter has not changed for this time, the node is lost; default: 15 s
}

func (l Lease) withDefaults() Lease {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&l.Beat, 3*time.Second)
	def(&l.Look, time.Second)
	def(&l.Lost, 15*time.Second)
	return l
}

// errTermLost means that this node has no term: another node has ended the term, or this
// node has not started a term. Nothing was stored.
var errTermLost = errors.New("run: this node's lease was taken by another one")

// errFenced means that the end of a run was not stored: another node has adopted the run, or the run
// has already ended. Nothing of the run was stored.
var errFenced = errors.New("run: another node has taken the run over")

// lease is the content of a node's row in the database. `term` is the number of the node's term; no two
// terms have the same number, even of different nodes. `beat` is the node's counter.
type lease struct {
	id         string
	term, beat int64
}

// judge finds lost nodes by the monotonic clock of this process alone.
type judge struct {
	looked time.Time
	seen   map[string]observed
}

type observed struct {
	lease
	since time.Time // when this process last saw the counter change
}

// look records the counters of the other nodes and returns the leases of lost nodes. If the previous
// look was more than 5 intervals (l.Look) ago, every counter is treated as just changed: this process
// may have been delayed, or the database may have been unavailable. In the second case, the other
// nodes could not raise their counters either.
func (j *judge) look(now time.Time, self string, all []lease, l Lease) (lost []lease) {
	blind := now.Sub(j.looked) > 5*l.Look
	seen := make(map[string]observed, len(all))
	for _, row := range all {
		if row.id == self {
			continue
		}
		o, known := j.seen[row.id]
		if !known || o.lease != row || blind {
			o = observed{row, now}
		}
		if now.Sub(o.since) >= l.Lost {
			lost = append(lost, row)
		}
		seen[row.id] = o
	}
	j.looked, j.seen = now, seen
	return lost
}

// join registers the node and starts its background work. The end of ctx stops only the
// registration.
func (m *Manager) join(ctx context.Context) error {
	if err := m.main.store.takeTerm(ctx); err != nil {
		return err
	}
	m.joined.Do(func() {
		m.background.Go(m.keepLease)
		m.background.Go(m.listen)
	})
	return nil
}

// keepLease raises the node's counter, watches the other nodes, and adopts the runs of
// lost nodes.
func (m *Manager) keepLease() {
	ctx := m.life
	tick := time.NewTicker(m.lease.Look)
	defer tick.Stop()
	var j judge
	beaten := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.termLost:
			m.renew(ctx)
			beaten = time.Now()
		case <-tick.C:
		}
		if time.Since(beaten) >= m.lease.Beat {
			switch err := m.main.store.beat(ctx); {
			case err == nil:
				beaten = time.Now()
			case errors.Is(err, errTermLost):
				m.loseTerm()
				continue
			default:
				m.report("the node's lease could not be renewed", err)
				continue
			}
		}
		m.lookAround(ctx, &j)
	}
}

// lookAround ends the leases of lost nodes and recovers the runs of nodes
// without a lease.
func (m *Manager) lookAround(ctx context.Context, j *judge) {
	s := m.main.store
	all, err := s.nodes(ctx)
	if err != nil {
		m.report("the other nodes could not be read", err)
		return
	}
	for _, l := range j.look(time.Now(), m.node, all, m.lease) {
		if err := s.endLease(ctx, l); err != nil {
			m.report("the lease of a lost node could not be ended", err)
			return
		}
		m.logger.Warn("a node is lost: its answers are interrupted", slog.String("node", l.id))
	}
	n, err := s.adopt(ctx)
	if err == nil && n > 0 {
		_, err = m.recoverOwn(ctx)
	}
	if err != nil {
		m.report("the runs of a lost node could not be recovered", err)
	}
}

func (m *Manager) report(what string, err error) {
	if m.life.Err() == nil {
		m.logger.Error(what, slog.Any("error", err))
	}
}

// renew starts a new term after the loss of the old term. Until the new term starts, the node stores data of
// temporary runs only. If renew fails, it is called again after m.lease.Look.
func (m *Manager) renew(ctx context.Context) {
	err := m.main.store.takeTerm(ctx)
	if err == nil {
		_, err = m.recoverOwn(ctx)
	}
	if err != nil {
		m.report("the node could not be registered again", err)
		time.AfterFunc(m.lease.Look, m.wantTerm)
	}
}

func (m *Manager) wantTerm() {
	select {
	case m.termLost <- struct{}{}:
	default:
	}
}

// loseTerm ends all runs of this node except temporary runs. It stores nothing, because another
// node adopts the runs. Readers of the runs get an error.
func (m *Manager) loseTerm() {
	m.logger.Error("this node was judged lost: its answers are interrupted")
	for _, r := range m.all() {
		if r.w == m.main {
			r.lose(errTermLost)
		}
	}
	m.wantTerm()
}

// lose ends a run without storing anything, because the run belongs to another node now.
func (r *Run) lose(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if r.save != nil {
		r.failStart(errs.Wrap(errs.StorageFail, err))
	} else {
		r.abandon()
	}
	r.wakeAll()
}

// abandon ends a run in this process without using the database. The caller holds the lock.
func (r *Run) abandon() {
	e := errs.New(errs.Restarted)
	if !r.ended {
		r.ended = true
		r.rec.State, r.rec.ErrorCode = stream.Interrupt, string(e.Code)
	}
	r.broken = stream.AppendFrame(nil, 0, stream.Failure{Msg: e.Message(r.spec.Locale), Code: string(e.Code)})
	if r.watch != nil {
		r.watch.Stop()
	}
	r.cancel()
	r.release()
}

// listen passes signals of other processes to the runs of this node. Without runs it does not
// query the database.
func (m *Manager) listen() {
	news, end := m.bus.Subscribe(Topic{TopicSignals, m.node})
	defer end()
	for {
		select {
		case <-m.life.Done():
			return
		case <-news:
		}
		if m.running() == 0 {
			continue
		}
		signals, err := m.main.store.takeSignals(m.life)
		if err != nil {
			m.report("signals to runs could not be read", err)
			continue
		}
		for _, s := range signals {
			if r := m.byID(s.runID); r != nil {
				r.signal(s.Signal)
			}
		}
	}
}

func (m *Manager) byID(runID string) *Run {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.runs[runID]
}
