//go:build unix

package account

import (
	"net/url"
	"strings"
	"testing"
)

func FuzzSafeReturn(f *testing.F) {
	for _, s := range []string{"/", "/chat?a=b#c", "//evil.example", `/\evil.example`, "https://localhost/x", "javascript:alert(1)", "/%2f/evil"} {
		f.Add(s)
	}
	s := &Service{Options: Options{
		Settings: func() Settings { return Settings{Hosts: []string{"ours.example"}} }, Origins: func(_, host string) bool { return host == "localhost" },
	}}
	f.Fuzz(func(t *testing.T, to string) {
		got, err := s.SafeReturn(to)
		if err != nil {
			return
		}
		// Resolve the address as a browser on a page of the server does.
		base := &url.URL{Scheme: "https", Host: "ours.example", Path: "/oauth"}
		u, err := base.Parse(got)
		if err != nil || u.Host != "ours.example" && u.Host != "localhost" || u.Scheme != "https" && u.Scheme != "http" {
			t.Errorf("%q leads to %v, %v", to, u, err)
		}
		if strings.ContainsAny(got, "\r\n\t\\") {
			t.Errorf("%q has characters that browsers drop", got)
		}
	})
}
