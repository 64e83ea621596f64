// Package absent caches, for one second, which owners have no row of some kind. Use it for rows
// that exist for few owners and are looked up for every question.
package absent

import (
	"sync"
	"time"
)

const (
	// cachedFor is how long an owner is cached as having no row. A row added by another server is
	// found within this time.
	cachedFor = time.Second
	maxOwners = 50_000
)

// Owners caches up to 50,000 owners without a row, for a second each. The zero value
// is an empty cache. It is safe for concurrent use.
type Owners struct {
	mu    sync.RWMutex
	until map[string]time.Time
	turn  uint64 // number of calls of Drop
}

// Has reports whether the owner is cached as having no row. If it is not, look the row up; if there is
// none, call Add with `turn`. Add does nothing if Drop was called after Has, because the result of the
// lookup may be out of date.
func (r *Owners) Has(owner string, now time.Time) (absent bool, turn uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	until, ok := r.until[owner]
	return ok && !now.After(until), r.turn
}

// Add caches that the owner has no row. `turn` is the value that Has returned before the lookup (see Has).
func (r *Owners) Add(owner string, turn uint64, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != turn {
		return
	}
	if r.until == nil || len(r.until) >= maxOwners {
		r.until = map[string]time.Time{} // a full cache is emptied
	}
	r.until[owner] = now.Add(cachedFor)
}

// Drop empties the cache. Call it after a row was stored or moved to another owner.
func (r *Owners) Drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
	r.until = nil
}
