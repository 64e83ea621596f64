//go:build unix

package account_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func types(r result) (out []string) {
	for _, row := range r.data["identities"].([]any) {
		out = append(out, row.(map[string]any)["type"].(string))
	}
	return out
}

func TestBindAndUnbind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b, other := p.browser(), p.browser()
		id := b.login(alice).str("userId")
		other.login(alice)
		b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "phone"})
		b.refused(errs.NotBound, "/api/account/unbind", m{"type": "qq"})
		b.refused(errs.BadRequest, "/api/account/unbind", m{"type": "x"})

		bind := func(b *browser, app string) result {
			code, state := b.depart(app, m{"scene": "bind"})
			return b.post("/api/account/bind", m{"type": app, "code": code, "state": state})
		}
		if r := b.ok("/api/v5/accountLogic/checkBindWechat", m{"scene": 1}); r.data["status"] != 1.0 {
			t.Errorf("before binding: %s", r.text)
		}
		if r := bind(b, "wx"); r.status != http.StatusOK || !slices.Equal(types(r), []string{"phone", "wx"}) {
			t.Fatalf("binding WeChat: %s", r.text)
		}
		if r := b.ok("/api/v5/accountLogic/checkBindWechat", m{"scene": 1}); r.data["status"] != 2.0 {
			t.Errorf("after binding: %s", r.text)
		}
		// A login with the bound identity now logs in to the same account, and another account cannot
		// bind this identity.
		if r := p.browser().by("wx"); r.str("userId") != id {
			t.Errorf("WeChat logs in to %s", r.text)
		}
		stranger := p.browser()
		stranger.login(bob)
		if r := bind(stranger, "wx"); r.code() != errs.IdentityTaken {
			t.Errorf("binding what another account has: %s", r.text)
		}
		// The state of a login or of another session cannot be used for binding.
		code, state := b.depart("qq", nil)
		b.refused(errs.LoginState, "/api/account/bind", m{"type": "qq", "code": code, "state": state})
		code, state = stranger.depart("qq", m{"scene": "bind"})
		b.refused(errs.LoginState, "/api/account/bind", m{"type": "qq", "code": code, "state": state})

		// Unbinding ends the other sessions, and a login with the number creates a new account.
		if r := b.ok("/api/user/account/unbind", m{"app": "phone"}); !slices.Equal(types(r), []string{"wx"}) {
			t.Errorf("after unbinding: %s", r.text)
		}
		if _, status := other.who(); status != 0 {
			t.Error("another device is still logged in")
		}
		if r := p.browser().login(alice); r.str("userId") == id || r.data["isNew"] != true {
			t.Errorf("the number that was unbound: %s", r.text)
		}
		b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "wx"})
		// A newly bound number replaces the old one.
		b.ok("/api/account/bind", m{"type": "phone", "phone": "+8613700137000", "code": b.sendCode("+8613700137000", "bind")})
		r := b.ok("/api/account/bind", m{"type": "phone", "phone": "+8613700137001", "code": b.sendCode("+8613700137001", "bind")})
		if !strings.Contains(r.text, "7001") || strings.Contains(r.text, "7000") {
			t.Errorf("after changing the number: %s", r.text)
		}
	})
}

