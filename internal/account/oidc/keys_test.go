package oidc

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// TestFailedKeysAreTold fails to fetch the keys. Until the next fetch, every search for a key returns the
// failure of the fetch. It must not return errUnknownKey, as if the provider had no such key.
func TestFailedKeysAreTold(t *testing.T) {
	t.Parallel()
	var asked, down atomic.Int64
	down.Store(1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if down.Load() == 1 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = w.Write([]byte(`{"keys":[]}`))
	}))
	t.Cleanup(server.Close)
	now := time.Unix(1_790_000_000, 0)
	c := New(Settings{}, server.Client(), func() time.Time { return now })
	keys := func() error {
		_, err := c.keysFor(t.Context(), discovery{Keys: server.URL}, tokenHeader{KeyID: "a"})
		return err
	}
	for range 2 {
		if err := keys(); err == nil || errors.Is(err, errUnknownKey) {
			t.Errorf("while the provider is down: %v", err)
		}
	}
	down.Store(0)
	now = now.Add(retryPause)
	for range 2 {
		if err := keys(); !errors.Is(err, errUnknownKey) {
			t.Errorf("the provider has no such key: %v", err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the provider was asked %d times, want 2", n)
	}
}
