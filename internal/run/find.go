package run

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Current returns the open run of a conversation on any node, or nil if there is no such run.
// A temporary run is found only on its own node. A run of another node is returned as a
// mirror, which can be read, stopped and signalled like a run of this node.
func (m *Manager) Current(ctx context.Context, ownerID, cid string) (*Run, error) {
	if r, ok := m.local(ownerID, cid); ok || m.node == "" {
		return r, nil
	}
	return m.openElsewhere(ctx, ownerID, cid)
}

// openElsewhere returns the open run of a conversation on another node, or nil.
func (m *Manager) openElsewhere(ctx context.Context, ownerID, cid string) (*Run, error) {
	rec, err := m.main.store.openIn(ctx, ownerID, cid)
	if rec == nil || err != nil {
		return nil, err
	}
	return m.remote(ctx, rec)
}

// remote returns the open run of a record: the run of this process, or else a mirror of another
// node's run. If the record is of this node but its run is not in this process, the result is nil.
func (m *Manager) remote(ctx context.Context, rec *Record) (*Run, error) {
	if r := m.byID(rec.RunID); r != nil {
		return r, nil // this process's run was moved to a new owner, but Moved was not called here yet
	}
	if m.node == "" || rec.Node == m.node {
		return nil, nil
	}
	return m.mirror(ctx, *rec)
}

// Answering returns which of the given conversations of an owner have a running answer, on any
// node. With several nodes, the result may contain other conversations of the owner.
func (m *Manager) Answering(ctx context.Context, ownerID string, cids []string) (map[string]bool, error) {
	now := map[string]bool{}
	m.mu.Lock()
	for _, cid := range cids {
		if m.byConv[convKey{ownerID, cid}] != nil {
			now[cid] = true
		}
	}
	m.mu.Unlock()
	if m.node == "" || len(cids) == 0 {
		return now, nil
	}
	open, err := m.main.store.openOf(ctx, ownerID)
	for _, cid := range open {
		now[cid] = true
	}
	return now, err
}

// maxAsking limits how many runs Asking returns.
const maxAsking = 50

// Asking returns at most 50 running answers of an owner on any node, the oldest first.
// It leaves out temporary answers.
func (m *Manager) Asking(ctx context.Context, ownerID string) ([]Record, error) {
	return m.main.store.asking(ctx, ownerID, maxAsking)
}

// local returns the open run of a conversation, if this process makes the run.
func (m *Manager) local(ownerID, cid string) (*Run, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.byConv[convKey{ownerID, cid}]
	return r, r != nil
}

// Stop ends the running answer of a conversation because its reader stops it, and waits
// at most 2 s until the end is stored. It reports whether there was a running answer,
// including an answer that was about to end.
func (m *Manager) Stop(ctx context.Context, ownerID, cid string) (bool, error) {
	r, err := m.Current(ctx, ownerID, cid)
	if r == nil || err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, stopWait)
	defer cancel()
	if err := m.tell(ctx, r.Record(), Signal{Kind: signalStop}); err != nil {
		return true, err
	}
	select {
	case <-r.done:
		return true, nil
	case <-ctx.Done():
		return true, errs.Wrap(errs.StorageFail, context.Cause(ctx))
	}
}

// stop ends the run because its reader has stopped it.
func (r *Run) stop() {
	r.mu.Lock()
	queue := r.finish(ending{stopped: true})
	r.mu.Unlock()
	r.enqueue(queue)
}

// Open returns a reader of the owner's run. The reader starts after the frame with the number `from`;
// 0 means all frames. It reads the running answer or, for 30 minutes after the end, the stored log.
// Open fails with ErrLogGone when there are no frames to read, for example because the owner has no such
// run or its log is deleted. Open fails with errs.BadRequest when `from` is negative or greater than the
// number of the newest frame that readers can see.
func (m *Manager) Open(ctx context.Context, ownerID, runID string, from int) (*Reader, error) {
	m.mu.Lock()
	r := m.runs[runID]
	mine := r != nil && r.place.owner == ownerID
	m.mu.Unlock()
	if mine {
		return r.read(from)
	}
	if r != nil && m.node == "" {
		return nil, ErrLogGone
	}
	for _, w := range m.writers() {
		rec, err := w.store.byID(ctx, ownerID, runID)
		if err != nil {
			return nil, err
		}
		if rec == nil {
			continue
		}
		if rec.EndedAt == 0 && !rec.Temporary {
			r, err := m.remote(ctx, rec)
			if err != nil {
				return nil, err
			}
			if r != nil {
				return r.read(from)
			}
		}
		return openKept(ctx, w.store, *rec, from)
	}
	return nil, ErrLogGone
}
