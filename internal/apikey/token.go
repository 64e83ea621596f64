package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"strings"
)

// The form of a key: wq-, 8 characters by which it is found, 32 secret ones, and
// 6 that are a checksum of everything before them. Scanners of source code find
// keys by ^wq-[0-9A-Za-z]{46}$ and know by the checksum that it is one.
const (
	Mark       = "wq-"
	foundBy    = 8
	secretSize = 32
	sumSize    = 6

	prefixSize = len(Mark) + foundBy
	keySize    = prefixSize + secretSize + sumSize
)

// digits are those of base 62.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newToken makes a key of 238 random bits, of which 190 are never shown again.
func newToken() string {
	var b strings.Builder
	b.WriteString(Mark)
	for b.Len() < keySize-sumSize {
		var random [64]byte
		rand.Read(random[:])
		for _, c := range random {
			if c < 62*4 && b.Len() < keySize-sumSize { // above, some digits would be more likely than others
				b.WriteByte(digits[c%62])
			}
		}
	}
	return b.String() + checksum(b.String())
}

func checksum(s string) string {
	n := crc32.ChecksumIEEE([]byte(s))
	var sum [sumSize]byte
	for i := sumSize - 1; i >= 0; i-- {
		sum[i] = digits[n%62]
		n /= 62
	}
	return string(sum[:])
}

// prefixOf is the part by which a key is found; ok is false for what is no key.
func prefixOf(token string) (prefix string, ok bool) {
	if len(token) != keySize || !strings.HasPrefix(token, Mark) || strings.Trim(token[len(Mark):], digits) != "" {
		return "", false
	}
	body, sum := token[:keySize-sumSize], token[keySize-sumSize:]
	return token[:prefixSize], checksum(body) == sum
}

// hashOf is what is stored of a key. It needs no salt and no slow function: a key
// has too many random bits to be guessed.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
