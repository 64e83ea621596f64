package run

import (
	"context"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Signal tells something to the job of a running answer, for example a person's consent. The sender
// may repeat a signal, so the job has to expect the same signal twice.
type Signal struct {
	Kind    string // chosen by the job; "stop" is reserved
	Payload string
}

const (
	signalStop  = "stop" // kind of the signal that ends a run; jobs never receive it
	maxPayload  = 8 << 10
	maxKind     = 64
	keptSignals = 64 // signals that a job has not received yet; further ones are dropped
)

// Signals returns the channel on which the job receives its signals in order. Every call returns
// the same channel, which is never closed; a job that waits must also watch its context.
func (o *Out) Signals() <-chan Signal { return o.r.signals }

// Signal sends a signal to the job that makes an answer in the conversation, on any node, and
// reports whether there was such a job. A signal to another node arrives after a short delay. Any
// signal is dropped when the job already has too many unread signals.
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
