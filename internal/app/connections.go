package app

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// reservedFiles are the files that the server itself needs: databases,
	// listeners, files that are read, pipes of workers.
	reservedFiles = 64
	// filesAConnection is what a connection needs with what it causes: itself and
	// one to a model, or a file.
	filesAConnection = 2
	// fewestConnections are served whatever the limit of files is.
	fewestConnections = 8
	// refusing is how many connections are told at a time that there is no room;
	// more than these are closed at once.
	refusing = 16
	// refusalTime bounds the telling.
	refusalTime = 2 * time.Second
)

// connectionsFor is how many connections fit a limit of open files; 0: any
// number.
func connectionsFor(files uint64) int {
	if files == 0 || files > 1<<30 {
		return 0
	}
	return max(fewestConnections, (int(files)-reservedFiles)/filesAConnection)
}

// crowded is a listener that serves so many connections at once. Those beyond
// it are told so with 503 at once: without it, they would wait for a file that
// nobody gives back, and say nothing.
type crowded struct {
	net.Listener
	places   chan struct{} // one for each connection that is served
	refusals chan struct{}
}

// limitConnections bounds a listener; 0: any number of connections.
func limitConnections(l net.Listener, most int) net.Listener {
	if most == 0 {
		return l
	}
	return &crowded{l, make(chan struct{}, most), make(chan struct{}, refusing)}
}

// Accept gives the next connection for which there is a place.
func (c *crowded) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			return conn, nil
		}
		select {
		case c.places <- struct{}{}:
			return &placed{TCPConn: tcp, leave: sync.OnceFunc(func() { <-c.places })}, nil
		default:
		}
		select {
		case c.refusals <- struct{}{}:
			go func() {
				defer func() { <-c.refusals }()
				refuse(tcp)
			}()
		default:
			_ = conn.Close()
		}
	}
}

// placed is a connection that has a place until it is closed. Whatever else a
// TCP connection can do, net/http finds in it.
type placed struct {
	*net.TCPConn
	leave func()
}

// Close gives the place back.
func (p *placed) Close() error {
	defer p.leave()
	return p.TCPConn.Close()
}

// refuse answers a connection whose request nobody reads, and waits for the
// other side to have read it: closing with bytes unread would cut the answer.
func refuse(conn *net.TCPConn) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(refusalTime))
	body := fmt.Sprintf(`{"error":{"code":%q,"message":%q}}`, errs.TooMany, errs.New(errs.TooMany).Retry(5*time.Second).Message("zh-CN"))
	_, err := fmt.Fprintf(conn, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: %d\r\nRetry-After: 5\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n%s", len(body), body)
	if err != nil {
		return
	}
	_ = conn.CloseWrite()
	_, _ = io.Copy(io.Discard, io.LimitReader(conn, maxHeader))
}
