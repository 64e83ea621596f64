package run

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// restore makes a run of what the database knows of it, with no job and
// nothing more to come.
func (m *Manager) restore(ctx context.Context, w *writer, rec Record) (*Run, error) {
	log, err := w.store.log(ctx, rec.RunID)
	if err != nil {
		return nil, err
	}
	msg, last := replay(log)
	if last == 0 { // the log was dropped
		msg.State = rec.State
	}
	r := m.known(w, rec, msg)
	r.kept, r.ended, r.over = true, true, true
	r.stored.n = rec.LastNumber
	close(r.saved)
	close(r.done)
	return r, nil
}

// known makes a run of its record.
func (m *Manager) known(w *writer, rec Record, msg stream.Message) *Run {
	return &Run{
		m: m, w: w, id: rec.RunID, started: time.UnixMilli(rec.StartedAt), saved: make(chan struct{}), done: make(chan struct{}), msg: msg, rec: rec,
		spec: Spec{OwnerID: rec.OwnerID, ConversationID: rec.ConversationID, Index: rec.Index, RepeatIndex: rec.RepeatIndex,
			RequestID: rec.RequestID, TraceID: rec.TraceID, Temporary: rec.Temporary},
	}
}

// replay folds frames and tells the number of the last.
func replay(log []byte) (msg stream.Message, last int) {
	msg = stream.NewMessage()
	var dec stream.Decoder
	for _, e := range append(dec.Write(log), dec.Close()...) {
		msg.Apply(e.Event)
		last = e.N
	}
	return msg.Snapshot(), last
}

// Recover closes the runs that an earlier process left open: each is folded
// from its log and ends as interrupted, and can be continued from there. It is
// called at the start, before any run begins, and tells how many there were.
// One that fails is left as it is and does not keep the others from it.
//
// A node among several takes its lease with it, and recovers only its own runs
// and those of nodes that have none. From then on it does so for every node
// that is lost, until Drain.
func (m *Manager) Recover(ctx context.Context) (int, error) {
	s := m.main.store
	if m.node != "" {
		if err := m.join(ctx); err != nil {
			return 0, err
		}
		if _, err := s.adopt(ctx); err != nil {
			return 0, err
		}
	}
	n, err := m.recoverOwn(ctx)
	if err == nil {
		err = s.trim(ctx, true)
	}
	return n, err
}

// recoverAtOnce is how many runs one transaction closes.
const recoverAtOnce = 32

// recoverOwn closes the open runs of this node that no job makes here.
func (m *Manager) recoverOwn(ctx context.Context) (int, error) {
	s := m.main.store
	recs, err := s.open(ctx)
	if err != nil {
		return 0, err
	}
	recs = slices.DeleteFunc(recs, func(rec Record) bool { return m.byID(rec.RunID) != nil })
	n := 0
	var failed error
	for part := range slices.Chunk(recs, recoverAtOnce) {
		done, err := m.interrupt(ctx, part)
		n += done
		failed = errors.Join(failed, err)
	}
	return n, failed
}

// interrupt closes runs whose jobs are gone.
func (m *Manager) interrupt(ctx context.Context, recs []Record) (n int, failed error) {
	s := m.main.store
	logs, err := s.journal(ctx, recs)
	if err != nil {
		return 0, err
	}
	pieces := make([]*piece, 0, len(recs))
	for _, rec := range recs {
		p, err := m.interrupted(ctx, rec, logs[rec.RunID])
		if err != nil {
			return 0, err
		}
		pieces = append(pieces, p)
	}
	if err := s.endOpen(ctx, pieces); err != nil {
		return 0, err
	}
	for _, p := range pieces {
		switch {
		case p.err == nil:
			n++
			m.count.end(p.rec.State)
		case errors.Is(p.err, errFenced): // it has ended meanwhile
		default:
			m.logger.Error("a run could not be recovered", slog.String("run", p.rec.RunID), slog.String("trace_id", p.rec.TraceID), slog.Any("error", p.err))
			failed = errors.Join(failed, p.err)
		}
	}
	return n, failed
}

// interrupted is the end of a run whose job is gone.
func (m *Manager) interrupted(ctx context.Context, rec Record, log []byte) (*piece, error) {
	// A run whose end was refused has left its log in one row.
	kept, err := m.main.store.log(ctx, rec.RunID)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		log = kept
	}
	msg, last := replay(log)
	e := errs.New(errs.Restarted)
	failure := stream.Failure{Msg: e.Message(""), Code: string(e.Code)}
	msg.Apply(failure)
	rec.State, rec.ErrorCode, rec.EndedAt, rec.LastNumber = msg.State, msg.ErrorCode, time.Now().UnixMilli(), last+1
	return &piece{end: true, rec: rec, msg: msg, log: stream.AppendFrame(log, last+1, failure)}, nil
}
