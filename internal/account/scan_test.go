//go:build unix

package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestScan(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		phone, thief := p.browser(), p.browser()
		id := phone.login(alice).str("userId")
		thief.login(bob)
		pc := p.browser()
		begun := pc.ok("/api/joint/scan/create", nil)
		ticket := begun.str("ticket")
		if u, err := url.Parse(begun.str("url")); err != nil || u.Path != "/open/scan" || u.Query().Get("ticket") != ticket {
			t.Errorf("the QR code says %s", begun.str("url"))
		}
		state := func(b *browser) string { return b.ok("/api/joint/scan/state", m{"ticket": ticket}).str("state") }
		if got := state(pc); got != "new" {
			t.Errorf("at first: %s", got)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		pc.refused(errs.NeedLogin, "/api/joint/scan/scan", m{"ticket": ticket})
		if r := phone.ok("/api/joint/scan/scan", m{"ticket": ticket}); r.str("device") != "Chrome · Windows" {
			t.Errorf("the phone sees %s", r.text)
		}
		if got := state(pc); got != "scanned" {
			t.Errorf("after the scan: %s", got)
		}
		// A thief who only saw the code cannot allow the login, log in, or learn the state of the login.
		thief.refused(errs.LoginState, "/api/joint/scan/scan", m{"ticket": ticket})
		thief.refused(errs.LoginState, "/api/joint/scan/confirm", m{"ticket": ticket})
		phone.ok("/api/joint/scan/confirm", m{"ticket": ticket})
		thief.ok("/api/joint/scan/create", nil) // gives the thief's browser a secret of its own
		if got := state(thief); got != "expired" {
			t.Errorf("the thief sees %s", got)
		}
		thief.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		p.browser().refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		if r := pc.ok("/api/joint/login", m{"type": "scan", "ticket": ticket}); r.str("userId") != id {
			t.Errorf("the login: %s", r.text)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		phone.refused(errs.LoginState, "/api/joint/scan/confirm", m{"ticket": ticket})

		// A login fails if it is refused, or if its code is scanned too late.
		pc = p.browser()
		ticket = pc.ok("/api/joint/scan/create", nil).str("ticket")
		phone.ok("/api/joint/scan/scan", m{"ticket": ticket})
		phone.ok("/api/joint/scan/confirm", m{"ticket": ticket, "allow": false})
		if got := state(pc); got != "refused" {
			t.Errorf("after a no: %s", got)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		ticket = pc.ok("/api/joint/scan/create", nil).str("ticket")
		p.clock.Add(3 * time.Minute)
		if got := state(pc); got != "expired" {
			t.Errorf("after three minutes: %s", got)
		}
		phone.refused(errs.LoginState, "/api/joint/scan/scan", m{"ticket": ticket})
	})
}

func TestMiddleLogin(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	port := strings.TrimPrefix(p.server.URL, "http://127.0.0.1")
	hostA, hostB := "a.localhost"+port, "b.localhost"+port
	p.settings.Hosts = []string{hostA, hostB}
	b := p.browser() // one browser, with cookies of each host
	b.base = "http://" + hostA
	id := b.login(alice).str("userId")
	b.base = "http://" + hostB
	if _, status := b.who(); status != 0 {
		t.Fatal("already logged in on the other host")
	}
	for _, host := range []string{
		"evil.example", "", "evil.example/.localhost", "evil.example?.localhost", "evil.example#.localhost", `evil.example\.localhost`, "localhost:80@evil.example",
		"x@b.localhost", "evil.example\t.localhost", "evil.example%2f.localhost", "localhost:99999", "//evil.example", "http://b.localhost",
	} {
		b.refused(errs.BadRedirect, "/api/joint/middle/start", m{"host": host})
	}
	begun := b.ok("/api/joint/middle/start", m{"host": hostA, "back": "/chat"})
	ticket := begun.str("ticket")
	if want := "http://" + hostA + "/pc-middle-login?ticket=" + ticket; begun.str("url") != want {
		t.Errorf("to %s, want %s", begun.str("url"), want)
	}
	b.base = "http://" + hostA
	if r := b.ok("/api/joint/middle/detail", m{"ticket": ticket}); r.str("to") != "http://"+hostB {
		t.Errorf("asked for %s", r.text)
	}
	back := b.ok("/api/joint/middle/confirm", m{"ticket": ticket}).str("url")
	u, err := url.Parse(back)
	if err != nil || u.Host != hostB || u.Path != "/pc-middle-login" {
		t.Fatalf("back to %s", back)
	}
	code := u.Query().Get("code")
	login := func(b *browser, code string) result {
		return b.post("/api/joint/login", m{"type": "middle_login", "ticket": ticket, "code": code})
	}
	// Another browser that knows the ticket and the code, another host, and a wrong code are refused.
	thief := p.browser()
	thief.base = "http://" + hostB
	thief.ok("/api/joint/middle/start", m{"host": hostA})
	for name, r := range map[string]result{"another browser": login(thief, code), "another host": login(b, code)} {
		if r.code() != errs.LoginState {
			t.Errorf("%s: %s", name, r.text)
		}
	}
	b.base = "http://" + hostB
	if r := login(b, strings.Repeat("A", 43)); r.code() != errs.LoginState {
		t.Errorf("another code: %s", r.text)
	}
	if r := login(b, code); r.status != http.StatusOK || r.str("userId") != id || r.str("back") != "/chat" {
		t.Errorf("the login: %s", r.text)
	}
	if r := login(b, code); r.code() != errs.LoginState {
		t.Errorf("for the second time: %s", r.text)
	}
}

func TestAppState(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	uuid := b.ok("/api/joint/app/uuid", m{"from_source": "web"}).str("uuid")
	state := func() string { return b.ok("/api/joint/app/state/get", m{"uuid": uuid}).str("state") }
	if got := state(); got != "new" {
		t.Errorf("at first %s", got)
	}
	app := p.browser()
	app.ok("/api/joint/app/state/set", m{"uuid": uuid})
	app.ok("/api/joint/app/state/set", m{"uuid": uuid})
	if got := state(); got != "appArousal" {
		t.Errorf("then %s", got)
	}
	app.refused(errs.LoginState, "/api/joint/app/state/set", m{"uuid": "unknown"})
	p.clock.Add(6 * time.Minute)
	if got := state(); got != "expired" {
		t.Errorf("at last %s", got)
	}
}
