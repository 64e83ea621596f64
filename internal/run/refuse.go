package run

import "github.com/wenqu-ai/wenqu/internal/errs"

// Refuse ends running answers of this process with the error `err`. Their text so far is kept. Refuse
// ends all answers of the owner. In projects, it ends the answers to questions that the owner asked.
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
