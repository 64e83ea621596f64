package app

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// ask sends a request over a connection and returns the response. It does not close the connection.
func ask(t *testing.T, conn net.Conn) *http.Response {
	t.Helper()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	// The server may refuse the connection before the request is sent, so a write error is no
	// failure.
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
	return res
}

// Connections beyond the limit are refused at once, served connections continue, and a place is
// free again after its connection is closed.
func TestConnectionsBeyondTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), ReadHeaderTimeout: time.Minute}
	go server.Serve(limitConnections(inner, 2)) //nolint:errcheck // ends with the test
	t.Cleanup(func() { _ = server.Close() })
	open := func() net.Conn {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	first, second := open(), open()
	for _, conn := range []net.Conn{first, second} {
		if res := ask(t, conn); res.StatusCode != http.StatusOK {
			t.Fatalf("within the limit: %d", res.StatusCode)
		}
	}
	for range 5 {
		res := ask(t, open())
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || !strings.Contains(res.Header.Get("Content-Type"), "json") {
			t.Errorf("beyond it: %d %v", res.StatusCode, res.Header)
		}
	}
	if res := ask(t, first); res.StatusCode != http.StatusOK {
		t.Errorf("who was there before: %d", res.StatusCode)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	domaintest.Eventually(t, "the place is used again", func() bool { return ask(t, open()).StatusCode == http.StatusOK })
}

func TestConnectionsForFiles(t *testing.T) {
	t.Parallel()
	for files, want := range map[uint64]int{0: 0, 10: 8, 150: 43, 1024: 480, 1 << 20: (1<<20 - 64) / 2, 1 << 40: 0} {
		if got := connectionsFor(files); got != want {
			t.Errorf("%d files: %d connections, want %d", files, got, want)
		}
	}
}
