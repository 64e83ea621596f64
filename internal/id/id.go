// Package id makes identifiers. All of them contain random numbers from the system's
// cryptographic source, so that no identifier can be guessed from other identifiers.
package id

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"sync"
	"time"
)

// crockford are the digits of Crockford's base 32 in lower case, without i, l,
// o and u. They are in ascending order, so that encoded numbers sort like the
// numbers.
const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

const alphanumeric = "abcdefghijklmnopqrstuvwxyz0123456789"

// last is the newest id of this process.
var last struct {
	sync.Mutex
	hi, lo uint64
}

// New returns 26 lower-case characters: 48 bits of time in milliseconds, then 80
// random bits. Ids of one process sort in the order in which they were made:
// within a millisecond, or while the clock runs backwards, each id is the previous id plus
// a random 63-bit number.
func New() string {
	var b [10]byte
	rand.Read(b[:])
	lo := binary.BigEndian.Uint64(b[:])
	hi := uint64(time.Now().UnixMilli())<<16 | uint64(binary.BigEndian.Uint16(b[8:]))
	last.Lock()
	defer last.Unlock()
	if hi < last.hi || hi == last.hi && lo <= last.lo || hi>>16 == last.hi>>16 {
		var carry uint64
		lo, carry = bits.Add64(last.lo, lo>>1|1, 0)
		hi = last.hi + carry
	}
	last.hi, last.lo = hi, lo
	return encode(hi, lo)
}

// encode writes 128 bits as 26 digits of 5 bits; the first digit has the remaining 3
// bits.
func encode(hi, lo uint64) string {
	var out [26]byte
	for i := 25; i >= 0; i-- {
		out[i] = crockford[lo&31]
		lo = lo>>5 | hi<<59
		hi >>= 5
	}
	return string(out[:])
}

// Token returns a secret of 256 random bits in base64url, 43 characters.
func Token() string {
	var b [32]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Random returns n characters of [a-z0-9], each equally likely.
func Random(n int) string {
	out := make([]byte, 0, n)
	var b [64]byte
	for len(out) < n {
		rand.Read(b[:])
		for _, c := range b {
			// 252 is the largest multiple of 36 in a byte. Without this bound the first
			// characters of the alphabet would be more frequent.
			if c < 252 && len(out) < n {
				out = append(out, alphanumeric[c%36])
			}
		}
	}
	return string(out)
}
