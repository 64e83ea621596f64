// Package factor is the second factor of an account: an app that shows a new code of
// six digits every 30 seconds (RFC 6238), and ten recovery codes in case the app is
// lost.
package factor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // SHA-1 is what every app computes, and it is safe within an HMAC
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

const (
	// Period is how long a code is shown.
	Period = 30 * time.Second
	// Digits is the length of a code.
	Digits = 6
	// drift is the accepted difference between the clocks of app and server, in periods.
	drift = 1
	// secretBytes is the secret length recommended by RFC 4226.
	secretBytes = 20
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// newSecret makes a secret in base32, the form that apps accept.
func newSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // rand.Read never returns an error
	return encoding.EncodeToString(b)
}

// Code returns the code shown by an app with the secret at a time. It is empty when the
// secret is empty or not base32.
func Code(secret string, at time.Time) string {
	key, err := encoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return ""
	}
	return codeOf(key, stepOf(at))
}

func stepOf(at time.Time) int64 { return at.Unix() / int64(Period/time.Second) }

// codeOf is the code of one period (RFC 4226).
func codeOf(key []byte, step int64) string {
	m := hmac.New(sha1.New, key)
	_ = binary.Write(m, binary.BigEndian, step) // writing to a hash never fails
	sum := m.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	n := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", Digits, n%1_000_000)
}

// match finds the period to which a code belongs. The period must be currently accepted, and later
// than `last`. The code is compared with all accepted periods, so that the duration does not reveal
// the matching period.
func match(secret, code string, at time.Time, last int64) (step int64, ok bool) {
	key, err := encoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return 0, false
	}
	for n := stepOf(at) - drift; n <= stepOf(at)+drift; n++ {
		if subtle.ConstantTimeCompare([]byte(codeOf(key, n)), []byte(code)) == 1 && n > last {
			step, ok = n, true
		}
	}
	return step, ok
}

// address is the content of a secret's QR code. The app shows the issuer and the name
// beside the six digits.
func address(issuer, name, secret string) string {
	plain := strings.NewReplacer(":", " ")
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + plain.Replace(issuer) + ":" + plain.Replace(name)}
	// Apps read + as a plus sign, so a space must be %20.
	u.RawQuery = fmt.Sprintf("secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d",
		secret, url.PathEscape(plain.Replace(issuer)), Digits, int(Period/time.Second))
	return u.String()
}
