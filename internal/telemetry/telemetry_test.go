package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/telemetry"
)

func TestSecretsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := telemetry.NewLogger(&out, slog.LevelInfo, func(context.Context) string { return "0123" })
	const s = "hunter2secret"
	log.With("token", s).WithGroup("g").Info("calling https://"+s+"@api.example.com/v1",
		"err", errors.New(`Post "https://user:`+s+`@host/v1": refused`),
		"Authorization", "Bearer "+s,
		"header", "authorization: bearer "+s,
		"vendor", "the key sk-"+s+" was refused",
		"query", "?a=1&api_key="+s+"&b=2",
		"database", "postgres://wenqu:"+s+"@db/wenqu?sslmode=disable",
	)
	if strings.Contains(out.String(), s) {
		t.Errorf("a secret was logged: %s", out.String())
	}
	for _, kept := range []string{"api.example.com/v1", "refused", "b=2", "@db/wenqu?sslmode=disable", `"traceId":"0123"`} {
		if !strings.Contains(out.String(), kept) {
			t.Errorf("the log lacks %q: %s", kept, out.String())
		}
	}
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Errorf("the line is no JSON: %v", err)
	}
}

func TestRedactIgnoresCase(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"BEARER abcdefgh12", "bearer abcdefgh12", "Bearer abcdefgh12", "sent BeaReR abcdefgh12"} {
		if got := telemetry.Redact(s); strings.Contains(got, "abcdefgh12") {
			t.Errorf("Redact(%q) = %q", s, got)
		}
	}
}

func TestRedactKeepsOtherText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "问渠", "write to a@b.example", "https://example.com/a@b", "a-b=c", "2026-11-20"} {
		if got := telemetry.Redact(s); got != s {
			t.Errorf("Redact(%q) = %q", s, got)
		}
	}
}

func TestMetricsAreGuarded(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("1.2.3")
	m.Request("POST /api/chat/{cid}", 200, time.Second)
	m.Gauge("wenqu_runs_running", "Runs.", nil, func() float64 { return 7 })
	tests := map[string]struct {
		remote, token, auth, forwarded string
		want                           int
	}{
		"this machine":                  {"127.0.0.1:5", "", "", "", 200},
		"this machine, IPv6":            {"[::1]:5", "", "", "", 200},
		"another machine":               {"192.0.2.7:5", "", "", "", 401},
		"through a proxy here":          {"127.0.0.1:5", "", "", "192.0.2.7", 401},
		"with the token":                {"192.0.2.7:5", "secret", "Bearer secret", "", 200},
		"with a wrong token":            {"192.0.2.7:5", "secret", "Bearer secrets", "", 401},
		"a wrong token on this machine": {"127.0.0.1:5", "secret", "Bearer secrets", "", 401},
		"a token, though none is set":   {"127.0.0.1:5", "", "Bearer secrets", "", 401},
		"an empty token is no token":    {"192.0.2.7:5", "", "Bearer ", "", 401},
		"the token without its scheme":  {"192.0.2.7:5", "secret", "secret", "", 401},
		"the token through a proxy too": {"127.0.0.1:5", "secret", "Bearer secret", "192.0.2.7", 200},
	}
	for name, tt := range tests {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.RemoteAddr = tt.remote
		if tt.auth != "" {
			r.Header.Set("Authorization", tt.auth)
		}
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		w := httptest.NewRecorder()
		m.Handler(tt.token).ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("%s: status %d, want %d", name, w.Code, tt.want)
		}
		if shown := strings.Contains(w.Body.String(), "wenqu_runs_running 7"); shown != (tt.want == 200) {
			t.Errorf("%s: figures shown: %v", name, shown)
		}
	}
}
