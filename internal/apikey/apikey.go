// Package apikey manages the personal keys of programs that call the open API. It creates, lists,
// revokes and checks keys, and applies their limits. A call with a key acts as the key's owner, within
// the scope of the key.
package apikey

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/apikey/apikeydb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Person describes the owner of a key.
type Person struct {
	Admin bool
}

// Options are the dependencies of a Service. DB and Person are required.
type Options struct {
	DB *db.DB
	// Person returns the owner's data. It fails for an owner who may not use keys, for example with
	// errs.KeyWrong for an account that is deleted, disabled or about to be deleted.
	Person func(ctx context.Context, owner string) (Person, error)
	// MayAsk fails if the owner may not ask now, for example because of a ban; nil: everybody may.
	MayAsk func(ctx context.Context, owner string) error
	// AtOnce returns how many calls with keys one owner may have running at the same time in one
	// process; 0 or nil: no limit.
	AtOnce   func() int
	Security *security.Log
	Off      bool             // disables the limits of calls
	Now      func() time.Time // nil: time.Now
}

// Service manages and checks keys. It is safe for concurrent use.
type Service struct {
	Options
	settings atomic.Pointer[Settings]
	rates    rates
	failures rates
	known    known

	mu   sync.Mutex
	live map[*use]struct{} // running calls with keys
}

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MayAsk == nil {
		o.MayAsk = func(context.Context, string) error { return nil }
	}
	if o.AtOnce == nil {
		o.AtOnce = func() int { return 0 }
	}
	s := &Service{Options: o, live: map[*use]struct{}{}}
	v := defaults()
	s.settings.Store(&v)
	return s
}

// Key is a key as its owner sees it.
type Key struct {
	ID string `json:"id"`
	Wish
	Prefix      string `json:"prefix" doc:"the beginning of the key"`
	CreatedAt   int64  `json:"createdAt" doc:"Unix milliseconds"`
	LastUsedAt  int64  `json:"lastUsedAt" doc:"Unix milliseconds, to the minute; 0: never"`
	TokensToday int64  `json:"tokensToday"`
	Expired     bool   `json:"expired"`
}

func (s *Service) keyOf(r apikeydb.ApiKey) Key {
	now := s.Now()
	k := Key{
		ID: r.ID, Prefix: r.Prefix, CreatedAt: r.CreatedAt, LastUsedAt: r.LastUsedAt, Expired: expired(r, now),
		Wish: Wish{
			Name: r.Name, Scope: decodeScope(r.Scope), RequestsPerMinute: int(r.RequestsPerMinute),
			TokensPerDay: int(r.TokensPerDay), ExpiresAt: r.ExpiresAt,
		},
	}
	if r.Day == dayOf(now) {
		k.TokensToday = r.Tokens
	}
	return k
}

func expired(r apikeydb.ApiKey, now time.Time) bool {
	return r.ExpiresAt != 0 && r.ExpiresAt <= now.UnixMilli()
}

// dayOf is the calendar day of a time in its location, in days since 1970-01-01.
func dayOf(t time.Time) int64 {
	_, offset := t.Zone()
	return (t.Unix() + int64(offset)) / (24 * 60 * 60)
}

// List returns an owner's keys, the newest first.
func (s *Service) List(ctx context.Context, owner string) ([]Key, error) {
	rows, err := apikeydb.New(s.DB.Read()).ListKeys(ctx, owner)
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Key, len(rows))
	for i, r := range rows {
		out[i] = s.keyOf(r)
	}
	return out, nil
}

// Most is the maximum number of keys of an owner; 0 if the owner may have none.
func (s *Service) Most(ctx context.Context, owner string) (int, error) {
	set := s.settings.Load()
	if !set.On {
		return 0, nil
	}
	p, err := s.Person(ctx, owner)
	return set.of(p.Admin).Keys, err
}

