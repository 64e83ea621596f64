//go:build unix

package account_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/account/oidc"
	"github.com/wenqu-ai/wenqu/internal/account/qq"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/account/wechat"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// place is a server together with simulated external services.
type place struct {
	*account.Service
	t        *testing.T
	db       *db.DB
	clock    *domaintest.Clock
	world    *accounttest.World
	server   *domaintest.Server
	settings account.Settings

	mu     sync.Mutex
	purged []string
}

// newPlace serves accounts in the database `d` with every provider set up and without captchas. If
// `change` is not nil, it alters the settings and options before the service is made.
func newPlace(t *testing.T, d *db.DB, change func(s *account.Settings, o *account.Options)) *place {
	t.Helper()
	p := &place{t: t, db: d, clock: domaintest.NewClock(time.Now())}
	// The simulated services must know their own address before they serve.
	outside := httptest.NewUnstartedServer(nil)
	base := "http://" + outside.Listener.Addr().String()
	p.world = accounttest.New(base)
	p.world.Now = p.clock.Now
	outside.Config.Handler = p.world
	outside.Start()
	t.Cleanup(outside.Close)

	app := wechat.App{ID: accounttest.AppID, Secret: accounttest.AppSecret}
	p.settings = account.Settings{
		SMS:       sms.Settings{Gateway: base + accounttest.SMSPath, Key: accounttest.SMSKey},
		WeChat:    wechat.Settings{Web: app, Public: app, Mini: app, Open: base + accounttest.WeChatPath, API: base + accounttest.WeChatPath},
		QQ:        qq.Settings{App: accounttest.AppID, Secret: accounttest.AppSecret, Graph: base + accounttest.QQPath},
		OneID:     oidc.Settings{Issuer: p.world.Issuer(), App: accounttest.AppID, Secret: accounttest.AppSecret},
		Docs:      docs.Settings{URL: base + accounttest.DocsPath, App: accounttest.AppID, Secret: accounttest.AppSecret},
		NoCaptcha: true,
	}
	o := account.Options{
		DB: d, Now: p.clock.Now, Settings: func() account.Settings { return p.settings }, Origins: httpapi.Hosts{}.OurOrigin,
		Purge: func(_ context.Context, owner string) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.purged = append(p.purged, owner)
			return nil
		},
	}
	if change != nil {
		change(&p.settings, &o)
	}
	var err error
	if p.Service, err = account.New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	p.server = domaintest.ServeTo(t, people{p.Service}, p.Routes)
	return p
}

// sqlitePlace is a place with an SQLite database of its own.
func sqlitePlace(t *testing.T, change func(s *account.Settings, o *account.Options)) *place {
	t.Helper()
	return newPlace(t, dbtest.OpenSQLite(t), change)
}

// people passes the account service to the HTTP adapter, as internal/app does.
type people struct{ *account.Service }

func (p people) Identify(ctx context.Context, id, token string) (httpapi.Identity, error) {
	who, err := p.Service.Identify(ctx, id, token)
	if err != nil {
		return httpapi.Identity{}, err
	}
	return account.Asker(who), nil
}

func (p people) Mint() httpapi.Identity {
	v := p.Service.Mint()
	return httpapi.Identity{ID: v.ID, Kind: httpapi.Visitor, Token: v.Token}
}

func (p people) Keep(ctx context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	v, err := p.Service.Keep(ctx, account.Visitor{ID: who.ID, Token: who.Token})
	return httpapi.Identity{ID: v.ID, Kind: httpapi.Visitor, Token: v.Token, Stored: true}, err
}

// browser is a client with cookies, or with the headers of an identity.
type browser struct {
	p         *place
	client    *http.Client
	base      string
	id, token string            // sent as headers when set
	headers   map[string]string // sent with every call
}

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"

// browser creates a browser without cookies. In the browser, every host name below localhost leads to
// the server of the place, so that tests can use several host names.
func (p *place) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	to := p.server.Listener.Addr().String()
	client := &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if strings.Contains(addr, ".localhost:") {
				addr = to
			}
			return (&net.Dialer{}).DialContext(ctx, network, addr)
		}},
	}
	p.t.Cleanup(client.CloseIdleConnections)
	return &browser{p: p, client: client, base: p.server.URL, headers: map[string]string{"User-Agent": chrome}}
}

type result struct {
	status int
	header http.Header
	text   string
	json   map[string]any
	data   map[string]any
}

func (r result) code() errs.Code {
	e, _ := r.json["error"].(map[string]any)
	code, _ := e["code"].(string)
	return errs.Code(code)
}

// str returns a string from the response's data, or else from the response's top level.
func (r result) str(name string) string {
	if s, ok := r.data[name].(string); ok {
		return s
	}
	s, _ := r.json[name].(string)
	return s
}

