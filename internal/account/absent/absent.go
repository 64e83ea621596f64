// Package absent remembers for a moment of whom nothing was found, where nearly
// nobody has a row and every question asks for it.
package absent

import (
	"sync"
	"time"
)

const (
	// believed is how long an owner counts as one without a row after that was
	// looked up: how late another server learns that there is one.
	believed  = time.Second
	maxOwners = 50_000
)

// Owners are those of whom no row was found within the last second, 50,000 of
// them at most. The zero value is empty. It is safe for concurrent use.
type Owners struct {
	mu    sync.RWMutex
	until map[string]time.Time
	turn  uint64 // counts drops
}

// Has says whether the owner is one of them. turn goes back to Add, which believes
// nothing that was read before a Drop.
func (r *Owners) Has(owner string, now time.Time) (absent bool, turn uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	until, ok := r.until[owner]
	return ok && !now.After(until), r.turn
}

// Add notes that no row of the owner was found; turn is what Has gave before it
// was looked for.
func (r *Owners) Add(owner string, turn uint64, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		return
	}
	if r.until == nil || len(r.until) >= maxOwners {
		r.until = map[string]time.Time{} // all of them are looked up again
	}
	r.until[owner] = now.Add(believed)
}

// Drop forgets all of them: a row was stored, or has got another owner.
func (r *Owners) Drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
	r.until = nil
}
