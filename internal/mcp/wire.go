package mcp

import (
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

const userAgent = "Wenqu (MCP client)"

// newTransport creates a transport that refuses servers at private addresses, except the address
// `local`: the host and port of a server marked as local by an administrator. Such a server is
// called without a proxy. If `local` is empty, the proxy may have a private address.
func (s *Service) newTransport(local string) *http.Transport {
	t := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			// A proxy is allowed to be in the operator's private network.
			rule := guard.Rule{Local: local != "" && address == local || local == "" && s.Proxy != nil}
			d := net.Dialer{Timeout: s.wait.connect, ControlContext: rule.Control}
			return d.DialContext(ctx, network, address)
		},
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    s.wait.connect,
		MaxConnsPerHost:        16,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 128 << 10,
	}
	if s.Proxy != nil && local == "" {
		t.Proxy = func(req *http.Request) (*url.URL, error) {
			if (guard.Rule{}).ForbidsHost(req.URL.Hostname()) || guard.Private(req.URL.Host) {
				return nil, guard.ErrAddress
			}
			return s.Proxy, nil
		}
	}
	return t
}

// hostPort is the host and port of an address. The default port is the port of the scheme.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

func origin(u *url.URL) string { return u.Scheme + "://" + hostPort(u) }

// wire is the HTTP transport to one server. It alone adds configured headers and access tokens to
// requests, and it refuses other origins. It records the reason of a failure, because the library
// reports failures as text only.
type wire struct {
	base    *http.Transport
	origin  string
	headers map[string]string
	token   func(ctx context.Context) (string, error) // returns the token of the login, or "" without a login; nil: there is no login
	ctx     context.Context                           // ends with the session
	header  time.Duration                             // timeout for the response headers of a long-lived GET request
	sse     bool                                      // responses arrive on the long-lived stream

	unasked atomic.Int64 // bytes received on the long-lived GET request

	mu     sync.Mutex
	reason Reason
}

// note records why the connection failed and returns it as an error.
func (w *wire) note(r Reason, cause error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reason = r
	return fail(r, cause)
}

// noted returns the reason of the last failure; empty if there was no failure.
func (w *wire) noted() Reason {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reason
}

// forget clears the recorded failure before a new request.
func (w *wire) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reason = ""
}

// client is the HTTP client of the session. It follows at most three redirects, and only within the
// server's origin.
func (w *wire) client() *http.Client {
	return &http.Client{Transport: w, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if origin(req.URL) != w.origin || len(via) > 3 {
			_ = w.note(Redirect, nil)
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// RoundTrip sends a request to the server.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	if origin(req.URL) != w.origin { // with the older transport, the server chooses the address for messages
		return nil, w.note(Redirect, nil)
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	stop := context.AfterFunc(w.ctx, func() { cancel(context.Canceled) })
	end := func() { cancel(nil); stop() }
	req = req.Clone(ctx)
	for name, value := range w.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("User-Agent", userAgent)
	if w.token != nil {
		token, err := w.token(ctx)
		if err != nil {
			end()
			return nil, w.note(Login, err)
		}
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
	}
	listens := req.Method == http.MethodGet
	late := func() bool { return true }
	if listens {
		timer := time.AfterFunc(w.header, func() { cancel(context.DeadlineExceeded) })
		late = timer.Stop
	}
	res, err := w.base.RoundTrip(req)
	inTime := late()
	if err != nil {
		end()
		if listens && !inTime && !w.sse {
			return noListening(req), nil // the stream is not needed: it carries only unrequested messages
		}
		return nil, w.note(reasonOfNetwork(errors.Join(err, context.Cause(ctx))), err)
	}
	w.look(req, res)
	res.Body = w.bounded(res, listens, end)
	return res, nil
}

// noListening is the response of a server that offers no stream of notifications.
func noListening(req *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: http.NoBody, Request: req,
	}
}

// look records the reason of a failed response.
func (w *wire) look(req *http.Request, res *http.Response) {
	if req.Method == http.MethodDelete || req.Method == http.MethodGet && !w.sse {
		return // servers need not support DELETE; with the newer transport they need not support GET either
	}
	if r := reasonOfStatus(res.StatusCode); r != "" {
		if r == Forbidden && strings.Contains(res.Header.Get("WWW-Authenticate"), "insufficient_scope") {
			r = Login
		}
		_ = w.note(r, nil)
		return
	}
	if media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); media == "text/html" {
		_ = w.note(NotMCP, nil)
	}
}

// body is a response body with a size limit.
type body struct {
	io.ReadCloser
	left  int64
	total *atomic.Int64 // total of the session, limited by maxListening; nil: not counted
	over  func() error
	end   func()
	once  sync.Once
}

// bounded applies the size limit to a response.
func (w *wire) bounded(res *http.Response, listens bool, end func()) io.ReadCloser {
	b := &body{ReadCloser: res.Body, left: maxMessage, end: end, over: func() error { return w.note(TooLarge, nil) }}
	if media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); media == "text/event-stream" {
		b.left = 2 * maxMessage // progress and notifications may precede the response
	}
	if listens {
		b.left, b.total = maxListening, &w.unasked
	}
	return b
}

// Read fails when one of the limits is exceeded.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 || b.total != nil && b.total.Add(int64(n)) > maxListening {
		return 0, b.over()
	}
	return n, err
}

// Close ends the request.
func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.once.Do(b.end)
	return err
}
