//go:build unix

package domaintest

import (
	"sync"
	"time"
)

// Clock is a time that the test moves. It may be used by several goroutines.
type Clock struct {
	mu    sync.Mutex
	at    time.Time     // zero: the real time counts
	step  time.Duration // by how much every reading moves the time
	ahead time.Duration
}

// NewClock makes a clock that stands still at a time.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// NewTickingClock makes a clock that moves by a millisecond whenever it is
// read, so that no two readings are alike.
func NewTickingClock(at time.Time) *Clock { return &Clock{at: at, step: time.Millisecond} }

// NewRealClock makes a clock that runs with the real time and can be moved
// ahead.
func NewRealClock() *Clock { return &Clock{} }

// Now reads the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += c.step
	if c.at.IsZero() {
		return time.Now().Add(c.ahead)
	}
	return c.at.Add(c.ahead)
}

// Add moves the clock on.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}
