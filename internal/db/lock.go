package db

import (
	"errors"
	"fmt"
	"os"
)

// ErrLocked says that another process holds a lock.
var ErrLocked = errors.New("another process holds the lock")

// Lock is held until Close or the end of the process, however it ends.
type Lock struct{ f *os.File }

// TryLock takes the lock of a file, which is made when it is missing, or fails
// with ErrLocked. Where the system has no such locks everybody gets it.
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

// Close gives the lock back.
func (l *Lock) Close() error { return l.f.Close() }
