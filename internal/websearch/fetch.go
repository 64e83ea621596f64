package websearch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of replies.
const (
	maxReply    = 4 << 20 // bytes, after decompression
	maxDetail   = 200     // characters of an error message
	maxTitle    = 300     // characters
	maxSnippet  = 1000
	maxContent  = 20_000
	maxURL      = 2000 // bytes
	longestRest = 24 * time.Hour
)

const agent = "Wenqu (+https://github.com/wenqu-ai/wenqu)"

// send makes one call and returns the body of a reply with status 200. Otherwise it fails with
// a *failure.
func send(ctx context.Context, hc *http.Client, e *Engine, c *call) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, c.method, c.url, bytes.NewReader(c.body))
	if err != nil {
		return nil, fail(Unreachable, "the address cannot be used")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", agent)
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range c.header {
		req.Header.Set(k, v)
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, connection(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case err != nil && resp.StatusCode == http.StatusOK:
		return nil, connection(ctx, err)
	case len(body) > maxReply:
		return nil, fail(TooBig, "more than %s", text.Size(maxReply))
	case resp.StatusCode == http.StatusOK:
		return body, nil
	}
	if e.refused != nil {
		if f := e.refused(resp.StatusCode, resp.Header, body); f != nil {
			return nil, f
		}
	}
	return nil, refusal(resp, body)
}

// connection converts the error of a request without a complete reply. The result never contains the request's URL,
// because the URL may include a key.
func connection(ctx context.Context, err error) *failure {
	var timed net.Error
	switch {
	case errors.Is(err, guard.ErrAddress):
		return &failure{reason: Forbidden}
	case ctx.Err() != nil, errors.As(err, &timed) && timed.Timeout():
		return &failure{reason: Slow}
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return fail(Unreachable, "%s", text.Cut(err.Error(), maxDetail))
}

// statuses maps HTTP statuses to reasons. An engine overrides single entries with Engine.refused.
var statuses = map[int]Reason{
	http.StatusBadRequest:            BadQuery,
	http.StatusUnprocessableEntity:   BadQuery,
	http.StatusUnauthorized:          KeyRefused,
	http.StatusForbidden:             KeyRefused,
	http.StatusPaymentRequired:       NoBalance,
	http.StatusTooManyRequests:       Busy,
	http.StatusServiceUnavailable:    Busy,
	http.StatusRequestEntityTooLarge: BadQuery,
	http.StatusNotFound:              NotJSON,
	http.StatusMethodNotAllowed:      NotJSON,
	http.StatusGatewayTimeout:        Slow,
}

// refusal returns the failure for a reply with a status other than 200.
func refusal(resp *http.Response, body []byte) *failure {
	f := &failure{reason: Failing, detail: "HTTP " + strconv.Itoa(resp.StatusCode)}
	if r, ok := statuses[resp.StatusCode]; ok {
		f.reason = r
	}
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		f.reason = Moved
		if to, err := resp.Location(); err == nil {
			f.detail += " → " + text.Cut(to.Host, maxDetail-20)
		}
		return f
	}
	if said := message(body); said != "" {
		f.detail = text.Cut(f.detail+": "+said, maxDetail)
	}
	f.after = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	return f
}

// message extracts the error message from a body in one of the usual formats; empty if there is
// none.
func message(body []byte) string {
	var shape struct {
		Error   any    `json:"error"`
		Message string `json:"message"`
		Msg     string `json:"msg"`
		Detail  any    `json:"detail"`
	}
	if decode(body, &shape) != nil {
		return ""
	}
	for _, v := range []any{shape.Error, shape.Message, shape.Msg, shape.Detail} {
		switch v := v.(type) {
		case string:
			if v != "" {
				return plain(v)
			}
		case map[string]any:
			for _, key := range []string{"message", "msg", "error", "detail"} {
				if s, ok := v[key].(string); ok && s != "" {
					return plain(s)
				}
			}
		}
	}
	return ""
}

// retryAfter parses the header Retry-After, which contains seconds or a date. It returns the
// number of seconds, at most longestRest. It returns 0 if the header is absent or invalid.
func retryAfter(value string, now time.Time) int {
	value = strings.TrimSpace(value)
	n, err := strconv.Atoi(value)
	if err != nil {
		at, err := http.ParseTime(value)
		if err != nil {
			return 0
		}
		n = int(at.Sub(now).Seconds())
	}
	return max(0, min(n, int(longestRest.Seconds())))
}
