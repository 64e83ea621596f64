//go:build unix

package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestDevices(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		pc, phone, stranger := p.browser(), p.browser(), p.browser()
		phone.headers["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.40"
		pc.login(alice)
		phone.login(alice)
		stranger.login(bob)

		devices := pc.get("/api/account/devices").data["devices"].([]any)
		if len(devices) != 2 {
			t.Fatalf("devices: %v", devices)
		}
		var other, mine string
		for _, row := range devices {
			v := row.(map[string]any)
			if v["current"] == true {
				mine = v["id"].(string)
				if v["device"] != "Chrome · Windows" || v["place"] != "loopback" || v["method"] != "phone" {
					t.Errorf("this device: %v", v)
				}
				continue
			}
			other = v["id"].(string)
			if v["device"] != "微信 · iPhone" {
				t.Errorf("the other device: %v", v)
			}
		}
		// A user cannot end the session of another user.
		stranger.refused(errs.NotFound, "/api/account/devices/logout", m{"id": other})
		if _, status := phone.who(); status != 1 {
			t.Fatal("a stranger ended a login")
		}
		pc.refused(errs.BadRequest, "/api/account/devices/logout", m{"id": mine})
		pc.ok("/api/account/devices/logout", m{"id": other})
		if _, status := phone.who(); status != 0 {
			t.Error("a login that was ended goes on")
		}
		phone.login(alice)
		third := p.browser()
		third.login(alice)
		if r := pc.ok("/api/account/devices/logout", m{"others": true}); len(r.data["devices"].([]any)) != 1 {
			t.Errorf("after logging all others out: %s", r.text)
		}
		for _, b := range []*browser{phone, third} {
			if _, status := b.who(); status != 0 {
				t.Error("another device is still logged in")
			}
		}
		if _, status := pc.who(); status != 1 {
			t.Error("this device was logged out, too")
		}
	})
}

// When a server ends a session, it refuses the session at once. Another server with the same
// database refuses the session within a second.
func TestEndedSessionsEndEverywhere(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		r := p.browser().login(alice)
		id, token := r.str("userId"), r.str("token")
		other := service(t, d, account.Options{Now: p.clock.Now})
		for _, s := range []*account.Service{p.Service, other} {
			who, err := s.Identify(t.Context(), id, token)
			if err != nil || who.Kind != account.KindUser || who.ID != id {
				t.Fatalf("%+v, %v", who, err)
			}
		}
		if _, err := p.EndOthers(t.Context(), id, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
			t.Errorf("in the same process: %v", err)
		}
		p.clock.Add(time.Second + time.Millisecond)
		if _, err := other.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
			t.Errorf("in another process, a second later: %v", err)
		}
	})
}

func TestTokens(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	first := b.login(alice)
	id, token := first.str("userId"), first.str("token")
	visitor := p.Mint()
	if _, err := p.Keep(t.Context(), visitor); err != nil {
		t.Fatal(err)
	}
	other := p.browser().login(bob)
	ticket := p.browser().ok("/api/joint/scan/create", nil).str("ticket")
	for name, tt := range map[string][2]string{
		"another's id":           {other.str("userId"), token},
		"another's token":        {id, other.str("token")},
		"a visitor's token":      {id, visitor.Token},
		"a visitor, our token":   {visitor.ID, token},
		"a ticket":               {id, ticket},
		"the holder's secret":    {id, strings.Repeat("A", 43)},
		"what stands at rest":    {id, stored(t, p)},
		"nothing":                {id, ""},
		"the session's own name": {id, sessionID(t, p)},
	} {
		if who, err := p.Identify(t.Context(), tt[0], tt[1]); !errs.Is(err, errs.LoginOver) {
			t.Errorf("%s proves %+v, %v", name, who, err)
		}
	}
	// A login in the same browser replaces the previous session.
	second := b.login(alice)
	if second.str("token") == token {
		t.Error("the token stayed the same")
	}
	if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the token before: %v", err)
	}
	// A session that is unused for too long is refused.
	token = second.str("token")
	p.clock.Add(account.DefaultSessionIdle + time.Hour)
	if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("unused for 90 days: %v", err)
	}
}

