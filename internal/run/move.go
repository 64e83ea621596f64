package run

import (
	"context"
	"database/sql"
)

// Move moves the runs of `from` to the owner `to`, in the caller's transaction. `renamed` maps old
// conversation ids to new ids. If both owners have used the same request id, the id identifies only
// the existing run of `to`.
func Move(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE run SET request_id = '' WHERE owner_id = $1 AND request_id <> ''
		AND request_id IN (SELECT r.request_id FROM run r WHERE r.owner_id = $2)`, from, to); err != nil {
		return err
	}
	for old, cid := range renamed {
		if _, err := tx.ExecContext(ctx, `UPDATE run SET conversation_id = $1 WHERE owner_id = $2 AND conversation_id = $3`, cid, from, old); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE run SET owner_id = $1 WHERE owner_id = $2`, to, from)
	return err
}

// Moved must be called after a Move was committed. Running answers continue,
// and the new owner can find, stop and read them.
func (m *Manager) Moved(from, to string, renamed map[string]string) {
	var moved []*Run
	m.mu.Lock()
	for _, r := range m.runs {
		if r.place.owner != from {
			continue
		}
		old, place := r.place, convKey{to, r.place.cid}
		if cid, ok := renamed[old.cid]; ok {
			place.cid = cid
		}
		if m.byConv[old] == r {
			delete(m.byConv, old)
		}
		if m.byConv[place] == nil {
			m.byConv[place] = r
		}
		if request := (requestKey{from, r.spec.RequestID}); m.byRequest[request] == r {
			delete(m.byRequest, request)
			if request.owner = to; m.byRequest[request] == nil {
				m.byRequest[request] = r
			}
		}
		r.place = place
		moved = append(moved, r)
	}
	m.mu.Unlock()
	for _, r := range moved {
		r.mu.Lock()
		r.rec.OwnerID, r.rec.ConversationID = to, r.where().cid
		r.mu.Unlock()
	}
}

// where returns the current owner and conversation of the run.
func (r *Run) where() convKey {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.place
}

// OwnerID returns the current owner. The owner changes, for example, when a visitor logs in.
func (r *Run) OwnerID() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rec.OwnerID
}

// Open reports, in the caller's transaction, whether a conversation has a run without a stored
// end.
func Open(ctx context.Context, tx *sql.Tx, ownerID, conversationID string) (open bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM run WHERE owner_id = $1 AND conversation_id = $2 AND ended_at = 0)`, ownerID, conversationID).Scan(&open)
	return open, err
}
