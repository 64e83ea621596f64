package llm_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// fetched is a model with an HTTP client. The client gets its responses from the function `answer`.
type fetched struct {
	named
	answer func(*http.Request) (*http.Response, error)
}

func (f fetched) HTTP() *http.Client                                { return &http.Client{Transport: f} }
func (f fetched) RoundTrip(r *http.Request) (*http.Response, error) { return f.answer(r) }

// If a remote provider cannot be reached at the start, Run asks it every 30 s until it lists a
// model. After that, the regular updates do not ask it again.
func TestRunAsksAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		answer := func(*http.Request) (*http.Response, error) {
			if asked.Add(1) < 3 {
				return nil, errors.New("down")
			}
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"data":[{"id":"qwen2.5"}]}`))}, nil
		}
		r := llm.NewRegistry(llm.Settings{Providers: []llm.Provider{{ID: "a", BaseURL: "https://a.example/v1"}}},
			func(llm.Provider) llm.Model { return fetched{answer: answer} }, named("offline"), slog.New(slog.DiscardHandler))
		go r.Run(t.Context())
		for i, want := range []struct {
			asked int32
			id    string
		}{{1, "offline"}, {2, "offline"}, {3, "qwen2.5"}, {3, "qwen2.5"}} {
			if i > 0 {
				time.Sleep(llm.ProbeEvery)
			}
			synctest.Wait()
			if got := r.Default().Info.ID; got != want.id || asked.Load() != want.asked {
				t.Fatalf("after %d waits: %s, asked %d times", i, got, asked.Load())
			}
		}
	})
}
