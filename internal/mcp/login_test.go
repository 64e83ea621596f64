//go:build unix

package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

const page = "http://localhost:8080"

// guarded is a server that requires a login. Its authorization server is on the same host and port.
type guarded struct {
	*httptest.Server
	mu        sync.Mutex
	challenge string // PKCE challenge of the current login
	redirect  string
	access    int    // number in the text of the valid token
	refreshed int    // number of renewals
	resource  string // the resource requested by the client
	tokenAt   string // wrong token address in the metadata; empty: the metadata state the correct address
}

func (g *guarded) good() string { return fmt.Sprint("token-", g.access) }

func newGuarded(t *testing.T) *guarded {
	t.Helper()
	g := &guarded{access: 1}
	server := sdk.NewServer(&sdk.Implementation{Name: "guarded", Version: "1"}, nil)
	echo(server)
	tools := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
	mux := http.NewServeMux()
	write := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		good := g.good()
		g.mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer "+good {
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+g.URL+`/meta", scope="read"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		tools.ServeHTTP(w, r)
	})
	mux.HandleFunc("/meta", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]any{"resource": g.URL + "/mcp", "authorization_servers": []string{g.URL}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		at := g.URL
		if g.tokenAt != "" {
			at = g.tokenAt
		}
		write(w, map[string]any{
			"issuer": g.URL, "authorization_endpoint": g.URL + "/authorize", "token_endpoint": at + "/token", "registration_endpoint": g.URL + "/register",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		})
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			URIs []string `json:"redirect_uris"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		g.mu.Lock()
		g.redirect = in.URIs[0]
		g.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]any{"client_id": "client-1", "redirect_uris": in.URIs})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		_ = r.ParseForm()
		sum := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
		switch {
		case r.PostForm.Get("grant_type") == "refresh_token" && r.PostForm.Get("refresh_token") == "refresh":
			g.access++
			g.refreshed++
		case r.PostForm.Get("code") != "code-1" || base64.RawURLEncoding.EncodeToString(sum[:]) != g.challenge || r.PostForm.Get("redirect_uri") != g.redirect:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":"invalid_grant"}`)
			return
		}
		lasts := 3600
		if g.refreshed > 0 {
			lasts = 24 * 3600 // longer than the time by which the test advances the clock
		} else {
			g.resource = r.PostForm.Get("resource")
		}
		write(w, map[string]any{"access_token": g.good(), "refresh_token": "refresh", "token_type": "Bearer", "expires_in": lasts})
	})
	g.Server = httptest.NewServer(mux)
	t.Cleanup(func() { g.CloseClientConnections(); g.Close() })
	return g
}

// begin starts a login as ann's page does, and checks and returns the query parameters of the
// authorization address. It stores the code challenge for the token request.
func (g *guarded) begin(b *bench, id string) url.Values {
	b.t.Helper()
	at, err := b.BeginLogin(context.Background(), ann, id, page)
	if err != nil {
		b.t.Fatal(err)
	}
	u, err := url.Parse(at)
	if err != nil || !strings.HasPrefix(at, g.URL+"/authorize?") {
		b.t.Fatal(at, err)
	}
	q := u.Query()
	g.mu.Lock()
	g.challenge = q.Get("code_challenge")
	g.mu.Unlock()
	if q.Get("code_challenge_method") != "S256" || q.Get("redirect_uri") != page+CallbackPath || q.Get("resource") != g.URL+"/mcp" || q.Get("scope") != "read" || q.Get("client_id") != "client-1" {
		b.t.Fatalf("%v", q)
	}
	return q
}

