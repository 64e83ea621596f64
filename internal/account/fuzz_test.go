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
		Settings: func() Settings { return Settings{Hosts: []string{"ours.example"}} }, Hosts: func(host string) bool { return host == "localhost" },
	}}
	f.Fuzz(func(t *testing.T, to string) {
		got, err := s.SafeReturn(to)
		if err != nil {
			return
		}
		// As a browser on our page would resolve it.
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

func FuzzPhone(f *testing.F) {
	for _, s := range []string{"13800138000", "+85251234567", "+1 (415) 555-2671", "00861380013800x", "＋８６13800138000", "+", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		phone, err := normalPhone(in)
		if err != nil {
			return
		}
		if again, err := normalPhone(phone); err != nil || again != phone {
			t.Errorf("%q is %q, and that is %q, %v", in, phone, again, err)
		}
		masked := MaskPhone(phone)
		if strings.Contains(masked, phone) || !strings.Contains(masked, "*") {
			t.Errorf("%q is shown as %q", phone, masked)
		}
	})
}

func FuzzAvatar(f *testing.F) {
	f.Add("data:image/png;base64,iVBORw0KGgo=")
	f.Add("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	f.Add("data:,x")
	f.Fuzz(func(t *testing.T, in string) {
		if out, err := drawAvatar(in); err == nil && (len(out) < 100 || string(out[:2]) != "\xff\xd8") {
			t.Errorf("%q made %d bytes that are no JPEG", in, len(out))
		}
	})
}

func FuzzDeviceName(f *testing.F) {
	f.Add("Mozilla/5.0 (Windows NT 10.0) Chrome/1")
	f.Fuzz(func(t *testing.T, agent string) {
		if name := deviceName(agent); len(name) > 60 {
			t.Errorf("%q is called %q", agent, name)
		}
	})
}
