//go:build unix

package mcp

import (
	"context"
	"errors"
	"net/http"
	"testing"
)

// life is the context of a session. It counts the functions waiting for the end of the session.
type life struct {
	context.Context
	done    chan struct{}
	waiting int
}

func (l *life) Done() <-chan struct{} { return l.done }

func (l *life) AfterFunc(func()) (stop func() bool) {
	l.waiting++
	return func() bool {
		l.waiting--
		return true
	}
}

// A failed request leaves no functions waiting for the end of the session.
func TestFailedRequestEnds(t *testing.T) {
	t.Parallel()
	b := onSQLite(t)
	for name, token := range map[string]func(context.Context) (string, error){
		"without a token":    func(context.Context) (string, error) { return "", errors.New("expired") },
		"without connection": nil, // no token is needed: the connection to the private address fails
	} {
		l := &life{Context: t.Context(), done: make(chan struct{})}
		w := &wire{base: b.newTransport(""), origin: "https://10.0.0.1:443", token: token, ctx: l, header: b.wait.header}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://10.0.0.1/mcp", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := w.RoundTrip(req); err == nil {
			_ = res.Body.Close()
			t.Errorf("%s: %s", name, res.Status)
		}
		if l.waiting != 0 {
			t.Errorf("%s: %d functions wait for the end of the session", name, l.waiting)
		}
	}
}
