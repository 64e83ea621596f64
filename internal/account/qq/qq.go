// Package qq is the client of the login of QQ connect.
package qq

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// Settings describe the application registered at QQ connect. The application is set up if both
// the id and the secret are given.
type Settings struct {
	App    string
	Secret string
	Graph  string // empty: DefaultGraph
}

// DefaultGraph is the platform's own address.
const DefaultGraph = "https://graph.qq.com"

// Configured reports whether logins are possible.
func (s Settings) Configured() bool { return s.App != "" && s.Secret != "" }

// Client calls the platform.
type Client struct {
	Settings
	HTTP *http.Client
}

func (c Client) base() string {
	if c.Graph == "" {
		return DefaultGraph
	}
	return strings.TrimRight(c.Graph, "/")
}

// Begin returns the address of the login page. The platform has no PKCE; only the state
// binds the login to the browser.
func (c Client) Begin(b provider.Begin) (string, error) {
	if !c.Configured() {
		return "", &provider.Error{Provider: "qq", Text: "this login is not set up"}
	}
	params := url.Values{
		"response_type": {"code"}, "client_id": {c.App}, "redirect_uri": {b.Redirect}, "state": {b.State}, "scope": {"get_user_info"},
	}
	if b.Hint == "h5" {
		params.Set("display", "mobile")
	}
	return provider.Address(c.base()+"/oauth2.0/authorize", params), nil
}

// call sends a request and reads the answer: form encoding, JSON or JSONP.
func (c Client) call(ctx context.Context, path string, params url.Values) (map[string]string, error) {
	body, err := provider.Get(ctx, c.HTTP, provider.Address(c.base()+path, params))
	if err != nil {
		return nil, err
	}
	fields, err := provider.ReadFields(body)
	if err != nil {
		return nil, err
	}
	if code := fields["error"]; code != "" && code != "0" {
		return nil, &provider.Error{Provider: "qq", Code: code, Text: fields["error_description"]}
	}
	if code := fields["ret"]; code != "" && code != "0" {
		return nil, &provider.Error{Provider: "qq", Code: code, Text: fields["msg"]}
	}
	return fields, nil
}

// Person exchanges the code of the login page for the person's identity.
func (c Client) Person(ctx context.Context, r provider.Return) (provider.Person, error) {
	token, err := c.call(ctx, "/oauth2.0/token", url.Values{
		"grant_type": {"authorization_code"}, "client_id": {c.App}, "client_secret": {c.Secret},
		"code": {r.Code}, "redirect_uri": {r.Redirect}, "fmt": {"json"},
	})
	if err != nil {
		return provider.Person{}, err
	}
	access := token["access_token"]
	me, err := c.call(ctx, "/oauth2.0/me", url.Values{"access_token": {access}, "unionid": {"1"}, "fmt": {"json"}})
	if err != nil {
		return provider.Person{}, err
	}
	openID := me["openid"]
	if openID == "" || me["client_id"] != "" && me["client_id"] != c.App {
		// A token issued to another application proves nothing here.
		return provider.Person{}, &provider.Error{Provider: "qq", Text: "the answer names nobody of this application"}
	}
	info, err := c.call(ctx, "/user/get_user_info", url.Values{"access_token": {access}, "oauth_consumer_key": {c.App}, "openid": {openID}})
	if err != nil {
		return provider.Person{}, err
	}
	p := provider.Person{Subject: "open:" + c.App + ":" + openID, Name: info["nickname"]}
	if union := me["unionid"]; union != "" {
		p.Subject, p.Also = "union:"+union, []string{p.Subject}
	}
	return p, nil
}
