package websearch

import (
	"net"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Limits of connections.
const (
	connectTime = 3 * time.Second
	idleTime    = 90 * time.Second
	idleConns   = 64
)

// newClient makes the HTTP client for requests to one source; see guard.Server.Client.
func newClient(s Source) (*http.Client, error) {
	to := guard.Server{Name: s.ID, URL: s.BaseURL, Local: s.Local, Proxy: s.Proxy}
	return to.Client(&http.Transport{
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: connectTime,
		MaxIdleConns:        idleConns,
		MaxIdleConnsPerHost: idleConns,
		IdleConnTimeout:     idleTime,
		// Much less than the default of net/http, which is 10 MB.
		MaxResponseHeaderBytes: 64 << 10,
	}, &net.Dialer{Timeout: connectTime, KeepAlive: 30 * time.Second})
}
