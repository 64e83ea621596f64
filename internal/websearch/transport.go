package websearch

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Limits of connections.
const (
	connectTime = 3 * time.Second
	idleTime    = 90 * time.Second
	idleConns   = 64
)

// newClient makes the HTTP client of one source. It follows no redirects, so
// that the key never goes to another address, and so that a source marked local
// opens its own host and port alone.
func newClient(s Source) (*http.Client, error) {
	dialer := &net.Dialer{Timeout: connectTime, KeepAlive: 30 * time.Second}
	t := &http.Transport{
		DialContext:         dialer.DialContext,
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: connectTime,
		MaxIdleConns:        idleConns,
		MaxIdleConnsPerHost: idleConns,
		IdleConnTimeout:     idleTime,
		// What may come before the body is bounded, too.
		MaxResponseHeaderBytes: 64 << 10,
	}
	to, err := url.Parse(s.BaseURL)
	if err != nil || to.Host == "" {
		return nil, fmt.Errorf("the address of %s cannot be used", s.ID)
	}
	proxy, err := proxyOf(s, to)
	switch {
	case err != nil:
		return nil, err
	case proxy == nil:
		dialer.ControlContext = guard.Rule{Local: s.Local}.Control
	case (guard.Rule{Local: s.Local}).ForbidsHost(to.Hostname()):
		return nil, guard.ErrAddress
	default:
		// A proxy may be inside the operator's network, but not where clouds
		// keep secrets.
		dialer.ControlContext = guard.Rule{Local: true}.Control
		t.Proxy = http.ProxyURL(proxy)
	}
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

// proxyOf is the proxy for a source; nil for none.
func proxyOf(s Source, to *url.URL) (*url.URL, error) {
	switch s.Proxy {
	case "direct":
		return nil, nil
	case "":
		if guard.Private(to.Host) {
			return nil, nil
		}
		return http.ProxyFromEnvironment(&http.Request{URL: to})
	}
	u, err := url.Parse(s.Proxy)
	if err != nil {
		return nil, fmt.Errorf("the proxy of %s is not an address", s.ID)
	}
	return u, nil
}