func stored(t *testing.T, p *place) (hash string) {
	t.Helper()
	if err := p.db.Read().QueryRow(`SELECT token_hash FROM account_session LIMIT 1`).Scan(&hash); err != nil {
		t.Fatal(err)
	}
	return hash
}

func sessionID(t *testing.T, p *place) (id string) {
	t.Helper()
	if err := p.db.Read().QueryRow(`SELECT id FROM account_session LIMIT 1`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// Session fixation: an attacker puts their own cookies into a victim's browser. After the victim's
// login, these cookies give the attacker no access to the account.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	attacker := p.Mint()
	if _, err := p.Keep(t.Context(), attacker); err != nil {
		t.Fatal(err)
	}
	victim := p.browser()
	victim.id, victim.token = attacker.ID, attacker.Token
	r := victim.login(alice)
	if r.str("userId") == attacker.ID || r.str("token") == attacker.Token {
		t.Fatalf("the login kept the attacker's identity: %s", r.text)
	}
	if _, err := p.Identify(t.Context(), attacker.ID, attacker.Token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the attacker's token still proves somebody: %v", err)
	}
	// An attacker has put a session of their own into the victim's browser. A login in that browser
	// also ends this session.
	mallory := p.browser().login(bob)
	victim = p.browser()
	victim.id, victim.token = mallory.str("userId"), mallory.str("token")
	victim.login(alice)
	if _, err := p.Identify(t.Context(), mallory.str("userId"), mallory.str("token")); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the session that was planted lives on: %v", err)
	}
}

// A request from a page of another site is refused.
func TestCrossSiteRequests(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	code := b.sendCode(bob, "")
	for path, body := range map[string]m{
		"/api/joint/login":                         {"type": "phone", "phone": bob, "code": code},
		"/api/login/logout":                        nil,
		"/api/unregister":                          {"userId": "x"},
		"/api/account/unbind":                      {"type": "phone"},
		"/api/profile":                             {"name": "x"},
		"/api/joint/scan/confirm":                  {"ticket": "x"},
		"/api/v5/accountLogic/safeVerify/doVerify": {"safeVerifyCode": "x"},
		"/api/joint/middle/confirm":                {"ticket": "x"},
		"/api/v5/accountLogic/login/accountList":   nil,
		"/api/account/devices/logout":              {"others": true},
		"/api/user/docs/account/bind":              {"code": "x"},
		"/api/login/getverificationcode":           {"phone": bob},
		"/api/oneid/authorization":                 {"app": "wx"},
		"/api/joint/register":                      {"ticket": "x"},
		"/api/user/docs/account/unbind":            nil,
		"/api/v5/accountLogic/safeVerify/detail":   nil,
		"/api/v5/accountLogic/checkBindWechat":     nil,
		"/api/account/bindid":                      {"userId": "x", "token": "y"},
		"/api/account/bind":                        {"type": "phone"},
		"/api/joint/scan/scan":                     {"ticket": "x"},
		"/api/joint/autoLogin":                     nil,
		"/api/oalogin":                             nil,
		"/api/joint/app/state/set":                 {"uuid": "x"},
		"/api/joint/middle/start":                  {"host": "x"},
		"/api/joint/scan/create":                   nil,
		"/api/user/docs/account/edit":              nil,
		"/api/user/account/unbind":                 {"app": "phone"},
		"/api/login/captcha":                       nil,
		"/api/login/verify":                        nil,
		"/api/joint/app/uuid":                      nil,
		"/api/joint/app/state/get":                 nil,
		"/api/joint/scan/state":                    nil,
		"/api/joint/middle/detail":                 nil,
		"/api/v5/accountLogic/login/config":        nil,
		"/api/user/docs/account/detail":            nil,
		"/api/user/docs/account/address":           nil,
		"/api/user/docs/account/file":              nil,
	} {
		for _, headers := range [][]string{
			{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
			{"Origin", "https://evil.example", "Content-Type", "text/plain"},
			{"Origin", "null", "Content-Type", "application/x-www-form-urlencoded"},
		} {
			if r := b.post(path, body, headers...); r.code() != errs.Forbidden {
				t.Errorf("%s with %v: %d %s", path, headers, r.status, r.text)
			}
		}
	}
	if _, status := b.who(); status != 1 {
		t.Error("another site logged somebody out")
	}
}

// In answers to a browser, the body contains no token, and scripts cannot read the cookies.
func TestPagesGetNoTokens(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.headers["Sec-Fetch-Mode"] = "cors"
	r := b.login(alice)
	if r.str("token") != "" || strings.Contains(r.text, b.cookies()["hy_token"]) {
		t.Errorf("the page was given a token: %s", r.text)
	}
	for _, c := range r.header["Set-Cookie"] {
		if !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Lax") {
			t.Errorf("cookie %s", c)
		}
	}
	if auto := b.ok("/api/joint/autoLogin", nil); auto.data["status"] != 1.0 || auto.str("token") != "" {
		t.Errorf("autoLogin: %s", auto.text)
	}
	b.ok("/api/login/logout", nil)
	if len(b.cookies()) != 0 {
		t.Errorf("cookies after logging out: %v", b.cookies())
	}
	if auto := b.ok("/api/joint/autoLogin", nil); auto.data["status"] != 0.0 {
		t.Errorf("autoLogin after logging out: %s", auto.text)
	}
	if n := p.count(`SELECT count(*) FROM account_session`); n != 0 {
		t.Errorf("%d sessions after logging out", n)
	}
}

