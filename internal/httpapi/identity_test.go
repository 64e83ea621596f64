package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

func TestBrowserIdentity(t *testing.T) {
	t.Parallel()
	who := &people{stored: map[string]bool{}}
	url := serve(t, newRouter(t, httpapi.Options{Identities: who}))
	a, b := browser(t), browser(t)

	look := send(t, a, "POST", url+pathLook, `{}`)
	page := send(t, a, "GET", url+"/", "")
	if look.body.Owner != "" || len(look.header["Set-Cookie"]) != 0 || len(page.header["Set-Cookie"]) != 0 || who.made != 0 {
		t.Errorf("looking made a visitor: %v %v, %d made", look.header["Set-Cookie"], page.header["Set-Cookie"], who.made)
	}
	first := send(t, a, "POST", url+pathEnsure, `{}`)
	if first.body.Owner != "v1" || !who.stored["v1"] {
		t.Fatalf("the first stored act: %s", first.text)
	}
	cookies := first.header["Set-Cookie"]
	if len(cookies) != 3 {
		t.Fatalf("%d cookies: %v", len(cookies), cookies)
	}
	for _, c := range cookies {
		for _, flag := range []string{"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} {
			if !strings.Contains(c, flag) {
				t.Errorf("cookie %q lacks %s", c, flag)
			}
		}
		if strings.Contains(c, "Secure") {
			t.Errorf("cookie %q would be lost on plain HTTP", c)
		}
	}
	again := send(t, a, "POST", url+pathEnsure, `{}`)
	if again.body.Owner != "v1" || len(again.header["Set-Cookie"]) != 0 {
		t.Errorf("the second act: %s %v", again.text, again.header["Set-Cookie"])
	}
	if other := send(t, b, "POST", url+pathEnsure, `{}`); other.body.Owner != "v2" {
		t.Errorf("another browser is %q", other.body.Owner)
	}
	if look := send(t, a, "POST", url+pathLook, `{}`); look.body.Owner != "v1" {
		t.Errorf("the first browser is %q now", look.body.Owner)
	}
}

func TestCookiesAreSecureBehindHTTPS(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		proxies string
		want    bool
	}{{"127.0.0.1/32", true}, {"10.0.0.0/8", false}} {
		r := newRouter(t, httpapi.Options{Proxies: prefix(t, tt.proxies)})
		got := from(r, pathEnsure, "127.0.0.1:1", "1.2.3.4", "X-Forwarded-Proto", "https")
		for _, c := range got.Result().Cookies() {
			if c.Secure != tt.want {
				t.Errorf("trusting %s: Secure is %v for %s", tt.proxies, c.Secure, c.Name)
			}
		}
		if sts := got.Header().Get("Strict-Transport-Security") != ""; sts != tt.want {
			t.Errorf("trusting %s: Strict-Transport-Security sent: %v", tt.proxies, sts)
		}
	}
}

func TestHSTS(t *testing.T) {
	t.Parallel()
	for set, want := range map[httpapi.HSTS]string{
		"": "max-age=31536000", httpapi.HSTSHost: "max-age=31536000", httpapi.HSTSSubdomains: "max-age=31536000; includeSubDomains", httpapi.HSTSOff: "",
	} {
		r := newRouter(t, httpapi.Options{Proxies: prefix(t, "127.0.0.1/32"), HSTS: set})
		if got := from(r, pathEnsure, "127.0.0.1:1", "1.2.3.4", "X-Forwarded-Proto", "https").Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("%q: %q", set, got)
		}
		if got := from(r, pathEnsure, "127.0.0.1:1", "1.2.3.4").Header().Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%q by HTTP: %q", set, got)
		}
	}
}

func TestWrongIdentity(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	// A wrong cookie is deleted, and the asker is Nobody.
	got := send(t, http.DefaultClient, "POST", url+pathLook, `{}`, "Cookie", "hy_user=v1; hy_token=wrong; other=1")
	if got.status != 200 || got.body.Owner != "" {
		t.Errorf("a wrong cookie: %d %s", got.status, got.text)
	}
	cleared := strings.Join(got.header["Set-Cookie"], "\n")
	for _, name := range []string{"hy_user=;", "hy_token=;", "hy_source=;"} {
		if !strings.Contains(cleared, name) || !strings.Contains(cleared, "Max-Age=0") {
			t.Errorf("the wrong cookie stays: %s", cleared)
		}
	}
	// A wrong header is an error.
	tests := map[string][]string{
		"wrong token":                     {"X-ID", "v1", "X-Token", "wrong", "X-Check-Token-Type", "hy_anon_token"},
		"no token":                        {"X-ID", "v1"},
		"no id":                           {"X-Token", "token v1"},
		"older header":                    {"T-UserID", "v1", "X-Token", "wrong"},
		"another id than the cookie's":    {"X-ID", "v1", "Cookie", "hy_user=v2; hy_token=token v2"},
		"two ids, the older the cookie's": {"X-ID", "v1", "T-UserID", "v2", "Cookie", "hy_user=v2; hy_token=token v2"},
		"header first":                    {"X-ID", "v1", "X-Token", "wrong", "Cookie", "hy_user=v2; hy_token=token v2"},
		"the cookie's id, a wrong cookie": {"X-ID", "v1", "Cookie", "hy_user=v1; hy_token=wrong"},
		"older header, no token anywhere": {"T-UserID", "v1", "X-Token", "", "Cookie", "hy_user=v1"},
	}
	for name, headers := range tests {
		if got := send(t, http.DefaultClient, "POST", url+pathLook, `{}`, headers...); got.status != 401 || got.body.Error.Code != string(errs.LoginOver) || got.body.Msg != "登录已过期，请重新登录" {
			t.Errorf("%s: %d %s", name, got.status, got.text)
		}
		if got := send(t, http.DefaultClient, "POST", url+pathOpen, `{}`, headers...); got.status != 200 {
			t.Errorf("%s, at a call that is the same for everybody: %d", name, got.status)
		}
	}
	for name, headers := range map[string][]string{
		"X-ID and cookies":     {"X-ID", "v7", "T-UserID", "v7", "Cookie", "hy_user=v7; hy_token=token v7"},
		"T-UserID and cookies": {"T-UserID", "v7", "Cookie", "hy_user=v7; hy_token=token v7"},
		"an empty X-Token":     {"X-ID", "v7", "X-Token", "", "Cookie", "hy_user=v7; hy_token=token v7"},
		"X-ID":                 {"X-ID", "v7", "X-Token", "token v7", "X-Check-Token-Type", "hy_anon_token"},
		"T-UserID":             {"T-UserID", "v7", "X-Token", "token v7"},
	} {
		if got := send(t, http.DefaultClient, "POST", url+pathLook, `{}`, headers...); got.status != 200 || got.body.Owner != "v7" {
			t.Errorf("%s: %d %s", name, got.status, got.text)
		}
		if got := send(t, http.DefaultClient, "POST", url+pathEnsure, `{}`, headers...); got.body.Owner != "v7" || len(got.header["Set-Cookie"]) != 0 {
			t.Errorf("%s: the stored act of a client of the API gave %s %v", name, got.text, got.header["Set-Cookie"])
		}
	}
}
