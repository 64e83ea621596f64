//go:build unix

package domaintest

import (
	"sync"
	"time"
)

// Clock is a clock set by the test. It may be used by several goroutines.
type Clock struct {
	mu    sync.Mutex
	at    time.Time     // zero: the real time is used
	step  time.Duration // advance of the clock at every call to Now
	ahead time.Duration
}

// NewClock returns a clock that stays at a time until Add is called.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// NewTickingClock returns a clock that advances by a millisecond at every call to Now, so that no
// two times are equal.
func NewTickingClock(at time.Time) *Clock { return &Clock{at: at, step: time.Millisecond} }

// NewRealClock returns a clock that runs with the real time and can be advanced.
func NewRealClock() *Clock { return &Clock{} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += c.step
	if c.at.IsZero() {
		return time.Now().Add(c.ahead)
	}
	return c.at.Add(c.ahead)
}

// Add advances the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}
