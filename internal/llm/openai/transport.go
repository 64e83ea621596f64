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
	switch p.Proxy {
	case "":
		t.Proxy = http.ProxyFromEnvironment
		if llm.Private(p.Host()) {
			t.Proxy = nil
		}
	case "direct":
	default:
		u, err := url.Parse(p.Proxy)
		if err != nil {
			return nil, fmt.Errorf("the proxy of %s is not an address", p.ID)
		}
		t.Proxy = http.ProxyURL(u)
	}
	if t.Proxy == nil {
		dialer.ControlContext = guard(p.Local)
	}
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

var errAddress = errors.New("the address is private or link-local, and the provider is not marked local")

// guard refuses addresses by what a name resolved to, at the moment of the
// dial: link-local ones (metadata services live there) always, private and
// loopback ones unless the operator marked the provider as local.
func guard(local bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return err
		}
		ip := net.ParseIP(host)
		switch {
		case ip == nil || ip.IsLinkLocalUnicast() || ip.IsMulticast():
			return errAddress
		case !local && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()):
			return errAddress
		}
		return nil
	}
}
