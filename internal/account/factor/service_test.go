//go:build unix

package factor_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

const (
	who     = "account-1"
	another = "account-2"
	network = "203.0.113.0"
)

// place is a service with a clock set by tests.
type place struct {
	*factor.Service
	at    time.Time
	tries int
}

func newPlace(d *db.DB) *place {
	p := &place{at: time.Unix(1_700_000_000, 0)}
	p.Service = factor.New(factor.Options{
		DB: d, Now: func() time.Time { return p.at }, Sealer: seal.NewKey("a key").Sealer("a purpose"), MACKey: "a secret",
		Count: func(context.Context, string, string) error {
			p.tries++
			return nil
		},
	})
	return p
}

// code moves the clock forward by one period and returns the app's code for the new time.
func (p *place) code(secret string) string {
	p.at = p.at.Add(factor.Period)
	return factor.Code(secret, p.at)
}

// on enables the second factor of an account.
func (p *place) on(t *testing.T, accountID string) (secret string, recovery []string) {
	t.Helper()
	setup, err := p.Begin(t.Context(), accountID, "here", "me")
	if err != nil {
		t.Fatal(err)
	}
	if recovery, err = p.Confirm(t.Context(), accountID, network, p.code(setup.Secret)); err != nil {
		t.Fatal(err)
	}
	return setup.Secret, recovery
}

func (p *place) state(t *testing.T, accountID string) factor.Factor {
	t.Helper()
	f, err := p.Of(t.Context(), accountID)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFactorLife(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, p := t.Context(), newPlace(d)
		if _, err := p.Check(ctx, who, network, "123456"); !errs.Is(err, errs.NotBound) {
			t.Errorf("a code without a factor: %v", err)
		}
		first, err := p.Begin(ctx, who, "here", "me")
		if err != nil || !strings.Contains(first.Address, first.Secret) {
			t.Fatalf("%+v %v", first, err)
		}
		setup, err := p.Begin(ctx, who, "here", "me")
		if err != nil {
			t.Fatal(err)
		}
		// A second factor has no effect before it is confirmed with a code of the newest secret.
		if _, err := p.Check(ctx, who, network, p.code(setup.Secret)); !errs.Is(err, errs.NotBound) {
			t.Errorf("a code before it was confirmed: %v", err)
		}
		if _, err := p.Confirm(ctx, who, network, p.code(first.Secret)); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("confirmed by a secret that was replaced: %v", err)
		}
		if p.state(t, who).On {
			t.Error("on before it was confirmed")
		}
		confirm := p.code(setup.Secret)
		recovery, err := p.Confirm(ctx, who, network, confirm)
		if err != nil || len(recovery) != factor.RecoveryCodes {
			t.Fatalf("%v %v", recovery, err)
		}
		if f := p.state(t, who); !f.On || f.Since != p.at.UnixMilli() || f.Recovery != 10 {
			t.Errorf("%+v", f)
		}
		if _, err := p.Check(ctx, who, network, confirm); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("the code that confirmed it, again: %v", err)
		}
		if _, err := p.Begin(ctx, who, "here", "me"); !errs.Is(err, errs.FactorThere) {
			t.Errorf("begun over one that is on: %v", err)
		}
		code := p.code(setup.Secret)
		if used, err := p.Check(ctx, who, network, code); err != nil || used != factor.ByApp {
			t.Errorf("%s %v", used, err)
		}
		if _, err := p.Check(ctx, who, network, code); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("the same code again: %v", err)
		}
		// Changes of one account's factor do not affect the factor of another account.
		p.on(t, another)
		if _, err := p.Check(ctx, another, network, p.code(setup.Secret)); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("a code at another account: %v", err)
		}
		if _, err := p.Remove(ctx, another, network, recovery[0]); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("a recovery code at another account: %v", err)
		}
		if _, err := p.Remove(ctx, who, network, "000000"); !errs.Is(err, errs.WrongFactor) || !p.state(t, who).On {
			t.Errorf("removed by a wrong code: %v", err)
		}
		if _, err := p.Remove(ctx, who, network, p.code(setup.Secret)); err != nil {
			t.Fatal(err)
		}
		if f := p.state(t, who); f.On || f.Recovery != 0 {
			t.Errorf("after its removal: %+v", f)
		}
		if f := p.state(t, another); !f.On || f.Recovery != 10 {
			t.Errorf("the other one's: %+v", f)
		}
		if err := p.Reset(ctx, another); err != nil || p.state(t, another).On {
			t.Errorf("reset: %v", err)
		}
		if err := p.Reset(ctx, another); !errs.Is(err, errs.NotBound) {
			t.Errorf("reset again: %v", err)
		}
	})
}

func TestRecoveryCodesWorkOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, p := t.Context(), newPlace(d)
		secret, recovery := p.on(t, who)
		for i, code := range recovery[:9] {
			if i%2 == 0 {
				code = strings.ToUpper(strings.ReplaceAll(code, "-", ""))
			}
			if used, err := p.Check(ctx, who, network, code); err != nil || used != factor.ByRecovery {
				t.Fatalf("%d: %s %v", i, used, err)
			}
			if _, err := p.Check(ctx, who, network, code); !errs.Is(err, errs.WrongFactor) {
				t.Fatalf("%d again: %v", i, err)
			}
		}
		if left := p.state(t, who).Recovery; left != 1 {
			t.Errorf("%d are left", left)
		}
		_, fresh, err := p.Renew(ctx, who, network, p.code(secret))
		if err != nil || len(fresh) != 10 {
			t.Fatal(fresh, err)
		}
		if _, err := p.Check(ctx, who, network, recovery[9]); !errs.Is(err, errs.WrongFactor) {
			t.Errorf("a code from before: %v", err)
		}
		if _, err := p.Check(ctx, who, network, fresh[0]); err != nil {
			t.Error(err)
		}
	})
}

// When several requests use the same code at the same time, exactly one succeeds.
func TestOneCodeOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(d)
		p.Count = func(context.Context, string, string) error { return nil }
		secret, recovery := p.on(t, who)
		for _, code := range []string{p.code(secret), recovery[3]} {
			var wg sync.WaitGroup
			results := make(chan error, 8)
			for range cap(results) {
				wg.Go(func() {
					_, err := p.Check(t.Context(), who, network, code)
					results <- err
				})
			}
			wg.Wait()
			close(results)
			in := 0
			for err := range results {
				if err == nil {
					in++
				} else if !errs.Is(err, errs.WrongFactor) {
					t.Error(err)
				}
			}
			if in != 1 {
				t.Errorf("%d got in by one code", in)
			}
		}
	})
}

// A copy of the database reveals neither the secret nor recovery codes. Each try is
// counted before the code is compared.
func TestNothingIsReadableAtRest(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	p := newPlace(d)
	secret, recovery := p.on(t, who)
	var stored, macs string
	if err := d.Read().QueryRow(`SELECT secret FROM account_factor`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if err := d.Read().QueryRow(`SELECT group_concat(mac) FROM account_recovery`).Scan(&macs); err != nil {
		t.Fatal(err)
	}
	if !seal.Sealed(stored) || strings.Contains(stored, secret) || strings.Contains(macs, strings.ReplaceAll(recovery[0], "-", "")) {
		t.Errorf("stored: %s %s", stored, macs)
	}
	before := p.tries
	full := errs.New(errs.LoginTries)
	p.Count = func(context.Context, string, string) error { return full }
	code := p.code(secret)
	if _, err := p.Check(t.Context(), who, network, code); !errs.Is(err, errs.LoginTries) {
		t.Errorf("over the limit: %v", err)
	}
	p.Count = func(context.Context, string, string) error { return nil }
	if _, err := p.Check(t.Context(), who, network, code); err != nil {
		t.Errorf("the refused try used the code up: %v", err)
	}
	if before != 1 {
		t.Errorf("%d tries were counted", before)
	}
}
