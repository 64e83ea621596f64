package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// TestUploadsMayTakeTime sends files over slow connections. An upload that keeps
// sending is accepted far beyond the time limit of other bodies. An upload that pauses too
// long or never ends is refused.
func TestUploadsMayTakeTime(t *testing.T) {
	t.Parallel()
	const size = 40
	for name, tt := range map[string]struct {
		pause time.Duration // pause between two bytes
		ok    bool
		most  time.Duration // longest time until the answer
	}{
		"slow":         {30 * time.Second, true, 21 * time.Minute},
		"stands still": {90 * time.Second, false, 2 * time.Minute},
		"for ever":     {55 * time.Second, false, 31 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				router, err := httpapi.New(httpapi.Options{Identities: &people{stored: map[string]bool{}}})
				if err != nil {
					t.Fatal(err)
				}
				op := httpapi.Op{Method: "POST", Path: "/api/user/docs/upload", Domain: "test", Owner: httpapi.None, Stream: true, Upload: true, MaxBody: 1000}
				httpapi.Route(router, op, func(ctx context.Context, _ *struct{}) (*out, error) {
					n, err := io.Copy(io.Discard, httpapi.Body(ctx))
					o := &out{}
					o.Body.Code = int(n)
					return o, err
				})
				l := make(pipes)
				server := &http.Server{Handler: router, ReadHeaderTimeout: time.Second}
				var all sync.WaitGroup
				all.Go(func() { _ = server.Serve(l) })
				client, conn := net.Pipe()
				l <- conn
				begun := time.Now()
				all.Go(func() {
					_, _ = fmt.Fprintf(client, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", op.Path, size)
					for range size {
						time.Sleep(tt.pause)
						if _, err := io.WriteString(client, "x"); err != nil {
							return
						}
					}
				})
				res, err := http.ReadResponse(bufio.NewReader(client), nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(res.Body)
				if took := time.Since(begun); err != nil || (res.StatusCode == 200) != tt.ok || took > tt.most {
					t.Errorf("after %v: %d %s %v", took, res.StatusCode, got, err)
				}
				close(l)
				client.Close()
				server.Close()
				all.Wait()
			})
		})
	}
}
