//go:build unix

package account_test

import (
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// A stranger who tries codes for a number, or sends codes to it, reaches the limit of the
// stranger's network. The owner can still log in from another network.
func TestStrangersLockNobodyOut(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	stranger := account.Client{Network: "203.0.113.9"}
	var err error
	for range 40 {
		_, err = p.Login(t.Context(), account.LoginRequest{Type: "phone", Phone: alice, Code: "000000", From: stranger})
	}
	if !errs.Is(err, errs.LoginTries) {
		t.Errorf("the stranger's fortieth try: %v", err)
	}
	for range 12 {
		p.clock.Add(account.CodeResend)
		_, err = p.SendCode(t.Context(), account.CodeRequest{Phone: alice, From: stranger})
	}
	if !errs.Is(err, errs.CodeLimit) {
		t.Errorf("the stranger's twelfth code: %v", err)
	}
	p.browser().login(alice)
}

// An administrator's session ends when it is unused for 7 days; the session of another user does
// not.
func TestAdministratorsLoginsEndSooner(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	r := p.browser().login(alice)
	id, token := r.str("userId"), r.str("token")
	p.clock.Add(account.DefaultAdminSessionIdle + time.Hour)
	if _, err := p.Identify(t.Context(), id, token); err != nil {
		t.Fatalf("a user after 7 days: %v", err)
	}
	if err := p.SetRole(t.Context(), id, account.Admin); err != nil {
		t.Fatal(err)
	}
	r = p.browser().login(alice)
	token = r.str("token")
	if _, err := p.Identify(t.Context(), id, token); err != nil {
		t.Fatal(err)
	}
	p.clock.Add(account.DefaultAdminSessionIdle + time.Hour)
	if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("an administrator after 7 days: %v", err)
	}
}

// A number gets at most a hundred messages a day, however many networks request them.
func TestNobodyIsFloodedWithCodes(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	sent := 0
	for i := range 130 {
		p.clock.Add(account.CodeResend)
		from := account.Client{Network: "203.0.113." + string(rune('a'+i%26))}
		if _, err := p.SendCode(t.Context(), account.CodeRequest{Phone: alice, From: from}); err == nil {
			sent++
		}
	}
	if sent != 100 {
		t.Errorf("%d messages in a day", sent)
	}
}
