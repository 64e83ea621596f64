package openai

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Limits of the transport.
const (
	connectTimeout = 10 * time.Second
	idleTimeout    = 90 * time.Second
	idleConns      = 4096 // connections kept for reuse; simultaneous streams are not limited
)

// newClient makes the HTTP client for one provider. It has no cookies and no
// compression, which would delay the stream. It follows no redirects, so that
// the key is never sent to another address; the operator is told instead.
func newClient(p llm.Provider) (*http.Client, error) {
	dialer := &net.Dialer{Timeout: connectTimeout, KeepAlive: 30 * time.Second}
	t := &http.Transport{
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   connectTimeout,
		ExpectContinueTimeout: time.Second,
		MaxIdleConns:          idleConns,
		MaxIdleConnsPerHost:   idleConns,
		IdleConnTimeout:       idleTimeout,
		DisableCompression:    true,
	}
	proxy, err := proxyOf(p)
	switch {
	case err != nil:
		return nil, err
	case proxy == nil:
		dialer.ControlContext = guard.Rule{Local: p.Local}.Control
	case (guard.Rule{Local: p.Local}).ForbidsHost(p.Hostname()):
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

// proxyOf is the proxy for a provider; nil for none. The environment is read
// once, because a provider has one address.
func proxyOf(p llm.Provider) (*url.URL, error) {
	switch p.Proxy {
	case "direct":
		return nil, nil
	case "":
		to, err := url.Parse(p.BaseURL)
		if err != nil || guard.Private(p.Host()) {
			return nil, err
		}
		return http.ProxyFromEnvironment(&http.Request{URL: to})
	}
	u, err := url.Parse(p.Proxy)
	if err != nil {
		return nil, fmt.Errorf("the proxy of %s is not an address", p.ID)
	}
	return u, nil
}
