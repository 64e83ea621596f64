package httpapi

import (
	"net/url"
	"testing"
)

func TestNULIsReplaced(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"id":"a\u0000b"}`:          `{"id":"a\uFFFDb"}`,
		`{"id":"a\\u0000b"}`:         `{"id":"a\\u0000b"}`, // an escaped backslash and letters, not an escaped NUL
		`{"id":"\\\u0000\u00001"}`:   `{"id":"\\\uFFFD\uFFFD1"}`,
		`{"id":"\u0001\n","b":"\\"}`: `{"id":"\u0001\n","b":"\\"}`,
		`"\`:                         `"\`,
		`"\u000`:                     `"\u000`,
	} {
		b := []byte(in)
		if replaceNUL(b); string(b) != want {
			t.Errorf("%s became %s", in, b)
		}
	}
}

func TestStorableAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"/api/chat/conversation-1/stream?from=0": true, "/api/chat/%E5%AF%B9": true, "/api/x?id=%E5%AF%B9+b": true,
		"/api/chat/a%00b": false, "/api/chat/%ff": false, "/api/x?id=%00": false, "/api/x?id=%c3%28": false, "/api/x?id=%zz": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if storable(u) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}
