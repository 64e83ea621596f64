// Package known caches checked tokens for one second, so that checking a request costs
// a hash instead of a query.
package known

import (
	"crypto/sha256"
	"sync"
	"time"
)

const (
	// age is how long the result of a check is cached. A session ended by another server is
	// refused within this time.
	age       = time.Second
	maxProofs = 50_000
)

// Cache stores up to 50,000 proofs and uses each proof for at most one second. It stores hashes
// instead of tokens. It is safe for concurrent use.
type Cache[T any] struct {
	mu   sync.RWMutex
	all  map[[sha256.Size]byte]proof[T]
	turn uint64 // number of drops
}

// Proof is the identity proven by a token.
type Proof[T any] struct {
	OwnerID string
	Session string // empty for a visitor
	Who     T      // identity without its token
}

type proof[T any] struct {
	Proof[T]
	until time.Time
}

// New makes an empty cache.
func New[T any]() *Cache[T] { return &Cache[T]{all: map[[sha256.Size]byte]proof[T]{}} }

// Find returns the identity if the cache contains a proof that the token belongs to the owner id.
// Otherwise `ok` is false. Then check the token, and pass `turn` to Add with the result.
func (c *Cache[T]) Find(id, token string, now time.Time) (who T, turn uint64, ok bool) {
	sum := sha256.Sum256([]byte(token))
	c.mu.RLock()
	p, ok := c.all[sum]
	turn = c.turn
	c.mu.RUnlock()
	if !ok || p.OwnerID != id || now.After(p.until) {
		var none T
		return none, turn, false
	}
	return p.Who, turn, true
}

// Add caches the result of a check. `turn` is the value that Find returned before the check. If
// something was dropped after that, Add caches nothing, because the result may be out of date.
func (c *Cache[T]) Add(token string, p Proof[T], turn uint64, now time.Time) {
	sum := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.turn != turn {
		return
	}
	for other := range c.all {
		if len(c.all) < maxProofs {
			break
		}
		delete(c.all, other) // any entry may be deleted, because a missing entry only causes another check
	}
	c.all[sum] = proof[T]{p, now.Add(age)}
}

// DropOwner removes a visitor, or all sessions of an account, from the cache.
func (c *Cache[T]) DropOwner(id string) { c.drop(func(p proof[T]) bool { return p.OwnerID == id }) }

// DropSession removes one session from the cache.
func (c *Cache[T]) DropSession(session string) {
	c.drop(func(p proof[T]) bool { return p.Session == session })
}

func (c *Cache[T]) drop(gone func(proof[T]) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	for sum, p := range c.all {
		if gone(p) {
			delete(c.all, sum)
		}
	}
}
