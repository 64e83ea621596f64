//go:build unix

package sandbox

import (
	"context"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory has interpreters keep their memory outside of Go's heap: it is
// reserved at once, taken page by page as it is used, and given back at the end.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, limit uint64) experimental.LinearMemory {
		b, err := syscall.Mmap(-1, 0, int(min(limit, memory)), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			panic(broken{errMemory})
		}
		return &mapped{b}
	}))
}

// mapped is the memory of one interpreter.
type mapped struct{ all []byte }

// Reallocate gives the first size bytes; nil: there are not so many.
func (m *mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

// Free gives the memory back.
func (m *mapped) Free() {
	_ = syscall.Munmap(m.all) // it is not used any more
	m.all = nil
}
