package app

import (
	"runtime"
	"runtime/debug"
)

// giveBackMemory returns memory to the system that only the start needed.
// Without it, a server without traffic would keep that memory for a long time.
func giveBackMemory() {
	runtime.GC() // pools keep their content for one garbage collection
	debug.FreeOSMemory()
	unmapProgram()
}
