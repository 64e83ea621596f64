//go:build race

package pdf

import "sync"

// calls prevents concurrent calls under the race detector. All instances of a module share
// their function types. On the first use of a type, wazero computes its key without a lock.
// A worker reads one file at a time and is not affected; tests read several files at once.
var calls sync.Mutex

func beginCall() { calls.Lock() }
func endCall()   { calls.Unlock() }
