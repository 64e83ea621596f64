//go:build unix

package app

import "syscall"

// openFiles is how many files this process may have open: the hard limit, to
// which the runtime has raised the soft one at the start. 0: unknown.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur) //nolint:unconvert // signed on some systems
}
