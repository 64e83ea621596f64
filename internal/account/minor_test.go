//go:build unix

package account_test

import (
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/minor"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	minorDetail = "/api/v5/accountLogic/parentVerify/detail"
	minorSet    = "/api/v5/accountLogic/parentVerify/set"
)

// at moves the clock forward to the next hour:minute.
func (p *place) at(hour, minute int) {
	now := p.clock.Now()
	next := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, now.Location())
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	p.clock.Add(next.Sub(now))
}

func TestMinorModeIsLoosenedOnlyByThePIN(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b := p.browser()
		if r := b.ok(minorDetail, nil); r.data["on"] != false || r.data["minutes"] != 40.0 || r.str("from") != "22:00" || r.str("to") != "06:00" {
			t.Errorf("before: %s", r.text)
		}
		for _, body := range []m{{}, {"on": true}, {"on": true, "pin": "123"}, {"on": true, "pin": "12345a"}, {"on": true, "pin": "1234567"},
			{"on": true, "pin": "1234", "minutes": -1}, {"on": true, "pin": "1234", "minutes": 1441}, {"on": true, "pin": "1234", "from": "24:00"}} {
			b.refused(errs.BadRequest, minorSet, body)
		}
		if r := b.ok(minorSet, m{"on": true, "pin": "2468"}); r.data["on"] != true || r.data["minutes"] != 40.0 {
			t.Fatalf("switched on: %s", r.text)
		}
		if n := p.count("SELECT count(*) FROM account_minor WHERE pin_hash LIKE '%2468%'"); n != 0 {
			t.Error("the PIN is stored as it is")
		}
		// Stricter limits need no PIN. Looser limits, a new PIN and the end of the mode need the PIN.
		if r := b.ok(minorSet, m{"on": true, "minutes": 20, "from": "21:00", "to": "07:00"}); r.data["minutes"] != 20.0 || r.str("from") != "21:00" || r.str("to") != "07:00" {
			t.Errorf("tightened: %s", r.text)
		}
		looser := []m{{"on": false}, {"on": true, "minutes": 21}, {"on": true, "minutes": 0}, {"on": true, "from": "21:01"},
			{"on": true, "to": "06:59"}, {"on": true, "from": "07:00"}, {"on": true, "newPin": "1111"}}
		for _, body := range looser {
			b.refused(errs.NeedLogin, minorSet, body) // a visitor without the PIN has no other proof
		}
		b.refused(errs.WrongPin, minorSet, m{"on": false, "pin": "1111"})
		if r := b.ok(minorSet, m{"on": true, "pin": "2468", "minutes": 30, "newPin": "987654"}); r.data["minutes"] != 30.0 {
			t.Errorf("loosened: %s", r.text)
		}
		b.refused(errs.WrongPin, minorSet, m{"on": false, "pin": "2468"})
		// The mode of one owner does not affect another owner.
		if r := p.browser().ok(minorDetail, nil); r.data["on"] != false {
			t.Errorf("a stranger: %s", r.text)
		}
		if r := b.ok(minorSet, m{"on": false, "pin": "987654"}); r.data["on"] != false {
			t.Errorf("switched off: %s", r.text)
		}
		if n := p.count("SELECT count(*) FROM account_minor"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestWrongPINsLock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b := p.browser()
		b.ok(minorSet, m{"on": true, "pin": "2468"})
		var wrong, locked atomic.Int32
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				switch r := b.post(minorSet, m{"on": false, "pin": "0000"}); r.code() {
				case errs.WrongPin:
					wrong.Add(1)
				case errs.PinLocked:
					locked.Add(1)
				default:
					t.Errorf("a wrong PIN: %d %s", r.status, r.text)
				}
			})
		}
		all.Wait()
		if wrong.Load() != minor.PinTries-1 || locked.Load() != 20-minor.PinTries+1 {
			t.Errorf("of 20 wrong tries %d were answered as wrong, %d as locked", wrong.Load(), locked.Load())
		}
		r := b.refused(errs.PinLocked, minorSet, m{"on": false, "pin": "2468"})
		if s, err := strconv.Atoi(r.header.Get("Retry-After")); r.status != http.StatusTooManyRequests || err != nil || s < 1 || s > 1800 {
			t.Errorf("locked: %d, Retry-After %q", r.status, r.header.Get("Retry-After"))
		}
		p.clock.Add(minor.PinLock)
		b.refused(errs.WrongPin, minorSet, m{"on": false, "pin": "0000"})
		b.ok(minorSet, m{"on": true, "pin": "2468", "minutes": 50})
		// A right PIN resets the number of wrong PINs.
		for range minor.PinTries - 1 {
			b.refused(errs.WrongPin, minorSet, m{"on": false, "pin": "0000"})
		}
		b.ok(minorSet, m{"on": false, "pin": "2468"})
	})
}

