package llm

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// ErrAddress means that the address of a provider leads to a place where no
// provider may be.
var ErrAddress = errors.New("the address is private or link-local, and the provider is not marked local")

// Guard checks the address to which a name was resolved at the moment of the
// connection. Neither a name, nor another notation of a number, nor an answer
// of a name server can get around it. It is the ControlContext of a dialer.
func Guard(local bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return err
		}
		host, _, _ = strings.Cut(host, "%") // the zone of an IPv6 address
		ip, err := netip.ParseAddr(host)
		if err != nil || forbidden(ip, local) {
			return ErrAddress
		}
		return nil
	}
}

// ForbiddenHost reports whether a host must not be requested through a proxy,
// which resolves names itself. Names are left to the proxy. Addresses are
// checked, and numbers in another notation than an address are refused.
func ForbiddenHost(host string, local bool) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return forbidden(ip, local)
	}
	return endsInNumber(host)
}

// endsInNumber reports whether browsers and resolvers may read a host as an
// IPv4 address: 2130706433, 0x7f.1, 127.1.
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

// metadata are the addresses at which clouds give machines their secrets, in
// addition to link-local ones: Alibaba, Azure, Oracle and AWS.
var metadata = addrs("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254")

// inner are networks that do not exist on the internet, in addition to those
// that netip knows: this network, carrier-grade NAT, protocol assignments,
// benchmarks, reserved, site-local.
var inner = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "fec0::/10")

// carriers are IPv6 networks whose addresses contain an IPv4 address from a
// certain byte on: IPv4-compatible, NAT64, 6to4.
var carriers = map[netip.Prefix]int{
	netip.MustParsePrefix("::/96"):        12,
	netip.MustParsePrefix("64:ff9b::/96"): 12,
	netip.MustParsePrefix("2002::/16"):    2,
}

// forbidden reports whether a provider must not be at an address: never where
// metadata services are, and at a private or loopback address only when the
// operator has marked the provider as local.
func forbidden(ip netip.Addr, local bool) bool {
	ip = ip.Unmap()
	if ip.IsLinkLocalUnicast() || ip.IsMulticast() || metadata[ip] {
		return true
	}
	if ip.Is6() && !ip.IsLoopback() && !ip.IsUnspecified() {
		b := ip.As16()
		for p, at := range carriers {
			if p.Contains(ip) && forbidden(netip.AddrFrom4([4]byte(b[at:at+4])), local) {
				return true
			}
		}
	}
	if local {
		return false
	}
	for _, p := range inner {
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
