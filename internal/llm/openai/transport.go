package openai

import (
	"net"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

const (
	connectTimeout = 10 * time.Second
	idleTimeout    = 90 * time.Second
	idleConns      = 4096 // connections kept for reuse; simultaneous streams are not limited
)

// newClient makes the HTTP client for one provider. The client sends no cookies. It uses no
// compression, because compression would delay the stream.
func newClient(p llm.Provider) (*http.Client, error) {
	to := guard.Server{Name: p.ID, URL: p.BaseURL, Local: p.Local, Proxy: p.Proxy}
	return to.Client(&http.Transport{
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   connectTimeout,
		ExpectContinueTimeout: time.Second,
		MaxIdleConns:          idleConns,
		MaxIdleConnsPerHost:   idleConns,
		IdleConnTimeout:       idleTimeout,
		DisableCompression:    true,
	}, &net.Dialer{Timeout: connectTimeout, KeepAlive: 30 * time.Second})
}