func (b *browser) send(method, path string, body any, headers ...string) result {
	b.p.t.Helper()
	var payload io.Reader
	if method != http.MethodGet {
		j, err := json.Marshal(body)
		if err != nil {
			b.p.t.Fatal(err)
		}
		payload = bytes.NewReader(j)
	}
	address := path
	if strings.HasPrefix(path, "/") {
		address = b.base + path
	}
	req, err := http.NewRequestWithContext(b.p.t.Context(), method, address, payload)
	if err != nil {
		b.p.t.Fatal(err)
	}
	for k, v := range b.headers {
		req.Header.Set(k, v)
	}
	if b.id != "" {
		req.Header.Set("X-ID", b.id)
		req.Header.Set("X-Token", b.token)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.p.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.p.t.Fatal(err)
	}
	out := result{status: res.StatusCode, header: res.Header, text: string(text), json: map[string]any{}, data: map[string]any{}}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(text, &out.json); err != nil {
			b.p.t.Fatalf("%s: %v\n%s", path, err, text)
		}
		if d, ok := out.json["data"].(map[string]any); ok {
			out.data = d
		}
	}
	return out
}

type m = map[string]any

func (b *browser) post(path string, body m, headers ...string) result {
	b.p.t.Helper()
	if body == nil {
		body = m{}
	}
	return b.send(http.MethodPost, path, body, headers...)
}

// ok posts a call that must succeed.
func (b *browser) ok(path string, body m) result {
	b.p.t.Helper()
	r := b.post(path, body)
	if r.status != http.StatusOK {
		b.p.t.Fatalf("%s %v: %d %s", path, body, r.status, r.text)
	}
	return r
}

// refused makes a call that must fail with the given code.
func (b *browser) refused(code errs.Code, path string, body m) result {
	b.p.t.Helper()
	r := b.post(path, body)
	if r.code() != code {
		b.p.t.Errorf("%s %v: %d %s, want code %s", path, body, r.status, r.text, code)
	}
	return r
}

func (b *browser) get(path string) result {
	b.p.t.Helper()
	return b.send(http.MethodGet, path, nil)
}

// sendCode requests a code and returns it. It first moves the clock past the pause
// between two codes.
func (b *browser) sendCode(phone, purpose string) string {
	b.p.t.Helper()
	b.p.clock.Add(account.CodeResend)
	b.ok("/api/login/getverificationcode", m{"phone": phone, "purpose": purpose, "captchaType": 9, "v": 1})
	sent, ok := b.p.world.Sent(phone)
	if !ok {
		b.p.t.Fatalf("nothing was sent to %s", phone)
	}
	return sent.Code
}

func (b *browser) login(phone string) result {
	b.p.t.Helper()
	r := b.ok("/api/joint/login", m{"type": "phone", "phone": phone, "code": b.sendCode(phone, "")})
	if r.data["status"] != 1.0 {
		b.p.t.Fatalf("the login of %s ended as %s", phone, r.text)
	}
	return r
}

// who returns the browser's id and login state according to the server.
func (b *browser) who() (id string, status float64) {
	b.p.t.Helper()
	r := b.get("/api/getuserinfo")
	status, _ = r.json["status"].(float64)
	return r.str("userId"), status
}

// cookies returns the cookies that the browser has stored for the server.
func (b *browser) cookies() map[string]string {
	u, err := url.Parse(b.base)
	if err != nil {
		b.p.t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range b.client.Jar.Cookies(u) {
		out[c.Name] = c.Value
	}
	return out
}

// depart begins a login through the provider `app`: it opens the provider's login page, and returns the
// code and the state that the provider sends back.
func (b *browser) depart(app string, body m) (code, state string) {
	b.p.t.Helper()
	if body == nil {
		body = m{}
	}
	body["app"] = app
	to := b.ok("/api/oneid/authorization", body).str("url")
	res := b.send(http.MethodGet, to, nil)
	back, err := url.Parse(res.header.Get("Location"))
	if res.status != http.StatusFound || err != nil {
		b.p.t.Fatalf("%s answered %d %s", to, res.status, res.text)
	}
	return back.Query().Get("code"), back.Query().Get("state")
}

// by performs a complete login through the provider `app`.
func (b *browser) by(app string) result {
	b.p.t.Helper()
	code, state := b.depart(app, nil)
	return b.ok("/api/joint/login", m{"type": app, "code": code, "state": state})
}

// count runs a query that counts rows.
func (p *place) count(query string, args ...any) (n int) {
	p.t.Helper()
	if err := p.db.Read().QueryRow(query, args...).Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

const (
	alice = "+8613800138000"
	bob   = "+8613900139000"
)

// textOf is an Options.Text that has a single answer.
func textOf(_ context.Context, _, cid string, _, _ int) (title, markdown string, err error) {
	if cid != "conversation-1" {
		return "", "", errs.New(errs.NotFound)
	}
	return "标题", "# 标题\n\n内容", nil
}