// The server ignores fields of a body that clients must not set.
func TestMassAssignment(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	id := b.login(alice).str("userId")
	extra := m{"role": 1, "Role": 1, "isAdmin": true, "state": "active", "userId": "someone", "id": "someone", "accountId": "someone", "status": 1}
	with := func(body m) m {
		for k, v := range extra {
			if _, ok := body[k]; !ok {
				body[k] = v
			}
		}
		return body
	}
	b.ok("/api/profile", with(m{"name": "王五"}))
	b.ok("/api/joint/login", with(m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "")}))
	b.ok("/api/account/bind", with(m{"type": "phone", "phone": bob, "code": b.sendCode(bob, "bind")}))
	b.ok("/api/joint/register", with(m{"type": "phone", "phone": bob, "code": b.sendCode(bob, "")}))
	if r := b.get("/api/getuserinfo"); r.json["role"] != 0.0 || r.str("userId") != id || r.str("name") != "王五" {
		t.Errorf("afterwards: %s", r.text)
	}
	if n := p.count(`SELECT count(*) FROM account WHERE role <> 0`); n != 0 {
		t.Errorf("%d administrators", n)
	}
}

// Line breaks in a value cannot add a header to an answer, and a name is stored without line
// breaks.
func TestHeaderInjection(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	for _, evil := range []string{"a\r\nSet-Cookie: x=y", "a\nX-Evil: 1", "a\x00b", "\u2028evil"} {
		for _, r := range []result{
			b.post("/api/profile", m{"name": evil}),
			b.post("/api/oneid/authorization", m{"app": "wx", "redirectUri": p.server.URL + "/oauth?" + evil, "back": "/" + evil}),
			b.post("/api/joint/app/uuid", m{"from_source": evil}),
			b.post("/api/joint/login", m{"type": "choose", "ticket": evil, "userId": evil}),
			b.post("/api/joint/register", m{"ticket": evil}),
		} {
			if r.header.Get("X-Evil") != "" || strings.Contains(strings.Join(r.header["Set-Cookie"], "\n"), "x=y") {
				t.Errorf("%q reached a header: %v", evil, r.header)
			}
		}
	}
	if name := b.get("/api/getuserinfo").str("name"); strings.ContainsAny(name, "\r\n\x00") {
		t.Errorf("the name is %q", name)
	}
	if b.get("/api/profile/avatar/..%2f..%2fetc").status == http.StatusOK {
		t.Error("an avatar of no account")
	}
}

func TestBruteForceIsLocked(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	last := result{}
	for range 400 {
		if last = b.post("/api/joint/login", m{"type": "phone", "phone": alice, "code": "000000"}); last.code() != errs.WrongCode {
			break
		}
	}
	if last.code() != errs.LoginTries || last.header.Get("Retry-After") == "" || !strings.Contains(last.text, "分钟") {
		t.Errorf("the last of many tries: %d %s", last.status, last.text)
	}
	// Somebody else with the same address can still log in, and Alice can log in later.
	p.browser().login(bob)
	p.clock.Add(time.Hour + time.Second)
	p.browser().login(alice)
}
