package websearch

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// tc3 signs a JSON POST with Tencent Cloud's TC3-HMAC-SHA256 and returns the headers. host is
// the API's host name; its first label is the service name.
func tc3(id, key, host, action, version string, body []byte, now time.Time) map[string]string {
	const kind = "application/json; charset=utf-8"
	service, _, _ := strings.Cut(host, ".")
	stamp, day := strconv.FormatInt(now.Unix(), 10), now.UTC().Format("2006-01-02")
	const signed = "content-type;host"
	canonical := strings.Join([]string{"POST", "/", "", "content-type:" + kind + "\nhost:" + host + "\n", signed, sum(body)}, "\n")
	scope := day + "/" + service + "/tc3_request"
	text := strings.Join([]string{"TC3-HMAC-SHA256", stamp, scope, sum([]byte(canonical))}, "\n")
	secret := mac(mac(mac([]byte("TC3"+key), day), service), "tc3_request")
	return map[string]string{
		"Content-Type":   kind,
		"X-TC-Action":    action,
		"X-TC-Version":   version,
		"X-TC-Timestamp": stamp,
		"Authorization": "TC3-HMAC-SHA256 Credential=" + id + "/" + scope + ", SignedHeaders=" + signed +
			", Signature=" + hex.EncodeToString(mac(secret, text)),
	}
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
