package oidc

import (
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	f.Add("eyJhbGciOiJub25lIn0.eyJhdWQiOlsiYSJdLCJleHAiOjEuNX0.")
	f.Add("eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJhIn0.AAAA")
	f.Add("..")
	f.Fuzz(func(t *testing.T, raw string) {
		if _, _, signed, _, err := parse(raw); err == nil && len(signed) >= len(raw) {
			t.Errorf("%q signs itself", raw)
		}
	})
}

func FuzzKeys(f *testing.F) {
	f.Add([]byte(`{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"},{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}`))
	f.Fuzz(func(_ *testing.T, body []byte) { _, _ = readKeys(body) })
}

// Keys are left out if they are too short, are not a point of their curve, have an unsupported type or
// curve, or contain a number that is not base64url.
func TestReadKeys(t *testing.T) {
	t.Parallel()
	keys, err := readKeys([]byte(`{"keys":[{"kty":"RSA","kid":"short","n":"AQAB","e":"AQAB"},
		{"kty":"EC","kid":"off","crv":"P-256","x":"AQ","y":"AQ"},{"kty":"EC","kid":"384","crv":"P-384","x":"AQ","y":"AQ"},
		{"kty":"RSA","kid":"damaged","n":"` + strings.Repeat("_", 400) + `*","e":"AQAB"},
		{"kty":"oct","kid":"hmac","k":"c2VjcmV0"}]}`))
	if err != nil || len(keys) != 0 {
		t.Errorf("%v, %v", keys, err)
	}
}
