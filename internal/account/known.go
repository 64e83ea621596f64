package account

import (
	"crypto/sha256"
	"crypto/subtle"
	"sync"
	"time"
)

const (
	// knownAge is how long a check against the database is believed: how late
	// another server learns that a visitor was deleted.
	knownAge = 10 * time.Minute
	maxKnown = 50_000
)

// known remembers stored visitors whose token was found right, so that the
// check costs a hash and no query. Of tokens it holds only the hash.
type known struct {
	mu  sync.RWMutex
	all map[string]proof
}

type proof struct {
	sum   [sha256.Size]byte
	until time.Time
}

func newKnown() *known { return &known{all: map[string]proof{}} }

func (k *known) has(id, token string, now time.Time) bool {
	k.mu.RLock()
	p, ok := k.all[id]
	k.mu.RUnlock()
	if !ok || now.After(p.until) {
		return false
	}
	sum := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(sum[:], p.sum[:]) == 1
}

func (k *known) add(id, token string, now time.Time) {
	p := proof{sha256.Sum256([]byte(token)), now.Add(knownAge)}
	k.mu.Lock()
	defer k.mu.Unlock()
	for other := range k.all {
		if len(k.all) < maxKnown {
			break
		}
		delete(k.all, other) // any will do: it is looked up again
	}
	k.all[id] = p
}

func (k *known) drop(id string) {
	k.mu.Lock()
	delete(k.all, id)
	k.mu.Unlock()
}
