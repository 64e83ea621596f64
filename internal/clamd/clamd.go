// Package clamd scans files with a virus scanner, by the protocol of clamd: it sends
// the bytes over a socket, and the scanner replies whether it has found malware.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// pieceBytes is how many bytes are sent to the scanner at a time.
	pieceBytes = 64 << 10
	// maxReply bounds the scanner's reply, in bytes.
	maxReply = 4 << 10
	// maxScans is how many files one Client scans at a time; others wait.
	maxScans = 4
	// dialTime bounds the time for connecting to the scanner.
	dialTime = 5 * time.Second
	// idleTimeout bounds each read from the scanner and each write to it.
	idleTimeout = 60 * time.Second
	// wholeTime bounds one scan, including the wait for other scans.
	wholeTime = 5 * time.Minute
)

// ErrInfected means that the scanner has found malware in the file.
var ErrInfected = errors.New("clamd: the file is infected")

// errUnread means that the file could not be read on this server.
var errUnread = errors.New("clamd: the file could not be read")

// Client is a client of one scanner. It is safe for concurrent use.
type Client struct {
	network, address string
	places           chan struct{}
}

// New parses the scanner's address: tcp://host:port, host:port, unix:///path or a path that begins
// with /.
func New(where string) (*Client, error) {
	c := &Client{network: "tcp", address: strings.TrimPrefix(where, "tcp://"), places: make(chan struct{}, maxScans)}
	if path := strings.TrimPrefix(where, "unix://"); filepath.IsAbs(path) {
		c.network, c.address = "unix", path
		return c, nil
	}
	host, port, err := net.SplitHostPort(c.address)
	if _, number := strconv.ParseUint(port, 10, 16); err != nil || number != nil || host == "" {
		return nil, errors.New("host:port, or unix:///path")
	}
	return c, nil
}

// Scan fails with ErrInfected when the scanner finds malware in the bytes of r. It fails with
// another error when the scanner has not scanned all bytes.
func (c *Client) Scan(ctx context.Context, r io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, wholeTime)
	defer cancel()
	select {
	case c.places <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("clamd: no place to scan: %w", ctx.Err())
	}
	defer func() { <-c.places }()
	reply, err := c.ask(ctx, "INSTREAM", func(conn net.Conn) error { return send(conn, r) })
	if err != nil {
		return err
	}
	// The reply is "stream: OK", "stream: NAME FOUND", or a message that ends with
	// ERROR.
	switch _, verdict, _ := strings.Cut(reply, ": "); {
	case verdict == "OK":
		return nil
	case strings.HasSuffix(verdict, " FOUND"):
		return ErrInfected
	}
	return fmt.Errorf("clamd: it says %q", reply)
}

// Ping checks whether the scanner answers.
func (c *Client) Ping(ctx context.Context) error {
	reply, err := c.ask(ctx, "PING", func(net.Conn) error { return nil })
	if err == nil && reply != "PONG" {
		err = fmt.Errorf("clamd: it says %q", reply)
	}
	return err
}

// ask sends one command with its data, and reads the reply.
func (c *Client) ask(ctx context.Context, command string, more func(net.Conn) error) (string, error) {
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, c.network, c.address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	limited := deadlineConn{conn}
	// A scanner may reply before everything was sent, because it has found malware or
	// accepts no more bytes. Then the reply is used, and the failed write is ignored.
	_, sent := io.WriteString(limited, "z"+command+"\x00")
	if sent == nil {
		sent = more(limited)
	}
	if errors.Is(sent, errUnread) {
		return "", sent
	}
	reply, err := bufio.NewReader(io.LimitReader(limited, maxReply)).ReadString(0)
	if err != nil {
		return "", errors.Join(sent, fmt.Errorf("clamd: no reply: %w", err))
	}
	return strings.TrimSpace(strings.TrimSuffix(reply, "\x00")), nil
}

// send writes r in pieces, each after its length, and an empty piece at the end. When reading r
// fails, send omits the empty piece, so that the scanner gives no result.
func send(w io.Writer, r io.Reader) error {
	buf := make([]byte, 4+pieceBytes)
	for {
		n, err := io.ReadFull(r, buf[4:])
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.Join(errUnread, err)
		}
		binary.BigEndian.PutUint32(buf, uint32(n)) // n is at most pieceBytes
		if _, err := w.Write(buf[:4+n]); err != nil || n == 0 {
			return err
		}
	}
}

// deadlineConn sets a new deadline for each read and write.
type deadlineConn struct{ net.Conn }

func (p deadlineConn) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(idleTimeout)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

func (p deadlineConn) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(idleTimeout)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}
