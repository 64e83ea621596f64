//go:build unix

package app

import "syscall"

// openFiles returns how many files this process may have open: the soft limit, which the Go runtime
// has raised to the hard limit at the start. 0: unknown.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur) //nolint:unconvert // a signed type on some systems
}
