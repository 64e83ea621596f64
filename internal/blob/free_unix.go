//go:build unix

package blob

import "syscall"

// Free is the number of bytes that this process may still write to the disk of `dir`.
func Free(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil //nolint:unconvert // on other systems the fields have other types
}
