// Package oidc is a client for OpenID Connect providers with discovery: code flow with
// PKCE, and ID tokens whose signature, issuer, audience, time and nonce are checked.
package oidc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// Settings describe the application registered at the provider. The application is set up if
// both the issuer and the client id are given.
type Settings struct {
	Issuer string // such as https://id.example.com; must equal the issuer in the provider's tokens
	App    string // client id
	Secret string // empty: a public client
	Name   string // label of the login button; empty: the host of the issuer
	Scopes string // separated by spaces; empty: openid profile
}

// Configured reports whether logins are possible.
func (s Settings) Configured() bool { return s.Issuer != "" && s.App != "" }

func (s Settings) scopes() []string {
	if s.Scopes == "" {
		return []string{"openid", "profile"}
	}
	return strings.Fields(s.Scopes)
}

const (
	// discoveryAge is how long the discovery document is used.
	discoveryAge = time.Hour
	// keysPause is the pause after a successful fetch of the keys. During the pause the keys are not
	// fetched again, not even for an unknown key. So forged tokens cause few calls to the provider.
	keysPause = time.Minute
	// retryPause is the pause after a failed fetch of the keys or of the discovery document. It is short,
	// because every login needs both.
	retryPause = 5 * time.Second
)

// Client is a client of one provider. It is safe for concurrent use.
type Client struct {
	settings Settings
	http     *http.Client
	now      func() time.Time

	mu        sync.Mutex
	found     discovery
	foundAt   time.Time
	foundNext time.Time // after a failure, the discovery document is not fetched again before this time
	failure   error     // the last failure to fetch the discovery document
	keys      keySet
	keysNext  time.Time // the keys are not fetched again before this time
	keysFail  error     // the failure of the last fetch of the keys; nil: the fetch succeeded
}

// New makes a client without calling the provider.
func New(s Settings, client *http.Client, now func() time.Time) *Client {
	return &Client{settings: s, http: client, now: now}
}

// Settings are the settings of the client.
func (c *Client) Settings() Settings { return c.settings }

// discovery is the part of the discovery document that is used.
type discovery struct {
	Issuer string   `json:"issuer"`
	Auth   string   `json:"authorization_endpoint"`
	Token  string   `json:"token_endpoint"`
	Keys   string   `json:"jwks_uri"`
	Ways   []string `json:"token_endpoint_auth_methods_supported"`
}

func (c *Client) discover(ctx context.Context) (discovery, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found.Auth != "" && c.now().Sub(c.foundAt) < discoveryAge {
		return c.found, nil
	}
	if c.now().Before(c.foundNext) {
		return discovery{}, c.failure
	}
	d, err := c.fetchDiscovery(ctx)
	if err != nil {
		if ctx.Err() == nil { // if the caller has ended the call, the provider has not failed
			c.foundNext, c.failure = c.now().Add(retryPause), err
		}
		return discovery{}, err
	}
	c.found, c.foundAt = d, c.now()
	return d, nil
}

func (c *Client) fetchDiscovery(ctx context.Context) (discovery, error) {
	body, err := provider.Get(ctx, c.http, strings.TrimRight(c.settings.Issuer, "/")+"/.well-known/openid-configuration")
	if err != nil {
		return discovery{}, fmt.Errorf("discovery: %w", err)
	}
	var d discovery
	if err := provider.ReadJSON(body, &d); err != nil {
		return discovery{}, err
	}
	if d.Issuer != c.settings.Issuer {
		return discovery{}, fmt.Errorf("discovery: the provider calls itself %q", d.Issuer)
	}
	if d.Auth == "" || d.Token == "" || d.Keys == "" {
		return discovery{}, errors.New("discovery: an address is missing")
	}
	return d, nil
}

func (c *Client) config(d discovery, redirect string) *oauth2.Config {
	style := oauth2.AuthStyleInHeader // the default of OpenID Connect
	for _, way := range d.Ways {
		if way == "client_secret_basic" {
			style = oauth2.AuthStyleInHeader
			break
		}
		if way == "client_secret_post" {
			style = oauth2.AuthStyleInParams
		}
	}
	if c.settings.Secret == "" {
		style = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{
		ClientID: c.settings.App, ClientSecret: c.settings.Secret, RedirectURL: redirect, Scopes: c.settings.scopes(),
		Endpoint: oauth2.Endpoint{AuthURL: d.Auth, TokenURL: d.Token, AuthStyle: style},
	}
}

// Begin returns the address of the login page.
func (c *Client) Begin(ctx context.Context, b provider.Begin) (string, error) {
	d, err := c.discover(ctx)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{
		oauth2.SetAuthURLParam("nonce", b.Nonce),
		oauth2.SetAuthURLParam("code_challenge", b.Challenge),
		oauth2.SetAuthURLParam("code_challenge_method", "S256"),
	}
	if b.Hint == "h5" {
		options = append(options, oauth2.SetAuthURLParam("display", "touch"))
	}
	return c.config(d, b.Redirect).AuthCodeURL(b.State, options...), nil
}

// Person exchanges the provider's code for tokens. Only the ID token identifies the person.
func (c *Client) Person(ctx context.Context, r provider.Return) (provider.Person, error) {
	d, err := c.discover(ctx)
	if err != nil {
		return provider.Person{}, err
	}
	token, err := c.config(d, r.Redirect).Exchange(context.WithValue(ctx, oauth2.HTTPClient, c.http), r.Code, oauth2.VerifierOption(r.Verifier))
	if err != nil {
		if e, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
			return provider.Person{}, &provider.Error{Provider: "oneid", Code: e.ErrorCode, Text: e.ErrorDescription}
		}
		return provider.Person{}, fmt.Errorf("the token: %w", err)
	}
	raw, _ := token.Extra("id_token").(string)
	claims, err := c.verify(ctx, d, raw, r.Nonce)
	if err != nil {
		return provider.Person{}, &provider.Error{Provider: "oneid", Code: "id_token", Text: err.Error()}
	}
	p := provider.Person{Subject: claims.Issuer + "|" + claims.Subject}
	for _, name := range []string{claims.Name, claims.Nickname, claims.Username} {
		if name != "" {
			p.Name = name
			break
		}
	}
	return p, nil
}

// Title is the label of the login button.
func (s Settings) Title() string {
	if s.Name != "" || s.Issuer == "" {
		return s.Name
	}
	u, err := url.Parse(s.Issuer)
	if err != nil {
		return ""
	}
	return u.Host
}
