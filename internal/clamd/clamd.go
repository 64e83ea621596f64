// Package clamd asks a virus scanner about files, by the protocol of clamd: the
// bytes go to it over a socket, and it says whether it knows harm in them.
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
	// pieceBytes is how much goes to the scanner at a time.
	pieceBytes = 64 << 10
	// maxReply bounds what the scanner says, in bytes.
	maxReply = 4 << 10
	// maxScans is how many files one Client has scanned at a time; others wait.
	maxScans = 4
	// dialTime bounds the way to the scanner.
	dialTime = 5 * time.Second
	// silence is how long the scanner may take nothing and say nothing.
	silence = 60 * time.Second
	// wholeTime bounds one scan with its wait for a place.
	wholeTime = 5 * time.Minute
)

// ErrInfected says that the scanner knows harm in the file.
var ErrInfected = errors.New("clamd: the file is infected")

// errUnread says that the file could not be read here.
var errUnread = errors.New("clamd: the file could not be read")

// Client asks one scanner. It is safe for concurrent use.
type Client struct {
	network, address string
	places           chan struct{}
}

// New reads where the scanner listens: tcp://host:port, host:port, unix:///path
// or a path that begins with /.
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

// Scan fails with ErrInfected when the scanner knows harm in what r gives, and
// with another error when it did not look at all of it.
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
	// stream: OK, stream: NAME FOUND, or what went wrong and ERROR.
	switch _, said, _ := strings.Cut(reply, ": "); {
	case said == "OK":
		return nil
	case strings.HasSuffix(said, " FOUND"):
		return ErrInfected
	}
	return fmt.Errorf("clamd: it says %q", reply)
}

// Ping asks whether the scanner is there.
func (c *Client) Ping(ctx context.Context) error {
	reply, err := c.ask(ctx, "PING", func(net.Conn) error { return nil })
	if err == nil && reply != "PONG" {
		err = fmt.Errorf("clamd: it says %q", reply)
	}
	return err
}

// ask sends one command and what belongs to it, and reads the reply.
func (c *Client) ask(ctx context.Context, command string, more func(net.Conn) error) (string, error) {
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, c.network, c.address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	limited := patient{conn}
	// A scanner that has seen enough, or takes no more, replies before all of it
	// was sent: what it says counts, then, and not that it stopped reading.
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

// send writes r in pieces with their length before each, and an empty one at the
// end. A file that cannot be read is not ended, so that none of it counts.
func send(w io.Writer, r io.Reader) error {
	buf := make([]byte, 4+pieceBytes)
	for {
		n, err := io.ReadFull(r, buf[4:])
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.Join(errUnread, err)
		}
		binary.BigEndian.PutUint32(buf, uint32(n)) // at most pieceBytes
		if _, err := w.Write(buf[:4+n]); err != nil || n == 0 {
			return err
		}
	}
}

// patient gives each reading and writing a time of its own.
type patient struct{ net.Conn }

func (p patient) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

func (p patient) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}
