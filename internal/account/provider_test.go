//go:build unix

package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Every identity type is a login type, and there are six further login types. The page offers each
// identity type, with its rank in the list. Unknown types and team accounts are refused.
func TestLoginTypesAreTotal(t *testing.T) {
	t.Parallel()
	for _, kind := range append([]string{"middle_login", "scan", "choose", "return", "factor", "admin"}, kinds()...) {
		if account.LoginTypes[kind] == nil {
			t.Errorf("%s is no login type", kind)
		}
	}
	if len(account.LoginTypes) != 6+len(account.IdentityTypes) {
		t.Errorf("%d login types", len(account.LoginTypes))
	}
	p := sqlitePlace(t, nil)
	ranks := map[string]float64{"phone": 1, "wx": 2, "qq": 3, "oneid": 4}
	for _, row := range p.browser().get("/api/v5/accountLogic/login/config").data["methods"].([]any) {
		method := row.(map[string]any)
		if ranks[method["type"].(string)] != method["rank"] {
			t.Errorf("%v", method)
		}
		delete(ranks, method["type"].(string))
	}
	if len(ranks) != 0 {
		t.Errorf("not offered: %v", ranks)
	}
	p.browser().refused(errs.BadRequest, "/api/joint/login", m{"type": "password"})
	p.browser().refused(errs.NoTeam, "/api/joint/login", m{"type": "phone", "apiFeature": "team"})
}

func kinds() (out []string) {
	for _, k := range account.IdentityTypes {
		out = append(out, string(k))
	}
	return out
}

func TestProviderLogins(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		names := map[string]string{"wx": "微信 alice", "qq": "QQ alice", "oneid": "OneID alice"}
		for _, app := range []string{"wx", "qq", "oneid"} {
			first := p.browser().by(app)
			again := p.browser().by(app)
			if first.data["status"] != 1.0 || first.str("name") != names[app] || first.str("userId") != again.str("userId") || again.data["isNew"] != false {
				t.Errorf("%s: %s, then %s", app, first.text, again.text)
			}
		}
		if n := p.count(`SELECT count(*) FROM account`); n != 3 {
			t.Errorf("%d accounts", n)
		}
		p.world.As("bob")
		b := p.browser()
		if r := b.by("oneid"); r.data["isNew"] != true || r.str("name") != "OneID bob" {
			t.Errorf("another person: %s", r.text)
		}
		// Log in by a mini-program, and by /api/oalogin.
		r := p.browser().ok("/api/joint/login", m{"type": "wx", "jsCode": p.world.Code("alice", accounttest.AppID, "")})
		if r.data["isNew"] != false {
			t.Errorf("the mini-program knows somebody else: %s", r.text)
		}
		code, state := b.depart("oneid", nil)
		if r := b.ok("/api/oalogin", m{"code": code, "state": state}); r.data["status"] != 1.0 {
			t.Errorf("oalogin: %s", r.text)
		}
	})
}

func TestQQAnswersInThreeForms(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	ids := map[string]bool{}
	for _, form := range []string{"json", "form", "callback"} {
		p.world.Set(func(w *accounttest.World) { w.QQForm = form })
		ids[p.browser().by("qq").str("userId")] = true
	}
	if len(ids) != 1 {
		t.Errorf("%d people", len(ids))
	}
}

// A person keeps their account when a provider begins to send a union id.
func TestUnionIDs(t *testing.T) {
	t.Parallel()
	for _, app := range []string{"wx", "qq"} {
		p := sqlitePlace(t, nil)
		before := p.browser().by(app).str("userId")
		p.world.Set(func(w *accounttest.World) { w.Union = true })
		for range 2 {
			if after := p.browser().by(app).str("userId"); after != before {
				t.Errorf("%s: %s became %s", app, before, after)
			}
		}
		if n := p.count(`SELECT count(*) FROM account_identity WHERE subject LIKE 'union:%'`); n != 1 {
			t.Errorf("%s: %d union ids", app, n)
		}
	}
}

