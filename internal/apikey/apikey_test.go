//go:build unix

package apikey

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// harness is a service with users who can be deleted and banned.
type harness struct {
	*Service
	clock  *domaintest.Clock
	events *security.Log

	mu     sync.Mutex
	gone   map[string]bool
	banned map[string]bool
	atOnce int
}

func open(_ testing.TB, d *db.DB) *harness {
	h := &harness{clock: domaintest.NewClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), gone: map[string]bool{}, banned: map[string]bool{}}
	h.events = security.New(security.Options{DB: d, Now: h.clock.Now})
	h.Service = New(Options{
		DB: d, Now: h.clock.Now, Security: h.events, AtOnce: func() int { return h.atOnce },
		Person: func(_ context.Context, owner string) (Person, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.gone[owner] {
				return Person{}, errs.New(errs.KeyWrong)
			}
			return Person{Admin: owner == "admin"}, nil
		},
		MayAsk: func(_ context.Context, owner string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.banned[owner] {
				return errs.New(errs.ChatBanned)
			}
			return nil
		},
	})
	return h
}

var wish = Wish{Name: "笔记本", Scope: Scope{Calls: []Call{Chat}}}

func (h *harness) make(t *testing.T, owner string, w Wish) (Key, string) {
	t.Helper()
	k, token, err := h.Make(t.Context(), owner, w)
	if err != nil {
		t.Fatal(err)
	}
	return k, token
}

func (h *harness) check(t *testing.T, token string) (*Grant, error) {
	t.Helper()
	return h.Check(t.Context(), token, "10.0.0.0", netip.MustParseAddr("10.0.0.1"))
}

func (h *harness) right(t *testing.T, token string) *Grant {
	t.Helper()
	g, err := h.check(t, token)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func want(t *testing.T, err error, code errs.Code) {
	t.Helper()
	if !errs.Is(err, code) {
		t.Errorf("the error is %v, not %s", err, code)
	}
}

// A key differs from other text by its form and its checksum.
func TestTokens(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 100 {
		token := newToken()
		prefix, ok := prefixOf(token)
		if !ok || len(token) != 49 || !strings.HasPrefix(token, prefix) || len(prefix) != 11 || seen[prefix] {
			t.Fatalf("%q is no key, or was made twice", token)
		}
		seen[prefix] = true
		for i := range token {
			changed := token[:i] + map[bool]string{true: "b", false: "a"}[token[i] == 'a'] + token[i+1:]
			if _, ok := prefixOf(changed); ok {
				t.Fatalf("%q passes with its character %d changed", token, i)
			}
		}
	}
	for _, other := range []string{"", "wq-", "sk-" + strings.Repeat("a", 46), "wq-" + strings.Repeat("é", 23), "wq-" + strings.Repeat("a", 46)} {
		if _, ok := prefixOf(other); ok {
			t.Errorf("%q passes for a key", other)
		}
	}
}

func FuzzToken(f *testing.F) {
	f.Add(newToken())
	f.Add("wq-")
	f.Fuzz(func(t *testing.T, token string) {
		if prefix, ok := prefixOf(token); ok && !strings.HasPrefix(token, prefix) {
			t.Errorf("%q has the prefix %q", token, prefix)
		}
	})
}

func TestKeys(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		k, token := h.make(t, "ann", Wish{Name: "  我的\n脚本 ", Scope: Scope{Calls: []Call{MCP, Chat, Chat}, Models: []string{"agent:x"}}})
		if k.Name != "我的 脚本" || !slices.Equal(k.Scope.Calls, []Call{Chat, MCP}) || !strings.HasPrefix(token, k.Prefix) {
			t.Errorf("the key is %+v", k)
		}
		rows, err := h.List(t.Context(), "ann")
		if err != nil || len(rows) != 1 || strings.Contains(fmt.Sprintf("%+v", rows), token) {
			t.Fatalf("%+v %v", rows, err)
		}
		g := h.right(t, token)
		if g.Owner != "ann" || g.Scope.Allows(Embeddings) || !g.Scope.Has("agent:x") || g.Scope.Has("agent:y") {
			t.Errorf("the grant is %+v", g)
		}
		// The last use is stored at most once a minute.
		used := func() int64 {
			rows, _ := h.List(t.Context(), "ann")
			return rows[0].LastUsedAt
		}
		first := used()
		h.clock.Add(59 * time.Second)
		h.right(t, token)
		if first == 0 || used() != first {
			t.Errorf("used at %d and %d", first, used())
		}
		h.clock.Add(time.Second)
		h.right(t, token)
		if used() != first+60_000 {
			t.Errorf("used at %d and a minute later at %d", first, used())
		}
		// Other users cannot change or revoke the key. The prefix of the key with another secret is
		// refused.
		want(t, h.Change(t.Context(), "bob", k.ID, wish), errs.NotFound)
		want(t, h.Revoke(t.Context(), "bob", k.ID), errs.NotFound)
		other := newToken()
		stolen := k.Prefix + other[prefixSize:keySize-sumSize]
		_, err = h.check(t, stolen+checksum(stolen))
		want(t, err, errs.KeyWrong)
		if err := h.Change(t.Context(), "ann", k.ID, Wish{Name: "新名字", Scope: wish.Scope, ExpiresAt: h.clock.Now().Add(time.Hour).UnixMilli()}); err != nil {
			t.Fatal(err)
		}
		if g = h.right(t, token); !g.Scope.Has("agent:y") {
			t.Error("the scope stayed")
		}
		h.clock.Add(time.Hour)
		_, err = h.check(t, token)
		want(t, err, errs.KeyWrong)
		if err := h.Revoke(t.Context(), "ann", k.ID); err != nil {
			t.Fatal(err)
		}
		_, last := h.make(t, "ann", wish)
		if err := h.Forget(t.Context(), "ann"); err != nil {
			t.Fatal(err)
		}
		_, err = h.check(t, last)
		want(t, err, errs.KeyWrong)
	})
}

