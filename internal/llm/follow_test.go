package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// changing is a local llama.cpp server whose model list can be changed.
type changing struct {
	models atomic.Value // a string: the model ids, separated by commas; empty: the server is loading
	hang   atomic.Bool
	url    string
}

func newChanging(t *testing.T, models string) *changing {
	t.Helper()
	c := &changing{}
	c.models.Store(models)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch ids := c.models.Load().(string); {
		case c.hang.Load():
			<-r.Context().Done()
		case r.URL.Path == "/props":
			_, _ = fmt.Fprint(w, `{"n_ctx":16384,"default_generation_settings":{"n_ctx":4096}}`)
		case ids == "":
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = fmt.Fprint(w, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`)
		default:
			var rows []string
			for id := range strings.SplitSeq(ids, ",") {
				rows = append(rows, fmt.Sprintf(`{"id":%q,"owned_by":"llamacpp","meta":{"n_ctx_train":131072}}`, id))
			}
			_, _ = fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(rows, ","))
		}
	}))
	t.Cleanup(srv.Close)
	c.url = srv.URL
	return c
}

// failing is a model. All its answers fail with this error code.
type failing errs.Code

func (f failing) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { yield(llm.Delta{}, errs.New(errs.Code(f))) }
}

// until polls the model list of a registry until it equals want.
func until(t *testing.T, r *llm.Registry, want string) {
	t.Helper()
	domaintest.Eventually(t, "the models "+want, func() bool { return shape(r.Models()) == want })
}

// The model list follows changes of local servers without a restart and without a
// click.
func TestLocalServersAreFollowed(t *testing.T) {
	t.Parallel()
	one, two := newChanging(t, "a.gguf"), newChanging(t, "")
	r := registry(llm.Settings{
		Probe: true, Loopback: true, ProbeEvery: 10 * time.Millisecond, ProbeTime: time.Minute,
		ProbeTargets: []llm.Target{{ID: "llamacpp", Base: one.url}, {ID: "llamacpp", Base: two.url}},
	})
	go r.Run(t.Context())
	until(t, r, "a.gguf offline")
	two.models.Store("b.gguf")
	until(t, r, "a.gguf b.gguf offline") // a second server has started
	one.models.Store("c.gguf")
	until(t, r, "c.gguf b.gguf offline") // the first server was restarted with another model
	if got := r.Default().Upstream; got != "c.gguf" {
		t.Errorf("the default is %s", got)
	}
	one.models.Store("c.gguf,d.gguf")
	until(t, r, "c.gguf d.gguf b.gguf offline") // a second model was added to the first server
	one.models.Store("d.gguf")
	until(t, r, "d.gguf b.gguf offline") // the first model was removed from the first server
}

// The models of a server that is too busy to answer, or is loading, stay in the model list.
func TestBusyServerStays(t *testing.T) {
	t.Parallel()
	c := newChanging(t, "a.gguf")
	r := registry(llm.Settings{Probe: true, Loopback: true, ProbeTime: 100 * time.Millisecond, ProbeTargets: targets("llamacpp", c.url)})
	domaintest.Eventually(t, "the server is found", func() bool { r.Reprobe(t.Context()); return shape(r.Models()) == "a.gguf offline" })
	c.models.Store("")
	r.Reprobe(t.Context())
	until(t, r, "a.gguf offline")
	c.hang.Store(true)
	r.Reprobe(t.Context())
	until(t, r, "a.gguf offline")
}

// Probing an Ollama server whose models have not changed takes one request.
func TestOllamaIsAskedOnceForAModel(t *testing.T) {
	t.Parallel()
	var tags, shows atomic.Int32
	var digest atomic.Value
	digest.Store("1")
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			tags.Add(1)
			_, _ = fmt.Fprintf(w, `{"models":[{"name":"a","model":"a","digest":"1"},{"name":"b","model":"b","digest":%q}]}`, digest.Load())
		case "/api/show":
			if shows.Add(1) == 1 { // the first request fails, and the next probe repeats it
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			_, _ = fmt.Fprint(w, `{"capabilities":["completion"],"model_info":{"x.context_length":8000}}`)
		}
	}))
	t.Cleanup(srv.Close)
	for _, s := range []llm.Settings{
		{Probe: true, Loopback: true, ProbeTargets: targets("ollama", srv.URL)},
		{Providers: []llm.Provider{{ID: "o", BaseURL: srv.URL + "/v1", Local: true, Quirks: &llm.Quirks{Dialect: llm.DialectOllama}}}},
	} {
		tags.Store(0)
		shows.Store(0)
		digest.Store("1")
		r := registry(s)
		for i, want := range []int32{2, 3, 3} {
			r.Reprobe(t.Context())
			if tags.Load() != int32(i+1) || shows.Load() != want {
				t.Errorf("look %d: asked %d times for the list, and %d times for a model, want %d", i, tags.Load(), shows.Load(), want)
			}
		}
		digest.Store("2") // model b was pulled again
		r.Reprobe(t.Context())
		if shows.Load() != 4 || r.Models()[1].Context != 8000 {
			t.Errorf("asked %d times for a model; %+v", shows.Load(), r.Models())
		}
	}
}

// If Ollama states what a model can do, the registry uses this statement, even if the model's family
// can do more.
func TestOllamaStatesWhatAModelCan(t *testing.T) {
	t.Parallel()
	can := map[string]string{"deepseek-r1:7b": `["completion","thinking"]`, "gemma3:1b": `["completion"]`, "qwen3:8b": `["completion","tools","thinking"]`, "llava:7b": `["completion","vision"]`}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			_, _ = fmt.Fprint(w, `{"models":[{"name":"deepseek-r1:7b","digest":"deepseek-r1:7b"},{"name":"gemma3:1b","digest":"gemma3:1b"},{"name":"llava:7b","digest":"llava:7b"},{"name":"qwen3:8b","digest":"qwen3:8b"}]}`)
		case "/api/show":
			var in struct{ Model string }
			_ = json.NewDecoder(r.Body).Decode(&in)
			_, _ = fmt.Fprintf(w, `{"capabilities":%s}`, can[in.Model])
		}
	}))
	t.Cleanup(srv.Close)
	r := registry(llm.Settings{Probe: true, Loopback: true, ProbeTargets: targets("ollama", srv.URL)})
	r.Reprobe(t.Context())
	got := map[string]string{}
	for _, m := range r.Models() {
		if !m.Builtin {
			got[m.ID] = fmt.Sprintf("tools %v, vision %v", m.Tools, m.Vision)
		}
	}
	want := map[string]string{"deepseek-r1:7b": "tools false, vision false", "gemma3:1b": "tools false, vision false", "llava:7b": "tools false, vision true", "qwen3:8b": "tools true, vision false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The model list of a configured server on this machine is updated regularly.
func TestConfiguredLocalServerIsFollowed(t *testing.T) {
	t.Parallel()
	c := newChanging(t, "a.gguf")
	r := registry(llm.Settings{ProbeEvery: 10 * time.Millisecond, Providers: []llm.Provider{provider("x", c.url+"/v1")}})
	go r.Run(t.Context())
	until(t, r, "a.gguf offline")
	if got := r.Models()[0].Context; got != 4096 {
		t.Errorf("a context of %d, want that of a slot", got)
	}
	c.models.Store("b.gguf")
	until(t, r, "b.gguf offline")
}

// If an answer fails because the model is missing or the server cannot be reached, the
// registry soon updates its model list. It does not wait for the next interval of ProbeEvery.
func TestFailureMakesItLook(t *testing.T) {
	t.Parallel()
	for _, code := range []errs.Code{errs.Network, errs.ModelMissing} {
		c := newChanging(t, "a.gguf")
		r := llm.NewRegistry(llm.Settings{Probe: true, Loopback: true, ProbeEvery: time.Hour, ProbeTime: time.Minute, ProbeTargets: targets("llamacpp", c.url)},
			func(llm.Provider) llm.Model { return failing(code) }, named("offline"), slog.New(slog.DiscardHandler))
		go r.Run(t.Context())
		until(t, r, "a.gguf offline")
		c.models.Store("b.gguf")
		for range r.Default().Model.Stream(t.Context(), llm.Request{Model: "a.gguf"}) {
		}
		until(t, r, "b.gguf offline")
	}
}

// If the context size of a model on a local server is guessed, it is at most DefaultContext.
func TestContextIsNotGuessedLarger(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"data":[{"id":"qwen3-32b"},{"id":"deepseek-chat","max_model_len":20000}]}`)
	}))
	t.Cleanup(srv.Close)
	r := registry(llm.Settings{Providers: []llm.Provider{provider("x", srv.URL+"/v1")}})
	r.Reprobe(t.Context())
	for _, m := range r.Models() {
		want := map[string]int{"qwen3-32b": llm.DefaultContext, "deepseek-chat": 20_000}[m.Upstream]
		if want != 0 && m.Context != want {
			t.Errorf("%s: %d, want %d", m.Upstream, m.Context, want)
		}
	}
}
