//go:build unix

package account_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// sweeping returns a place whose purge calls the function `during` and then records the owner.
func sweeping(t *testing.T, d *db.DB, during func(owner string) error) *place {
	t.Helper()
	return newPlace(t, d, func(_ *account.Settings, o *account.Options) {
		record := o.Purge
		o.Purge = func(ctx context.Context, owner string) error {
			return errors.Join(during(owner), record(ctx, owner))
		}
	})
}

// leave begins the grace period of the account of a phone number. It returns the id of the account,
// and a browser with a ticket that can reactivate the account.
func (p *place) leave(phone string) (id string, b *browser, ticket string) {
	p.t.Helper()
	b = p.browser()
	id = b.login(phone).str("userId")
	b.ok("/api/unregister", m{"userId": id})
	r := b.ok("/api/joint/login", m{"type": "phone", "phone": phone, "code": b.sendCode(phone, "")})
	if r.data["status"] != 2.0 {
		p.t.Fatalf("a login during the grace: %s", r.text)
	}
	return id, b, r.str("ticket")
}

// exec changes rows directly in the database, without the service.
func (p *place) exec(query string, args ...any) {
	p.t.Helper()
	err := p.db.InTx(p.t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(p.t.Context(), query, args...)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// endGrace lets the grace period of all accounts end. The clock stays, so that tickets are still
// valid.
func (p *place) endGrace() {
	p.t.Helper()
	p.exec(`UPDATE account SET leaves_at = leaves_at - $1 WHERE state = 'leaving'`, account.DefaultLeaveAfter.Milliseconds())
}

// A sweep reads which accounts must be deleted, and then deletes them one by one. If the owner of the
// second account returns while the first account is being deleted, the second account is kept.
func TestWhoReturnsBeforeTheSweepKeepsEverything(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		back := func() {}
		p := sweeping(t, d, func(string) error { back(); return nil })
		first, _, _ := p.leave(alice)
		second, b, ticket := p.leave(bob)
		device := p.browser()
		also := device.ok("/api/joint/login", m{"type": "phone", "phone": bob, "code": device.sendCode(bob, "")}).str("ticket")
		p.endGrace()
		back = func() {
			back = func() {}
			b.ok("/api/joint/register", m{"ticket": ticket})
		}
		if n, err := p.Sweep(t.Context()); n != 1 || err != nil {
			t.Errorf("Sweep deleted %d, %v; want 1", n, err)
		}
		if !slices.Equal(p.purged, []string{first}) {
			t.Errorf("purged %v, want %s alone; %s is back", p.purged, first, second)
		}
		// The same person began a login on a second device before the sweep. It can still be completed.
		device.ok("/api/joint/register", m{"ticket": also})
		if id, status := b.who(); id != second || status != 1 {
			t.Errorf("%s has the status %v", id, status)
		}
	})
}

// Once the deletion has begun, the account cannot be reactivated, even if the deletion fails: the
// next sweep completes it. Meanwhile, a login with the phone number logs in to its other account.
func TestNobodyReturnsToAnAccountThatIsBeingDeleted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		fail, during := errors.New("the disk is full"), func() {}
		p := sweeping(t, d, func(string) error { during(); return fail })
		id, b, ticket := p.leave(alice)
		// A second account of the number, so that a login offers a choice.
		other := p.browser()
		r := other.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": other.sendCode(alice, ""), "another": true})
		kept := r.str("userId")
		chooser := p.browser()
		choice := chooser.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": chooser.sendCode(alice, "")}).str("ticket")
		p.endGrace()
		during = func() {
			b.refused(errs.LoginState, "/api/joint/register", m{"ticket": ticket})
			chooser.refused(errs.LoginState, "/api/joint/login", m{"type": "choose", "ticket": choice, "userId": id})
			if r := p.browser().login(alice); r.str("userId") != kept {
				t.Errorf("a login while %s is deleted: %s", id, r.text)
			}
			if away, err := p.Away(t.Context(), id); err != nil || !away {
				t.Errorf("away: %v %v", away, err)
			}
		}
		if n, err := p.Sweep(t.Context()); n != 0 || !errors.Is(err, fail) {
			t.Errorf("a sweep that fails: %d, %v", n, err)
		}
		during()
		fail = nil
		if n, err := p.Sweep(t.Context()); n != 1 || err != nil {
			t.Errorf("the next sweep: %d, %v", n, err)
		}
		if n, err := p.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("the sweep after it: %d, %v", n, err)
		}
		if !slices.Equal(p.purged, []string{id, id}) || p.count(`SELECT count(*) FROM account WHERE id = $1`, id) != 0 {
			t.Errorf("purged %v, want %s twice", p.purged, id)
		}
	})
}