func TestForgottenPINTakesAProof(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	b.ok(minorSet, m{"on": true, "pin": "2468"})
	p.clock.Add(time.Hour)
	for range minor.PinTries {
		b.post(minorSet, m{"on": false, "pin": "0000"})
	}
	b.refused(errs.SafeVerify, minorSet, m{"on": false})
	proof := b.ok("/api/v5/accountLogic/safeVerify/detail", nil).str("safeVerifyCode")
	b.ok("/api/login/getverificationcode", m{"purpose": "safe"})
	sent, _ := p.world.Sent(alice)
	b.ok("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": proof, "code": sent.Code})
	// A proof of identity lifts the lock of the PIN.
	b.ok(minorSet, m{"on": true, "newPin": "1357"})
	b.ok(minorSet, m{"on": false, "pin": "1357"})
}

func TestMinorModeMovesAtLogin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b := p.browser()
		b.ok(minorSet, m{"on": true, "pin": "2468", "minutes": 15})
		b.login(alice)
		if r := b.ok(minorDetail, nil); r.data["on"] != true || r.data["minutes"] != 15.0 {
			t.Errorf("after the login: %s", r.text)
		}
		// When an account has its own mode, the mode of the visitor who logs in does
		// not replace it.
		other := p.browser()
		other.ok(minorSet, m{"on": true, "pin": "1111", "minutes": 90})
		other.login(alice)
		if r := other.ok(minorDetail, nil); r.data["minutes"] != 15.0 {
			t.Errorf("another visitor's login changed it: %s", r.text)
		}
		b.ok(minorSet, m{"on": false, "pin": "2468"})
	})
}

func TestMinorModeLimitsTheDay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b := p.browser()
		p.at(12, 0)
		b.ok(minorSet, m{"on": true, "pin": "2468", "minutes": 8})
		id, _ := b.who()
		used := func(want float64) {
			t.Helper()
			if r := b.ok(minorDetail, nil); r.data["used"] != want {
				t.Errorf("used %v minutes, want %v", r.data["used"], want)
			}
		}
		allowed := func() {
			t.Helper()
			if err := p.Minor.MayAsk(t.Context(), id); err != nil {
				t.Errorf("at %s: %v", p.clock.Now(), err)
			}
		}
		refused := func(code errs.Code, wait time.Duration) {
			t.Helper()
			err := p.Minor.MayAsk(t.Context(), id)
			if !errs.Is(err, code) {
				t.Fatalf("at %s: %v, want %s", p.clock.Now(), err, code)
			}
			if e := errs.From(err); e.RetryAfter != wait || e.Status() != http.StatusForbidden {
				t.Errorf("status %d, wait %s, want %s", e.Status(), e.RetryAfter, wait)
			}
		}
		allowed()
		allowed() // this question is in the same minute as the previous question
		used(1)
		p.clock.Add(2 * time.Minute)
		allowed() // two minutes of reading
		used(3)
		p.clock.Add(time.Hour)
		allowed() // an hour passed without a question, and five minutes of it count as reading
		used(8)
		p.clock.Add(time.Minute)
		refused(errs.MinorSpent, 4*time.Hour+57*time.Minute+12*time.Hour) // it is 13:03, and the quiet hours end at 6
		used(8)
		p.at(22, 0)
		refused(errs.MinorQuiet, 8*time.Hour)
		p.at(5, 59)
		refused(errs.MinorQuiet, time.Minute)
		p.at(6, 0)
		allowed()
		used(1)
		p.at(21, 59)
		allowed()
		p.at(22, 0)
		refused(errs.MinorQuiet, 8*time.Hour)
		b.ok(minorSet, m{"on": true, "pin": "2468", "from": "00:00", "to": "00:00", "minutes": 0})
		allowed()
		if err := p.Minor.MayAsk(t.Context(), "nobody-in-minor-mode"); err != nil {
			t.Error(err)
		}
	})
}
