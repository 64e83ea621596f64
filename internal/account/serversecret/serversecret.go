// Package serversecret is the secret of the server from which the tokens of
// visitors and further keys are derived.
package serversecret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// A visitor's token proves itself without a row: the time of its making, 128
// random bits, and a MAC of both and the id under the server's secret. Once the
// visitor is stored, the hash in its row must agree too.
const (
	tokenTime   = 8 // unix milliseconds, big-endian
	tokenRandom = 16
	tokenBody   = tokenTime + tokenRandom
	tokenSize   = tokenBody + sha256.Size
)

// Secret is the secret. Whoever has it can make tokens of anybody.
type Secret []byte

// Token makes a token for id.
func (s Secret) Token(id string, now time.Time) string {
	var b [tokenSize]byte
	binary.BigEndian.PutUint64(b[:], uint64(now.UnixMilli()))
	rand.Read(b[tokenTime:tokenBody])
	copy(b[tokenBody:], s.mac(id, b[:tokenBody]))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Verify reports whether token was made for id under s, and when.
func (s Secret) Verify(id, token string) (made time.Time, ok bool) {
	var b [tokenSize]byte
	if base64.RawURLEncoding.DecodedLen(len(token)) != tokenSize {
		return time.Time{}, false
	}
	if n, err := base64.RawURLEncoding.Strict().Decode(b[:], []byte(token)); err != nil || n != tokenSize {
		return time.Time{}, false
	}
	if !hmac.Equal(b[tokenBody:], s.mac(id, b[:tokenBody])) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(b[:]))), true
}

func (s Secret) mac(id string, body []byte) []byte {
	m := hmac.New(sha256.New, s)
	m.Write([]byte("visitor\n" + id + "\n"))
	m.Write(body)
	return m.Sum(nil)
}

// Derive makes a key for another purpose, from which s cannot be found.
func (s Secret) Derive(purpose string) string {
	m := hmac.New(sha256.New, s)
	m.Write([]byte("key\n" + purpose))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
