//go:build unix

package domaintest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// Server serves the routes of domains until the test ends.
type Server struct {
	*httptest.Server
	Router *httpapi.Router
}

// Serve serves routes to callers whose token is their id.
func Serve(t testing.TB, routes ...func(*httpapi.Router)) *Server {
	t.Helper()
	return ServeTo(t, tokenIsID{}, routes...)
}

// ServeTo serves routes. `identities` recognises the callers.
func ServeTo(t testing.TB, identities httpapi.Identities, routes ...func(*httpapi.Router)) *Server {
	t.Helper()
	return ServeWith(t, httpapi.Options{Identities: identities}, routes...)
}

// ServeWith serves routes with the options of a router.
func ServeWith(t testing.TB, o httpapi.Options, routes ...func(*httpapi.Router)) *Server {
	t.Helper()
	router, err := httpapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, add := range routes {
		add(router)
	}
	s := &Server{Server: httptest.NewServer(router), Router: router}
	t.Cleanup(s.Close)
	return s
}

// Call is one call over HTTP.
type Call struct {
	Method string // empty: POST
	Path   string
	Owner  string            // the caller, identified by headers; empty: no identity
	Body   any               // nil, a reader, a string sent unchanged, or a value sent as JSON
	Header map[string]string // further headers
}

// Begin makes a call. The caller closes the body of the response.
func (s *Server) Begin(t testing.TB, c Call) *http.Response {
	t.Helper()
	if c.Method == "" {
		c.Method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(t.Context(), c.Method, s.URL+c.Path, reader(t, c.Body))
	if err != nil {
		t.Fatal(err)
	}
	if c.Owner != "" {
		req.Header.Set("X-ID", c.Owner)
		req.Header.Set("X-Token", c.Owner)
	}
	for name, value := range c.Header {
		req.Header.Set(name, value)
	}
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func reader(t testing.TB, body any) io.Reader {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case io.Reader:
		return b
	case string:
		return strings.NewReader(b)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReader(string(raw))
}

// Do makes a call and reads the whole response.
func (s *Server) Do(t testing.TB, c Call) (*http.Response, string) {
	t.Helper()
	res := s.Begin(t, c)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// JSON posts a body and decodes the response, which must be a JSON object.
func (s *Server) JSON(t testing.TB, owner, path string, body any) (status int, answer map[string]any) {
	t.Helper()
	res, raw := s.Do(t, Call{Path: path, Owner: owner, Body: body})
	if err := json.Unmarshal([]byte(raw), &answer); err != nil {
		t.Fatalf("%s: %q: %v", path, raw, err)
	}
	return res.StatusCode, answer
}

// tokenIsID recognises callers whose token is their id.
type tokenIsID struct{}

func (tokenIsID) Identify(_ context.Context, id, token string) (httpapi.Identity, error) {
	if id == "" || id != token {
		return httpapi.Identity{}, errs.New(errs.LoginOver)
	}
	return httpapi.Identity{ID: id, Kind: httpapi.Visitor, Token: token, Stored: true}, nil
}

func (tokenIsID) Mint() httpapi.Identity {
	v := id.New()
	return httpapi.Identity{ID: v, Kind: httpapi.Visitor, Token: v}
}

func (tokenIsID) Keep(_ context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	who.Stored = true
	return who, nil
}
