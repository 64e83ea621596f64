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

// restore creates the Run of an ended run from the database. It has no job and gets no more events.
func (m *Manager) restore(ctx context.Context, w *writer, rec Record) (*Run, error) {
	log, err := w.store.log(ctx, rec.RunID)
	if err != nil {
		return nil, err
	}
	msg, last := replay(log)
	if last == 0 { // the log was deleted
		msg.State = rec.State
	}
	r := m.known(w, rec, msg)
	r.kept, r.ended, r.over = true, true, true
	r.stored.n = rec.LastNumber
	close(r.saved)
	close(r.done)
	return r, nil
}

// known creates a run from its record.
func (m *Manager) known(w *writer, rec Record, msg stream.Message) *Run {
	return &Run{
		m: m, w: w, id: rec.RunID, started: time.UnixMilli(rec.StartedAt), saved: make(chan struct{}), done: make(chan struct{}), msg: msg, rec: rec,
		spec: Spec{OwnerID: rec.OwnerID, AuthorID: rec.AuthorID, ConversationID: rec.ConversationID, Index: rec.Index, RepeatIndex: rec.RepeatIndex,
			RequestID: rec.RequestID, TraceID: rec.TraceID, Temporary: rec.Temporary},
	}
}

// replay applies frames and returns the message and the number of the last frame.
func replay(log []byte) (msg stream.Message, last int) {
	msg = stream.NewMessage()
	var dec stream.Decoder
	for _, e := range append(dec.Write(log), dec.Close()...) {
		msg.Apply(e.Event)
		last = e.N
	}
	return msg.Snapshot(), last
}

// Recover ends runs left open by an earlier process, and returns the number of ended runs. It rebuilds
// the messages from the logs. The runs end as interrupted and can be continued, but withheld answers
// stay withheld. Recover must be called at the start, before any run starts. If the sink refuses the
// end of a run, this run stays open, and Recover continues with the other runs.
//
// With several nodes, Recover also starts the node's lease, and recovers only runs of this node and of
// nodes without a lease. Until Drain, the node then recovers runs of lost nodes in the background.
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

// recoverAtOnce is how many runs one transaction ends.
const recoverAtOnce = 32

// recoverOwn ends the open runs of this node that have no job in this process.
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

// interrupt ends runs whose jobs no longer exist.
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
		case errors.Is(p.err, errFenced): // meanwhile the run has ended, or another node has adopted it
		default:
			m.logger.Error("a run could not be recovered", slog.String("run", p.rec.RunID), slog.String("trace_id", p.rec.TraceID), slog.Any("error", p.err))
			failed = errors.Join(failed, p.err)
		}
	}
	return n, failed
}

// interrupted returns the piece that ends a run whose job no longer exists.
func (m *Manager) interrupted(ctx context.Context, rec Record, log []byte) (*piece, error) {
	// If the end of the run was given up, run_log has the whole log of the run, and the journal may lack rows.
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
