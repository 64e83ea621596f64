package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		w.Write([]byte("not now"))
	}))
	if err := askHealth(t.Context(), server.URL); err != nil {
		t.Errorf("a ready server: %v", err)
	}
	status = http.StatusServiceUnavailable
	if err := askHealth(t.Context(), server.URL); err == nil || !strings.Contains(err.Error(), "not now") {
		t.Errorf("a server that is not ready: %v", err)
	}
	server.Close()
	if err := askHealth(t.Context(), server.URL); err == nil {
		t.Error("no server at all is healthy")
	}
}

func TestDialable(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"0.0.0.0:8080": "127.0.0.1:8080", ":8080": "127.0.0.1:8080", "[::]:8080": "[::1]:8080",
		"127.0.0.1:1": "127.0.0.1:1", "10.0.0.7:80": "10.0.0.7:80", "host.example:80": "host.example:80", "odd": "odd",
	} {
		if got := dialable(addr); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}
