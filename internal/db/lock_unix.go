//go:build unix

package db

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile waits for the exclusive lock of f. Closing f, or the end of the process, releases the
// lock.
func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX) }

// tryLockFile is like lockFile, but does not wait: it fails with ErrLocked when the lock is already
// held.
func tryLockFile(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
