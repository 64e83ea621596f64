package webpage

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Limits of a request.
const (
	DefaultLimit   = 5 << 20          // bytes of a body, decompressed
	DefaultTimeout = 15 * time.Second // timeout of a request with all its redirects
	MaxRedirects   = 5

	connectTimeout = 5 * time.Second
	maxHeader      = 128 << 10 // bytes of a response's header
	hostConns      = 8         // concurrent connections per host
)

// Options configure a Fetcher. All fields are optional.
type Options struct {
	Allow []netip.Prefix // private networks that are allowed
	Proxy *url.URL       // proxy for requests without Request.Local; it resolves names, and must refuse private networks

	// Agent is the User-Agent header. The name of the program in robots.txt is always the constant Robot.
	Agent string
}

// Robot is the program's name in robots.txt.
const Robot = "Wenqu"

const defaultAgent = "Mozilla/5.0 (compatible; " + Robot + "/1.0)"

// Fetcher requests pages and files at addresses that users, pages or search services provide. It
// sends no cookies and no referrer. It connects only to public addresses, and to private addresses
// allowed by Options or Request. It is safe for concurrent use.
type Fetcher struct {
	o    Options
	open *http.Client // for requests without Request.Local
}

// NewFetcher makes a Fetcher.
func NewFetcher(o Options) *Fetcher {
	o.Agent = cmp.Or(o.Agent, defaultAgent)
	f := &Fetcher{o: o}
	f.open = f.client("")
	return f
}

// Request is a GET request.
type Request struct {
	URL       string
	Limit     int           // bytes of the decompressed body; 0: DefaultLimit
	Cut       bool          // a longer body is cut instead of refused; Response.Cut reports it
	FileLimit int           // bytes of a PDF; 0: the same as Limit
	Timeout   time.Duration // 0: DefaultTimeout
	Accept    string        // value of the Accept header; empty: anything
	Header    http.Header   // additional headers, such as a key; they are not sent to another host after a redirect

	// ETag and LastModified are headers of an earlier response, or empty. If the content has not changed
	// since then, the response has status 304 and no body.
	ETag         string
	LastModified string

	// Local is the one host and port (see HostPort) that may be private because an administrator
	// has allowed it. It must never come from a question or a page.
	Local string
}

// Response is the response, with any status.
type Response struct {
	URL    string // the final address, after redirects
	Status int
	Header http.Header
	Body   []byte
	Cut    bool // Body is only the beginning
}

// Get requests an address. It fails with an *Error, or with the cause of ctx if ctx has ended.
func (f *Fetcher) Get(ctx context.Context, r Request) (Response, error) {
	u, err := parseURL(r.URL)
	if err != nil {
		return Response{}, fail(BadAddress, err)
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(r.Timeout, DefaultTimeout))
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodGet, u.String(), nil)
	if err != nil {
		return Response{}, fail(BadAddress, err)
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	set := func(name, value string) {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	set("User-Agent", f.o.Agent)
	set("Accept", cmp.Or(r.Accept, "*/*"))
	set("Accept-Language", "zh-CN,zh;q=0.9,en;q=0.6")
	set("Accept-Encoding", acceptEncoding)
	set("If-None-Match", r.ETag)
	set("If-Modified-Since", r.LastModified)

	client := f.open
	if r.Local != "" {
		client = f.client(r.Local)
		defer client.CloseIdleConnections()
	}
	if err := f.checkProxied(u, r.Local); err != nil {
		return Response{}, err
	}
	res, err := client.Do(req)
	if err != nil {
		return Response{}, judge(ctx, err)
	}
	defer res.Body.Close()
	out := Response{URL: res.Request.URL.String(), Status: res.StatusCode, Header: res.Header}
	if res.StatusCode == http.StatusNotModified {
		return out, nil
	}
	limit := cmp.Or(r.Limit, DefaultLimit)
	if r.FileLimit > 0 && strings.HasPrefix(res.Header.Get("Content-Type"), "application/pdf") {
		limit = r.FileLimit
	}
	out.Body, err = body(res, limit, r.Cut)
	if r.Cut && reasonOf(err) == TooLarge {
		out.Cut, err = true, nil
	}
	if err != nil {
		return Response{}, judge(ctx, err)
	}
	return out, nil
}

// client makes a client. If `local` is not empty, the client may also connect to this host
// and port. It then keeps no connections, so that no other request can reuse them.
func (f *Fetcher) client(local string) *http.Client {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		// If there is a proxy, a client without `local` connects only to the proxy, which may be in a private
		// network. A client with `local` never uses the proxy.
		rule := guard.Rule{Allow: f.o.Allow, Local: f.o.Proxy != nil && local == "" || local != "" && address == local}
		d := net.Dialer{Timeout: connectTimeout, ControlContext: rule.Control}
		return d.DialContext(ctx, network, address)
	}
	t := &http.Transport{
		DialContext:            dial,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // our function `body` decompresses instead, to limit the decompressed size
		DisableKeepAlives:      local != "",
		TLSHandshakeTimeout:    connectTimeout,
		MaxConnsPerHost:        hostConns,
		MaxIdleConns:           64,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}
	if f.o.Proxy != nil && local == "" {
		t.Proxy = http.ProxyURL(f.o.Proxy)
	}
	return &http.Client{Transport: t, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > MaxRedirects {
			return fail(Redirects, nil)
		}
		u, err := parseURL(req.URL.String())
		if err != nil {
			return fail(BadAddress, err)
		}
		req.Header.Del("Referer")
		if hostPort(u) != hostPort(via[0].URL) {
			for name := range req.Header {
				if !ours[name] {
					req.Header.Del(name)
				}
			}
		}
		return f.checkProxied(u, local)
	}}
}

