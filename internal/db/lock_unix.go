//go:build unix

package db

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile waits for the exclusive lock of f; closing f, or the end of the
// process, gives it back.
func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX) }
