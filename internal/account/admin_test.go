//go:build unix

package account_test

import (
	"database/sql"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestBans(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	id := b.login(alice).str("userId")
	until := p.clock.Now().Add(time.Hour)
	if err := p.Ban(t.Context(), id, until, "刷屏"); err != nil {
		t.Fatal(err)
	}
	err := p.MayAsk(t.Context(), id)
	if !errs.Is(err, errs.ChatBanned) || !strings.Contains(errs.From(err).Message("zh-CN"), "刷屏") || errs.From(err).RetryAfter < 59*time.Minute {
		t.Errorf("banned: %v", err)
	}
	p.clock.Add(time.Hour + time.Second)
	if err := p.MayAsk(t.Context(), id); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	// The ban of a visitor is moved to their account.
	v := p.Mint()
	if _, err := p.Keep(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if err := p.Ban(t.Context(), v.ID, p.clock.Now().Add(time.Hour), "广告"); err != nil {
		t.Fatal(err)
	}
	c := p.browser()
	c.id, c.token = v.ID, v.Token
	c.login(alice)
	if err := p.MayAsk(t.Context(), id); !errs.Is(err, errs.ChatBanned) {
		t.Errorf("the account of a banned visitor: %v", err)
	}
	if err := p.Unban(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := p.MayAsk(t.Context(), id); err != nil {
		t.Errorf("after the ban was lifted: %v", err)
	}
	// A ban by another server with the same database takes effect after one second.
	other, err := account.New(t.Context(), p.Options)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Ban(t.Context(), id, p.clock.Now().Add(time.Hour), "刷屏"); err != nil {
		t.Fatal(err)
	}
	p.clock.Add(time.Second + 1)
	if err := p.MayAsk(t.Context(), id); !errs.Is(err, errs.ChatBanned) {
		t.Errorf("a second after another server banned them: %v", err)
	}
}

func TestFirstAdministrator(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		link := func() string {
			path, err := p.AdminLink(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimPrefix(path, "/open/login?admin=")
		}
		open := func(b *browser, secret string) result {
			return b.post("/api/joint/login", m{"type": "admin", "ticket": secret})
		}
		late := link()
		p.clock.Add(16 * time.Minute)
		if r := open(p.browser(), late); r.code() != errs.LoginState {
			t.Errorf("after 16 minutes: %s", r.text)
		}
		before, secret := link(), link()
		if r := open(p.browser(), before); r.code() != errs.LoginState {
			t.Errorf("a link that was replaced: %s", r.text)
		}
		var in atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if r, err := p.Login(t.Context(), account.LoginRequest{Type: "admin", Ticket: secret}); err == nil && r.User.Role == account.Admin {
					in.Add(1)
				}
			})
		}
		wg.Wait()
		if in.Load() != 1 {
			t.Fatalf("%d became administrators by one link", in.Load())
		}
		if again := link(); again != "" {
			t.Errorf("there is an administrator, and another link: %q", again)
		}
		// An administrator who is logged out and has no way to log in can use a new link.
		if _, err := p.EndOthers(t.Context(), adminID(t, p), ""); err != nil {
			t.Fatal(err)
		}
		b := p.browser()
		r := open(b, link())
		if r.status != http.StatusOK || r.data["role"] != 1.0 || r.str("userId") != adminID(t, p) {
			t.Errorf("the administrator again: %s", r.text)
		}
		b.ok("/api/account/bind", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "bind")})
		b.ok("/api/login/logout", nil)
		if again := link(); again != "" {
			t.Error("an administrator who can log in is none")
		}
		if r := p.browser().login(alice); r.data["role"] != 1.0 {
			t.Errorf("by phone: %s", r.text)
		}
	})
}

// After the session of the only administrator is over, a link is created again, although the session is
// still stored. The link leads to the same account.
func TestFirstAdministratorAfterIdling(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		login := func() result {
			path, err := p.AdminLink(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return p.browser().ok("/api/joint/login", m{"type": "admin", "ticket": strings.TrimPrefix(path, "/open/login?admin=")})
		}
		first := login()
		p.clock.Add(account.DefaultAdminSessionIdle)
		if path, err := p.AdminLink(t.Context()); err != nil || path != "" {
			t.Errorf("who is logged in gets the link %q, %v", path, err)
		}
		p.clock.Add(time.Minute)
		if again := login(); again.str("userId") != first.str("userId") {
			t.Errorf("the link made another administrator: %s", again.text)
		}
	})
}

