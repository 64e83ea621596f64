package minor

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"strings"

	"golang.org/x/crypto/argon2"
)

var pinPattern = regexp.MustCompile(`^[0-9]{4,6}$`)

// The cost of hashing a PIN, as OWASP recommends for argon2id. The limited number of tries
// protects the PIN. The hash only prevents somebody who sees a backup from reading the PIN
// directly.
const (
	pinTime   = 2
	pinMemory = 19 << 10 // KiB
	pinScheme = "a1"     // identifies these parameters in a stored hash
	pinLength = 32       // bytes
)

// pinWork bounds how many hashes are computed at the same time, because each needs much memory.
var pinWork = make(chan struct{}, 2)

// pinKey hashes a PIN with a salt. It waits while pinWork is full.
func pinKey(ctx context.Context, pin string, salt []byte) ([]byte, error) {
	select {
	case pinWork <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-pinWork }()
	return argon2.IDKey([]byte(pin), salt, pinTime, pinMemory, 1, pinLength), nil
}

// hashPIN returns the stored form of a PIN.
func hashPIN(ctx context.Context, pin string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	key, err := pinKey(ctx, pin, salt)
	b64 := base64.RawStdEncoding
	return strings.Join([]string{pinScheme, b64.EncodeToString(salt), b64.EncodeToString(key)}, "$"), err
}

func samePIN(ctx context.Context, pin, hash string) (bool, error) {
	scheme, rest, _ := strings.Cut(hash, "$")
	head, tail, _ := strings.Cut(rest, "$")
	salt, err := base64.RawStdEncoding.DecodeString(head)
	if err != nil || scheme != pinScheme {
		return false, err
	}
	want, err := base64.RawStdEncoding.DecodeString(tail)
	if err != nil {
		return false, err
	}
	key, err := pinKey(ctx, pin, salt)
	return subtle.ConstantTimeCompare(key, want) == 1, err
}
