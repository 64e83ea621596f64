package account

import (
	"crypto/sha256"
	"sync"
	"time"
)

const (
	// knownAge is how long a check against the database is believed: how late
	// another server learns that a session was ended.
	knownAge = time.Second
	maxKnown = 50_000
)

// known remembers identities whose token was found right, so that the check
// costs a hash and no query. Of tokens it holds only the hash.
type known struct {
	mu   sync.RWMutex
	all  map[[sha256.Size]byte]proof
	turn uint64 // counts drops
}

type proof struct {
	who   Who // without its token
	until time.Time
}

func newKnown() *known { return &known{all: map[[sha256.Size]byte]proof{}} }

// find gives the identity that the token proves. turn goes back to add, which
// believes nothing that was read before a drop.
func (k *known) find(id, token string, now time.Time) (who Who, turn uint64, ok bool) {
	sum := sha256.Sum256([]byte(token))
	k.mu.RLock()
	p, ok := k.all[sum]
	turn = k.turn
	k.mu.RUnlock()
	if !ok || p.who.ID != id || now.After(p.until) {
		return Who{}, turn, false
	}
	p.who.Token = token
	return p.who, turn, true
}

func (k *known) add(who Who, turn uint64, now time.Time) {
	sum := sha256.Sum256([]byte(who.Token))
	who.Token = ""
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.turn != turn {
		return
	}
	for other := range k.all {
		if len(k.all) < maxKnown {
			break
		}
		delete(k.all, other) // any will do: it is looked up again
	}
	k.all[sum] = proof{who, now.Add(knownAge)}
}

// dropOwner forgets a visitor, or all sessions of an account.
func (k *known) dropOwner(id string) { k.drop(func(w Who) bool { return w.ID == id }) }

// dropSession forgets one session.
func (k *known) dropSession(session string) {
	k.drop(func(w Who) bool { return w.Session == session })
}

func (k *known) drop(gone func(Who) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.turn++
	for sum, p := range k.all {
		if gone(p.who) {
			delete(k.all, sum)
		}
	}
}
