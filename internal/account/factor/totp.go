// Package factor is the second factor of an account: an app that shows a code of
// six digits, another one each half minute (RFC 6238), and ten recovery codes
// for when the app is lost.
package factor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what every app computes, and safe within an HMAC
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

const (
	// Period is how long each code is shown.
	Period = 30 * time.Second
	// Digits is the length of a code.
	Digits = 6
	// drift is by how many periods the clocks of app and server may differ.
	drift = 1
	// secretBytes is the length of a secret, as RFC 4226 recommends it.
	secretBytes = 20
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// newSecret makes a secret as apps take it: in base32.
func newSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	return encoding.EncodeToString(b)
}

// Code is what an app with the secret shows at a time. A secret that is no
// base32 has no code.
func Code(secret string, at time.Time) string {
	key, err := encoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return ""
	}
	return codeOf(key, stepOf(at))
}

func stepOf(at time.Time) int64 { return at.Unix() / int64(Period/time.Second) }

// codeOf is the code of one period, by RFC 4226.
func codeOf(key []byte, step int64) string {
	m := hmac.New(sha1.New, key)
	_ = binary.Write(m, binary.BigEndian, step) // a hash takes everything
	sum := m.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	n := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", Digits, n%1_000_000)
}

// match finds the period whose code it is, among those that count now and are
// newer than last. It looks at all of them, so that its time tells nothing.
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

// address is what the QR code of a secret says: the app shows the issuer and the
// name beside the code.
func address(issuer, name, secret string) string {
	plain := strings.NewReplacer(":", " ")
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + plain.Replace(issuer) + ":" + plain.Replace(name)}
	// Apps read a + as a plus, so that a space must be %20.
	u.RawQuery = fmt.Sprintf("secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d",
		secret, url.PathEscape(plain.Replace(issuer)), Digits, int(Period/time.Second))
	return u.String()
}
