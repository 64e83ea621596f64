package run

import "github.com/wenqu-ai/wenqu/internal/errs"

// Refuse ends running answers of this process: the owner's answers, and answers in projects to
// questions of the owner. The answers fail with err and keep their text so far.
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
