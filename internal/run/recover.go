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
	msg, last, err := replay(ctx, w.store, rec.RunID)
	if err != nil {
		return nil, err
	}
	if last == 0 {
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

// replay folds the stored frames of a run and tells the number of the last.
func replay(ctx context.Context, s store, runID string) (stream.Message, int, error) {
	msg, last := stream.NewMessage(), 0
	var dec stream.Decoder
	apply := func(events []stream.Numbered) {
		for _, e := range events {
			msg.Apply(e.Event)
		}
	}
	for {
		rows, err := s.frames(ctx, runID, last, framesAtOnce)
		if err != nil {
			return msg, 0, err
		}
		for _, row := range rows {
			apply(dec.Write(row.data))
			last = row.last
		}
		if len(rows) < framesAtOnce {
			break
		}
	}
	apply(dec.Close())
	return msg.Snapshot(), last, nil
}

// Recover closes the runs that an earlier process left open: each is folded
// from its log and ends as interrupted, and can be continued from there. It is
// called at the start, before any run begins, and tells how many there were.
// One that fails is left as it is and does not keep the others from it.
func (m *Manager) Recover(ctx context.Context) (int, error) {
	recs, err := m.main.store.open(ctx)
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
		if err := m.interrupt(ctx, rec); err != nil {
			m.logger.Error("a run could not be recovered", slog.String("run", rec.RunID), slog.String("trace_id", rec.TraceID), slog.Any("error", err))
			failed = errors.Join(failed, err)
			continue
		}
		n++
	}
	return n, failed
}

func (m *Manager) interrupt(ctx context.Context, rec Record) error {
	s := m.main.store
	msg, last, err := replay(ctx, s, rec.RunID)
	if err != nil {
		return err
	}
	e := errs.New(errs.Restarted)
	failure := stream.Failure{Msg: e.Message(""), Code: string(e.Code)}
	msg.Apply(failure)
	rec.State, rec.ErrorCode, rec.EndedAt, rec.LastNumber = msg.State, msg.ErrorCode, time.Now().UnixMilli(), last+1
	p := &piece{end: true, rec: rec, msg: msg, frames: frames{id: rec.RunID, first: last + 1, last: last + 1, data: stream.AppendFrame(nil, last+1, failure)}}
	if err := s.write(ctx, []*piece{p}); err != nil {
		return err
	}
	if p.err == nil {
		m.count.end(rec.State)
	}
	return p.err
}
