package openai

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Transport figures.
const (
	connectTimeout = 10 * time.Second
	idleTimeout    = 90 * time.Second
	idleConns      = 4096 // connections kept for reuse; streams at once are not limited
)

// newClient makes the HTTP client of one provider: no cookies, no redirects
// (an address that moves is told to the operator and not followed with the
// key), no compression, which would hold back the stream.
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
		dialer.ControlContext = guard(p.Local)
	case forbidden(net.ParseIP(p.Hostname()), p.Local): // a name is the proxy's to resolve
		return nil, errAddress
	default:
		t.Proxy = http.ProxyURL(proxy)
	}
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

// proxyOf is the proxy that a provider is reached through; nil for none. The
// environment is asked once, as a provider has one address.
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

var errAddress = errors.New("the address is private or link-local, and the provider is not marked local")

// guard refuses addresses by what a name resolved to, at the moment of the
// dial.
func guard(local bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return err
		}
		if ip := net.ParseIP(host); ip == nil || forbidden(ip, local) {
			return errAddress
		}
		return nil
	}
}

// forbidden reports whether a provider may not be at an address: at a link-local
// one (metadata services live there) never, at a private or loopback one only
// when the operator marked the provider as local.
func forbidden(ip net.IP, local bool) bool {
	return ip.IsLinkLocalUnicast() || ip.IsMulticast() ||
		!local && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified())
}
