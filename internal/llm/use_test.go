package llm_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

func TestUse(t *testing.T) {
	t.Parallel()
	var dialled atomic.Int32
	r := llm.NewRegistry(llm.Settings{Providers: []llm.Provider{provider("a", "https://a.example/v1", "m1")}},
		func(p llm.Provider) llm.Model { dialled.Add(1); return named(p.ID) }, named("offline"), slog.New(slog.DiscardHandler))
	steps := []struct {
		name      string
		providers []llm.Provider
		first     string
		want      string
		dialled   int32 // number of models made so far
	}{
		{"the same", []llm.Provider{provider("a", "https://a.example/v1", "m1")}, "", "m1 offline", 1},
		{"one more", []llm.Provider{provider("a", "https://a.example/v1", "m1"), provider("b", "https://b.example/v1", "m2")}, "", "m1 m2 offline", 2},
		{"another default", []llm.Provider{provider("a", "https://a.example/v1", "m1"), provider("b", "https://b.example/v1", "m2")}, "m2", "m2 m1 offline", 2},
		{"another order", []llm.Provider{provider("b", "https://b.example/v1", "m2"), provider("a", "https://a.example/v1", "m1")}, "", "m2 m1 offline", 2},
		{"another address", []llm.Provider{provider("b", "https://c.example/v1", "m2")}, "", "m2 offline", 3},
		{"other models", []llm.Provider{provider("b", "https://c.example/v1", "m3")}, "", "m3 offline", 4},
		{"none", nil, "", "offline", 4},
	}
	for _, s := range steps {
		r.Use(s.providers, s.first)
		if got := shape(r.Models()); got != s.want {
			t.Errorf("%s: %s, want %s", s.name, got, s.want)
		}
		if n := dialled.Load(); n != s.dialled {
			t.Errorf("%s: %d models were made so far, want %d", s.name, n, s.dialled)
		}
	}
	rekeyed := provider("b", "https://c.example/v1", "m3")
	rekeyed.Key = "secret"
	r.Use([]llm.Provider{rekeyed}, "")
	if n := dialled.Load(); n != 5 {
		t.Errorf("a new key: %d models were made, want 5", n)
	}
}

// A request for model lists that began before a change of the providers must not restore the old
// providers.
func TestUseDuringALook(t *testing.T) {
	t.Parallel()
	asked, answer := make(chan struct{}), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-answer
		_, _ = w.Write([]byte(`{"data":[{"id":"gone"}]}`))
	}))
	defer slow.Close()
	r := registry(llm.Settings{Providers: []llm.Provider{provider("old", slow.URL)}})
	done := make(chan struct{})
	go func() { defer close(done); r.Reprobe(context.Background()) }()
	<-asked
	r.Use([]llm.Provider{provider("new", "https://new.example/v1", "fresh")}, "")
	close(answer)
	<-done
	if got := shape(r.Models()); got != "fresh offline" {
		t.Errorf("the list is %s", got)
	}
}

// After Use has added a provider, Run asks the provider for its models without a further call.
func TestUseIsFollowedByALook(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"data":[{"id":"listed"}]}`))
	}))
	defer server.Close()
	r := registry(llm.Settings{})
	changed, end := r.Watch()
	defer end()
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan struct{})
	go func() { defer close(ran); r.Run(ctx) }()
	<-r.Settled()
	r.Use([]llm.Provider{provider("p", server.URL)}, "")
	for shape(r.Models()) != "listed offline" {
		<-changed
	}
	stop()
	<-ran
}
