// Package guard decides whether the server may connect to a network address. It is used for addresses
// from people, files or pages, for example.
package guard

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// ErrAddress means that the server must not connect to an address, or to the resolved
// address of a name.
var ErrAddress = errors.New("the address is private or link-local, and nobody allowed it")

// Rule states which private addresses the server may connect to. Link-local addresses, multicast
// addresses and addresses of metadata services are never allowed. Other public addresses are always
// allowed.
type Rule struct {
	Local bool           // the server may connect to all private, loopback and reserved addresses
	Allow []netip.Prefix // networks to which the server may connect even if Local is false
}

// Control is the ControlContext of a dialer. When a connection is made, Control checks the resolved
// IP address. So the check cannot be bypassed by a host name, by another notation of an IP address, or
// by a name server with changing answers.
func (r Rule) Control(_ context.Context, _, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	host, _, _ = strings.Cut(host, "%") // remove the zone of an IPv6 address
	ip, err := netip.ParseAddr(host)
	if err != nil || r.forbids(ip) {
		return ErrAddress
	}
	return nil
}

// ForbidsHost reports whether a host must not be requested through a proxy. It checks IP
// addresses, and forbids hosts that may be another notation of an IPv4 address. It accepts
// all other names, because the proxy resolves names itself.
func (r Rule) ForbidsHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return r.forbids(ip)
	}
	return endsInNumber(host)
}

// Private reports whether `host`, a name or address with or without a port, is obviously local.
// Names are not resolved.
func Private(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || host == "host.docker.internal" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}

// endsInNumber reports whether browsers and resolvers may read a host as an
// IPv4 address, for example 2130706433, 0x7f.1 or 127.1.
func endsInNumber(host string) bool {
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(host), "."), ".")
	last := labels[len(labels)-1]
	digits := "0123456789"
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		last, digits = hex, "0123456789abcdef"
		if last == "" {
			return true
		}
	}
	return last != "" && strings.Trim(last, digits) == ""
}

// metadata are addresses of metadata services, which give secrets to the cloud machines of
// Alibaba, Azure, Oracle and AWS. The link-local addresses of these services are not listed,
// because forbids returns true for all link-local addresses.
var metadata = addrs("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254")

// reserved are networks outside of the internet that are not detected by netip. In order:
// "this network", carrier-grade NAT, protocol assignments, benchmarks, networks
// reserved for the future, and site-local addresses.
var reserved = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "fec0::/10")

// embedding are the IPv6 networks whose addresses contain an IPv4 address: IPv4-compatible,
// NAT64, 6to4. The value is the index of the first byte of the IPv4 address.
var embedding = map[netip.Prefix]int{
	netip.MustParsePrefix("::/96"):        12,
	netip.MustParsePrefix("64:ff9b::/96"): 12,
	netip.MustParsePrefix("2002::/16"):    2,
}

func (r Rule) forbids(ip netip.Addr) bool {
	ip = ip.Unmap()
	if ip.IsLinkLocalUnicast() || ip.IsMulticast() || metadata[ip] {
		return true
	}
	if ip.Is6() && !ip.IsLoopback() && !ip.IsUnspecified() {
		b := ip.As16()
		for p, at := range embedding {
			if p.Contains(ip) && r.forbids(netip.AddrFrom4([4]byte(b[at:at+4]))) {
				return true
			}
		}
	}
	if r.Local {
		return false
	}
	for _, p := range r.Allow {
		if p.Contains(ip) {
			return false
		}
	}
	for _, p := range reserved {
		if p.Contains(ip) {
			return true
		}
	}
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()
}

func addrs(list ...string) map[netip.Addr]bool {
	out := map[netip.Addr]bool{}
	for _, a := range list {
		out[netip.MustParseAddr(a)] = true
	}
	return out
}

func prefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}
