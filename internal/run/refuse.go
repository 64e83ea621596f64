package run

import "github.com/wenqu-ai/wenqu/internal/errs"

// Refuse ends the answers that this process is making for an owner, as failed
// with err. What they have said so far stays.
func (m *Manager) Refuse(ownerID string, err *errs.Error) {
	for _, r := range m.all() {
		if r.OwnerID() != ownerID {
			continue
		}
		r.mu.Lock()
		queue := r.finish(ending{err: err})
		r.mu.Unlock()
		r.enqueue(queue)
	}
}
