package db

import (
	"os"

	"golang.org/x/sys/unix"
)

// writeBack asks the operating system to start writing the changed pages of f to the disk, and does
// not wait for it. It makes nothing durable. Sync does, but it also commits the file system's journal, and
// writes to f wait for that.
func writeBack(f *os.File) error {
	if unix.SyncFileRange(int(f.Fd()), 0, 0, unix.SYNC_FILE_RANGE_WRITE) != nil {
		return f.Sync() // some sandboxes and file systems do not support the call
	}
	return nil
}
