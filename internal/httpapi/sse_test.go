package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type cid struct {
	CID string `path:"cid"`
}

// streams starts a server with a stream of the frames from `next`. `ended` gets the result of
// WriteFrames.
func streams(t *testing.T, next func(context.Context) ([]byte, error)) (url string, ended <-chan error) {
	t.Helper()
	r, err := httpapi.New(httpapi.Options{Identities: &people{}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	httpapi.Raw(r, httpapi.Op{Method: "GET", Path: "/api/chat/{cid}/stream", Domain: "test", Owner: httpapi.Mine}, "text/event-stream",
		func(ctx context.Context, in *cid, w httpapi.ResponseWriter) error {
			if in.CID == "missing" {
				return errs.New(errs.NotFound)
			}
			err := httpapi.WriteFrames(ctx, w, next)
			done <- err
			return err
		})
	return serve(t, r) + "/api/chat/", done
}

func TestFramesAreSentAtOnce(t *testing.T) {
	t.Parallel()
	frames := make(chan string)
	url, ended := streams(t, func(ctx context.Context) ([]byte, error) {
		select {
		case f, ok := <-frames:
			if !ok {
				return nil, io.EOF
			}
			return []byte(f), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	req, err := http.NewRequestWithContext(t.Context(), "GET", url+"12345678/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req) // Do returns although no frame was sent
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	lines := bufio.NewReader(res.Body)
	for _, f := range []string{"data: 1\n\n", "id: 2\ndata: 2\n\n"} {
		frames <- f
		got := ""
		for !strings.HasSuffix(got, "\n\n") {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			got += line
		}
		if got != f {
			t.Errorf("got %q, want %q", got, f)
		}
	}
	close(frames)
	if rest, err := io.ReadAll(lines); err != nil || len(rest) != 0 {
		t.Errorf("after the end: %q, %v", rest, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("WriteFrames: %v", err)
	}
}

func TestReaderThatLeaves(t *testing.T) {
	t.Parallel()
	url, ended := streams(t, func(ctx context.Context) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", url+"12345678/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	leave()
	res.Body.Close()
	if err := <-ended; err != nil {
		t.Errorf("a reader that leaves gave %v", err)
	}
}

func TestReaderThatTakesNothing(t *testing.T) {
	t.Parallel()
	batch := []byte("data: " + strings.Repeat("x", 1<<16) + "\n\n")
	sent := make(chan struct{}, 1)
	url, ended := streams(t, func(context.Context) ([]byte, error) {
		select {
		case sent <- struct{}{}:
		default:
		}
		return batch, nil
	})
	address := strings.TrimPrefix(url, "http://")
	host, _, _ := strings.Cut(address, "/")
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET /api/chat/12345678/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	// While nothing is read, the buffers of the connection fill up. A reader that starts
	// later gets more than the buffers contain, because the stream has waited.
	<-sent
	if _, err := io.CopyN(io.Discard, c, 64<<20); err != nil {
		t.Fatalf("the stream ended while its reader was only slow: %v", err)
	}
	c.Close()
	if err := <-ended; err != nil {
		t.Errorf("a reader that is gone gave %v", err)
	}
}

func TestStreamFailures(t *testing.T) {
	t.Parallel()
	calls := 0
	url, ended := streams(t, func(context.Context) ([]byte, error) {
		if calls++; calls == 1 {
			return []byte("data: 1\n\n"), nil
		}
		return nil, errors.New("log gone")
	})
	if got := send(t, http.DefaultClient, "GET", url+"missing/stream", ""); got.status != 404 || got.body.Error.Code != string(errs.NotFound) {
		t.Errorf("before the first byte: %d %s", got.status, got.text)
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", url+"12345678/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, err := io.ReadAll(res.Body); err == nil {
		t.Errorf("a stream that failed in the middle ended well with %q", b)
	}
	if err := <-ended; err == nil {
		t.Error("WriteFrames hid the failure")
	}
}

// TestSilenceIsBroken simulates a model that thinks for 100 s. The stream sends comments during
// that time, and the frames after them are complete.
func TestSilenceIsBroken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		given := 0
		next := func(ctx context.Context) ([]byte, error) {
			switch given {
			case 0, 2:
				given++
				return []byte("data: word\n\n"), nil
			case 3:
				return nil, io.EOF
			}
			select {
			case <-time.After(100*time.Second - time.Since(began)):
				given++
				return []byte("data: late\n\n"), nil
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		w := httptest.NewRecorder()
		if err := httpapi.WriteFrames(t.Context(), w, next); err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(w.Body.String(), "\n\n", "|")
		want := "data: word|" + strings.Repeat(": keep-alive|", 6) + "data: late|data: word|"
		if got != want {
			t.Errorf("sent %q", got)
		}
	})
}
