package seal

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// minPassphrase is the length of the shortest passphrase in a key file, in bytes.
const minPassphrase = 32

// File reads the passphrase from the named file. If there is no such file, it creates one with a
// new passphrase. It fails if other users of the machine have any right to the file, or if the
// passphrase is shorter than minPassphrase. The file belongs to the server and not to its data:
// backups and exports leave it out.
func File(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return writeFile(name)
	}
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

func writeFile(name string) (string, error) {
	var b [32]byte
	rand.Read(b[:])
	passphrase := base64.RawURLEncoding.EncodeToString(b[:])
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process created it first
		return File(name)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(passphrase + "\n")
	return passphrase, errors.Join(err, f.Sync(), f.Close())
}
