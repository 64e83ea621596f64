// Package seal encrypts secrets in the database. Without the server's key, the secrets in a copy of the
// database are unreadable. Each purpose has its own key, derived from the server's key. The
// server's key is never stored in the database.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// prefix begins every sealed value; the number is the version of the format.
const prefix = "sealed:1:"

// ErrKey means that a value is damaged, or was sealed with another key or for another place.
var ErrKey = errors.New("a secret was sealed with another key")

// Key is the key of the server, from which every sealer's own key is derived.
type Key struct{ passphrase []byte }

// NewKey makes a key from a passphrase of any length.
func NewKey(passphrase string) Key { return Key{[]byte(passphrase)} }

// derive returns 32 bytes for a purpose, always the same for the same key.
func (k Key) derive(purpose string) []byte {
	b, err := hkdf.Key(sha256.New, k.passphrase, nil, purpose, 32)
	if err != nil { // cannot fail: the length is fixed and allowed
		panic("seal: " + err.Error())
	}
	return b
}

// Fingerprint identifies the key without revealing it, so that two servers can check whether they
// have the same key.
func (k Key) Fingerprint() string {
	return base64.RawURLEncoding.EncodeToString(k.derive("wenqu key fingerprint")[:16])
}

// Sealer returns the sealer for one purpose. It cannot open values that were sealed for
// another purpose.
func (k Key) Sealer(purpose string) *Sealer {
	block, err := aes.NewCipher(k.derive(purpose))
	if err != nil { // cannot fail: a key of 32 bytes is valid
		panic("seal: " + err.Error())
	}
	aead, err := cipher.NewGCM(block)
	if err != nil { // cannot fail: AES has the block size that GCM requires
		panic("seal: " + err.Error())
	}
	return &Sealer{aead}
}

// Sealer seals and opens the secrets of one purpose. It is safe for concurrent
// use.
type Sealer struct{ aead cipher.AEAD }

// Seal encrypts a text for one place, such as a row. The value cannot be opened for
// another place, so that copying it elsewhere has no effect.
func (s *Sealer) Seal(place, text string) string {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce)
	return prefix + base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, []byte(text), []byte(place)))
}

// Open decrypts a value that was sealed with the same key for the same purpose and place. For any
// other value it fails with ErrKey.
func (s *Sealer) Open(place, sealed string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(sealed, prefix))
	if err != nil || len(raw) < s.aead.NonceSize() {
		return "", ErrKey
	}
	n := s.aead.NonceSize()
	text, err := s.aead.Open(nil, raw[:n], raw[n:], []byte(place))
	if err != nil {
		return "", ErrKey
	}
	return string(text), nil
}

// Sealed reports whether a value is sealed, with any key.
func Sealed(value string) bool { return strings.HasPrefix(value, prefix) }
