package openai

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// dropped reports whether the connection was closed before an answer came. Servers may close a
// reused connection at any time.
func dropped(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || strings.Contains(err.Error(), "server closed idle connection")
}

func retryable(status int, f failure) bool {
	switch status {
	case http.StatusTooManyRequests:
		return f.after > 0 && f.kind() == errs.ModelBusy
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// statusFailure makes a failure from a response whose HTTP status is not 2xx.
func statusFailure(resp *http.Response, said []byte) failure {
	f := failure{status: resp.StatusCode, after: retryAfter(resp.Header)}
	var ch chunk
	if ch.parse(bytes.TrimSpace(said)) {
		if g, ok := ch.fault.read([]byte("error"), false); ok {
			f.code, f.message, f.mini = g.code, g.message, g.mini
		}
	}
	if f.message == "" {
		switch {
		case resp.StatusCode/100 == 3:
			f.message = "it redirects to " + redirectHost(resp)
		case bytes.HasPrefix(bytes.TrimSpace(said), []byte("<")):
			f.message = "a web page"
		default:
			f.message = string(said)
		}
	}
	return f
}

func redirectHost(resp *http.Response) string {
	if u, err := resp.Location(); err == nil {
		return u.Scheme + "://" + u.Host
	}
	return "nowhere"
}

// retryAfter reads the header Retry-After, which contains seconds or a date.
func retryAfter(h http.Header) time.Duration {
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
