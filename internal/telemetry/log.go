// Package telemetry provides the log and the metrics of a running server.
package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// NewLogger returns a logger that writes JSON lines to w. If `traceID` finds the trace id of the request,
// the line contains it. Secrets are replaced by ***: the whole value of an attribute in secretNames, and
// the secrets that Redact finds in other texts.
func NewLogger(w io.Writer, level slog.Leveler, traceID func(context.Context) string) *slog.Logger {
	json := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: redact})
	return slog.New(&handler{json, traceID})
}

type handler struct {
	slog.Handler
	traceID func(context.Context) string
}

// Handle adds the trace id.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	if id := h.traceID(ctx); id != "" {
		r.AddAttrs(slog.String("traceId", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the trace id on derived loggers.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.Handler.WithAttrs(attrs), h.traceID}
}

// WithGroup keeps the trace id on derived loggers.
func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.Handler.WithGroup(name), h.traceID}
}

// secretNames are the names, in lower case, of attributes whose values are never logged.
var secretNames = map[string]bool{
	"authorization": true, "cookie": true, "key": true, "apikey": true, "api_key": true,
	"password": true, "secret": true, "set-cookie": true, "token": true, "x-token": true,
}

func redact(_ []string, a slog.Attr) slog.Attr {
	if secretNames[strings.ToLower(a.Key)] {
		return slog.String(a.Key, hidden)
	}
	switch a.Value.Kind() {
	case slog.KindString:
		return slog.String(a.Key, Redact(a.Value.String()))
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case error:
			return slog.String(a.Key, Redact(v.Error()))
		case fmt.Stringer:
			return slog.String(a.Key, Redact(v.String()))
		}
	}
	return a
}

const hidden = "***"

// userInfo matches the beginning of an address that contains a user name or a password.
var userInfo = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^/\s@"'<>]+@`)

// patterns match other secrets inside texts: keys in the formats of vendors,
// bearer tokens, and parameters such as password=….
var patterns = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`\b(sk|rk|pk|ak)-[A-Za-z0-9_-]{8,}`), "${1}-" + hidden},
	{regexp.MustCompile(`(?i)\b(bearer)\s+[A-Za-z0-9._~+/=-]{8,}`), "${1} " + hidden},
	{regexp.MustCompile(`(?i)\b(password|api_?key|token|secret)=[^\s&"']+`), "${1}=" + hidden},
}

// Redact replaces everything in s that looks like a secret by ***.
func Redact(s string) string {
	if !strings.ContainsAny(s, "@-=") && !hasBearer(s) {
		return s
	}
	for _, p := range patterns {
		s = p.find.ReplaceAllString(s, p.put)
	}
	return userInfo.ReplaceAllStringFunc(s, func(m string) string {
		scheme, info, _ := strings.Cut(m, "://")
		if info == "KEY@" || info == "密钥@" || info == "金鑰@" {
			return m // a text explains the format of an address; KEY is no secret
		}
		return scheme + "://" + hidden + "@"
	})
}

// hasBearer reports whether s contains "bearer" in any case. It is faster than a pattern.
func hasBearer(s string) bool {
	const word = "bearer"
	for i := range len(s) - len(word) + 1 {
		if s[i]|0x20 == 'b' && strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