// A person can have at most twenty keys, even with concurrent requests.
func TestKeysOfOnePerson(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		var group sync.WaitGroup
		for range 30 {
			group.Go(func() { _, _, _ = h.Make(t.Context(), "ann", wish) })
		}
		group.Wait()
		for range MaxKeys {
			_, _, _ = h.Make(t.Context(), "ann", wish)
		}
		rows, err := h.List(t.Context(), "ann")
		if err != nil || len(rows) != MaxKeys {
			t.Fatalf("%d keys, %v", len(rows), err)
		}
		_, _, err = h.Make(t.Context(), "ann", wish)
		want(t, err, errs.KeysFull)
		if err := h.Revoke(t.Context(), "ann", rows[3].ID); err != nil {
			t.Fatal(err)
		}
		h.make(t, "ann", wish)
	})
}

func TestWishes(t *testing.T) {
	t.Parallel()
	now := time.Now()
	bad := map[string]Wish{
		"no name":        {Scope: wish.Scope},
		"a long name":    {Name: strings.Repeat("长", MaxName+1), Scope: wish.Scope},
		"no call":        {Name: "a"},
		"unknown call":   {Name: "a", Scope: Scope{Calls: []Call{"root"}}},
		"many models":    {Name: "a", Scope: Scope{Calls: []Call{Chat}, Models: make([]string, MaxModels+1)}},
		"an empty model": {Name: "a", Scope: Scope{Calls: []Call{Chat}, Models: []string{""}}},
		"a NUL":          {Name: "a\x00", Scope: wish.Scope},
		"negative":       {Name: "a", Scope: wish.Scope, TokensPerDay: -1},
		"past":           {Name: "a", Scope: wish.Scope, ExpiresAt: 1},
	}
	for name, w := range bad {
		if _, err := w.check(now); !errs.Is(err, errs.BadRequest) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A key's limits apply within the administrator's limits. The administrator can also disable keys for
// everybody or for a role.
func TestLimits(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		_, token := h.make(t, "ann", Wish{Name: "a", Scope: wish.Scope, RequestsPerMinute: 2, TokensPerDay: 100})
		g := h.right(t, token)
		for i := range 2 {
			if r, err := h.Take(g); err != nil || r.Requests != 2 || r.RequestsLeft != 1-i {
				t.Errorf("call %d: %+v %v", i, r, err)
			}
		}
		_, err := h.Take(g)
		want(t, err, errs.TooMany)
		if wait := errs.From(err).RetryAfter; wait <= 0 || wait > 30*time.Second {
			t.Errorf("to be tried again after %v", wait)
		}
		h.clock.Add(time.Minute)
		if err := h.Spend(t.Context(), g, 60); err != nil {
			t.Fatal(err)
		}
		if r, err := h.Take(h.right(t, token)); err != nil || r.TokensLeft != 40 {
			t.Errorf("%+v %v", r, err)
		}
		if err := h.Spend(t.Context(), g, 60); err != nil {
			t.Fatal(err)
		}
		_, err = h.Take(h.right(t, token))
		want(t, err, errs.KeySpent)
		h.clock.Add(12 * time.Hour)
		if r, err := h.Take(h.right(t, token)); err != nil || r.TokensLeft != 100 {
			t.Errorf("on the next day: %+v %v", r, err)
		}
		set := h.Sections()[0]
		apply := func(doc string) {
			t.Helper()
			raw, err := set.Check([]byte(doc))
			if err == nil {
				err = set.Apply(t.Context(), raw)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		apply(`{"user":{"requestsPerMinute":1}}`)
		if r, _ := h.Take(h.right(t, token)); r.Requests != 1 {
			t.Errorf("within the administrator's limit: %+v", r)
		}
		apply(`{"on":false}`)
		_, err = h.check(t, token)
		want(t, err, errs.KeysOff)
		_, _, err = h.Make(t.Context(), "ann", wish)
		want(t, err, errs.KeysOff)
		apply(`{"user":{"keys":0}}`)
		_, err = h.check(t, token)
		want(t, err, errs.KeysOff)
		if _, _, err = h.Make(t.Context(), "admin", wish); err != nil {
			t.Error(err)
		}
		for _, doc := range []string{`{"user":{"keys":21}}`, `{"on":1}`, `{"x":1}`, `[]`, `{"admin":{"tokensPerDay":-1}}`} {
			if _, err := set.Check([]byte(doc)); !errs.Is(err, errs.SettingBad) {
				t.Errorf("%s: %v", doc, err)
			}
		}
	})
}

// One network sends ten thousand wrong keys, and most of them are refused without a check. A key that
// was right before still works.
func TestWrongKeys(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		_, token := h.make(t, "ann", wish)
		h.right(t, token)
		wrong, refused := 0, 0
		for range 10_000 {
			switch _, err := h.check(t, newToken()); {
			case errs.Is(err, errs.KeyWrong):
				wrong++
			case errs.Is(err, errs.TooMany) && errs.From(err).RetryAfter > 0:
				refused++
			}
		}
		if wrong != tries || wrong+refused != 10_000 {
			t.Errorf("%d were looked at, and %d refused before", wrong, refused)
		}
		h.right(t, token)
		if _, err := h.Check(t.Context(), newToken(), "10.9.9.0", netip.Addr{}); !errs.Is(err, errs.KeyWrong) {
			t.Errorf("another network: %v", err)
		}
		if err := h.events.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.clock.Add(time.Minute)
		if _, err := h.check(t, newToken()); !errs.Is(err, errs.KeyWrong) {
			t.Errorf("a minute later: %v", err)
		}
	})
}

