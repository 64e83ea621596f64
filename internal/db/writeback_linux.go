package db

import (
	"os"

	"golang.org/x/sys/unix"
)

// writeBack asks the operating system to start writing the changed pages of f to the disk. It does not
// wait for the end of the writing, so the pages are not durable yet. f.Sync would wait, and would also
// commit the file system's journal, which delays writes to f.
func writeBack(f *os.File) error {
	if unix.SyncFileRange(int(f.Fd()), 0, 0, unix.SYNC_FILE_RANGE_WRITE) != nil {
		return f.Sync() // some sandboxes and file systems do not support the call
	}
	return nil
}
