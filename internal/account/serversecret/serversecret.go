// Package serversecret is the server's secret. It authenticates the tokens of visitors, and further
// keys are derived from it.
package serversecret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// The parts of a visitor's token: the time of its creation, 128 random bits, and a MAC. The MAC covers the
// other two parts and the visitor's id; its key is the server's secret. So the token can be checked even
// if the database has no row for the visitor. If it has, the hash in the row must match as well.
const (
	tokenTime   = 8 // unix milliseconds, big-endian
	tokenRandom = 16
	tokenBody   = tokenTime + tokenRandom
	tokenSize   = tokenBody + sha256.Size
)

// Secret is the server's secret. Whoever knows it can create valid tokens for visitors who have no row
// yet, and derive the further keys.
type Secret []byte

// Token makes a token for the visitor with this id.
func (s Secret) Token(id string, now time.Time) string {
	var b [tokenSize]byte
	binary.BigEndian.PutUint64(b[:], uint64(now.UnixMilli()))
	rand.Read(b[tokenTime:tokenBody])
	copy(b[tokenBody:], s.mac(id, b[:tokenBody]))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Verify reports whether a token was made for id with s, and when it was made.
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

// Derive makes a key for a purpose. The key does not reveal s.
func (s Secret) Derive(purpose string) string {
	m := hmac.New(sha256.New, s)
	m.Write([]byte("key\n" + purpose))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
