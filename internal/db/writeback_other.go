//go:build !linux

package db

import "os"

// writeBack writes the changed pages of f to the disk. Only Linux can do it without waiting.
func writeBack(f *os.File) error { return f.Sync() }
