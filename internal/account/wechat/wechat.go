// Package wechat is the client of WeChat's three logins: the QR code of a website, the
// page inside WeChat, and the code of a mini-program.
package wechat

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// App is one application registered at the platform. It is set up if both the id and the secret are
// given.
type App struct{ ID, Secret string }

func (a App) ok() bool { return a.ID != "" && a.Secret != "" }

// Settings describe the three applications. In each of them WeChat uses a different id for the
// same person. If all applications belong to one owner of the open platform, WeChat also sends
// one union id, which is the same in all of them.
type Settings struct {
	Web    App    // website application: login by a QR code on a desktop
	Public App    // official account: login inside WeChat
	Mini   App    // mini-program
	Open   string // empty: DefaultOpen
	API    string // empty: DefaultAPI
}

// The platform's default addresses.
const (
	DefaultOpen = "https://open.weixin.qq.com"
	DefaultAPI  = "https://api.weixin.qq.com"
)

// Configured reports whether logins on the web are possible.
func (s Settings) Configured() bool { return s.Web.ok() || s.Public.ok() }

// InApp reports whether the login inside WeChat is set up.
func (s Settings) InApp() bool { return s.Public.ok() }

// QR reports whether the login by QR code is set up.
func (s Settings) QR() bool { return s.Web.ok() }

// MiniProgram reports whether the login of a mini-program is set up.
func (s Settings) MiniProgram() bool { return s.Mini.ok() }

func (s Settings) app(inApp bool) App {
	if inApp {
		return s.Public
	}
	return s.Web
}

// Client calls the platform.
type Client struct {
	Settings
	HTTP *http.Client
}

func base(s, def string) string {
	if s == "" {
		return def
	}
	return strings.TrimRight(s, "/")
}

// Begin returns the address of the login page. The platform has no PKCE; only the state
// binds the login to the browser.
func (c Client) Begin(b provider.Begin) (string, error) {
	app := c.app(b.InApp)
	if !app.ok() {
		return "", &provider.Error{Provider: "wechat", Text: "this login is not set up"}
	}
	path, scope := "/connect/qrconnect", "snsapi_login"
	if b.InApp {
		path, scope = "/connect/oauth2/authorize", "snsapi_userinfo"
	}
	// The platform requires the parameters in this order.
	q := "appid=" + url.QueryEscape(app.ID) + "&redirect_uri=" + url.QueryEscape(b.Redirect) +
		"&response_type=code&scope=" + scope + "&state=" + url.QueryEscape(b.State)
	return base(c.Open, DefaultOpen) + path + "?" + q + "#wechat_redirect", nil
}

// answer is an answer of the platform. The platform sends errors with status 200, and JSON as
// text/plain.
type answer struct {
	ErrCode     int    `json:"errcode"`
	ErrMsg      string `json:"errmsg"`
	AccessToken string `json:"access_token"`
	OpenID      string `json:"openid"`
	UnionID     string `json:"unionid"`
	Nickname    string `json:"nickname"`
}

func (c Client) call(ctx context.Context, path string, params url.Values) (answer, error) {
	body, err := provider.Get(ctx, c.HTTP, provider.Address(base(c.API, DefaultAPI)+path, params))
	if err != nil {
		return answer{}, err
	}
	var a answer
	if err := provider.ReadJSON(body, &a); err != nil {
		return answer{}, err
	}
	if a.ErrCode != 0 {
		return answer{}, &provider.Error{Provider: "wechat", Code: strconv.Itoa(a.ErrCode), Text: a.ErrMsg}
	}
	return a, nil
}

// Person exchanges the code of the login page for the person's identity.
func (c Client) Person(ctx context.Context, r provider.Return) (provider.Person, error) {
	app := c.app(r.InApp)
	token, err := c.call(ctx, "/sns/oauth2/access_token", url.Values{
		"appid": {app.ID}, "secret": {app.Secret}, "code": {r.Code}, "grant_type": {"authorization_code"},
	})
	if err != nil {
		return provider.Person{}, err
	}
	info, err := c.call(ctx, "/sns/userinfo", url.Values{
		"access_token": {token.AccessToken}, "openid": {token.OpenID}, "lang": {"zh_CN"},
	})
	if err != nil {
		return provider.Person{}, err
	}
	if info.UnionID == "" {
		info.UnionID = token.UnionID
	}
	return person(app, token.OpenID, info)
}

// MiniPerson exchanges the code of a mini-program's wx.login for the person's identity.
func (c Client) MiniPerson(ctx context.Context, code string) (provider.Person, error) {
	a, err := c.call(ctx, "/sns/jscode2session", url.Values{
		"appid": {c.Mini.ID}, "secret": {c.Mini.Secret}, "js_code": {code}, "grant_type": {"authorization_code"},
	})
	if err != nil {
		return provider.Person{}, err
	}
	return person(c.Mini, a.OpenID, a)
}

// person returns the person named in an answer. The union id is the subject if there is one, because it
// is the same in all applications of one owner. Otherwise the subject is `openID`, which is valid for one
// application only.
func person(app App, openID string, a answer) (provider.Person, error) {
	if openID == "" {
		return provider.Person{}, &provider.Error{Provider: "wechat", Text: "the answer names nobody"}
	}
	open := "open:" + app.ID + ":" + openID
	if a.UnionID == "" {
		return provider.Person{Subject: open, Name: a.Nickname}, nil
	}
	return provider.Person{Subject: "union:" + a.UnionID, Also: []string{open}, Name: a.Nickname}, nil
}