func TestProofBeforeWhatCannotBeUndone(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b, other := p.browser(), p.browser()
	r := b.login(alice)
	id, token := r.str("userId"), r.str("token")
	other.login(bob)
	p.clock.Add(11 * time.Minute)
	for path, body := range map[string]m{
		"/api/unregister":     {"userId": id},
		"/api/account/unbind": {"type": "phone"},
		"/api/account/bind":   {"type": "phone", "phone": bob, "code": "123456"},
	} {
		if r := b.refused(errs.SafeVerify, path, body); r.status != http.StatusPreconditionRequired {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	safe := b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
	if safe.str("phone") != "+86 138****8000" || safe.data["proven"] != false {
		t.Errorf("the proof: %s", safe.text)
	}
	name := safe.str("safeVerifyCode")
	// A proof of somebody else and a code for another purpose are refused.
	other.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/detail", m{"safeVerifyCode": name})
	other.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": "123456"})
	login := p.browser().sendCode(alice, "")
	b.refused(errs.WrongCode, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": login})
	// The code is sent to the account's own number, whatever number the body contains.
	p.clock.Add(account.CodeResend)
	b.ok("/api/login/getverificationcode", m{"phone": bob, "purpose": "safe"})
	sent, _ := p.world.Sent(alice)
	done := b.ok("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": sent.Code})
	if done.str("token") == token || len(done.str("token")) != 43 {
		t.Errorf("the token was not renewed: %s", done.text)
	}
	if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the token before: %v", err)
	}
	b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "phone"}) // the error is not errs.SafeVerify, because the proof was accepted
	b.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": sent.Code})

	// A proof by a provider must identify the person who is bound to the account.
	w := p.browser()
	w.by("wx")
	p.clock.Add(11 * time.Minute)
	safe = w.ok("/api/v5/accountLogic/safeVerify/detail", nil)
	if ways := safe.data["ways"].([]any); len(ways) != 1 || ways[0] != "wx" {
		t.Errorf("ways: %v", ways)
	}
	prove := func() result {
		code, state := w.depart("wx", m{"scene": "safe"})
		return w.post("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": safe.str("safeVerifyCode"), "type": "wx", "code": code, "state": state})
	}
	p.world.As("bob")
	if r := prove(); r.code() != errs.IdentityTaken {
		t.Errorf("a proof by somebody else: %s", r.text)
	}
	p.world.As("alice")
	if r := prove(); r.status != http.StatusOK {
		t.Errorf("a proof by WeChat: %s", r.text)
	}
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b, second := p.browser(), p.browser()
		id := b.login(alice).str("userId")
		second.login(alice)
		b.refused(errs.BadRequest, "/api/unregister", m{"userId": "somebody"})
		r := b.ok("/api/unregister", m{"userId": id})
		if want := p.clock.Now().Add(account.DefaultLeaveAfter).Unix(); r.data["leavesTime"] != float64(want) {
			t.Errorf("it ends at %v, want %d", r.data["leavesTime"], want)
		}
		for _, device := range []*browser{b, second} {
			if _, status := device.who(); status == 1 {
				t.Error("still logged in")
			}
		}
		if away, err := p.Away(t.Context(), id); err != nil || !away {
			t.Errorf("away: %v %v", away, err)
		}
		// A login during the grace period offers to reactivate the account, and changes
		// nothing.
		again := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "")})
		if again.data["status"] != 2.0 || again.str("ticket") == "" || again.str("token") != "" {
			t.Fatalf("a login during the grace: %s", again.text)
		}
		if _, status := b.who(); status != 2 {
			t.Errorf("the status is %v", status)
		}
		back := b.ok("/api/joint/register", m{"ticket": again.str("ticket")})
		if back.data["status"] != 1.0 || back.str("userId") != id {
			t.Fatalf("coming back: %s", back.text)
		}
		for _, owner := range []string{id, "a visitor"} {
			if away, err := p.Away(t.Context(), owner); err != nil || away {
				t.Errorf("%s away: %v %v", owner, away, err)
			}
		}
		b.refused(errs.LoginState, "/api/joint/register", m{"ticket": again.str("ticket")})
		if _, status := b.who(); status != 1 {
			t.Error("not logged in after coming back")
		}
		// The account is deleted after the grace period.
		b.ok("/api/profile", m{"avatar": picture(t, 10, 10)})
		b.ok("/api/unregister", m{"userId": id})
		p.clock.Add(account.DefaultLeaveAfter - time.Hour)
		if n, err := p.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("before the end: %d, %v", n, err)
		}
		p.clock.Add(2 * time.Hour)
		if n, err := p.Sweep(t.Context()); n != 1 || err != nil {
			t.Errorf("at the end: %d, %v", n, err)
		}
		if !slices.Equal(p.purged, []string{id}) {
			t.Errorf("purged: %v", p.purged)
		}
		for _, table := range []string{"account", "account_identity", "account_session", "account_avatar", "account_docs"} {
			if n := p.count(`SELECT count(*) FROM ` + table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		if r := p.browser().login(alice); r.data["isNew"] != true || r.str("userId") == id {
			t.Errorf("the number afterwards: %s", r.text)
		}
	})
}

func TestSeveralAccountsOfOneNumber(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	first := b.login(alice).str("userId")
	second := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, ""), "another": true})
	if second.data["isNew"] != true || second.str("userId") == first {
		t.Fatalf("another account: %s", second.text)
	}
	list := b.get("/api/v5/accountLogic/login/accountList")
	if len(list.data["accounts"].([]any)) != 2 {
		t.Errorf("the list: %s", list.text)
	}
	c := p.browser()
	r := c.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": c.sendCode(alice, "")})
	if r.data["status"] != 0.0 || len(r.data["accounts"].([]any)) != 2 || r.str("token") != "" {
		t.Fatalf("the login: %s", r.text)
	}
	if _, status := c.who(); status != 0 {
		t.Error("logged in without a choice")
	}
	stranger := p.browser().login(bob).str("userId")
	c.refused(errs.BadRequest, "/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": stranger})
	c.refused(errs.LoginState, "/api/joint/login", m{"type": "choose", "ticket": strings.Repeat("A", 43), "userId": first})
	if r := c.ok("/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": first}); r.str("userId") != first || r.data["status"] != 1.0 {
		t.Errorf("the choice: %s", r.text)
	}
	c.refused(errs.LoginState, "/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": first})
	for range 4 {
		b.post("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, ""), "another": true})
	}
	if n := p.count(`SELECT count(*) FROM account_identity WHERE subject = $1`, alice); n != 5 {
		t.Errorf("%d accounts of one number", n)
	}
}

func TestClosedAndDisabled(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	id := b.login(alice).str("userId")
	p.settings.NoRegistration = true
	p.browser().refused(errs.NoRegistration, "/api/joint/login", m{"type": "phone", "phone": bob, "code": p.browser().sendCode(bob, "")})
	p.browser().login(alice)
	if err := p.Disable(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, status := b.who(); status != 0 {
		t.Error("a disabled account is still logged in")
	}
	p.browser().refused(errs.AccountOff, "/api/joint/login", m{"type": "phone", "phone": alice, "code": p.browser().sendCode(alice, "")})
	if err := p.Enable(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	p.browser().login(alice)
}
