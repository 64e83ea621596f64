package webpage

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// TestLocalIsOneAddress checks that a client for one private address cannot connect to another private address, with
// and without a proxy. Otherwise a redirect to a host name could lead the client to another private address.
func TestLocalIsOneAddress(t *testing.T) {
	t.Parallel()
	listen := func() string {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l.Addr().String()
	}
	allowed, other := listen(), listen()
	for name, proxy := range map[string]*url.URL{"direct": nil, "with a proxy": {Scheme: "http", Host: other}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dial := NewFetcher(Options{Proxy: proxy}).client(allowed).Transport.(*http.Transport).DialContext
			c, err := dial(t.Context(), "tcp", allowed)
			if err != nil {
				t.Fatalf("the allowed address: %v", err)
			}
			_ = c.Close()
			if c, err = dial(t.Context(), "tcp", other); !errors.Is(err, guard.ErrAddress) {
				t.Errorf("another private address: %v", err)
				if err == nil {
					_ = c.Close()
				}
			}
		})
	}
}
