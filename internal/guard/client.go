package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// Direct is the value of Server.Proxy for direct connections. The proxy of the environment is then
// ignored.
const Direct = "direct"

// Server is a server configured by an operator. Requests to it may contain a key.
type Server struct {
	Name  string // name of the server in errors
	URL   string
	Local bool   // the server may have a private address
	Proxy string // address of a proxy, or Direct; empty: the proxy of the environment
}

// Client makes a client for requests to the server from the transport t and the dialer d, and changes
// t and d. The client checks the address of each connection, also of a connection to the proxy.
// It follows no redirects, so that the key is never sent to another address. Client fails with
// ErrAddress when a proxy would be used and ForbidsHost forbids the server's host.
func (s Server) Client(t *http.Transport, d *net.Dialer) (*http.Client, error) {
	to, err := url.Parse(s.URL)
	if err != nil || to.Host == "" {
		return nil, fmt.Errorf("the address of %s cannot be used", s.Name)
	}
	proxy, err := s.proxy(to)
	rule := Rule{Local: s.Local}
	switch {
	case err != nil:
		return nil, err
	case proxy != nil && rule.ForbidsHost(to.Hostname()):
		return nil, ErrAddress
	case proxy != nil:
		// A proxy may have a private address, but not the address of a metadata service.
		rule.Local = true
		t.Proxy = http.ProxyURL(proxy)
	}
	d.ControlContext = rule.Control
	t.DialContext = d.DialContext
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

// proxy returns the proxy for the server, or nil for a direct connection. The proxy of the environment
// is not used for a private address.
func (s Server) proxy(to *url.URL) (*url.URL, error) {
	switch s.Proxy {
	case Direct:
		return nil, nil
	case "":
		if Private(to.Host) {
			return nil, nil
		}
		return http.ProxyFromEnvironment(&http.Request{URL: to})
	}
	u, err := url.Parse(s.Proxy)
	if err != nil {
		return nil, fmt.Errorf("the proxy of %s is not an address", s.Name)
	}
	return u, nil
}
