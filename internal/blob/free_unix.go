//go:build unix

package blob

import "syscall"

// Free is how many bytes of the disk of dir this process may still use.
func Free(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil //nolint:unconvert // the fields have other types on other systems
}
