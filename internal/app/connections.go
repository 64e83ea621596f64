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
	// reservedFiles is the number of open files that the server itself needs: databases,
	// listeners, files that are being read, pipes of workers.
	reservedFiles = 64
	// filesAConnection is the number of open files that one connection needs: one for itself, and
	// one for a stored file or a connection to a model.
	filesAConnection = 2
	// fewestConnections is the lower bound of the connection limit, however low the limit of open
	// files is.
	fewestConnections = 8
	// refusing is the number of connections that may receive a 503 response at the same time;
	// further ones are closed without a response.
	refusing = 16
	// refusalTime is the time limit for sending the 503 response and discarding the request.
	refusalTime = 2 * time.Second
)

// connectionsFor returns how many connections a limit of open files allows; 0: no limit.
func connectionsFor(files uint64) int {
	if files == 0 || files > 1<<30 {
		return 0
	}
	return max(fewestConnections, (int(files)-reservedFiles)/filesAConnection)
}

// limitedListener is a listener with a maximum number of open connections. Further connections are
// accepted, too, so that they do not wait until another connection ends: each gets a 503 response at
// once. While `refusing` 503 responses are being sent, further connections are closed without one.
type limitedListener struct {
	net.Listener
	places   chan struct{} // one element for each connection that is served
	refusals chan struct{}
}

// limitConnections limits the open connections of a listener; 0: no limit.
func limitConnections(l net.Listener, most int) net.Listener {
	if most == 0 {
		return l
	}
	return &limitedListener{l, make(chan struct{}, most), make(chan struct{}, refusing)}
}

// Accept returns the next connection within the limit.
func (c *limitedListener) Accept() (net.Conn, error) {
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

// placed is a connection that counts against the limit until it is closed. It embeds
// *net.TCPConn, so net/http can use all methods of that type.
type placed struct {
	*net.TCPConn
	leave func()
}

// Close closes the connection and frees its place.
func (p *placed) Close() error {
	defer p.leave()
	return p.TCPConn.Close()
}

// refuse sends a 503 response before it has read the request. Then it reads and discards what the
// client sends, until the client closes the connection, maxHeader bytes have come, or refusalTime is
// over. Closing a connection that still has unread bytes of the request would discard the response.
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
