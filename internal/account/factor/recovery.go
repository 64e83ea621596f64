package factor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const (
	// RecoveryCodes is the number of recovery codes of an account.
	RecoveryCodes = 10
	// recoveryLength is the number of characters of a code: 50 random bits.
	recoveryLength = 10
	// recoveryLetters leave out characters that are easily confused.
	recoveryLetters = "abcdefghjkmnpqrstuvwxyz023456789"
	// maxTyped is the longest accepted input for a code, in bytes.
	maxTyped = 64
)

// newRecovery returns a new recovery code, with a hyphen in the middle for readability.
func newRecovery() string {
	b := make([]byte, recoveryLength)
	_, _ = rand.Read(b) // rand.Read never returns an error
	for i := range b {
		b[i] = recoveryLetters[int(b[i])%len(recoveryLetters)]
	}
	return string(b[:recoveryLength/2]) + "-" + string(b[recoveryLength/2:])
}

// typed parses an input as a code of the app or as a recovery code. For any other input, both
// results are empty.
func typed(text string) (code, recovery string) {
	if len(text) > maxTyped {
		return "", ""
	}
	text = strings.ToLower(norm.NFKC.String(text))
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\t' {
			return -1
		}
		return r
	}, text)
	switch {
	case len(text) == Digits && strings.Trim(text, "0123456789") == "":
		return text, ""
	case len(text) == recoveryLength && strings.Trim(text, recoveryLetters) == "":
		return "", text
	}
	return "", ""
}

// macOf is the stored form of a recovery code.
func (s *Service) macOf(accountID, recovery string) string {
	m := hmac.New(sha256.New, []byte(s.MACKey))
	m.Write([]byte(accountID + "\n" + recovery))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
