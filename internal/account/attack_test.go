//go:build unix

package account_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// The guard checks connections to login providers and to the message gateway. A refused address gets
// no request.
func TestProvidersAreAskedPastTheGuard(t *testing.T) {
	t.Parallel()
	var closed atomic.Bool
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) {
		o.Guard = func(context.Context, string, string, syscall.RawConn) error {
			if closed.Load() {
				return errors.New("the address is refused")
			}
			return nil
		}
	})
	b := p.browser()
	departed := map[string]m{}
	for _, app := range []string{"wx", "qq", "oneid"} {
		code, state := b.depart(app, nil)
		departed[app] = m{"type": app, "code": code, "state": state}
	}
	p.HTTP.CloseIdleConnections() // an open connection would be used without calling Guard
	closed.Store(true)
	before := p.world.Messages()
	for _, body := range departed {
		b.refused(errs.LoginFail, "/api/joint/login", body)
	}
	b.refused(errs.LoginFail, "/api/joint/login", m{"type": "wx", "jsCode": p.world.Code("alice", accounttest.AppID, "")})
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": alice})
	for _, call := range []string{"GET /wechat/sns/oauth2/access_token", "GET /qq/oauth2.0/token", "POST /oidc/token", "GET /wechat/sns/jscode2session"} {
		if n := p.world.Calls(call); n != 0 {
			t.Errorf("%s was called %d times", call, n)
		}
	}
	if p.world.Messages() != before {
		t.Error("a message was sent")
	}
	closed.Store(false)
	b.by("wx")
	b.sendCode(alice, "")
}

// Redirects from providers and gateways, and addresses of avatars, never make the server call
// another address.
func TestNobodySendsTheServerElsewhere(t *testing.T) {
	t.Parallel()
	var met atomic.Int32
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { met.Add(1) }))
	t.Cleanup(inside.Close)
	away := httptest.NewServer(http.RedirectHandler(inside.URL+"/latest/meta-data", http.StatusTemporaryRedirect))
	t.Cleanup(away.Close)
	p := sqlitePlace(t, nil)
	b := p.browser()
	login := b.login(alice).str("userId")
	code, state := b.depart("wx", nil)
	p.settings.WeChat.API, p.settings.SMS.Gateway, p.settings.OneID.Issuer, p.settings.Docs.URL = away.URL, away.URL, away.URL, away.URL
	b.refused(errs.LoginFail, "/api/joint/login", m{"type": "wx", "code": code, "state": state})
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": bob})
	b.refused(errs.LoginFail, "/api/oneid/authorization", m{"app": "oneid"})
	for _, avatar := range []string{inside.URL + "/a.png", "//" + inside.Listener.Addr().String() + "/a.png", "data:image/png;base64," + inside.URL, "file:///etc/passwd"} {
		b.refused(errs.BadAvatar, "/api/profile", m{"avatar": avatar})
	}
	if n := met.Load(); n != 0 {
		t.Errorf("the address inside was asked %d times", n)
	}
	if id, _ := b.who(); id != login {
		t.Errorf("afterwards the browser is %q", id)
	}
}

// No response contains a host name from a forwarding header, and a request with a foreign Host header
// is refused.
func TestAddressesHoldOurNamesOnly(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.Hosts = []string{"b.example"} })
	b := p.browser()
	b.login(alice)
	calls := map[string]m{
		"/api/joint/scan/create":                 nil,
		"/api/joint/middle/start":                {"host": "b.example"},
		"/api/oneid/authorization":               {"app": "wx"},
		"/api/user/docs/account/address":         {"redirect_uri": p.server.URL + "/profile"},
		"/api/joint/autoLogin":                   nil,
		"/api/v5/accountLogic/login/config":      nil,
		"/api/login/getverificationcode":         {"phone": bob},
		"/api/v5/accountLogic/login/accountList": nil,
	}
	for path, body := range calls {
		for _, headers := range [][]string{
			{"X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https", "X-Forwarded-For", "203.0.113.9"},
			{"Forwarded", "host=evil.example;proto=https"}, {"X-Original-Host", "evil.example"}, {"X-Host", "evil.example"},
		} {
			r := b.post(path, body, headers...)
			if r.status != http.StatusOK && r.status != http.StatusTooManyRequests || strings.Contains(r.text, "evil.example") || strings.Contains(strings.Join(r.header["Location"], ""), "evil") {
				t.Errorf("%s with %v: %d %s", path, headers, r.status, r.text)
			}
		}
		for _, host := range []string{"evil.example", "localhost.evil.example", p.server.Listener.Addr().String() + ".evil.example", "evil.example:80@localhost", "localhost:80@evil.example"} {
			if r := b.post(path, body, "Host", host); r.status == http.StatusOK {
				t.Errorf("%s under %s: %s", path, host, r.text)
			}
		}
	}
}

// A caller cannot find out by an id whether the account exists: with a wrong secret, an existing
// id gets the same response as an unknown id.
func TestIDsTellNothing(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	user := p.browser().login(alice).str("userId")
	gone := p.browser()
	left := gone.login(bob).str("userId")
	gone.ok("/api/unregister", m{"userId": left})
	visitor := p.Mint()
	if _, err := p.Keep(t.Context(), visitor); err != nil {
		t.Fatal(err)
	}
	asker := p.browser()
	asker.login("+8613700137000")
	calls := func(id string) (all []string) {
		for _, token := range []string{"", "x", strings.Repeat("A", 43), p.Mint().Token} {
			b := p.browser()
			b.id, b.token = id, token
			for _, r := range []result{
				b.get("/api/getuserinfo"), b.get("/api/profile"), b.post("/api/joint/autoLogin", nil),
				b.post("/api/joint/login", m{"type": "choose", "ticket": strings.Repeat("A", 43), "userId": id}),
				asker.post("/api/account/bindid", m{"userId": id, "token": token}),
				asker.post("/api/unregister", m{"userId": id}),
				asker.post("/api/joint/login", m{"type": "return", "ticket": strings.Repeat("A", 43), "userId": id, "anonUserInfo": m{"userId": id, "token": token}}),
			} {
				trace, _ := r.json["traceId"].(string)
				all = append(all, strings.NewReplacer(cmp.Or(trace, "-"), "", id, "").Replace(r.text))
			}
		}
		return all
	}
	nobody := calls(p.Mint().ID)
	for what, id := range map[string]string{"a user": user, "a user who is leaving": left, "a visitor": visitor.ID} {
		for i, text := range calls(id) {
			if text != nobody[i] {
				t.Errorf("%s, call %d: %s; of nobody: %s", what, i, text, nobody[i])
			}
		}
	}
}
