package openai_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

// canary starts a server on this machine and counts the connections to it. Tests use it to check
// that an internal address is not called.
func canary(t *testing.T) (port string, met *atomic.Int32) {
	t.Helper()
	met = &atomic.Int32{}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"data":[{"id":"m"}]}`)) }))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			met.Add(1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	_, port, err := net.SplitHostPort(srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port, met
}

// TestNothingInsideIsAsked checks providers that are not marked as local. A question or a request for
// the model list must not connect to an internal address, in any spelling. A host name is checked by
// its resolved address.
func TestNothingInsideIsAsked(t *testing.T) {
	t.Parallel()
	port, met := canary(t)
	for _, host := range []string{
		"127.0.0.1", "localhost", "localhost.", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "0.0.0.0", "[::]", "[::1]",
		"[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
	} {
		for _, proxy := range []string{"direct", ""} {
			c := openai.New(llm.Provider{BaseURL: "http://" + host + ":" + port + "/v1", Key: key, Proxy: proxy}, openai.Options{})
			if a := ask(t.Context(), c, question("问")); a.err == nil {
				t.Errorf("%s answers %q", host, a.text)
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+":"+port+"/v1/models", nil)
			if err != nil {
				t.Fatal(err)
			}
			if res, err := c.HTTP().Do(req); err == nil {
				res.Body.Close()
				t.Errorf("%s lists its models: %d", host, res.StatusCode)
			}
		}
	}
	if n := met.Load(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
	// If the provider is marked as local, the canary is called.
	c := openai.New(llm.Provider{BaseURL: "http://localhost:" + port + "/v1", Local: true, Proxy: "direct"}, openai.Options{})
	ask(t.Context(), c, question("问"))
	if met.Load() == 0 {
		t.Error("nobody can meet the canary")
	}
}

// TestRedirectsAreNotFollowed checks the redirects of a provider, for a question and for
// the model list.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	port, met := canary(t)
	for _, status := range []int{301, 302, 303, 307, 308} {
		away := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:"+port+"/latest/meta-data", status))
		t.Cleanup(away.Close)
		c := openai.New(llm.Provider{BaseURL: away.URL + "/v1", Key: key, Local: true, Proxy: "direct"}, openai.Options{})
		if a := ask(t.Context(), c, question("问")); a.err == nil || strings.Contains(a.err.Error(), key) {
			t.Errorf("%d: %v", status, a.err)
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, away.URL+"/v1/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.HTTP().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != status {
			t.Errorf("%d was followed to %d", status, res.StatusCode)
		}
	}
	if n := met.Load(); n != 0 {
		t.Errorf("%d redirects were followed", n)
	}
}