// ours are the headers sent to every host, also after a redirect.
var ours = map[string]bool{"User-Agent": true, "Accept": true, "Accept-Language": true, "Accept-Encoding": true}

// checkProxied refuses requests through the proxy to addresses in private networks, in any notation,
// and to names of the local machine. It never refuses `local`. Without a proxy it refuses nothing.
func (f *Fetcher) checkProxied(u *url.URL, local string) error {
	if f.o.Proxy == nil || local != "" && hostPort(u) == local {
		return nil
	}
	host := u.Hostname()
	if (guard.Rule{Allow: f.o.Allow}).ForbidsHost(host) || guard.Private(host) {
		return fail(Private, guard.ErrAddress)
	}
	return nil
}

// body reads and decompresses a response. The received data and the decompressed data may each
// have at most `limit` bytes. If `cut` is set, a Content-Length above the limit is accepted.
func body(res *http.Response, limit int, cut bool) ([]byte, error) {
	if res.ContentLength > int64(limit) && !cut {
		return nil, fail(TooLarge, fmt.Errorf("%d bytes", res.ContentLength))
	}
	r, err := decompress(res.Header.Values("Content-Encoding"), &bounded{r: wire{res.Body}, left: limit})
	if err != nil {
		return nil, damaged(err)
	}
	b, err := io.ReadAll(&bounded{r: r, left: limit})
	return b, damaged(err)
}

func reasonOf(err error) Reason {
	if known, ok := errors.AsType[*Error](err); ok {
		return known.Reason
	}
	return ""
}

// wire marks errors of the connection.
type wire struct{ r io.Reader }

type wireError struct{ error }

func (e wireError) Unwrap() error { return e.error }

func (w wire) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = wireError{err}
	}
	return n, err
}

// damaged converts errors in the content to Broken. It does not change errors of the
// connection and errors that are an *Error.
func damaged(err error) error {
	if err == nil {
		return nil
	}
	if _, connection := errors.AsType[wireError](err); connection {
		return err
	}
	if _, known := errors.AsType[*Error](err); known {
		return err
	}
	return fail(Broken, err)
}

// bounded fails with TooLarge if more than `left` bytes are read.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if n > b.left {
		return b.left, fail(TooLarge, nil)
	}
	b.left -= n
	return n, err
}

// judge converts the error of a request to an *Error, or to the cause of ctx if ctx has ended.
func judge(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	var (
		unknown  x509.UnknownAuthorityError
		invalid  x509.CertificateInvalidError
		other    x509.HostnameError
		verify   *tls.CertificateVerificationError
		noName   *net.DNSError
		timedOut net.Error
	)
	switch {
	case errors.Is(err, guard.ErrAddress):
		return fail(Private, err)
	case errors.As(err, &verify), errors.As(err, &unknown), errors.As(err, &invalid), errors.As(err, &other):
		return fail(Certificate, err)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timedOut) && timedOut.Timeout():
		return fail(Timeout, err)
	case errors.As(err, &noName) && noName.IsNotFound:
		return fail(NoHost, err)
	default:
		return fail(Network, err)
	}
}
