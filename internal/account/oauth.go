package account

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account/oidc"
	"github.com/wenqu-ai/wenqu/internal/account/provider"
	"github.com/wenqu-ai/wenqu/internal/account/qq"
	"github.com/wenqu-ai/wenqu/internal/account/wechat"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// Scene is the purpose of a visit to a provider.
type Scene string

// The scenes.
const (
	SceneLogin Scene = "login"
	SceneBind  Scene = "bind"
	SceneSafe  Scene = "safe" // a renewed proof of identity
)

type providerClient interface {
	Begin(ctx context.Context, b provider.Begin) (string, error)
	Person(ctx context.Context, r provider.Return) (provider.Person, error)
}

// offline makes a providerClient of a client whose `begin` takes no context: it creates the login address
// without a call to the provider.
type offline struct {
	begin func(provider.Begin) (string, error)
	providerPerson
}

type providerPerson interface {
	Person(ctx context.Context, r provider.Return) (provider.Person, error)
}

func (o offline) Begin(_ context.Context, b provider.Begin) (string, error) { return o.begin(b) }

// providers lists the login types that use a provider.
var providers = map[IdentityType]func(s *Service) (c providerClient, configured bool){
	WX: func(s *Service) (providerClient, bool) {
		c := wechat.Client{Settings: s.Settings().WeChat, HTTP: s.HTTP}
		return offline{c.Begin, c}, c.Configured() || c.MiniProgram()
	},
	QQ: func(s *Service) (providerClient, bool) {
		c := qq.Client{Settings: s.Settings().QQ, HTTP: s.HTTP}
		return offline{c.Begin, c}, c.Configured()
	},
	OneID: func(s *Service) (providerClient, bool) {
		settings := s.Settings().OneID
		return s.oidcClient(settings), settings.Configured()
	},
}

// oidcClient returns the client for the settings. While the settings stay the same, it returns the
// last client again, because a client caches the provider's discovery document and keys.
func (s *Service) oidcClient(settings oidc.Settings) *oidc.Client {
	s.oidcMu.Lock()
	defer s.oidcMu.Unlock()
	if c := s.oidc[settings.Issuer]; c != nil && c.Settings() == settings {
		return c
	}
	c := oidc.New(settings, s.HTTP, s.now)
	clear(s.oidc)
	s.oidc[settings.Issuer] = c
	return c
}

// journey is the stored state of a person who was sent to a login provider or to the documents
// service (see docsJourneys).
type journey struct {
	Type     IdentityType `json:"type"`
	Scene    Scene        `json:"scene"`
	Verifier string       `json:"verifier"`
	Nonce    string       `json:"nonce"`
	Redirect string       `json:"redirect"`
	Back     string       `json:"back"`
	InApp    bool         `json:"inApp"`
	// Session is the user's session at the departure; empty for a visitor. Unless the scene is
	// SceneLogin, the user must return in the same session.
	Session string `json:"session"`
}

// Departure asks for the address of a provider's login page.
type Departure struct {
	Type     IdentityType
	Scene    Scene  // empty: SceneLogin
	Redirect string // where the provider sends the browser; empty: the page /oauth of this server
	Back     string // the page to show afterwards; empty: the home page
	Hint     string // form of the login page: h5 or pc
	InApp    bool
	Who      Who
	Holder   string // the secret that identifies the browser
	From     Client
}

