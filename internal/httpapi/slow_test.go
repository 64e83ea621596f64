package httpapi_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// pipes is a listener whose connections use the clock of a synctest bubble.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return fromHere{} }

type fromHere struct{}

func (fromHere) Network() string { return "pipe" }
func (fromHere) String() string  { return "127.0.0.1:1" }

// TestBodyThatDrips sends a request whose body arrives very slowly. When the time limit of
// the body has passed, the request is answered and the connection is closed, although bytes
// still arrive.
func TestBodyThatDrips(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"read by a route":    pathLook,
		"read by nobody":     "/api/nothing",
		"of a route to come": "/api/v5/canvas/url",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := make(pipes)
				server := &http.Server{Handler: newRouter(t, httpapi.Options{}), ReadHeaderTimeout: time.Second}
				var all sync.WaitGroup
				all.Go(func() { _ = server.Serve(l) })
				client, conn := net.Pipe()
				l <- conn
				begun := time.Now()
				all.Go(func() {
					_, _ = fmt.Fprintf(client, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{", path)
					for {
						if _, err := io.WriteString(client, " "); err != nil {
							return
						}
						time.Sleep(time.Second)
					}
				})
				lines := bufio.NewReader(client)
				res, err := http.ReadResponse(lines, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadAll(res.Body); err != nil {
					t.Fatal(err)
				}
				if _, err := lines.ReadByte(); err == nil || time.Since(begun) > time.Minute {
					t.Errorf("after %v: %d, and the connection ended with %v", time.Since(begun), res.StatusCode, err)
				}
				close(l)
				client.Close()
				server.Close()
				all.Wait()
			})
		})
	}
}

// TestClientThatReadsLate sends a body far over the limit before it reads, as many
// clients do. It still receives the answer.
func TestClientThatReadsLate(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	body := strings.Repeat("x", 2*httpapi.MaxBody)
	if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", pathLook, len(body), body); err != nil {
		t.Fatalf("sending: %v", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(res.Body); res.StatusCode != http.StatusRequestEntityTooLarge || err != nil {
		t.Errorf("%s %v %s", res.Status, err, got)
	}
}
