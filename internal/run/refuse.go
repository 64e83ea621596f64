package run

import "github.com/wenqu-ai/wenqu/internal/errs"

// Refuse ends the answers that this process is making for an owner, or for a
// project in which the owner has asked, as failed
// with err. What they have said so far stays.
func (m *Manager) Refuse(ownerID string, err *errs.Error) {
	for _, r := range m.all() {
		if r.OwnerID() != ownerID && r.spec.AuthorID != ownerID {
			continue
		}
		r.mu.Lock()
		queue := r.finish(ending{err: err})
		r.mu.Unlock()
		r.enqueue(queue)
	}
}
