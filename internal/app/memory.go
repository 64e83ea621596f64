package app

import (
	"runtime"
	"runtime/debug"
)

// releaseMemory returns memory that only the start needed to the operating system. Without this
// call, a server without traffic would keep that memory for a long time.
func releaseMemory() {
	runtime.GC() // pools keep their content for one garbage collection
	debug.FreeOSMemory()
	unmapProgram()
}
