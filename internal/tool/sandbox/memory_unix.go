//go:build unix

package sandbox

import (
	"context"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory puts the memory of interpreters outside of Go's heap. When an interpreter starts, its whole
// memory is reserved. The pages of the memory are allocated when they are first used. Everything is
// released when the interpreter is closed.
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

// Reallocate returns the first `size` bytes; nil if the limit is exceeded.
func (m *mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

// Free releases the memory.
func (m *mapped) Free() {
	_ = syscall.Munmap(m.all) // the memory is not used afterwards
	m.all = nil
}