// Make creates a key. The returned string is the full key, which cannot be read later. Make fails with
// errs.KeysFull if the owner has the maximum number of keys, and with errs.KeysOff if the owner may
// have none.
func (s *Service) Make(ctx context.Context, owner string, w Wish) (Key, string, error) {
	w, err := w.check(s.Now())
	if err != nil {
		return Key{}, "", err
	}
	most, err := s.Most(ctx, owner)
	if err != nil {
		return Key{}, "", err
	}
	if most == 0 {
		return Key{}, "", errs.New(errs.KeysOff)
	}
	token := newToken()
	prefix, _ := prefixOf(token)
	row := apikeydb.InsertKeyParams{
		ID: id.New(), OwnerID: owner, Name: w.Name, Prefix: prefix, Hash: hashOf(token), Scope: w.Scope.encode(),
		RequestsPerMinute: int64(w.RequestsPerMinute), TokensPerDay: int64(w.TokensPerDay), ExpiresAt: w.ExpiresAt, CreatedAt: s.Now().UnixMilli(),
	}
	err = s.write(ctx, func(q *apikeydb.Queries) error {
		rows, err := q.ListKeys(ctx, owner)
		if err != nil {
			return err
		}
		// Two processes may choose the same slot at the same time. Then one insert has no effect, and
		// the next slot is tried.
		for row.Slot = 0; len(rows) < most && row.Slot < int64(most); row.Slot++ {
			if slices.ContainsFunc(rows, func(r apikeydb.ApiKey) bool { return r.Slot == row.Slot }) {
				continue
			}
			n, err := q.InsertKey(ctx, row)
			if err != nil || n > 0 {
				return err
			}
		}
		return errs.New(errs.KeysFull).With("limit", strconv.Itoa(most))
	})
	if err != nil {
		return Key{}, "", err
	}
	return s.keyOf(apikeydb.ApiKey{
		ID: row.ID, OwnerID: owner, Name: row.Name, Prefix: prefix, Scope: row.Scope, RequestsPerMinute: row.RequestsPerMinute,
		TokensPerDay: row.TokensPerDay, ExpiresAt: row.ExpiresAt, CreatedAt: row.CreatedAt,
	}), token, nil
}

// Change replaces the name, the scope, the limits and the expiry of a key.
func (s *Service) Change(ctx context.Context, owner, keyID string, w Wish) error {
	w, err := w.check(s.Now())
	if err != nil {
		return err
	}
	return s.write(ctx, func(q *apikeydb.Queries) error {
		return met(q.UpdateKey(ctx, apikeydb.UpdateKeyParams{
			Name: w.Name, Scope: w.Scope.encode(), RequestsPerMinute: int64(w.RequestsPerMinute), TokensPerDay: int64(w.TokensPerDay),
			ExpiresAt: w.ExpiresAt, OwnerID: owner, ID: keyID,
		}))
	})
}

// Revoke deletes a key. New calls are refused immediately. Running calls are ended at once in this
// process, and within two seconds in other processes.
func (s *Service) Revoke(ctx context.Context, owner, keyID string) error {
	err := s.write(ctx, func(q *apikeydb.Queries) error {
		return met(q.DeleteKey(ctx, apikeydb.DeleteKeyParams{OwnerID: owner, ID: keyID}))
	})
	if err == nil {
		s.endCalls(func(u *use) error {
			if u.keyID == keyID {
				return errs.New(errs.KeyEnded)
			}
			return nil
		})
	}
	return err
}

// Forget deletes all keys of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *apikeydb.Queries) error { return q.ForgetKeys(ctx, owner) })
}

// Empty does nothing. It is called when a user deletes all content, and a key is a means of access, not
// content.
func (s *Service) Empty(context.Context, string) error { return nil }

func (s *Service) write(ctx context.Context, f func(q *apikeydb.Queries) error) error {
	err := s.DB.InTx(ctx, func(tx *sql.Tx) error { return f(apikeydb.New(tx)) })
	if _, ours := errors.AsType[*errs.Error](err); err != nil && !ours {
		return errs.Wrap(errs.StorageFail, err)
	}
	return err
}

// met returns errs.NotFound if no row was changed.
func met(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}
