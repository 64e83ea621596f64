package app

import (
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// occupied listens on a loopback port below 65000, so that there are higher ports to try.
func occupied(t *testing.T) (addr string, port int) {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		if port := l.Addr().(*net.TCPAddr).Port; port < 65000 {
			return l.Addr().String(), port
		}
	}
}

func TestListenTakesTheNextFreePortWithoutASetAddress(t *testing.T) {
	t.Parallel()
	addr, port := occupied(t)
	c := &Config{Addr: addr, Sources: map[string]Source{"addr": FromDefault}}
	c.LLM.OwnAddrs = []string{addr}
	l, taken, err := Listen(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := l.Addr().(*net.TCPAddr).Port
	if got <= port || got >= port+portsTried || taken != strconv.Itoa(port) {
		t.Errorf("listens on %d and calls %q taken; %d is", got, taken, port)
	}
	// OwnAddrs must not contain the occupied default port: the program on that port may be a model server,
	// and addresses in OwnAddrs are never probed.
	if c.Addr != l.Addr().String() || !slices.Equal(c.LLM.OwnAddrs, []string{c.Addr}) {
		t.Errorf("the address is %s, our own are %v", c.Addr, c.LLM.OwnAddrs)
	}
}

func TestListenNeverMovesASetAddress(t *testing.T) {
	t.Parallel()
	addr, _ := occupied(t)
	for _, source := range []Source{FromFile, FromEnv, FromFlag} {
		l, _, err := Listen(t.Context(), &Config{Addr: addr, Sources: map[string]Source{"addr": source}})
		if err == nil {
			l.Close()
			t.Errorf("from %s: it listens on %s", source, l.Addr())
		} else if !strings.Contains(err.Error(), "WENQU_ADDR") {
			t.Errorf("from %s: %v does not name the setting", source, err)
		}
	}
}

func TestListenSaysWhenAllPortsAreTaken(t *testing.T) {
	t.Parallel()
	// Occupy two neighbouring ports; try again until the second one is free, too.
	for {
		addr, port := occupied(t)
		next, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port+1)))
		if err != nil {
			continue
		}
		defer next.Close()
		if _, err := listenNear(t.Context(), addr, 2); err == nil || !strings.Contains(err.Error(), "all in use") {
			t.Errorf("two taken ports: %v", err)
		}
		return
	}
}
