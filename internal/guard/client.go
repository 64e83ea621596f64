package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// Direct as a Server's Proxy means without one, whatever the environment says.
const Direct = "direct"

// Server is one server that an operator names and that is given a key.
type Server struct {
	Name  string // for errors
	URL   string
	Local bool   // it may be at a private address
	Proxy string // address of a proxy, or Direct; empty: that of the environment
}

// Client makes a client that connects with t and d to the server alone, past the
// address rule or through its proxy. It follows no redirects, so that the key never
// goes to another address. It fails with ErrAddress for a server that a proxy must not
// be asked for.
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
		// A proxy may be inside the operator's network, but not where clouds
		// keep secrets.
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

// proxy is the proxy for the server; nil for none. The environment is read once,
// because the server has one address.
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
