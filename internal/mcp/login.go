package mcp

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// grant is the data for obtaining and renewing a user's token for a server.
type grant struct {
	Client   string           `json:"client"`
	Secret   string           `json:"secret,omitempty"`
	Style    oauth2.AuthStyle `json:"style"`
	TokenURL string           `json:"tokenUrl"`
	Resource string           `json:"resource"` // the server that accepts the tokens
}

// pending is a login in progress.
type pending struct {
	grant
	State    string `json:"state"`
	Verifier string `json:"verifier"`
	Issuer   string `json:"issuer"`
	Redirect string `json:"redirect"`
	Until    int64  `json:"until"` // Unix ms
}

type tokens struct {
	grant
	Access  string `json:"access"`
	Refresh string `json:"refresh,omitempty"`
	Until   int64  `json:"until,omitempty"` // expiry of the access token, Unix ms; 0: unknown
}

// BeginLogin returns the address where a user logs in to a server. `origin` is the origin of the
// user's page. If the server offers no usable login, the error is an *Error with the reason.
func (s *Service) BeginLogin(ctx context.Context, owner, serverID, origin string) (string, error) {
	server, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: serverID, OwnerID: owner})
	if err != nil {
		return "", found(err)
	}
	if Kind(server.Kind) == Stdio || !s.Person(ctx, owner) {
		return "", fail(NoLogin, nil)
	}
	back := s.Callback(origin)
	if back == "" {
		return "", errs.New(errs.BadRequest).With("detail", "origin")
	}
	ctx, cancel := context.WithTimeout(ctx, s.wait.connect+s.wait.list)
	defer cancel()
	d := s.discovery(server)
	defer d.CloseIdleConnections()
	meta, resource, scopes, err := discover(ctx, d, server.Url)
	if err != nil {
		return "", err
	}
	if !s.mayOpen(server, meta.AuthorizationEndpoint) {
		return "", fail(NoLogin, errors.New("the address to log in at is private or not secure"))
	}
	p := pending{
		grant:  grant{TokenURL: meta.TokenEndpoint, Resource: resource},
		Issuer: meta.Issuer, Redirect: back, Verifier: oauth2.GenerateVerifier(), State: server.ID + "." + id.Token(),
		Until: s.Now().Add(loginTime).UnixMilli(),
	}
	if err := s.register(ctx, d, meta, &p, scopes); err != nil {
		return "", err
	}
	at := place{owner, server.ID}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error { return s.putSecret(ctx, mcpdb.New(tx), at, ofLogin, p) })
	if err != nil {
		return "", storedOr(err)
	}
	conf := p.config(meta.AuthorizationEndpoint, scopes)
	return conf.AuthCodeURL(p.State, oauth2.S256ChallengeOption(p.Verifier), oauth2.SetAuthURLParam("resource", resource)), nil
}

// register registers this program with an authorization server.
func (s *Service) register(ctx context.Context, d *http.Client, meta *oauthex.AuthServerMeta, p *pending, scopes []string) error {
	if meta.RegistrationEndpoint == "" {
		return fail(NoLogin, errors.New("clients cannot register themselves"))
	}
	r, err := oauthex.RegisterClient(ctx, meta.RegistrationEndpoint, &oauthex.ClientRegistrationMetadata{
		RedirectURIs: []string{p.Redirect}, ClientName: s.Product, TokenEndpointAuthMethod: "none",
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}, Scope: strings.Join(scopes, " "),
	}, d)
	if err != nil {
		return fail(NoLogin, err)
	}
	p.Client, p.Secret, p.Style = r.ClientID, r.ClientSecret, oauth2.AuthStyleInParams
	if r.ClientSecret != "" && r.TokenEndpointAuthMethod == "client_secret_basic" {
		p.Style = oauth2.AuthStyleInHeader
	}
	return nil
}

// config returns the configuration of the login for package oauth2.
func (p pending) config(authURL string, scopes []string) oauth2.Config {
	return oauth2.Config{
		ClientID: p.Client, ClientSecret: p.Secret, RedirectURL: p.Redirect, Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: authURL, TokenURL: p.TokenURL, AuthStyle: p.Style},
	}
}

