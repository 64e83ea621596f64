package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Hosts are the names of this server. The names of loopback always belong to the server and are not
// listed here. Pages and calls are not served under other names (see anyHost for exceptions), which
// prevents DNS rebinding.
type Hosts struct {
	Public *url.URL // the public address; nil: none is set
	Names  []string // further host names, with or without a port
}

// allow reports whether the Host header is a name of this server. Only a port may
// follow the name, because responses contain URLs that are built from the whole header: in
// http://localhost:80@evil.example/ the host is evil.example.
func (h Hosts) allow(host string) bool {
	if _, port, err := net.SplitHostPort(host); host == "" || err == nil && strings.Trim(port, "0123456789") != "" {
		return false
	}
	name := bare(host)
	if loopback(name) {
		return true
	}
	if h.Public != nil && strings.EqualFold(name, h.Public.Hostname()) {
		return true
	}
	for _, n := range h.Names {
		if strings.EqualFold(n, host) || strings.EqualFold(bare(n), n) && strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// OurOrigin reports whether the server may redirect people to an origin. If a public address is
// set, only the public address and `Names` are allowed. They are allowed with the scheme of the
// public address and with exactly the configured ports. If no public address is set, all names of
// this server are allowed.
func (h Hosts) OurOrigin(scheme, host string) bool {
	if h.Public == nil {
		return h.allow(host)
	}
	if scheme != h.Public.Scheme {
		return false
	}
	return strings.EqualFold(host, h.Public.Host) || slices.ContainsFunc(h.Names, func(name string) bool { return strings.EqualFold(name, host) })
}

// refuse redirects a GET or HEAD request with an unknown host name to the public address. Other
// requests get errs.WrongHost, and so do all requests if no public address is set.
func (h Hosts) refuse(w http.ResponseWriter, r *http.Request) {
	if h.Public != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		to := *h.Public
		to.Path, to.RawQuery = r.URL.Path, r.URL.RawQuery
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to.String(), http.StatusTemporaryRedirect)
		return
	}
	known := "localhost"
	if h.Public != nil {
		known = h.Public.Host
	}
	WriteError(w, r, errs.New(errs.WrongHost).With("host", known))
}

// bare removes the port from a host, and the brackets from an IPv6 address.
func bare(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

func loopback(name string) bool {
	if strings.EqualFold(name, "localhost") || strings.HasSuffix(strings.ToLower(name), ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(name)
	return err == nil && a.Unmap().IsLoopback()
}

// Proxies are the addresses of proxies whose headers about the asker are
// trusted.
type Proxies []netip.Prefix

func (p Proxies) trust(a netip.Addr) bool {
	for _, n := range p {
		if n.Contains(a) {
			return true
		}
	}
	return false
}

// asker returns the address of the asker and whether the asker's connection is
// encrypted. Only headers of a trusted proxy are used. X-Forwarded-For is read from
// the right up to the first address that is not a trusted proxy, because each proxy
// appends to it. Everything left of that address may be forged.
func (p Proxies) asker(r *http.Request) (netip.Addr, bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, r.TLS != nil
	}
	addr := at.Addr().Unmap()
	if !p.trust(addr) {
		return addr, r.TLS != nil
	}
	https := r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(bare(strings.TrimSpace(hops[i])))
		if err != nil {
			break
		}
		addr = hop.Unmap()
		if !p.trust(addr) {
			break
		}
	}
	return addr, https
}
