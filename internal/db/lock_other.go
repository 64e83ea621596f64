//go:build !unix

package db

import "os"

// lockFile does nothing where there is no flock: there a data folder serves
// one process at a time, and the operator sees to it.
func lockFile(*os.File) error { return nil }

func tryLockFile(*os.File) error { return nil }
