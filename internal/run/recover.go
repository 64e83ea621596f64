package run

import (
	"context"
	"errors"
	"log/slog"
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
	r := &Run{m: m, w: w, kept: true, id: rec.RunID, started: time.UnixMilli(rec.StartedAt), saved: make(chan struct{}), done: make(chan struct{}), ended: true, over: true, msg: msg, rec: rec}
	r.spec = Spec{OwnerID: rec.OwnerID, ConversationID: rec.ConversationID, Index: rec.Index, RepeatIndex: rec.RepeatIndex,
		RequestID: rec.RequestID, TraceID: rec.TraceID, Temporary: rec.Temporary}
	r.stored.n = rec.LastNumber
	close(r.saved)
	close(r.done)
	return r, nil
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
func (m *Manager) Recover(ctx context.Context) (int, error) {
	s := m.main.store
	recs, err := s.open(ctx)
	if err != nil {
		return 0, err
	}
	logs, err := s.journal(ctx)
	if err != nil {
		return 0, err
	}
	n := 0
	var failed error
	for _, rec := range recs {
		m.mu.Lock()
		live := m.runs[rec.RunID] != nil
		m.mu.Unlock()
		if live {
			continue
		}
		if err := m.interrupt(ctx, rec, logs[rec.RunID]); err != nil {
			m.logger.Error("a run could not be recovered", slog.String("run", rec.RunID), slog.String("trace_id", rec.TraceID), slog.Any("error", err))
			failed = errors.Join(failed, err)
			continue
		}
		n++
	}
	if failed == nil {
		failed = s.trim(ctx, true)
	}
	return n, failed
}

func (m *Manager) interrupt(ctx context.Context, rec Record, log []byte) error {
	s := m.main.store
	// A run whose end was refused has left its log in one row.
	kept, err := s.log(ctx, rec.RunID)
	if err != nil {
		return err
	}
	if kept != nil {
		log = kept
	}
	msg, last := replay(log)
	e := errs.New(errs.Restarted)
	failure := stream.Failure{Msg: e.Message(""), Code: string(e.Code)}
	msg.Apply(failure)
	rec.State, rec.ErrorCode, rec.EndedAt, rec.LastNumber = msg.State, msg.ErrorCode, time.Now().UnixMilli(), last+1
	p := &piece{end: true, rec: rec, msg: msg, log: stream.AppendFrame(log, last+1, failure)}
	if err := s.write(ctx, []*piece{p}); err != nil {
		return err
	}
	if p.err == nil {
		m.count.end(rec.State)
	}
	return p.err
}