// Depart returns the address of a provider's login page and the state that the provider
// sends back. The state is valid only in the browser whose secret is d.Holder.
func (s *Service) Depart(ctx context.Context, d Departure) (address, state string, err error) {
	if d.Scene == "" {
		d.Scene = SceneLogin
	}
	if d.Scene != SceneLogin && d.Who.Kind != KindUser {
		return "", "", errs.New(errs.NeedLogin)
	}
	make, ok := providers[d.Type]
	if !ok || d.Holder == "" {
		return "", "", badRequest("app")
	}
	client, configured := make(s)
	if !configured {
		return "", "", errs.New(errs.MethodOff)
	}
	j := journey{
		Type: d.Type, Scene: d.Scene, Verifier: id.Token(), Nonce: id.Token(), InApp: d.InApp,
		Redirect: d.Redirect, Back: d.Back, Session: d.Who.Session,
	}
	if j.Redirect == "" {
		j.Redirect = d.From.Base + "/oauth"
	}
	if j.Redirect, err = s.ownAddress(j.Redirect); err != nil {
		return "", "", err
	}
	if j.Back, err = s.SafeReturn(d.Back); err != nil {
		return "", "", err
	}
	t, err := s.give(ctx, ticketOAuth, d.Holder, d.Who.ID, j, counted{ticketsOfAddr, d.From.Network})
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256([]byte(j.Verifier))
	address, err = client.Begin(ctx, provider.Begin{
		State: t.Secret, Challenge: base64.RawURLEncoding.EncodeToString(sum[:]), Nonce: j.Nonce,
		Redirect: j.Redirect, InApp: d.InApp, Hint: d.Hint,
	})
	return address, t.Secret, loginFail(err)
}

// arrive accepts the code from a provider: once, and only from the browser that was sent to the
// provider.
func (s *Service) arrive(ctx context.Context, kind IdentityType, scene Scene, code, state, holder, session string) (provider.Person, journey, error) {
	make, ok := providers[kind]
	if !ok {
		return provider.Person{}, journey{}, badRequest("type")
	}
	if code == "" || state == "" || holder == "" {
		return provider.Person{}, journey{}, errs.New(errs.LoginState)
	}
	t, err := s.takeHeld(ctx, ticketOAuth, ticketNew, state, holder)
	if err != nil {
		return provider.Person{}, journey{}, err
	}
	var j journey
	if err := t.open(&j); err != nil {
		return provider.Person{}, journey{}, err
	}
	if j.Type != kind || j.Scene != scene || scene != SceneLogin && j.Session != session {
		return provider.Person{}, journey{}, errs.New(errs.LoginState)
	}
	client, configured := make(s)
	if !configured {
		return provider.Person{}, journey{}, errs.New(errs.MethodOff)
	}
	p, err := client.Person(ctx, provider.Return{
		Code: code, Verifier: j.Verifier, Nonce: j.Nonce, Redirect: j.Redirect, InApp: j.InApp,
	})
	return p, j, loginFail(err)
}

// loginFail converts a failure of a provider to an error for the user.
func loginFail(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	return errs.Wrap(errs.LoginFail, err)
}

// ownAddress returns the address if it belongs to this deployment (see ourOrigin) and has no user
// name, fragment, space or control character. Otherwise it fails with errs.BadRedirect.
func (s *Service) ownAddress(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" || u.Fragment != "" || hasControl(address) {
		return "", errs.New(errs.BadRedirect)
	}
	if !s.ourOrigin(u) {
		return "", errs.New(errs.BadRedirect)
	}
	return address, nil
}

// ourOrigin reports whether an address belongs to this deployment: Origins accepts its scheme
// and host, or it uses HTTPS and handsOver accepts its host.
func (s *Service) ourOrigin(u *url.URL) bool {
	return s.Origins(u.Scheme, u.Host) || u.Scheme == "https" && s.handsOver(u.Host)
}

// SafeReturn returns the page to show after a login: a path of this site or an address that belongs
// to this deployment (see ourOrigin). It must have at most 2000 bytes, and no user name, backslash,
// space or control character. Any other address fails with errs.BadRedirect. For an empty address
// SafeReturn returns /.
func (s *Service) SafeReturn(to string) (string, error) {
	if to == "" {
		return "/", nil
	}
	bad := errs.New(errs.BadRedirect)
	if hasControl(to) || strings.Contains(to, `\`) || len(to) > 2000 {
		return "", bad
	}
	u, err := url.Parse(to)
	if err != nil || u.User != nil {
		return "", bad
	}
	if u.Scheme == "" && u.Host == "" {
		if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") {
			return "", bad
		}
		return to, nil
	}
	if u.Scheme != "https" && u.Scheme != "http" || !s.ourOrigin(u) {
		return "", bad
	}
	return to, nil
}

// hasControl reports whether s contains a space or an ASCII control character. Browsers ignore some of
// these characters, and a line break ends a header.
func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f || r == ' ' })
}
