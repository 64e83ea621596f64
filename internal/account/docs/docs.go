// Package docs is the client of an online documents service: a person's account there
// is bound by OAuth, and answers are written into new documents of that account.
package docs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// Settings describe the application registered at the service. The application is set up if both
// the address and the application id are given.
type Settings struct {
	URL    string // such as https://docs.example.com
	App    string
	Secret string
}

// Configured reports whether accounts can be bound.
func (s Settings) Configured() bool { return s.URL != "" && s.App != "" }

// Client calls the service.
type Client struct {
	Settings
	HTTP *http.Client
}

// Account is a person's account at the service.
type Account struct {
	Subject string
	Name    string
	Token   string
	Age     time.Duration // how long the token is valid
}

// File is a document of the account.
type File struct {
	ID    string `json:"fileId"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

// ErrToken means that the service refuses the token because it has expired.
var ErrToken = errors.New("docs: the token is over")

func (c Client) base() string { return strings.TrimRight(c.URL, "/") }

// Address returns the address of the page for allowing the binding.
func (c Client) Address(state, redirect string) string {
	return provider.Address(c.base()+"/oauth/v2/authorize", url.Values{
		"client_id": {c.App}, "redirect_uri": {redirect}, "response_type": {"code"}, "scope": {"all"}, "state": {state},
	})
}

// Bind exchanges the code of the service's login page for an access token.
func (c Client) Bind(ctx context.Context, code, redirect string) (Account, error) {
	body, err := provider.Get(ctx, c.HTTP, provider.Address(c.base()+"/oauth/v2/token", url.Values{
		"client_id": {c.App}, "client_secret": {c.Secret}, "redirect_uri": {redirect}, "grant_type": {"authorization_code"}, "code": {code},
	}))
	if err != nil {
		return Account{}, err
	}
	var a struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int64  `json:"expires_in"`
		UserID      string `json:"user_id"`
		Nick        string `json:"nick"`
		Error       string `json:"error"`
	}
	if err := provider.ReadJSON(body, &a); err != nil {
		return Account{}, err
	}
	if a.Error != "" || a.AccessToken == "" || a.UserID == "" {
		return Account{}, &provider.Error{Provider: "docs", Code: a.Error}
	}
	if a.ExpiresIn <= 0 {
		a.ExpiresIn = 3600
	}
	return Account{Subject: a.UserID, Name: a.Nick, Token: a.AccessToken, Age: time.Duration(a.ExpiresIn) * time.Second}, nil
}

// Write creates a document from Markdown.
func (c Client) Write(ctx context.Context, a Account, title, markdown string) (File, error) {
	body, err := json.Marshal(map[string]string{"title": title, "type": "doc", "markdown": markdown})
	if err != nil {
		return File{}, err
	}
	return c.file(ctx, a, http.MethodPost, "/openapi/drive/v2/files", body)
}

// Find returns the service's data about a document.
func (c Client) Find(ctx context.Context, a Account, id string) (File, error) {
	return c.file(ctx, a, http.MethodGet, "/openapi/drive/v2/files/"+url.PathEscape(id), nil)
}

func (c Client) file(ctx context.Context, a Account, method, path string, body []byte) (File, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base()+path, bytes.NewReader(body))
	if err != nil {
		return File{}, errors.New("the address of the documents service cannot be used")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Access-Token", a.Token)
	req.Header.Set("Client-Id", c.App)
	req.Header.Set("Open-Id", a.Subject)
	answer, err := provider.Do(c.HTTP, req)
	var reply struct {
		Ret  int    `json:"ret"`
		Msg  string `json:"msg"`
		Data struct {
			ID    string `json:"ID"`
			Title string `json:"title"`
			URL   string `json:"url"`
		} `json:"data"`
	}
	if readErr := provider.ReadJSON(answer, &reply); err == nil && readErr != nil {
		return File{}, readErr
	}
	switch {
	case reply.Ret == retToken:
		return File{}, ErrToken
	case err != nil:
		return File{}, err
	case reply.Ret != 0:
		return File{}, &provider.Error{Provider: "docs", Text: reply.Msg}
	case !strings.HasPrefix(reply.Data.URL, "https://") && !strings.HasPrefix(reply.Data.URL, c.base()+"/"):
		// The address becomes a link on a page of this server. It is accepted only if it is an https
		// address or an address of the service itself.
		return File{}, &provider.Error{Provider: "docs", Text: "the document has no address"}
	}
	return File{ID: reply.Data.ID, Title: reply.Data.Title, URL: reply.Data.URL}, nil
}

// retToken is the service's code for an expired token.
const retToken = 400006
