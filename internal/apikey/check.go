package apikey

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/apikey/apikeydb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

const (
	// tries is how many wrong keys one network may send per minute. After that, a key from this network
	// is checked only if it was right before. Thus a stranger cannot lock out the other users of the
	// network.
	tries = 30
	// usedEvery is the minimum time between two updates of a key's last use in the database.
	usedEvery = time.Minute
)

// Grant is a checked key: who calls, and which calls the key allows.
type Grant struct {
	KeyID string
	Owner string
	Admin bool
	Scope Scope

	prefix            string
	requestsPerMinute int // 0: no limit
	tokensPerDay      int // 0: no limit
	tokensToday       int64
}

// Check checks a key. `network` is the caller's network; wrong keys are counted per network. Check
// fails with errs.KeyWrong for a key that is wrong, revoked or expired; with errs.KeysOff if an
// administrator has disabled keys for everybody or for the owner's role; and with errs.TooMany if the
// network has sent too many wrong keys and this key has not been valid before. If Person fails, for
// example because the account has ended, Check fails with the same error.
func (s *Service) Check(ctx context.Context, token, network string, addr netip.Addr) (*Grant, error) {
	token = strings.TrimSpace(token)
	prefix, ok := prefixOf(token)
	if !s.Off && !s.known.has(prefix) && s.failures.spent(network, tries, s.Now()) {
		return nil, errs.New(errs.TooMany).Retry(time.Minute / tries)
	}
	if !ok {
		return nil, s.wrong(ctx, network, addr, "")
	}
	row, err := apikeydb.New(s.DB.Read()).FindKey(ctx, prefix)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	// The comparison is also made for an unknown key, so that the response takes as long as for a
	// wrong secret.
	right := subtle.ConstantTimeCompare([]byte(hashOf(token)), []byte(row.Hash)) == 1
	if !right || expired(row, s.Now()) {
		return nil, s.wrong(ctx, network, addr, row.OwnerID)
	}
	set := s.settings.Load()
	if !set.On {
		return nil, errs.New(errs.KeysOff)
	}
	who, err := s.Person(ctx, row.OwnerID)
	if err != nil {
		return nil, err
	}
	limits := set.of(who.Admin)
	if limits.Keys == 0 {
		return nil, errs.New(errs.KeysOff)
	}
	s.known.add(prefix)
	g := &Grant{
		KeyID: row.ID, Owner: row.OwnerID, Admin: who.Admin, Scope: decodeScope(row.Scope), prefix: prefix,
		requestsPerMinute: lower(int(row.RequestsPerMinute), limits.RequestsPerMinute),
		tokensPerDay:      lower(int(row.TokensPerDay), limits.TokensPerDay),
	}
	if row.Day == dayOf(s.Now()) {
		g.tokensToday = row.Tokens
	}
	return g, s.used(ctx, row)
}

// wrong counts a wrong key and returns errs.KeyWrong. When the network has already sent too many wrong
// keys, the key is not recorded in the security log.
func (s *Service) wrong(ctx context.Context, network string, addr netip.Addr, owner string) error {
	if _, err := s.failures.take(network, tries, s.Now()); err == nil || s.Off {
		s.Security.Note(ctx, security.Event{Kind: security.KeyFailed, AccountID: owner, Addr: addr, Code: string(errs.KeyWrong)})
	}
	return errs.New(errs.KeyWrong)
}

// used stores the last use of a key, at most once a minute.
func (s *Service) used(ctx context.Context, row apikeydb.ApiKey) error {
	now := s.Now().UnixMilli()
	before := now - usedEvery.Milliseconds()
	if row.LastUsedAt >= before+1 {
		return nil
	}
	return s.write(ctx, func(q *apikeydb.Queries) error {
		return q.TouchKey(ctx, apikeydb.TouchKeyParams{At: now, ID: row.ID, Before: before + 1})
	})
}

// lower is the lower of two limits, where 0 means no limit.
func lower(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// maxKnown is the maximum number of keys in one `known`.
const maxKnown = 10_000

// known contains the prefixes of keys that were valid at an earlier check.
type known struct {
	mu  sync.Mutex
	all map[string]struct{}
}

func (k *known) has(prefix string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, ok := k.all[prefix]
	return ok
}

func (k *known) add(prefix string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = map[string]struct{}{}
	}
	for other := range k.all {
		if len(k.all) < maxKnown {
			break
		}
		delete(k.all, other) // it does not matter which key is removed: its next use adds it again
	}
	k.all[prefix] = struct{}{}
}