// A server requires a login. A user logs in and uses the server's tools with a token. The
// token is renewed when it expires. The user then logs out.
func TestLogin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		g := newGuarded(t)
		b := newBench(t, d)
		id := b.add(Fields{Name: "s", URL: g.URL + "/mcp"})
		if v := b.test(id); v.State.State != stateLogin || v.Usable() {
			t.Fatalf("%+v", v.State)
		}
		q := g.begin(b, id)
		state := q.Get("state")
		for name, try := range map[string]func() error{
			"another person": func() error { _, err := b.CompleteLogin(t.Context(), bob, state, "code-1", ""); return err },
			"another state":  func() error { _, err := b.CompleteLogin(t.Context(), ann, id+".x", "code-1", ""); return err },
			"another issuer": func() error {
				_, err := b.CompleteLogin(t.Context(), ann, state, "code-1", "https://evil.example")
				return err
			},
			"no code":           func() error { _, err := b.CompleteLogin(t.Context(), ann, state, "", ""); return err },
			"a wrong code":      func() error { _, err := b.CompleteLogin(t.Context(), ann, state, "code-2", ""); return err },
			"another server's":  func() error { _, err := b.CompleteLogin(t.Context(), ann, "other."+state, "code-1", ""); return err },
			"no state whatever": func() error { _, err := b.CompleteLogin(t.Context(), ann, "", "code-1", ""); return err },
		} {
			if err := try(); reasonOf(err) != LoginFailed {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got, err := b.CompleteLogin(t.Context(), ann, state, "code-1", g.URL); err != nil || got != id {
			t.Fatal(got, err)
		}
		if _, err := b.CompleteLogin(t.Context(), ann, state, "code-1", g.URL); reasonOf(err) != LoginFailed {
			t.Errorf("a second time: %v", err)
		}
		domaintest.Eventually(t, "ann's tools are there", func() bool { return b.standing(ann, id).Usable() })
		if v := b.standing(bob, id); v.Usable() || v.Signed {
			t.Errorf("bob has %+v", v)
		}
		if g.resource != g.URL+"/mcp" {
			t.Errorf("for %q", g.resource)
		}
		call := func() error {
			_, err := b.use(b.tool(ann, "mcp_s_echo"), ann, `{"text":"x"}`)
			return err
		}
		if err := call(); err != nil {
			t.Error(err)
		}
		var raw string
		if err := d.Read().QueryRowContext(t.Context(), `SELECT sealed FROM mcp_secret WHERE owner_id = 'ann'`).Scan(&raw); err != nil || strings.Contains(raw, "token-1") {
			t.Errorf("%q %v", raw, err)
		}
		b.clock.Add(2 * time.Hour)
		if err := call(); err != nil || g.refreshed != 1 {
			t.Errorf("renewed %d times, %v", g.refreshed, err)
		}
		if err := b.SignOut(t.Context(), ann, id); err != nil {
			t.Fatal(err)
		}
		if v := b.standing(ann, id); v.Signed || v.Usable() {
			t.Errorf("%+v", v)
		}
	})
}

// A login that was started too long ago has expired.
func TestLateLogin(t *testing.T) {
	t.Parallel()
	g := newGuarded(t)
	b := onSQLite(t)
	id := b.add(Fields{Name: "s", URL: g.URL + "/mcp"})
	q := g.begin(b, id)
	b.clock.Add(loginTime + time.Second)
	if _, err := b.CompleteLogin(t.Context(), ann, q.Get("state"), "code-1", ""); reasonOf(err) != LoginFailed {
		t.Error(err)
	}
}

// A private address in the login metadata is not called; it receives neither the code nor the
// verifier.
func TestLoginAtAPrivateAddress(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(inside.Close)
	g := newGuarded(t)
	g.tokenAt = inside.URL
	b := onSQLite(t)
	id := b.add(Fields{Name: "s", URL: g.URL + "/mcp"})
	q := g.begin(b, id)
	if _, err := b.CompleteLogin(t.Context(), ann, q.Get("state"), "code-1", ""); reasonOf(err) != LoginFailed {
		t.Error(err)
	}
	for _, at := range []string{"http://169.254.169.254/latest", inside.URL + "/authorize", "https://10.0.0.1/authorize", "javascript:alert(1)", "https://2130706433/"} {
		if b.mayOpen(b.standing(ann, id).Server, at) {
			t.Errorf("a browser is sent to %s", at)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests reached it", n)
	}
}
