package seal

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// minPassphrase is the length of the shortest passphrase in a key file, in bytes.
const minPassphrase = 32

// File reads the passphrase from the named file. If there is no such file, it creates one with a
// new passphrase. It fails if other users of the machine have any right to the file, or if the
// passphrase is shorter than minPassphrase. The file belongs to the server and not to its data:
// backups and exports leave it out.
func File(name string) (string, error) {
	passphrase, err := readFile(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return passphrase, err
	}
	passphrase, err = writeFile(name)
	if errors.Is(err, fs.ErrExist) { // another process created the file first
		return readFile(name)
	}
	return passphrase, err
}

func readFile(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s can be read by others; run: chmod 600 %s", name, name)
	}
	passphrase := strings.TrimSpace(string(raw))
	if len(passphrase) < minPassphrase {
		return "", fmt.Errorf("%s holds no key: restore it from where you keep it", name)
	}
	return passphrase, nil
}

// writeFile creates the file with a new passphrase. The complete file gets its name in one step, so
// that another process never reads a part of it. If another process was faster, its passphrase is
// returned.
func writeFile(name string) (string, error) {
	var b [32]byte
	rand.Read(b[:])
	passphrase := base64.RawURLEncoding.EncodeToString(b[:])
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*") // only the owner may read it
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(f.Name()) }() // fails after a rename, because the old name no longer exists
	_, err = f.WriteString(passphrase + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", err
	}
	err = os.Link(f.Name(), name)
	if err != nil && !errors.Is(err, fs.ErrExist) { // the file system has no hard links
		if _, err = os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(f.Name(), name)
		} else if err == nil {
			err = fs.ErrExist
		}
	}
	return passphrase, err
}
