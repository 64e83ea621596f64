// Package accounttest is the outside world of accounts for tests: a message
// gateway, Tencent Cloud SMS, WeChat, QQ connect, an OpenID Connect provider and
// a documents service, each speaking its protocol over HTTP and refusing what
// the real one refuses. One handler serves them all, each under a path of its
// own.
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

// Secrets that the world expects. Addresses are those of the world's own server
// with the paths of World.
const (
	AppID     = "app-1"
	AppSecret = "secret-1"
	SMSKey    = "sms-key"
	CloudID   = "cloud-id"
	CloudKey  = "cloud-key"
)

// Paths under which the services stand.
const (
	SMSPath     = "/sms"
	TencentPath = "/tencent"
	WeChatPath  = "/wechat"
	QQPath      = "/qq"
	OIDCPath    = "/oidc"
	DocsPath    = "/docs"
)

// World is the handler. Its fields may be set at any time; Lock holds it still.
type World struct {
	mu    sync.Mutex
	mux   *http.ServeMux
	base  string // its own address, for documents that name it
	who   string // the person who logs in at a provider
	codes map[string]grant
	calls map[string]int

	sent   []SMS
	broken map[string]bool // services that answer 500

	Now    func() time.Time // of ID tokens
	QQForm string           // how QQ answers: json, form or callback
	Union  bool             // WeChat and QQ name people by union ids, too

	keys   signingKeys
	Forge  func(header, claims map[string]any) // changes an ID token before it is signed
	Sign   string                              // RS256 (also when empty), ES256, none, other (a key that is not published)
	tokens map[string]string                   // access token → person
	files  map[string]docFile
}

// SMS is a message that was sent.
type SMS struct{ Phone, Code, Text, By string }

// grant is a code that a provider has handed out.
type grant struct {
	person, app, redirect, challenge, nonce string
}

// New makes a world whose own address is base, such as the URL of a test server.
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

// ServeHTTP answers as the service whose path is asked for.
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

// As makes name the person who logs in at providers from now on.
func (w *World) As(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.who = name
}

// Break makes the service under a path answer 500, or work again.
func (w *World) Break(path string, broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken[path] = broken
}

// Calls counts the calls of a pattern, such as "GET /oidc/jwks".
func (w *World) Calls(pattern string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls[pattern]
}

// Set changes fields while the world serves.
func (w *World) Set(f func(w *World)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w)
}

// Code is a code that a provider hands out for app to name, as if they had
// logged in there and been sent to redirect.
func (w *World) Code(name, app, redirect string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	code := id.Random(24)
	w.codes[code] = grant{person: name, app: app, redirect: redirect}
	return code
}

// login is a provider's login page: whoever comes is logged in at once and
// sent back with a code.
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

// redeem takes a code, once.
func (w *World) redeem(code string) (grant, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g, ok := w.codes[code]
	delete(w.codes, code)
	return g, ok
}

// token hands out an access token for a person.
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
	_ = json.NewEncoder(rw).Encode(v) // the client may have left
}

const (
	typeJSON  = "application/json"
	typePlain = "text/plain" // what WeChat calls its JSON
)

func openID(person, app string) string { return fmt.Sprintf("open-%s-%s", app, person) }
