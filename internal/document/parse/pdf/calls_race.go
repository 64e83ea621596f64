//go:build race

package pdf

import "sync"

// calls lets one call run at a time. wazero computes the key of a function type at
// its first use, without a lock, and all instances of a module share the types of
// calls by pointer. A worker reads one file at a time, but tests read many.
var calls sync.Mutex

func beginCall() { calls.Lock() }
func endCall()   { calls.Unlock() }
