//go:build unix

package account_test

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// The method move of a mover is an account.Mover. It moves the rows of the table run and records the
// call. If `fail` is set, move returns this error and does not record the call.
type mover struct {
	mu    sync.Mutex
	moved []string
	after atomic.Int64
	fail  error
}

func (v *mover) move(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error) {
	if _, err := tx.ExecContext(ctx, `UPDATE run SET owner_id = $1 WHERE owner_id = $2`, to, from); err != nil {
		return account.Moved{}, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.fail != nil {
		return account.Moved{}, v.fail
	}
	v.moved = append(v.moved, from+">"+to)
	return account.Moved{Renamed: map[string]string{"old": "new"}, After: func(context.Context) { v.after.Add(1) }}, nil
}

// own inserts a row that belongs to an owner.
func own(t *testing.T, d *db.DB, id, owner string) {
	t.Helper()
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO run (id, owner_id, conversation_id, idx, repeat_idx, request_id, trace_id, state, error_code, started_at, ended_at, last_n)
			VALUES ($1, $2, 'c', 2, 0, '', '', 'done', '', 1, 1, 1)`, id, owner)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func owners(t *testing.T, p *place, owner string) int {
	t.Helper()
	return p.count(`SELECT count(*) FROM run WHERE owner_id = $1`, owner)
}

func TestVisitorBecomesUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := &mover{}
		p := newPlace(t, d, func(_ *account.Settings, o *account.Options) { o.Movers = []account.Mover{v.move} })
		visitor, err := p.Keep(t.Context(), p.Mint())
		if err != nil {
			t.Fatal(err)
		}
		own(t, d, "r1", visitor.ID)
		b := p.browser()
		b.id, b.token = visitor.ID, visitor.Token
		r := b.login(alice)
		id := r.str("userId")
		if r.data["moved"] != true || r.data["renamed"].(map[string]any)["old"] != "new" || owners(t, p, id) != 1 || v.after.Load() != 1 {
			t.Fatalf("the login: %s, moved %v", r.text, v.moved)
		}
		// The visitor's token is invalid now, and the visitor cannot be moved a second
		// time.
		if _, err := p.Identify(t.Context(), visitor.ID, visitor.Token); !errs.Is(err, errs.LoginOver) || !errors.Is(err, account.ErrReplaced) {
			t.Errorf("the visitor's token: %v", err)
		}
		if _, err := p.Keep(t.Context(), visitor); !errs.Is(err, errs.LoginOver) {
			t.Errorf("the visitor is kept again: %v", err)
		}
		thief := p.browser()
		stolen := thief.ok("/api/joint/login", m{
			"type": "phone", "phone": bob, "code": thief.sendCode(bob, ""),
			"anonUserInfo": m{"userId": visitor.ID, "token": visitor.Token},
		})
		if stolen.data["moved"] != false || owners(t, p, id) != 1 {
			t.Errorf("moved twice: %s", stolen.text)
		}
		// If an earlier request of the visitor stores a row after the login, the row is moved as well.
		own(t, d, "r2", visitor.ID)
		p.clock.Add(31 * time.Second)
		if err := p.Follow(t.Context()); err != nil || owners(t, p, id) != 2 {
			t.Errorf("half a minute later: %v, %d", err, owners(t, p, id))
		}
		own(t, d, "r3", visitor.ID)
		if err := p.Follow(t.Context()); err != nil || owners(t, p, id) != 2 {
			t.Errorf("at once again: %v", err)
		}
		p.clock.Add(36 * time.Minute)
		if err := p.Follow(t.Context()); err != nil || owners(t, p, id) != 3 {
			t.Errorf("the last look: %v, %d", err, owners(t, p, id))
		}
		v.moved = nil
		p.clock.Add(time.Hour)
		if err := p.Follow(t.Context()); err != nil || len(v.moved) != 0 {
			t.Errorf("there is no further look: %v %v", err, v.moved)
		}
	})
}

func TestVisitorsWithoutTheirSecretDoNotMove(t *testing.T) {
	t.Parallel()
	v := &mover{}
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) { o.Movers = []account.Mover{v.move} })
	victim, err := p.Keep(t.Context(), p.Mint())
	if err != nil {
		t.Fatal(err)
	}
	own(t, p.db, "r1", victim.ID)
	other := p.Mint()
	for name, info := range map[string]m{
		"no token":        {"userId": victim.ID},
		"another's token": {"userId": victim.ID, "token": other.Token},
		"a made up token": {"userId": victim.ID, "token": victim.Token[:len(victim.Token)-2] + "AA"},
	} {
		b := p.browser()
		if r := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, ""), "anonUserInfo": info}); r.data["moved"] != false {
			t.Errorf("%s: %s", name, r.text)
		}
		b.refused(errs.LoginState, "/api/account/bindid", info)
	}
	b := p.browser()
	user := b.login(bob)
	b.refused(errs.LoginState, "/api/account/bindid", m{"userId": user.str("userId"), "token": user.str("token")}) // the id of a user is not accepted as a visitor
	if owners(t, p, victim.ID) != 1 {
		t.Error("the visitor's things were taken")
	}
	// A visitor's token is accepted in the body of the login and by /api/account/bindid.
	a := p.browser()
	r := a.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": a.sendCode(alice, ""), "anonUserInfo": m{"userId": victim.ID, "token": victim.Token}})
	if r.data["moved"] != true || owners(t, p, r.str("userId")) != 1 {
		t.Errorf("with the secret: %s", r.text)
	}
	late, err := p.Keep(t.Context(), p.Mint())
	if err != nil {
		t.Fatal(err)
	}
	own(t, p.db, "r2", late.ID)
	a.ok("/api/account/bindid", m{"userId": late.ID, "token": late.Token})
	if owners(t, p, r.str("userId")) != 2 {
		t.Error("bindid moved nothing")
	}
}

// During a move on PostgreSQL, nothing is added for the visitor or the account by transactions that call
// LockOwner.
func TestAMoveLocksTheVisitorAndTheAccount(t *testing.T) {
	t.Parallel()
	var p *place
	var others sync.WaitGroup
	var free atomic.Int64
	lock := func(owner string) {
		err := p.db.InTx(t.Context(), func(tx *sql.Tx) error {
			defer free.Add(1)
			return p.db.LockOwner(t.Context(), tx, owner)
		})
		if err != nil {
			t.Error(err)
		}
	}
	move := func(_ context.Context, _ *sql.Tx, from, to string) (account.Moved, error) {
		others.Go(func() { lock(from) })
		others.Go(func() { lock(to) })
		domaintest.Eventually(t, "both wait, or are free", func() bool {
			return p.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`)+int(free.Load()) == 2
		})
		if n := free.Load(); n > 0 {
			t.Errorf("%d owners are free during the move", n)
		}
		return account.Moved{}, nil
	}
	p = newPlace(t, dbtest.OpenPostgres(t), func(_ *account.Settings, o *account.Options) { o.Movers = []account.Mover{move} })
	visitor, err := p.Keep(t.Context(), p.Mint())
	if err != nil {
		t.Fatal(err)
	}
	b := p.browser()
	b.id, b.token = visitor.ID, visitor.Token
	b.login(alice)
	others.Wait()
	if free.Load() != 2 {
		t.Errorf("%d owners are free after the move", free.Load())
	}
}

