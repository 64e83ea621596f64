//go:build unix

package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

type app struct {
	p      *place
	secret string
}

// next moves the clock forward by one period and returns the app's new code.
func (a app) next() string {
	a.p.clock.Add(factor.Period)
	return factor.Code(a.secret, a.p.clock.Now())
}

// secure switches on the second factor of the logged-in user.
func (b *browser) secure() (a app, recovery []string) {
	b.p.t.Helper()
	setup := b.ok("/api/account/factor/begin", nil)
	a = app{b.p, setup.str("secret")}
	if !strings.HasPrefix(setup.str("url"), "otpauth://totp/") || !strings.Contains(setup.str("url"), a.secret) {
		b.p.t.Fatalf("the QR code says %s", setup.text)
	}
	for _, code := range b.ok("/api/account/factor/confirm", m{"code": a.next()}).data["codes"].([]any) {
		recovery = append(recovery, code.(string))
	}
	return a, recovery
}

// half begins a login with a phone number, without the second factor.
func (b *browser) half(phone string) result {
	b.p.t.Helper()
	r := b.ok("/api/joint/login", m{"type": "phone", "phone": phone, "code": b.sendCode(phone, "")})
	if r.data["factor"] != true || r.data["status"] != 0.0 || r.str("ticket") == "" || r.str("token") != "" || r.str("userId") != "" {
		b.p.t.Fatalf("the first step ended as %s", r.text)
	}
	return r
}

func TestLoginsAskForTheSecondFactor(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		owner, elsewhere := p.browser(), p.browser()
		id := owner.login(alice).str("userId")
		elsewhere.login(alice)
		a, recovery := owner.secure()
		if _, status := elsewhere.who(); status != 0 {
			t.Error("a login from before the factor goes on")
		}
		if _, status := owner.who(); status != 1 {
			t.Error("the login that switched it on ended")
		}
		if r := owner.get("/api/account/factor"); r.data["on"] != true || r.data["recovery"] != 10.0 {
			t.Errorf("%s", r.text)
		}
		b := p.browser()
		ticket := b.half(alice).str("ticket")
		if n := p.count(`SELECT count(*) FROM account_session`); n != 1 {
			t.Errorf("%d sessions after the first step", n)
		}
		b.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": "000000"})
		b.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket})
		code := a.next()
		r := b.ok("/api/joint/login", m{"type": "factor", "ticket": ticket, "code": code})
		if r.data["status"] != 1.0 || r.str("userId") != id {
			t.Fatalf("the second step: %s", r.text)
		}
		b.refused(errs.LoginState, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": a.next()})
		// The same code cannot be used for a second login, but a recovery code can be used instead.
		c := p.browser()
		ticket = c.half(alice).str("ticket")
		c.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": code})
		c.ok("/api/joint/login", m{"type": "factor", "ticket": ticket, "code": recovery[0]})
		c.ok("/api/account/factor/remove", m{"code": a.next()})
		p.browser().login(alice)
	})
}

// A code of the second factor proves the asker's identity: each code once, and only for its own
// account.
func TestTheSecondFactorIsAProof(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b, other := p.browser(), p.browser()
		b.login(alice)
		other.login(bob)
		a, recovery := b.secure()
		others, _ := other.secure()
		token := b.token
		p.clock.Add(11 * time.Minute)
		b.refused(errs.SafeVerify, "/api/account/unbind", m{"type": "phone"})
		safe := b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
		if ways := safe.data["ways"].([]any); !slices.Contains(ways, any("factor")) {
			t.Fatalf("ways: %v", ways)
		}
		prove := func(code string) m {
			return m{"safeVerifyCode": safe.str("safeVerifyCode"), "type": "factor", "code": code}
		}
		const path = "/api/v5/accountLogic/safeVerify/doVerify"
		b.refused(errs.WrongFactor, path, prove("000000"))
		b.refused(errs.WrongFactor, path, prove(others.next()))
		b.refused(errs.SafeVerify, "/api/account/unbind", m{"type": "phone"})
		code := a.next()
		done := b.ok(path, prove(code))
		if done.str("token") == token || len(done.str("token")) != 43 {
			t.Errorf("the token was not renewed: %s", done.text)
		}
		b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "phone"}) // the error is not errs.SafeVerify, because the proof was accepted
		b.refused(errs.LoginState, path, prove(a.next()))                       // a proof counts once
		// A used code of the app is refused. A recovery code is accepted once.
		p.clock.Add(11 * time.Minute)
		safe = b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
		b.refused(errs.WrongFactor, path, prove(code))
		b.ok(path, prove(recovery[0]))
		safe = b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
		b.refused(errs.WrongFactor, path, prove(recovery[0]))
		// After the second factor is removed, its codes are no longer accepted as a proof.
		b.ok("/api/account/factor/remove", m{"code": a.next()})
		safe = b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
		if ways := safe.data["ways"].([]any); slices.Contains(ways, any("factor")) {
			t.Errorf("ways: %v", ways)
		}
		b.refused(errs.NotBound, path, prove(a.next()))
	})
}

