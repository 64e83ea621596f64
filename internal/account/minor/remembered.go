package minor

import (
	"sync"
	"time"
)

const (
	// believed is how long an owner counts as one without a mode after that was
	// looked up: how late another server learns that it was switched on.
	believed      = time.Second
	maxRemembered = 50_000
)

// remembered are owners whose mode was found to be off a moment ago. The zero
// value is empty. It is safe for concurrent use.
type remembered struct {
	mu    sync.RWMutex
	until map[string]time.Time
	turn  uint64 // counts drops
}

// has says whether the owner is remembered. turn goes back to add, which believes
// nothing that was read before a drop.
func (r *remembered) has(owner string, now time.Time) (off bool, turn uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	until, ok := r.until[owner]
	return ok && !now.After(until), r.turn
}

func (r *remembered) add(owner string, turn uint64, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		return
	}
	if r.until == nil || len(r.until) >= maxRemembered {
		r.until = map[string]time.Time{} // all of them are looked up again
	}
	r.until[owner] = now.Add(believed)
}

// drop forgets all of them.
func (r *remembered) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
	r.until = nil
}
