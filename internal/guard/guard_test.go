package guard_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// The guard checks the resolved address. Each row states whether the server may
// connect to the address, without and with Rule.Local.
func TestGuard(t *testing.T) {
	t.Parallel()
	for ip, may := range map[string]struct{ any, local bool }{
		"8.8.8.8": {true, true}, "2606:4700:4700::1111": {true, true}, "::ffff:8.8.8.8": {true, true}, "64:ff9b::808:808": {true, true},
		"127.0.0.1": {false, true}, "127.255.255.254": {false, true}, "::1": {false, true}, "::ffff:127.0.0.1": {false, true},
		"0.0.0.0": {false, true}, "::": {false, true}, "0.1.2.3": {false, true},
		"10.0.0.1": {false, true}, "172.16.0.1": {false, true}, "192.168.1.1": {false, true}, "::ffff:10.0.0.1": {false, true},
		"100.64.0.1": {false, true}, "198.18.0.1": {false, true}, "255.255.255.255": {false, true}, "fd12::1": {false, true}, "fec0::1": {false, true},
		"::127.0.0.1": {false, true}, "64:ff9b::a00:1": {false, true}, "2002:7f00:1::": {false, true}, "2002:c0a8:101::1": {false, true},
		"169.254.169.254": {}, "::ffff:169.254.169.254": {}, "fe80::1": {}, "fe80::1%eth0": {}, "64:ff9b::a9fe:a9fe": {}, "2002:a9fe:a9fe::": {},
		"100.100.100.200": {}, "168.63.129.16": {}, "192.0.0.192": {}, "fd00:ec2::254": {}, "224.0.0.1": {}, "ff02::1": {},
	} {
		for local, want := range map[bool]bool{false: may.any, true: may.local} {
			err := guard.Rule{Local: local}.Control(t.Context(), "tcp", net.JoinHostPort(ip, "80"), nil)
			if (err == nil) != want || err != nil && !errors.Is(err, guard.ErrAddress) {
				t.Errorf("%s, local %v: %v", ip, local, err)
			}
		}
	}
}

// A number may be another notation of an address. It is not passed to a proxy, because the
// proxy would resolve it.
func TestForbidsHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"api.example.com": false, "8.8.8.8": false, "xn--fiqs8s": false, "model-7": false, "a.b7": false, "": false,
		"127.0.0.1": true, "::1": true, "::ffff:10.0.0.1": true, "169.254.169.254": true,
		"2130706433": true, "0x7f000001": true, "0x7f.1": true, "127.1": true, "0177.0.0.1": true, "017700000001": true, "127.0.0.1.": true, "0x": true,
	} {
		if got := (guard.Rule{}).ForbidsHost(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

// Addresses of an allowed network are accepted. Addresses of other private networks
// and of metadata services are refused.
func TestAllow(t *testing.T) {
	t.Parallel()
	rule := guard.Rule{Allow: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("100.64.0.0/10")}}
	for ip, want := range map[string]bool{
		"10.1.2.3": true, "::ffff:10.1.2.3": true, "100.64.0.1": true, "8.8.8.8": true,
		"192.168.0.1": false, "127.0.0.1": false, "169.254.169.254": false, "100.100.100.200": false,
	} {
		if err := rule.Control(t.Context(), "tcp", net.JoinHostPort(ip, "80"), nil); (err == nil) != want {
			t.Errorf("%s: %v", ip, err)
		}
	}
}