// CompleteLogin handles the redirect from an authorization server and returns the id of the
// MCP server. It fails with an *Error if the user has not started this login, or if the login fails.
func (s *Service) CompleteLogin(ctx context.Context, owner, state, code, issuer string) (string, error) {
	server, _, ok := strings.Cut(state, ".")
	if !ok || code == "" || len(code) > maxHeader {
		return "", fail(LoginFailed, nil)
	}
	at := place{owner, server}
	row, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: server, OwnerID: owner})
	if err != nil {
		return "", fail(LoginFailed, err)
	}
	var p pending
	begun, err := s.secret(ctx, s.reads(), at, ofLogin, &p)
	switch {
	case err != nil, !begun, subtle.ConstantTimeCompare([]byte(p.State), []byte(state)) != 1, s.Now().UnixMilli() > p.Until,
		issuer != "" && issuer != p.Issuer:
		return "", fail(LoginFailed, err)
	}
	d := s.discovery(row)
	defer d.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, d), s.wait.connect)
	defer cancel()
	conf := p.config("", nil)
	t, err := conf.Exchange(ctx, code, oauth2.VerifierOption(p.Verifier), oauth2.SetAuthURLParam("resource", p.Resource))
	if err != nil {
		return "", fail(LoginFailed, err)
	}
	if err := s.keepTokens(ctx, at, tokensOf(p.grant, t)); err != nil {
		return "", err
	}
	s.dropServer(server, owner)
	s.relist(at, 0)
	return server, nil
}

func tokensOf(g grant, t *oauth2.Token) tokens {
	out := tokens{grant: g, Access: t.AccessToken, Refresh: t.RefreshToken}
	if !t.Expiry.IsZero() {
		out.Until = t.Expiry.UnixMilli()
	}
	return out
}

func (s *Service) keepTokens(ctx context.Context, at place, t tokens) error {
	return storedOr(s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		// The server may have been deleted in the meantime.
		if _, err := q.Server(ctx, mcpdb.ServerParams{ID: at.server, OwnerID: at.owner}); err != nil {
			return found(err)
		}
		return errors.Join(
			s.putSecret(ctx, q, at, ofTokens, t),
			q.DropSecret(ctx, mcpdb.DropSecretParams{OwnerID: at.owner, ServerID: at.server, Kind: ofLogin}),
		)
	}))
}

// SignOut deletes a user's login at a server, and the list of tools stored for this login.
func (s *Service) SignOut(ctx context.Context, owner, id string) error {
	if _, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: id, OwnerID: owner}); err != nil {
		return found(err)
	}
	err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		return errors.Join(
			q.DropSecret(ctx, mcpdb.DropSecretParams{OwnerID: owner, ServerID: id, Kind: ofTokens}),
			q.DropSecret(ctx, mcpdb.DropSecretParams{OwnerID: owner, ServerID: id, Kind: ofLogin}),
			q.SignOut(ctx, mcpdb.SignOutParams{OwnerID: owner, ServerID: id}), q.DropTools(ctx, mcpdb.DropToolsParams{OwnerID: owner, ServerID: id}),
		)
	})
	s.dropServer(id, owner)
	return stored(err)
}

// renewBefore is the time before the expiry of a token from which the token is renewed.
const renewBefore = 30 * time.Second

// due reports whether the access token must be renewed before it is used. A token without an expiry is
// never due.
func (t tokens) due(now time.Time) bool {
	return t.Access != "" && t.Until != 0 && now.Add(renewBefore).UnixMilli() >= t.Until
}

// token returns an owner's access token for a server, renewed if it expires soon; empty if there is
// no login.
func (s *Service) token(ctx context.Context, server mcpdb.McpServer, owner string) (string, error) {
	at := place{owner, server.ID}
	t, err := s.tokensAt(ctx, at)
	if err != nil || !t.due(s.Now()) {
		return t.Access, err
	}
	lock := s.renewal(at) // some refresh tokens are valid only once
	lock.Lock()
	defer lock.Unlock()
	if t, err = s.tokensAt(ctx, at); err != nil || !t.due(s.Now()) { // another call has renewed the token, or the login is gone
		return t.Access, err
	}
	if t.Refresh == "" {
		return "", fail(Login, nil)
	}
	d := s.discovery(server)
	defer d.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, d), s.wait.connect)
	defer cancel()
	conf := pending{grant: t.grant}.config("", nil)
	fresh, err := conf.TokenSource(ctx, &oauth2.Token{RefreshToken: t.Refresh}).Token()
	if err != nil {
		if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refused.ErrorCode == "invalid_grant" {
			// Another process may have renewed the token at the same time.
			if other, fault := s.tokensAt(ctx, at); fault == nil && other.Refresh != t.Refresh {
				return other.Access, nil
			}
		}
		return "", fail(Login, err)
	}
	if fresh.RefreshToken == "" {
		fresh.RefreshToken = t.Refresh
	}
	return fresh.AccessToken, s.keepTokens(ctx, at, tokensOf(t.grant, fresh))
}

