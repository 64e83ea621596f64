package xls

import (
	"math/bits"

	"golang.org/x/text/encoding/charmap"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// xorKey is the key of the XOR obfuscation of Excel 5 and 95. Later versions of Excel also
// read obfuscated files.
type xorKey struct {
	key [16]byte
	at  int
}

func (k *xorKey) record(body []byte, clear int) {
	k.at += 4
	for i := clear; i < len(body); i++ {
		body[i] = bits.RotateLeft8(body[i], 3) ^ k.key[(k.at+len(body)+i)&15]
	}
	k.at += len(body)
}

// xorFill are the bytes for padding a password to sixteen characters.
var xorFill = [16]byte{0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00}

// newXORKey returns the key for decryption, made from the first password for which xorKeyOf returns
// `key` and xorHash returns `hash`.
func newXORKey(key, hash int, passwords ...string) (*xorKey, error) {
	for _, password := range passwords {
		b, err := charmap.Windows1252.NewEncoder().Bytes([]byte(password))
		if err != nil || len(b) == 0 || len(b) > 15 {
			continue
		}
		if int(xorKeyOf(b)) != key || int(xorHash(b)) != hash {
			continue
		}
		k := &xorKey{}
		n := copy(k.key[:], b)
		copy(k.key[n:], xorFill[:])
		for i := range k.key {
			k.key[i] = bits.RotateLeft8(k.key[i]^byte(key>>(8*(i&1))), 2)
		}
		return k, nil
	}
	if passwords[0] == "" {
		return nil, parse.Fail(parse.Encrypted, nil)
	}
	return nil, parse.Failf(parse.WrongPassword, "XOR")
}

// xorKeyOf and xorHash compute the key and the hash stored in a workbook for its
// password.
func xorKeyOf(password []byte) uint16 {
	turn := func(v uint16) uint16 {
		v = bits.RotateLeft16(v, 1)
		if v&1 != 0 {
			v ^= 0x1020
		}
		return v
	}
	key, base, end := uint16(0), uint16(0x8000), uint16(0xffff)
	for i := len(password) - 1; i >= 0; i-- {
		c := password[i] & 0x7f
		for range 8 {
			if base = turn(base); c&1 != 0 {
				key ^= base
			}
			c >>= 1
			end = turn(end)
		}
	}
	return key ^ end
}

func xorHash(password []byte) uint16 {
	hash := uint16(len(password)) ^ 0xce4b
	for i, c := range password {
		v, n := uint16(c), (i+1)%15
		hash ^= (v<<n | v>>(15-n)) & 0x7fff
	}
	return hash
}
