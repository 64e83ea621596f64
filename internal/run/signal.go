package run

import (
	"context"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Signal is information for the job of a running answer, for example a person's consent. The sender
// may repeat a signal, so the job must expect the same signal twice.
type Signal struct {
	Kind    string // chosen by the job; "stop" is reserved
	Payload string
}

const (
	signalStop  = "stop" // kind of the signal that ends a run; jobs never receive it
	maxPayload  = 8 << 10
	maxKind     = 64
	keptSignals = 64 // limit of signals not yet received by a job; further signals are dropped
)

// Signals returns the channel of the job's signals, in order. Every call returns the same channel,
// which is never closed. A waiting job must also watch its context.
func (o *Out) Signals() <-chan Signal { return o.r.signals }

// Signal sends a signal to the job of the running answer in a conversation, on any node. It reports
// whether there was a running answer. A signal to another node arrives after a short delay. If the job
// already has too many unread signals, a new signal is dropped.
func (m *Manager) Signal(ctx context.Context, ownerID, cid, kind, payload string) (bool, error) {
	if kind == "" || kind == signalStop || len(kind) > maxKind || len(payload) > maxPayload {
		return false, errs.New(errs.BadRequest).With("detail", "signal")
	}
	s := Signal{kind, payload}
	if r, ok := m.local(ownerID, cid); ok {
		r.signal(s)
		return true, nil
	}
	if m.node == "" {
		return false, nil
	}
	rec, err := m.main.store.openIn(ctx, ownerID, cid)
	if rec == nil || err != nil {
		return false, err
	}
	return true, m.tell(ctx, *rec, s)
}

// tell sends a signal to the run of a record, in this process or through the database.
func (m *Manager) tell(ctx context.Context, rec Record, s Signal) error {
	if r := m.byID(rec.RunID); r != nil {
		r.signal(s)
		return nil
	}
	if rec.Node == "" || rec.Node == m.node {
		return nil // the run has just ended
	}
	if err := m.main.store.putSignal(ctx, rec.RunID, s); err != nil {
		return err
	}
	m.bus.Publish(Topic{TopicSignals, rec.Node})
	return nil
}

func (r *Run) signal(s Signal) {
	if s.Kind == signalStop {
		r.stop()
		return
	}
	select {
	case r.signals <- s:
	default:
		r.m.logger.Warn("a signal to a run was dropped: too many wait", slog.String("run", r.id), slog.String("kind", s.Kind))
	}
}
