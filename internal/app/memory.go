package app

import (
	"runtime"
	"runtime/debug"
)

// heapReserve is the size in bytes of an array that the server allocates and never uses. The garbage
// collector runs whenever the heap has doubled. Without the array, a heap of 10 MB has doubled after
// some 40 answers, and each collection keeps both processors of a small machine busy for 10 ms or
// more, which delays answers. The array counts as heap but takes no memory, because the operating
// system provides memory only for written pages. While many answers are running, the heap is much
// larger than the array, and the array has little effect.
const heapReserve = 32 << 20

// releaseMemory returns to the operating system the memory that was needed only for the start.
// Without this call, a server without traffic would keep that memory for a long time.
func releaseMemory() {
	runtime.GC() // a sync.Pool is empty only after two garbage collections; FreeOSMemory runs the second one
	debug.FreeOSMemory()
	unmapProgram()
}
