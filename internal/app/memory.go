package app

import (
	"runtime"
	"runtime/debug"
)

// releaseMemory returns to the operating system the memory that was needed only for the start.
// Without this call, a server without traffic would keep that memory for a long time.
func releaseMemory() {
	runtime.GC() // a sync.Pool is only empty after two garbage collections; FreeOSMemory runs the second one
	debug.FreeOSMemory()
	unmapProgram()
}