// The running calls of a key end in every process in five cases: the key is revoked, the key
// expires, its account is deleted, a ban starts, or the owner's role may not use keys any more.
func TestRunningCallsEnd(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		elsewhere := New(h.Options) // another process with the same database
		run := func(owner string) (Key, context.Context) {
			k, token := h.make(t, owner, Wish{Name: "a", Scope: wish.Scope, ExpiresAt: h.clock.Now().Add(time.Hour).UnixMilli()})
			ctx, done, err := h.Begin(t.Context(), h.right(t, token))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(done)
			return k, ctx
		}
		here, ctxHere := run("ann")
		there, ctxThere := run("ann")
		_, ctxGone := run("bob")
		_, ctxBanned := run("cid")
		refresh := func() {
			t.Helper()
			if err := h.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		refresh()
		for name, ctx := range map[string]context.Context{"here": ctxHere, "there": ctxThere, "gone": ctxGone, "banned": ctxBanned} {
			if ctx.Err() != nil {
				t.Errorf("%s ended for nothing", name)
			}
		}
		if err := h.Revoke(t.Context(), "ann", here.ID); err != nil {
			t.Fatal(err)
		}
		want(t, context.Cause(ctxHere), errs.KeyEnded)
		if err := elsewhere.Revoke(t.Context(), "ann", there.ID); err != nil {
			t.Fatal(err)
		}
		h.mu.Lock()
		h.gone["bob"], h.banned["cid"] = true, true
		h.mu.Unlock()
		refresh()
		want(t, context.Cause(ctxThere), errs.KeyEnded)
		want(t, context.Cause(ctxGone), errs.KeyWrong)
		want(t, context.Cause(ctxBanned), errs.ChatBanned)
		_, ctxRole := run("eve")
		_, ctxAdmin := run("admin")
		if err := h.Sections()[0].Apply(t.Context(), []byte(`{"user":{"keys":0}}`)); err != nil {
			t.Fatal(err)
		}
		refresh()
		want(t, context.Cause(ctxRole), errs.KeysOff)
		if ctxAdmin.Err() != nil {
			t.Error("the call of another role ended")
		}
		if err := h.Sections()[0].Apply(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		_, ctxOld := run("dan")
		h.clock.Add(2 * time.Hour)
		refresh()
		want(t, context.Cause(ctxOld), errs.KeyEnded)
	})
}

func TestAnswersAtOnce(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		h.atOnce = 1
		_, token := h.make(t, "ann", wish)
		g := h.right(t, token)
		_, done, err := h.Begin(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = h.Begin(t.Context(), g)
		want(t, err, errs.OwnAnswers)
		done()
		_, done, err = h.Begin(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		done()
	})
}
