// Package clamdtest simulates a virus scanner.
package clamdtest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Sign is the text reported by the scanner as malware.
const Sign = "HARM-FOR-TESTS"

// Server is a scanner that listens on a socket of this machine.
type Server struct {
	Addr string
	Most int    // maximum size of an accepted file in bytes; 0: no maximum
	Says string // reply to every accepted file; empty: the result of the scan

	mu   sync.Mutex
	seen []string
}

// Start serves until the test ends: on a Unix socket at `path`, or on TCP if `path` is empty.
func (s *Server) Start(t testing.TB, path string) *Server {
	t.Helper()
	network, address := "tcp", "127.0.0.1:0"
	if path != "" {
		network, address = "unix", path
	}
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = l.Addr().String()
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		all.Wait()
	})
	return s
}

// Seen returns the files that arrived completely.
func (s *Server) Seen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.seen...)
}

func (s *Server) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	command, err := r.ReadString(0)
	if err != nil {
		return
	}
	reply := func(text string) { _, _ = io.WriteString(conn, text+"\x00") }
	switch command {
	case "zPING\x00":
		reply("PONG")
	case "zINSTREAM\x00":
		reply(s.scan(r))
	default:
		reply("UNKNOWN COMMAND")
	}
}

func (s *Server) scan(r io.Reader) string {
	var file strings.Builder
	for {
		var n uint32
		if err := binary.Read(r, binary.BigEndian, &n); err != nil {
			return "stream: broken ERROR"
		}
		if n == 0 {
			break
		}
		if _, err := io.CopyN(&file, r, int64(n)); err != nil {
			return "stream: broken ERROR"
		}
		if s.Most > 0 && file.Len() > s.Most {
			return "INSTREAM size limit exceeded. ERROR"
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, file.String())
	switch {
	case s.Says != "":
		return s.Says
	case strings.Contains(file.String(), Sign):
		return "stream: Test.Harm.UNOFFICIAL FOUND"
	}
	return "stream: OK"
}
