package db

import (
	"errors"
	"fmt"
	"os"
)

// ErrLocked means that a lock is already held, usually by another process.
var ErrLocked = errors.New("another process holds the lock")

// Lock is a file lock. It ends with Close or with the process, even after a crash.
type Lock struct{ f *os.File }

// TryLock locks a file, or fails with ErrLocked. A missing file is created. On systems without
// flock, TryLock creates the file and locks nothing.
func TryLock(name string) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := tryLockFile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", name, err), f.Close())
	}
	return &Lock{f}, nil
}

// Close releases the lock.
func (l *Lock) Close() error { return l.f.Close() }
