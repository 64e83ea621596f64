package admin

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// sealedPrefix marks a sealed value; the number is the form's.
const sealedPrefix = "sealed:1:"

// Sealer keeps secrets unreadable in the database: whoever has a copy of it
// without the key has no secret.
type Sealer struct{ aead cipher.AEAD }

// NewSealer makes a sealer of a passphrase of any length.
func NewSealer(passphrase string) (*Sealer, error) {
	key, err := hkdf.Key(sha256.New, []byte(passphrase), nil, "wenqu admin settings", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return &Sealer{aead}, nil
}

// KeyFile gives the passphrase in the file name, which nobody else may read;
// the first call writes a new one. The file belongs to the server, not to its
// data: backups and exports leave it out.
func KeyFile(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return writeKeyFile(name)
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
	key := strings.TrimSpace(string(raw))
	if len(key) < 32 {
		return "", fmt.Errorf("%s holds no key; restore it, or delete it and enter all secrets anew", name)
	}
	return key, nil
}

func writeKeyFile(name string) (string, error) {
	var b [32]byte
	rand.Read(b[:])
	key := base64.RawURLEncoding.EncodeToString(b[:])
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was quicker
		return KeyFile(name)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(key + "\n")
	return key, errors.Join(err, f.Sync(), f.Close())
}

// seal hides text. A sealed value opens only in the place that it was made
// for, so that it cannot be copied to another one.
func (s *Sealer) seal(place, text string) string {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce)
	return sealedPrefix + base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, []byte(text), []byte(place)))
}

// errSealed says that a secret cannot be read any more.
var errSealed = errors.New("a secret was sealed with another key")

// open reads what seal made.
func (s *Sealer) open(place, sealed string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(sealed, sealedPrefix))
	if err != nil || len(raw) < s.aead.NonceSize() {
		return "", errSealed
	}
	n := s.aead.NonceSize()
	text, err := s.aead.Open(nil, raw[:n], raw[n:], []byte(place))
	if err != nil {
		return "", errSealed
	}
	return string(text), nil
}