// Codes in a proof count towards the same limit as all other codes of the account.
func TestProofsByTheSecondFactorAreBounded(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	a, _ := b.secure()
	safe := b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
	prove := func(code string) m {
		return m{"safeVerifyCode": safe.str("safeVerifyCode"), "type": "factor", "code": code}
	}
	for range 9 { // an account may try ten codes an hour; switching the factor on has used one
		b.refused(errs.WrongFactor, "/api/v5/accountLogic/safeVerify/doVerify", prove("000000"))
	}
	b.refused(errs.LoginTries, "/api/v5/accountLogic/safeVerify/doVerify", prove(a.next()))
}

// A ticket for the second factor allows five codes and is valid for five minutes. An
// account allows ten codes an hour from one network.
func TestCodesOfTheSecondFactorAreBounded(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	owner := p.browser()
	id := owner.login(alice).str("userId")
	a, _ := owner.secure()
	b := p.browser()
	ticket := b.half(alice).str("ticket")
	for range 5 {
		b.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": "000000"})
	}
	b.refused(errs.LoginState, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": a.next()})
	ticket = b.half(alice).str("ticket")
	for range 4 { // switching the factor on and the first ticket have used six of the ten codes
		b.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": "000000"})
	}
	b.refused(errs.LoginTries, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": a.next()})
	if _, err := p.Factor.Check(t.Context(), id, "198.51.100.0", a.next()); err != nil {
		t.Errorf("from another network: %v", err)
	}
	p.clock.Add(time.Hour)
	ticket = b.half(alice).str("ticket")
	p.clock.Add(6 * time.Minute)
	b.refused(errs.LoginState, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": a.next()})
}

// Logins by a provider and by a scan ask for the second factor, too.
func TestEveryWayAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	owner := p.browser()
	owner.login(alice)
	code, state := owner.depart("qq", m{"scene": "bind"})
	owner.ok("/api/account/bind", m{"type": "qq", "code": code, "state": state})
	a, _ := owner.secure()

	b := p.browser()
	r := b.by("qq")
	if r.data["factor"] != true || r.str("userId") != "" {
		t.Fatalf("by QQ: %s", r.text)
	}
	b.ok("/api/joint/login", m{"type": "factor", "ticket": r.str("ticket"), "code": a.next()})

	s := p.browser()
	ticket := s.ok("/api/joint/scan/create", nil).str("ticket")
	owner.ok("/api/joint/scan/scan", m{"ticket": ticket})
	owner.ok("/api/joint/scan/confirm", m{"ticket": ticket})
	r = s.ok("/api/joint/login", m{"type": "scan", "ticket": ticket})
	if r.data["factor"] != true || r.str("userId") != "" {
		t.Fatalf("by a scan: %s", r.text)
	}
	// The first step of a login can be continued only by the same browser.
	p.browser().refused(errs.LoginState, "/api/joint/login", m{"type": "factor", "ticket": r.str("ticket"), "code": a.next()})
	s.ok("/api/joint/login", m{"type": "factor", "ticket": r.str("ticket"), "code": a.next()})
}

// Reactivating an account in its grace period needs both factors.
func TestTakingUpAgainNeedsTheSecondFactor(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	owner := p.browser()
	id := owner.login(alice).str("userId")
	a, _ := owner.secure()
	owner.ok("/api/unregister", m{"userId": id})
	b := p.browser()
	r := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "")})
	if r.data["status"] != 2.0 {
		t.Fatalf("%s", r.text)
	}
	r = b.ok("/api/joint/register", m{"ticket": r.str("ticket")})
	if r.data["factor"] != true || p.count(`SELECT count(*) FROM account WHERE state = 'leaving'`) != 1 {
		t.Fatalf("taken up by one factor: %s", r.text)
	}
	b.ok("/api/joint/login", m{"type": "factor", "ticket": r.str("ticket"), "code": a.next()})
	if p.count(`SELECT count(*) FROM account WHERE state = 'leaving'`) != 0 {
		t.Error("the account is still given up")
	}
}

