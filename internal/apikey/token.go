package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"strings"
)

// The form of a key: wq-, 8 characters that identify the key, 32 secret characters, and 6
// characters of checksum. Secret scanners match ^wq-[0-9A-Za-z]{46}$ and verify the checksum.
const (
	Mark       = "wq-"
	foundBy    = 8
	secretSize = 32
	sumSize    = 6

	prefixSize = len(Mark) + foundBy
	keySize    = prefixSize + secretSize + sumSize
)

// digits are the digits of base 62.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newToken makes a key of 238 random bits; 190 of them are secret.
func newToken() string {
	var b strings.Builder
	b.WriteString(Mark)
	for b.Len() < keySize-sumSize {
		var random [64]byte
		rand.Read(random[:])
		for _, c := range random {
			if c < 62*4 && b.Len() < keySize-sumSize { // higher bytes would make some digits more likely
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

// prefixOf returns the prefix of a key; `ok` is false if the text is not a key.
func prefixOf(token string) (prefix string, ok bool) {
	if len(token) != keySize || !strings.HasPrefix(token, Mark) || strings.Trim(token[len(Mark):], digits) != "" {
		return "", false
	}
	body, sum := token[:keySize-sumSize], token[keySize-sumSize:]
	return token[:prefixSize], checksum(body) == sum
}

// hashOf is the stored hash of a key. Salt and a slow function are not needed: a key has too
// many random bits to be guessed.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