// unseen stores two visitors and moves the clock so far that both must be deleted. The first visitor's
// last visit is one second earlier than the second visitor's.
func (p *place) unseen() (first, second account.Visitor) {
	p.t.Helper()
	first, second = p.Mint(), p.Mint()
	for _, v := range []account.Visitor{first, second} {
		if _, err := p.Keep(p.t.Context(), v); err != nil {
			p.t.Fatal(err)
		}
		p.clock.Add(time.Second)
	}
	p.clock.Add(200 * 24 * time.Hour)
	return first, second
}

func TestAVisitorWhoReturnsBeforeTheSweepKeepsEverything(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var p *place
		var first, second account.Visitor
		visit := func() {
			t.Helper()
			if _, err := p.Identify(t.Context(), second.ID, second.Token); err != nil {
				t.Errorf("the visit: %v", err)
			}
		}
		p = sweeping(t, d, func(string) error { visit(); return nil })
		first, second = p.unseen()
		if n, err := p.Sweep(t.Context()); n != 1 || err != nil {
			t.Errorf("Sweep deleted %d, %v; want 1", n, err)
		}
		if !slices.Equal(p.purged, []string{first.ID}) {
			t.Errorf("purged %v, want %s alone", p.purged, first.ID)
		}
		visit()
	})
}

func TestNoVisitorReturnsWhoIsBeingDeleted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var p *place
		var first, second account.Visitor
		fail := errors.New("the disk is full")
		visit := func() {
			t.Helper()
			if _, err := p.Identify(t.Context(), first.ID, first.Token); !errs.Is(err, errs.LoginOver) {
				t.Errorf("a visit during the deletion: %v", err)
			}
		}
		p = sweeping(t, d, func(string) error { visit(); return fail })
		first, second = p.unseen()
		if n, err := p.Sweep(t.Context()); n != 0 || !errors.Is(err, fail) {
			t.Errorf("a sweep that fails: %d, %v", n, err)
		}
		visit()
		fail = nil
		if n, err := p.Sweep(t.Context()); n != 2 || err != nil {
			t.Errorf("the next sweep: %d, %v", n, err)
		}
		if !slices.Equal(p.purged, []string{first.ID, first.ID, second.ID}) || p.count(`SELECT count(*) FROM visitor`) != 0 {
			t.Errorf("purged %v", p.purged)
		}
	})
}

// Two administrators who lose their role at the same moment do not leave the server without one.
func TestOneOfTwoAdministratorsStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t, dbtest.OpenPostgres(t), nil)
	first, second := p.browser().login(alice).str("userId"), p.browser().login(bob).str("userId")
	for _, id := range []string{first, second} {
		if err := p.SetRole(t.Context(), id, account.Admin); err != nil {
			t.Fatal(err)
		}
	}
	demoted := make(chan error, 1)
	err := p.db.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), `UPDATE account SET role = 0 WHERE id = $1`, second); err != nil {
			return err
		}
		go func() { demoted <- p.SetRole(t.Context(), first, account.Normal) }()
		domaintest.Eventually(t, "it waits or ends", func() bool {
			return len(demoted) > 0 || p.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-demoted; !errs.Is(err, errs.LastAdmin) {
		t.Errorf("nobody is left: %v", err)
	}
}

// A return and a sweep change the same account at the same moment. In PostgreSQL, the
// later change waits for the earlier one, and must then see its result. SQLite has one writer at a time.
func TestAReturnAndASweepAtTheSameMoment(t *testing.T) {
	t.Parallel()
	p := newPlace(t, dbtest.OpenPostgres(t), nil)
	id, b, ticket := p.leave(alice)
	p.endGrace()
	// `while` runs a change of the account, and commits it when the function `other` waits for it.
	while := func(change string, other func()) {
		t.Helper()
		var all sync.WaitGroup
		defer all.Wait()
		err := p.db.InTx(t.Context(), func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(t.Context(), change); err != nil {
				return err
			}
			all.Go(other)
			domaintest.Eventually(t, "a statement that waits", func() bool {
				return p.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	while(`UPDATE account SET state = 'active'`, func() {
		if n, err := p.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("a sweep after the return: %d, %v", n, err)
		}
	})
	if len(p.purged) > 0 {
		t.Errorf("purged %v after the return", p.purged)
	}
	p.exec(`UPDATE account SET state = 'leaving'`)
	while(`UPDATE account SET leaves_at = 0`, func() {
		b.refused(errs.LoginState, "/api/joint/register", m{"ticket": ticket})
	})
	if p.count(`SELECT count(*) FROM account_session`) != 0 {
		t.Errorf("%s is logged in", id)
	}
}