// While an administrator's account has no way to log in, the session begun by the link can set up a
// second factor without a proof of identity, even three days later. Once the account has a second
// factor or a way to log in, further changes need a recent proof.
func TestFirstAdministratorSetsUpLater(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		made := func() *browser {
			path, err := p.AdminLink(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			b := p.browser()
			b.ok("/api/joint/login", m{"type": "admin", "ticket": strings.TrimPrefix(path, "/open/login?admin=")})
			p.clock.Add(3 * 24 * time.Hour)
			return b
		}
		b := made()
		// An act that cannot be undone still needs a proof.
		b.refused(errs.SafeVerify, "/api/unregister", m{"userId": adminID(t, p)})
		a, _ := b.secure()
		p.clock.Add(11 * time.Minute)
		bind := func(phone string) m { return m{"type": "phone", "phone": phone, "code": b.sendCode(phone, "bind")} }
		b.refused(errs.SafeVerify, "/api/account/bind", bind(alice))
		safe := b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
		b.ok("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": safe.str("safeVerifyCode"), "type": "factor", "code": a.next()})
		p.clock.Add(account.CodeResend)
		b.ok("/api/account/bind", bind(alice))
		b.ok("/api/account/factor/remove", m{"code": a.next()})
		p.clock.Add(11 * time.Minute)
		b.refused(errs.SafeVerify, "/api/account/factor/begin", nil)
		b.refused(errs.SafeVerify, "/api/account/bind", bind(bob))
	})
}

// In the session begun by the link, binding the first way to log in needs no proof. After that,
// setting up a second factor needs a proof.
func TestFirstAdministratorBindsLater(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	path, err := p.AdminLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := p.browser()
	b.ok("/api/joint/login", m{"type": "admin", "ticket": strings.TrimPrefix(path, "/open/login?admin=")})
	p.clock.Add(3 * 24 * time.Hour)
	b.ok("/api/account/bind", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "bind")})
	b.refused(errs.SafeVerify, "/api/account/factor/begin", nil)
	if r := p.browser().login(alice); r.data["role"] != 1.0 {
		t.Errorf("by phone: %s", r.text)
	}
	// The exception for the link does not apply to an account that was created by phone.
	c := p.browser()
	c.login(bob)
	p.clock.Add(11 * time.Minute)
	c.refused(errs.SafeVerify, "/api/account/factor/begin", nil)
}

// Accounts are found by identities with capital letters, such as the openid of WeChat.
func TestFindUsersByIdentity(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		id := p.browser().login(alice).str("userId")
		err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE account_identity SET subject = 'oLVPpjqs9BhvzwPj' WHERE account_id = $1`, id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"oLVPpjqs9BhvzwPj", "olvpp"} {
			if found, err := p.FindUsers(t.Context(), word, 0, 10); err != nil || found.Total != 1 || found.Users[0].ID != id {
				t.Errorf("%s finds %+v, %v", word, found, err)
			}
		}
	})
}

func adminID(t *testing.T, p *place) (id string) {
	t.Helper()
	if err := p.db.Read().QueryRow(`SELECT id FROM account WHERE role = 1`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestRoles(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	a, b := p.browser(), p.browser()
	one := a.login(alice)
	two := b.login(bob).str("userId")
	for _, f := range []func() error{
		func() error { return p.SetRole(t.Context(), one.str("userId"), account.Admin) },
	} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	// The earlier token does not get the new rights: its session has ended.
	if _, err := p.Identify(t.Context(), one.str("userId"), one.str("token")); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the token from before: %v", err)
	}
	id := a.login(alice).str("userId")
	a.refused(errs.LastAdmin, "/api/unregister", m{"userId": id})
	for name, err := range map[string]error{
		"made normal": p.SetRole(t.Context(), id, account.Normal), "disabled": p.Disable(t.Context(), id),
	} {
		if !errs.Is(err, errs.LastAdmin) {
			t.Errorf("the last administrator was %s: %v", name, err)
		}
	}
	if err := p.SetRole(t.Context(), two, account.Admin); err != nil {
		t.Fatal(err)
	}
	if err := p.SetRole(t.Context(), id, account.Normal); err != nil {
		t.Errorf("one of two administrators: %v", err)
	}
	found, err := p.FindUsers(t.Context(), "8000", 0, 10)
	if err != nil || found.Total != 1 || found.Users[0].ID != id {
		t.Errorf("found %+v, %v", found, err)
	}
	for word, want := range map[string]int{"": 2, "%": 0, "用户": 2, two: 1, "_": 0, "!": 0} {
		if found, err := p.FindUsers(t.Context(), word, 0, 10); err != nil || found.Total != want || len(found.Users) != want {
			t.Errorf("%q finds %d, %v; want %d", word, found.Total, err, want)
		}
	}
}
