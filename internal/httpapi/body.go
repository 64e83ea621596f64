package httpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	// MaxBody is the largest JSON body in bytes, unless the Op states another
	// limit.
	MaxBody = 4 << 20
	// maxDepth is how deeply arrays and objects may be nested. The operations need far fewer levels.
	maxDepth = 64
	// bodyTimeout is how long the arrival of a whole body may take.
	bodyTimeout = 30 * time.Second
	// streamTimeout is how long a body may take to arrive if the operation reads the body itself
	// and is not an upload.
	streamTimeout = 5 * time.Minute
	// uploadTimeout is how long the body of an upload with Op.Stream may take to arrive; it is
	// long for slow connections. uploadIdle is how long such an upload may pause.
	uploadTimeout = 30 * time.Minute
	uploadIdle    = time.Minute
	// maxDrain is how much of a body beyond its limit is read and discarded,
	// because many clients send everything before they read the refusal.
	maxDrain = 16 << 20
)

// readBody reads a whole body of at most limit bytes.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil { // the read deadline stays, because net/http may wait for the rest of the body before it answers
		return nil, bodyError(r.Body, limit, err)
	}
	// Otherwise the read deadline would interrupt a long answer.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return body, nil
}

// bodyError converts the error of reading a body to an error for the asker.
func bodyError(rest io.Reader, limit int64, err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		_, _ = io.CopyN(io.Discard, rest, maxDrain)
		return errs.Wrap(errs.TooLarge, err).With("limit", size(limit))
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		return errs.Wrap(errs.BadRequest, err).With("detail", "the body did not arrive in time")
	}
	return errs.Wrap(errs.BadRequest, err).With("detail", "the body ended early")
}

// Body is the body of an operation with Stream. If it exceeds its limit or does not arrive
// completely, reading it fails with an error for the asker.
func Body(ctx context.Context) io.Reader { return sessionOf(ctx).body }

// streamBody lets an operation read its body while it arrives.
func streamBody(w http.ResponseWriter, r *http.Request, limit int64, upload bool) io.Reader {
	a := &arriving{from: http.MaxBytesReader(w, r.Body, limit), rest: r.Body, limit: limit, control: http.NewResponseController(w)}
	if upload {
		a.end = time.Now().Add(uploadTimeout)
	} else {
		_ = a.control.SetReadDeadline(time.Now().Add(streamTimeout)) // an error means that the connection has no deadlines
	}
	return a
}

// arriving is a body whose read errors can be shown to the asker.
type arriving struct {
	from, rest io.Reader
	limit      int64
	control    *http.ResponseController
	end        time.Time // when an upload must have arrived; zero: the body is no upload, and streamBody has set its deadline
	err        error
}

func (a *arriving) Read(p []byte) (n int, err error) {
	if a.err != nil {
		return 0, a.err
	}
	if !a.end.IsZero() {
		next := time.Now().Add(uploadIdle)
		if next.After(a.end) {
			next = a.end
		}
		_ = a.control.SetReadDeadline(next)
	}
	switch n, err = a.from.Read(p); {
	case errors.Is(err, io.EOF):
		_ = a.control.SetReadDeadline(time.Time{}) // as in readBody, so that the deadline does not interrupt a long answer
		a.err = io.EOF
	case err != nil:
		a.err = bodyError(a.rest, a.limit, err)
	}
	return n, a.err
}

// useJSON prepares the body for Huma: JSON of bounded depth in valid UTF-8,
// whatever its Content-Type. A missing body counts as {}.
func useJSON(r *http.Request, body []byte) error {
	body = bytes.TrimSpace(body)
	switch {
	case len(body) == 0:
		body = []byte("{}")
	case !utf8.Valid(body):
		return errs.New(errs.BadRequest).With("detail", "the body is not valid UTF-8")
	case depth(body) > maxDepth:
		return errs.New(errs.BadRequest).With("detail", fmt.Sprintf("the body is nested deeper than %d", maxDepth))
	}
	replaceNUL(body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return nil
}

// replaceNUL replaces every escaped NUL in a JSON text by the replacement
// character, because PostgreSQL cannot store NUL in texts. A text keeps its
// other characters, and an id with a NUL matches nothing. JSON does not allow
// an unescaped NUL.
func replaceNUL(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		if bytes.HasPrefix(b[i:], []byte(`\u0000`)) {
			copy(b[i:], `\uFFFD`)
		}
		i++ // skip the escaped character
	}
}

// depth counts how deeply brackets are nested outside of strings. For valid JSON the
// result is never too small. The decoder refuses invalid JSON.
func depth(b []byte) int {
	deepest, now, inString := 0, 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}

func size(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}
