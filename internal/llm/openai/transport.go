package openai

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

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
		dialer.ControlContext = llm.Guard(p.Local)
	case llm.ForbiddenHost(p.Hostname(), p.Local):
		return nil, llm.ErrAddress
	default:
		// A proxy may be inside the operator's network, but not where clouds
		// keep secrets.
		dialer.ControlContext = llm.Guard(true)
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
		if err != nil || llm.Private(p.Host()) {
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
