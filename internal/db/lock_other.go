//go:build !unix

package db

import "os"

// lockFile does nothing on systems without flock. There the operator has to
// make sure that only one process at a time uses a data folder.
func lockFile(*os.File) error { return nil }

func tryLockFile(*os.File) error { return nil }