// If the visitor's data cannot be moved, the login stores no account and no session, and the
// visitor stays valid.
func TestMoveThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := &mover{fail: errors.New("disk")}
		p := newPlace(t, d, func(_ *account.Settings, o *account.Options) { o.Movers = []account.Mover{v.move} })
		visitor, err := p.Keep(t.Context(), p.Mint())
		if err != nil {
			t.Fatal(err)
		}
		own(t, d, "r1", visitor.ID)
		b := p.browser()
		b.id, b.token = visitor.ID, visitor.Token
		r := b.post("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "")})
		if r.status != http.StatusServiceUnavailable || r.code() != errs.StorageFail {
			t.Errorf("the login: %d %s", r.status, r.text)
		}
		if owners(t, p, visitor.ID) != 1 || p.count(`SELECT count(*) FROM account`) != 0 || p.count(`SELECT count(*) FROM account_session`) != 0 {
			t.Error("a part of it happened")
		}
		if _, err := p.Identify(t.Context(), visitor.ID, visitor.Token); err != nil {
			t.Errorf("the visitor: %v", err)
		}
	})
}

// A visitor whose data cannot be moved does not keep the data of others from following them.
func TestFollowGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	v := &mover{}
	stuck := ""
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) {
		o.Movers = []account.Mover{func(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error) {
			if from == stuck {
				return account.Moved{}, errors.New("disk")
			}
			return v.move(ctx, tx, from, to)
		}}
	})
	var visitors []account.Visitor
	for _, phone := range []string{alice, bob} {
		visitor, err := p.Keep(t.Context(), p.Mint())
		if err != nil {
			t.Fatal(err)
		}
		b := p.browser()
		b.id, b.token = visitor.ID, visitor.Token
		b.login(phone)
		own(t, p.db, "late-"+visitor.ID, visitor.ID)
		visitors = append(visitors, visitor)
		p.clock.Add(time.Second)
	}
	p.clock.Add(time.Minute)
	stuck = visitors[0].ID
	if err := p.Follow(t.Context()); err == nil || owners(t, p, visitors[0].ID) != 1 || owners(t, p, visitors[1].ID) != 0 {
		t.Errorf("the other one's data stays behind: %v", err)
	}
	stuck = ""
	if err := p.Follow(t.Context()); err != nil || owners(t, p, visitors[0].ID) != 0 {
		t.Errorf("the next time: %v", err)
	}
}

// When one visitor logs in to two accounts at the same time, the visitor's data is moved to only
// one account.
func TestParallelLoginsOfOneVisitor(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := &mover{}
		p := newPlace(t, d, func(_ *account.Settings, o *account.Options) { o.Movers = []account.Mover{v.move} })
		visitor, err := p.Keep(t.Context(), p.Mint())
		if err != nil {
			t.Fatal(err)
		}
		codes := map[string]string{alice: p.browser().sendCode(alice, ""), bob: p.browser().sendCode(bob, "")}
		var wg sync.WaitGroup
		for phone, code := range codes {
			wg.Go(func() {
				who := account.Who{ID: visitor.ID, Token: visitor.Token, Kind: account.KindVisitor, Stored: true}
				if _, err := p.Login(t.Context(), account.LoginRequest{Type: "phone", Phone: phone, Code: code, Visitor: &who}); err != nil {
					t.Errorf("%s: %v", phone, err)
				}
			})
		}
		wg.Wait()
		if len(v.moved) != 1 {
			t.Errorf("moved %v", slices.Sorted(slices.Values(v.moved)))
		}
	})
}