func TestStatesAreBoundToOneBrowser(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	for _, app := range []string{"wx", "qq", "oneid"} {
		mine, other := p.browser(), p.browser()
		code, state := mine.depart(app, nil)
		login := func(b *browser, body m) result {
			body["type"] = app
			return b.post("/api/joint/login", body)
		}
		// An attacker who has code and state, but not the browser, is refused.
		other.depart(app, nil) // the other browser has its own secret
		for name, r := range map[string]result{
			"another browser": login(other, m{"code": code, "state": state}),
			"no browser":      login(p.browser(), m{"code": code, "state": state}),
			"no state":        login(mine, m{"code": code}),
			"a made up state": login(mine, m{"code": code, "state": strings.Repeat("A", 43)}),
			"no code":         login(mine, m{"state": state}),
		} {
			if r.code() != errs.LoginState {
				t.Errorf("%s, %s: %d %s", app, name, r.status, r.text)
			}
		}
		another := map[string]string{"wx": "qq", "qq": "oneid", "oneid": "wx"}[app]
		code2, state2 := mine.depart(another, nil)
		if r := login(mine, m{"code": code2, "state": state2}); r.code() != errs.LoginState {
			t.Errorf("the state of another provider: %s", r.text)
		}
		if r := login(mine, m{"code": code, "state": state}); r.status != http.StatusOK {
			t.Errorf("%s: the right browser after all that: %s", app, r.text)
		}
		// A state or a code that is sent again is refused.
		if r := login(mine, m{"code": code, "state": state}); r.code() != errs.LoginState {
			t.Errorf("%s, replay of the state: %s", app, r.text)
		}
		_, fresh := mine.depart(app, nil)
		if r := login(mine, m{"code": code, "state": fresh}); r.code() != errs.LoginFail {
			t.Errorf("%s, replay of the code: %d %s", app, r.status, r.text)
		}
		code, state = mine.depart(app, nil)
		p.clock.Add(11 * time.Minute)
		if r := login(mine, m{"code": code, "state": state}); r.code() != errs.LoginState {
			t.Errorf("%s, after 11 minutes: %s", app, r.text)
		}
	}
}