// renewal is the lock for renewing one login.
func (s *Service) renewal(at place) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.renewing[at] == nil {
		s.renewing[at] = &sync.Mutex{}
	}
	return s.renewing[at]
}

func (s *Service) tokensAt(ctx context.Context, at place) (t tokens, err error) {
	_, err = s.secret(ctx, s.reads(), at, ofTokens, &t)
	return t, err
}

// discovery is the HTTP client for a login at a server: it reads metadata, registers this program, and
// requests tokens. It follows no redirects, sends no configured headers, and limits the size of
// responses. The only allowed private addresses are those of a proxy and of a local server.
func (s *Service) discovery(server mcpdb.McpServer) *http.Client {
	local := ""
	if u, err := url.Parse(server.Url); err == nil && server.Local {
		local = hostPort(u)
	}
	return &http.Client{
		Transport: documents{s.newTransport(local), local}, Timeout: s.wait.connect,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// documents is the transport of the client returned by `discovery`.
type documents struct {
	base  *http.Transport
	local string // the only host and port that may be called over HTTP
}

// RoundTrip sends one request and limits the size of the response. It allows HTTP only to d.local.
func (d documents) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != "https" && (d.local == "" || hostPort(req.URL) != d.local) {
		return nil, fail(BadAddress, nil)
	}
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", userAgent)
	res, err := d.base.RoundTrip(req)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxMeta), res.Body}
	}
	return res, err
}

// CloseIdleConnections closes idle connections.
func (d documents) CloseIdleConnections() { d.base.CloseIdleConnections() }

// discover finds the authorization server of an MCP server, the resource identifier of the MCP server
// and the scopes to request.
func discover(ctx context.Context, d *http.Client, address string) (*oauthex.AuthServerMeta, string, []string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", nil, fail(BadAddress, err)
	}
	challenge := challengeOf(ctx, d, address)
	root := u.Scheme + "://" + u.Host
	type candidate struct{ meta, resource string }
	candidates := []candidate{
		{root + "/.well-known/oauth-protected-resource" + strings.TrimSuffix(u.Path, "/"), address},
		{root + "/.well-known/oauth-protected-resource", root},
		{root + "/.well-known/oauth-protected-resource", address},
	}
	if at := challenge["resource_metadata"]; at != "" {
		candidates = append([]candidate{{at, address}, {at, strings.TrimSuffix(address, "/")}, {at, root}, {at, root + "/"}}, candidates...)
	}
	scopes := strings.Fields(challenge["scope"])
	issuer, resource := root, address
	for _, c := range candidates {
		prm, err := oauthex.GetProtectedResourceMetadata(ctx, c.meta, c.resource, d)
		if err != nil || prm == nil || len(prm.AuthorizationServers) == 0 {
			continue
		}
		issuer, resource = prm.AuthorizationServers[0], prm.Resource
		if len(scopes) == 0 {
			scopes = prm.ScopesSupported
		}
		break
	}
	meta, err := auth.GetAuthServerMetadata(ctx, issuer, d)
	if err != nil || meta == nil {
		return nil, "", nil, fail(NoLogin, err)
	}
	if slices.Contains(meta.ScopesSupported, "offline_access") && !slices.Contains(scopes, "offline_access") {
		scopes = append(slices.Clone(scopes), "offline_access")
	}
	return meta, resource, scopes[:min(len(scopes), 50)], nil
}

// challengeOf sends a request without a token and returns the server's login challenge.
func challengeOf(ctx context.Context, d *http.Client, address string) map[string]string {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		return nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := d.Do(req)
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	all, err := oauthex.ParseWWWAuthenticate(res.Header.Values("WWW-Authenticate"))
	if err != nil {
		return nil
	}
	for _, c := range all {
		if c.Scheme == "bearer" {
			return c.Params
		}
	}
	return nil
}

// mayOpen reports whether a user's browser may be sent to an address for logging in.
func (s *Service) mayOpen(server mcpdb.McpServer, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return false
	}
	if at, err := url.Parse(server.Url); err == nil && server.Local && hostPort(u) == hostPort(at) {
		return u.Scheme == "https" || u.Scheme == "http"
	}
	return u.Scheme == "https" && !guard.Private(u.Host) && !(guard.Rule{}).ForbidsHost(u.Hostname())
}
