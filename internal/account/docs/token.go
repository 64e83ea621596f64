package docs

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// tokenPurpose is the purpose of the sealer for tokens. A token is sealed for the id
// of its account.
const tokenPurpose = "wenqu online documents token"

// open reads a stored token. It fails with errs.DocsUnbound when the token cannot be decrypted, for
// example because the server has another key now; binding again stores a new token.
func (s *Service) open(accountID, stored string) (token string, err error) {
	if seal.Sealed(stored) {
		token, err = s.sealer.Open(accountID, stored)
	} else {
		token, err = openOld(s.OldKey, accountID, stored)
	}
	if err != nil {
		return "", errs.Wrap(errs.DocsUnbound, err)
	}
	return token, nil
}

// openOld reads a token sealed by an earlier version with a key derived from the server's secret.
// The next binding replaces such a token.
func openOld(key, accountID, stored string) (string, error) {
	sum := sha256.Sum256([]byte(key))
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		return "", err
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	raw, err := base64.RawURLEncoding.DecodeString(stored)
	if err != nil || len(raw) < box.NonceSize() {
		return "", seal.ErrKey
	}
	token, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], []byte(accountID))
	if err != nil {
		return "", seal.ErrKey
	}
	return string(token), nil
}