func TestForgedIDTokens(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	claim := func(name string, v any) func(_, c m) { return func(_, c m) { c[name] = v } }
	head := func(name string, v any) func(h, _ m) { return func(h, _ m) { h[name] = v } }
	after := func(name string, seconds int64) func(_, c m) {
		return func(_, c m) { c[name] = p.clock.Now().Unix() + seconds }
	}
	for name, tt := range map[string]struct {
		sign  string
		forge func(h, c m)
		good  bool
	}{
		"RS256":                 {good: true},
		"ES256":                 {sign: "ES256", good: true},
		"a list of audiences":   {forge: func(_, c m) { c["aud"], c["azp"] = []string{accounttest.AppID, "x"}, accounttest.AppID }, good: true},
		"no signature":          {sign: "none"},
		"another key":           {sign: "other"},
		"the name of no key":    {forge: head("kid", "r2")},
		"a key for encryption":  {sign: "other", forge: head("kid", "x1")},
		"HMAC by the public":    {forge: head("alg", "HS256")},
		"RS256 said to be EC":   {forge: head("alg", "ES256")},
		"demands":               {forge: head("crit", []string{"b64"})},
		"another issuer":        {forge: claim("iss", "https://evil.example")},
		"another application":   {forge: claim("aud", "app-2")},
		"several, not for us":   {forge: claim("aud", []string{"app-2", "app-3"})},
		"asked by another":      {forge: claim("azp", "app-2")},
		"several, nobody asked": {forge: claim("aud", []string{accounttest.AppID, "app-2"})},
		"expired":               {forge: after("exp", -600)},
		"without an end":        {forge: claim("exp", 0)},
		"of the future":         {forge: after("iat", 600)},
		"not yet":               {forge: after("nbf", 600)},
		"another nonce":         {forge: claim("nonce", "n")},
		"no nonce":              {forge: func(_, c m) { delete(c, "nonce") }},
		"nobody":                {forge: claim("sub", "")},
	} {
		p.world.Set(func(w *accounttest.World) {
			w.Sign, w.Forge = tt.sign, tt.forge
		})
		b := p.browser()
		code, state := b.depart("oneid", nil)
		r := b.post("/api/joint/login", m{"type": "oneid", "code": code, "state": state})
		if tt.good != (r.status == http.StatusOK) || !tt.good && r.code() != errs.LoginFail {
			t.Errorf("%s: %d %s", name, r.status, r.text)
		}
		p.clock.Add(2 * time.Minute) // after this pause keys may be fetched again
	}
	if n := p.count(`SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestMadeUpTokensDoNotMakeUsAskForKeys(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	p.browser().by("oneid")
	p.world.Set(func(w *accounttest.World) { w.Forge = func(h, _ map[string]any) { h["kid"] = "unknown" } })
	for range 5 {
		b := p.browser()
		code, state := b.depart("oneid", nil)
		b.refused(errs.LoginFail, "/api/joint/login", m{"type": "oneid", "code": code, "state": state})
	}
	if n := p.world.Calls("GET /oidc/jwks"); n != 1 {
		t.Errorf("the keys were asked for %d times", n)
	}
}

// While the provider's keys cannot be fetched, only one login within a pause asks for them.
func TestBrokenKeysAreAskedForOnce(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	p.world.Break(accounttest.OIDCPath+"/jwks", true)
	for range 5 {
		b := p.browser()
		code, state := b.depart("oneid", nil)
		b.refused(errs.LoginFail, "/api/joint/login", m{"type": "oneid", "code": code, "state": state})
	}
	if n := p.world.Calls("GET /oidc/jwks"); n != 1 {
		t.Errorf("the keys were asked for %d times", n)
	}
	p.world.Break(accounttest.OIDCPath+"/jwks", false)
	p.clock.Add(2 * time.Minute)
	p.browser().by("oneid")
}

// While the provider's discovery document cannot be fetched, only one login within a pause asks for it.
func TestBrokenDiscoveryIsAskedForOnce(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	const document = accounttest.OIDCPath + "/.well-known/openid-configuration"
	p.world.Break(document, true)
	for range 5 {
		p.browser().refused(errs.LoginFail, "/api/oneid/authorization", m{"app": "oneid"})
	}
	if n := p.world.Calls("GET " + document); n != 1 {
		t.Errorf("the document was asked for %d times", n)
	}
	p.world.Break(document, false)
	p.clock.Add(time.Minute)
	p.browser().by("oneid")
}

// Two addresses must belong to this deployment: the address to which a provider sends the browser back
// with the code (redirectUri), and the page to show after the login (back). Others are refused.
func TestRedirectsStayHere(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.Hosts = []string{"b.example"} })
	b := p.browser()
	for _, to := range []string{
		"https://evil.example/oauth", "//evil.example/", "https://evil.example\\@" + p.server.Listener.Addr().String(),
		"http://user@" + p.server.Listener.Addr().String() + "/oauth", "javascript:alert(1)", "/oauth", p.server.URL + "/oauth#x",
		p.server.URL + ".evil.example/oauth", "https://b.example.evil.example/", "http://\tevil.example",
	} {
		b.refused(errs.BadRedirect, "/api/oneid/authorization", m{"app": "wx", "redirectUri": to})
	}
	for _, back := range []string{
		"https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "chat",
		"/x\r\nSet-Cookie: a=b", " //evil.example", "https://localhost@evil.example/", "http:evil.example", "/\tevil",
	} {
		b.refused(errs.BadRedirect, "/api/oneid/authorization", m{"app": "wx", "back": back})
	}
	for _, to := range []string{"", p.server.URL + "/oauth", "https://b.example/oauth"} {
		r := b.ok("/api/oneid/authorization", m{"app": "wx", "redirectUri": to, "back": "/chat/a?b=c"})
		u, err := url.Parse(r.str("url"))
		if to == "" {
			to = p.server.URL + "/oauth"
		}
		if err != nil || u.Query().Get("redirect_uri") != to {
			t.Errorf("%q leads to %s", to, r.str("url"))
		}
	}
	code, state := b.depart("wx", m{"back": "/chat/a?b=c"})
	if r := b.ok("/api/joint/login", m{"type": "wx", "code": code, "state": state}); r.str("back") != "/chat/a?b=c" {
		t.Errorf("afterwards to %q", r.str("back"))
	}
	// A request with a foreign Host header is refused.
	r := p.browser().post("/api/oneid/authorization", m{"app": "wx"}, "Host", "evil.example")
	if r.status == http.StatusOK {
		t.Errorf("under another host: %s", r.text)
	}
}

// On a deployment with a public address, the browser is sent back to the configured origins only, even
// if the request came by another name, port or scheme.
func TestRedirectsOfAPublicDeployment(t *testing.T) {
	t.Parallel()
	public := httpapi.Hosts{Public: &url.URL{Scheme: "https", Host: "ai.example.com"}}
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) { o.Origins = public.OurOrigin })
	b := p.browser()
	for _, to := range []string{p.server.URL, "http://localhost:8080", "https://localhost", "http://ai.example.com", "https://ai.example.com:8443"} {
		b.refused(errs.BadRedirect, "/api/oneid/authorization", m{"app": "wx", "redirectUri": to + "/oauth"})
		b.refused(errs.BadRedirect, "/api/oneid/authorization", m{"app": "wx", "redirectUri": "https://ai.example.com/oauth", "back": to + "/chat"})
	}
	b.ok("/api/oneid/authorization", m{"app": "wx", "redirectUri": "https://ai.example.com/oauth", "back": "https://ai.example.com/chat"})
}

func TestProvidersThatFail(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	for app, path := range map[string]string{"wx": "/wechat/sns", "qq": "/qq/oauth2.0/token", "oneid": "/oidc/token"} {
		b := p.browser()
		code, state := b.depart(app, nil)
		p.world.Break(path, true)
		r := b.refused(errs.LoginFail, "/api/joint/login", m{"type": app, "code": code, "state": state})
		if strings.Contains(r.text, accounttest.AppSecret) || strings.Contains(r.text, code) {
			t.Errorf("%s: the failure tells a secret: %s", app, r.text)
		}
		p.world.Break(path, false)
	}
	off := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { *s = account.Settings{} })
	for _, app := range []string{"wx", "qq", "oneid"} {
		off.browser().refused(errs.MethodOff, "/api/oneid/authorization", m{"app": app})
	}
	off.browser().refused(errs.BadRequest, "/api/oneid/authorization", m{"app": "phone"})
}
