package run

import "github.com/wenqu-ai/wenqu/internal/errs"

// Refuse ends the running answers of an owner in this process, and those in projects in which the
// owner has asked, as failed with err. The text so far is kept.
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
