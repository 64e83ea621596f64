package guard

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The client sends requests only to the configured server, and follows no redirect. If Local is false,
// private addresses are refused, also through a proxy.
func TestServerClient(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	t.Cleanup(elsewhere.Close)
	named := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	t.Cleanup(named.Close)
	get := func(s Server) (int, error) {
		client, err := s.Client(&http.Transport{DisableKeepAlives: true}, &net.Dialer{})
		if err != nil {
			return 0, err
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			return 0, err
		}
		return res.StatusCode, res.Body.Close()
	}
	if status, err := get(Server{Name: "n", URL: named.URL, Local: true}); err != nil || status != http.StatusFound {
		t.Errorf("%d %v", status, err)
	}
	if _, err := get(Server{Name: "n", URL: named.URL}); !errors.Is(err, ErrAddress) {
		t.Errorf("a private address: %v", err)
	}
	if _, err := get(Server{Name: "n", URL: "http://10.0.0.1/", Proxy: named.URL}); !errors.Is(err, ErrAddress) {
		t.Errorf("a private address by a proxy: %v", err)
	}
	if status, err := get(Server{Name: "n", URL: "http://search.example/", Proxy: named.URL}); err != nil || status != http.StatusFound {
		t.Errorf("by a proxy: %d %v", status, err)
	}
	for _, s := range []Server{{Name: "n", URL: "search.example"}, {Name: "n", URL: "http://search.example/", Proxy: "http://%"}} {
		if _, err := get(s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
