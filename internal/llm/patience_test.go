package llm_test

import (
	"context"
	"iter"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// slow is a model that answers after a delay, or fails when its context ends.
type slow time.Duration

func (s slow) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		select {
		case <-ctx.Done():
			yield(llm.Delta{}, errs.Ended(ctx))
		case <-time.After(time.Duration(s)):
			_ = yield(llm.Delta{Text: "好"}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
		}
	}
}

// Until a busy local server answers, the stream reports that the server is working. The stream of a
// remote server contains no such reports.
func TestBusyLocalServerIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		url   string
		from  string // the source of the provider
		waits time.Duration
		text  string
		code  errs.Code
		told  bool
	}{
		"at once":     {url: "http://127.0.0.1:9/v1", waits: time.Second, text: "好"},
		"busy":        {url: "http://127.0.0.1:9/v1", waits: 4 * time.Minute, text: "好", told: true},
		"for ever":    {url: "http://192.168.1.9/v1", waits: time.Hour, code: errs.Timeout, told: true},
		"a container": {url: "http://ollama:11434/v1", from: "LLM_URL", waits: 4 * time.Minute, text: "好", told: true},
		"marked":      {url: "http://gpu.example/v1", from: "admin", waits: 4 * time.Minute, text: "好", told: true},
		"elsewhere":   {url: "https://api.example/v1", from: "LLM_URL", waits: 4 * time.Minute, text: "好"},
		"IPv6":        {url: "https://[2001:db8::1]/v1", from: "LLM_URL", waits: 4 * time.Minute, text: "好"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := provider("x", test.url, "m")
				p.Source = test.from
				r := llm.NewRegistry(llm.Settings{Providers: []llm.Provider{p}}, func(llm.Provider) llm.Model { return slow(test.waits) }, named("offline"), slog.New(slog.DiscardHandler))
				begin, last := time.Now(), time.Now()
				var text string
				var code errs.Code
				told := false
				for d, err := range r.Default().Model.Stream(t.Context(), llm.Request{Model: "m"}) {
					if err != nil {
						code = errs.From(err).Code
					}
					if gap := time.Since(last); test.told && gap > 30*time.Second {
						t.Errorf("silent for %s", gap)
					}
					last, told, text = time.Now(), told || d.Queued, text+d.Text
				}
				if text != test.text || code != test.code || told != test.told {
					t.Errorf("text %q, code %q, told %v", text, code, told)
				}
				if waited := time.Since(begin); waited > llm.LocalWait {
					t.Errorf("waited %s", waited)
				}
			})
		})
	}
}

// When the caller ends the iteration, the request to the server ends at once.
func TestStoppedLocalAnswerEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := llm.NewRegistry(llm.Settings{Providers: []llm.Provider{provider("x", "http://127.0.0.1:9/v1", "m")}},
			func(llm.Provider) llm.Model { return slow(time.Hour) }, named("offline"), slog.New(slog.DiscardHandler))
		begin := time.Now()
		for range r.Default().Model.Stream(t.Context(), llm.Request{Model: "m"}) {
			break
		}
		if waited := time.Since(begin); waited > 10*time.Second {
			t.Errorf("it went on for %s", waited)
		}
	})
}
