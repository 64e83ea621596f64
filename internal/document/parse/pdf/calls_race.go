//go:build race

package pdf

import "sync"

// calls prevents concurrent calls under the race detector. wazero computes the key of a
// function type on first use without a lock, and all instances of a module share the
// types. A worker reads one file at a time and is not affected; tests read several at
// once.
var calls sync.Mutex

func beginCall() { calls.Lock() }
func endCall()   { calls.Unlock() }
