// Package accounttest simulates the external services of accounts for tests: a message gateway,
// Tencent Cloud SMS, WeChat, QQ connect, an OpenID Connect provider and a documents service.
// Each service answers requests from the server. It refuses, for example, a wrong secret or a used
// code. One handler serves all services, each under its own path.
package accounttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/id"
)

// Credentials expected by the services.
const (
	AppID     = "app-1"
	AppSecret = "secret-1"
	SMSKey    = "sms-key"
	CloudID   = "cloud-id"
	CloudKey  = "cloud-key"
)

// Paths of the services. The address of a service is the address of the test server followed by its path.
const (
	SMSPath     = "/sms"
	TencentPath = "/tencent"
	WeChatPath  = "/wechat"
	QQPath      = "/qq"
	OIDCPath    = "/oidc"
	DocsPath    = "/docs"
)

// World is the handler of all services. Its fields may be changed at any time by Set.
type World struct {
	mu    sync.Mutex
	mux   *http.ServeMux
	base  string // the address of the test server; it occurs in some documents
	who   string // the person who logs in at the providers
	codes map[string]grant
	calls map[string]int

	sent   []SMS
	broken map[string]bool // services that answer 500

	Now    func() time.Time // returns the time at which an ID token is issued
	QQForm string           // how QQ answers: json, form or callback
	Union  bool             // WeChat and QQ send union ids, too

	keys   signingKeys
	Forge  func(header, claims map[string]any) // changes an ID token before it is signed
	Sign   string                              // how ID tokens are signed: RS256 (also when empty), ES256, none, or other (with a key that is not published for signatures)
	tokens map[string]string                   // person by access token
	files  map[string]docFile
}

// SMS is a message that was sent.
type SMS struct{ Phone, Code, Text, By string }

// grant is an authorization code issued by a provider.
type grant struct {
	person, app, redirect, challenge, nonce string
}

// New makes a World for the address of a test server.
func New(base string) *World {
	w := &World{
		mux: http.NewServeMux(), base: base, who: "alice",
		codes: map[string]grant{}, calls: map[string]int{}, broken: map[string]bool{}, tokens: map[string]string{}, files: map[string]docFile{},
		keys: newKeys(), Now: time.Now,
	}
	w.sms()
	w.wechat()
	w.qq()
	w.oidc()
	w.docs()
	return w
}

// ServeHTTP passes the request to the service under its path. A broken service answers with
// status 500.
func (w *World) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	_, pattern := w.mux.Handler(r)
	w.mu.Lock()
	w.calls[pattern]++
	down := false
	for path, b := range w.broken {
		down = down || b && len(r.URL.Path) >= len(path) && r.URL.Path[:len(path)] == path
	}
	w.mu.Unlock()
	if down {
		http.Error(rw, "down", http.StatusInternalServerError)
		return
	}
	w.mux.ServeHTTP(rw, r)
}

// As chooses the person who logs in at the providers from now on.
func (w *World) As(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.who = name
}

// Break makes the service under a path answer with status 500, or work again.
func (w *World) Break(path string, broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken[path] = broken
}

// Calls is the number of requests that matched a pattern, such as "GET /oidc/jwks".
func (w *World) Calls(pattern string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls[pattern]
}

// Set changes fields safely while requests are being served.
func (w *World) Set(f func(w *World)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w)
}

// Code issues an authorization code, as a provider does after the person `name` has logged in to the
// application `app`. `redirect` is the address to which the provider would send the code.
func (w *World) Code(name, app, redirect string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	code := id.Random(24)
	w.codes[code] = grant{person: name, app: app, redirect: redirect}
	return code
}

// login is a provider's login page. It asks for nothing: it logs in the person set by As, and
// redirects with a code.
func (w *World) login(appField string) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		to, err := url.Parse(q.Get("redirect_uri"))
		if err != nil || to.Host == "" || q.Get(appField) != AppID || q.Get("response_type") != "code" || q.Get("state") == "" {
			http.Error(rw, "the login was begun wrongly", http.StatusBadRequest)
			return
		}
		w.mu.Lock()
		code := id.Random(24)
		w.codes[code] = grant{
			person: w.who, app: q.Get(appField), redirect: q.Get("redirect_uri"),
			challenge: q.Get("code_challenge"), nonce: q.Get("nonce"),
		}
		w.mu.Unlock()
		back := to.Query()
		back.Set("code", code)
		back.Set("state", q.Get("state"))
		to.RawQuery = back.Encode()
		http.Redirect(rw, r, to.String(), http.StatusFound)
	}
}

// redeem exchanges a code; each code can be exchanged once.
func (w *World) redeem(code string) (grant, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g, ok := w.codes[code]
	delete(w.codes, code)
	return g, ok
}

// token issues an access token for a person.
func (w *World) token(person string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := id.Token()
	w.tokens[t] = person
	return t
}

func (w *World) bearer(token string) (person string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	person, ok = w.tokens[token]
	return person, ok
}

func writeJSON(rw http.ResponseWriter, contentType string, status int, v any) {
	rw.Header().Set("Content-Type", contentType)
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(v) // the client may have closed the connection
}

const (
	typeJSON  = "application/json"
	typePlain = "text/plain" // WeChat sends JSON with this type
)

func openID(person, app string) string { return fmt.Sprintf("open-%s-%s", app, person) }