// A stolen session alone cannot switch a second factor off. Ten minutes after the last proof of
// identity, it cannot switch a factor on.
func TestASessionAloneChangesNoFactor(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	p.clock.Add(11 * time.Minute)
	b.refused(errs.SafeVerify, "/api/account/factor/begin", nil)
	b.refused(errs.SafeVerify, "/api/account/factor/confirm", m{"code": "123456"})
	b.login(alice)
	b.secure()
	b.refused(errs.FactorThere, "/api/account/factor/begin", nil)
	b.refused(errs.WrongFactor, "/api/account/factor/remove", m{"code": "000000"})
	b.refused(errs.WrongFactor, "/api/account/factor/recovery", m{"code": ""})
	p.browser().refused(errs.NeedLogin, "/api/account/factor/remove", m{"code": "000000"})
}

func TestTheSecondFactorIsLogged(t *testing.T) {
	t.Parallel()
	var log *security.Log
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) {
		log = security.New(security.Options{DB: o.DB, Now: o.Now})
		o.Security = log
	})
	owner := p.browser()
	id := owner.login(alice).str("userId")
	a, recovery := owner.secure()
	b := p.browser()
	ticket := b.half(alice).str("ticket")
	b.refused(errs.WrongFactor, "/api/joint/login", m{"type": "factor", "ticket": ticket, "code": "000000"})
	b.ok("/api/joint/login", m{"type": "factor", "ticket": ticket, "code": recovery[0]})
	b.refused(errs.WrongFactor, "/api/account/factor/remove", m{"code": "000000"})
	b.ok("/api/account/factor/recovery", m{"code": a.next()})
	b.ok("/api/account/factor/remove", m{"code": a.next()})
	if err := log.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	all, err := log.Events(t.Context(), security.Query{AccountID: id})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, strings.Join([]string{string(e.Kind), e.Detail, e.Code}, " "))
	}
	for _, want := range []string{
		"factor.on  ", "login.failed factor 23029", "factor.recoveryUsed login ", "login.done phone ",
		"factor.failed factor.off 23029", "factor.recovery factor ", "factor.off factor ",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in the log: %q", want, got)
		}
	}
}

// When administrators must have a second factor, an administrator without one must set it up before
// most other operations.
func TestAdministratorsMustHaveASecondFactor(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b, other := p.browser(), p.browser()
	id := b.login(alice).str("userId")
	other.login(bob)
	if err := p.SetRole(t.Context(), id, account.Admin); err != nil {
		t.Fatal(err)
	}
	b.login(alice)
	b.ok("/api/account/devices/logout", m{"others": true})
	p.settings.AdminFactor = true
	if r := b.get("/api/account/factor"); r.data["required"] != true || r.data["on"] != false {
		t.Errorf("%s", r.text)
	}
	b.refused(errs.FactorDue, "/api/account/devices/logout", m{"others": true})
	if r := b.get("/api/profile"); r.code() != errs.FactorDue {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := b.get("/api/getuserinfo"); r.str("userId") != id {
		t.Errorf("%s", r.text)
	}
	other.ok("/api/account/devices/logout", m{"others": true}) // a normal user needs no second factor
	b.secure()
	b.ok("/api/account/devices/logout", m{"others": true})
	b.ok("/api/login/logout", nil)
}

func TestAccountsAreNamed(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	id := p.browser().login(alice).str("userId")
	for _, name := range []string{id, alice, "13800138000"} {
		if got, err := p.Named(t.Context(), name); err != nil || got != id {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
	for _, name := range []string{"", "nobody", bob, "' OR 1=1 --"} {
		if _, err := p.Named(t.Context(), name); !errs.Is(err, errs.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
