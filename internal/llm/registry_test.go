package llm_test

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

// named is a model that answers with its name.
type named string

func (n named) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: string(n)}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func dialName(p llm.Provider) llm.Model { return named(p.ID) }

func registry(s llm.Settings) *llm.Registry {
	return llm.NewRegistry(s, dialName, named("offline"), slog.New(slog.DiscardHandler))
}

func provider(id, url string, models ...string) llm.Provider {
	p := llm.Provider{ID: id, Name: strings.ToUpper(id), BaseURL: url, Local: true}
	for _, m := range models {
		p.Models = append(p.Models, llm.ModelRow{ID: m})
	}
	return p
}

// shape writes a model list as text: each model as "id=upstream", or as "id" if both ids are equal, with
// its sub-models in brackets.
func shape(models []llm.ModelInfo) string {
	var out []string
	for _, m := range models {
		s := m.ID
		if m.Upstream != m.ID {
			s += "=" + m.Upstream
		}
		for _, sub := range m.SubModels {
			s += "[" + sub.ID + "=" + sub.Upstream + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestModelList(t *testing.T) {
	t.Parallel()
	const ds, other = "https://api.deepseek.com/v1", "https://gateway.example/v1"
	tests := []struct {
		name      string
		providers []llm.Provider
		want      string
	}{
		{"nothing", nil, "offline"},
		{"a pair", []llm.Provider{provider("ds", ds, "deepseek-chat", "deepseek-reasoner")}, "deep_seek_v3=deepseek-chat[deep_seek=deepseek-reasoner] offline"},
		{"a pair at an unknown host", []llm.Provider{provider("x", other, "deepseek-reasoner", "deepseek-chat")}, "deep_seek_v3=deepseek-chat[deep_seek=deepseek-reasoner] offline"},
		{"a switch", []llm.Provider{provider("ds", ds, "deepseek-v4-flash")}, "deepseek-v4-flash[deep_seek=deepseek-v4-flash] offline"},
		{"a switch nobody knows", []llm.Provider{provider("x", other, "deepseek-v4-flash")}, "deepseek-v4-flash offline"},
		{"always thinking", []llm.Provider{provider("x", other, "deepseek-ai/DeepSeek-R1", "openai/gpt-oss-120b")}, "deep_seek=deepseek-ai/DeepSeek-R1 gpt_oss=openai/gpt-oss-120b offline"},
		{"hunyuan", []llm.Provider{provider("th", "https://tokenhub.tencentmaas.com/v1", "hy3")}, "hunyuan=hy3[hunyuan_thinking=hy3] offline"},
		{"old hunyuan", []llm.Provider{provider("x", other, "hunyuan-t1-latest", "hunyuan-turbos-latest")}, "hunyuan=hunyuan-turbos-latest[hunyuan_t1=hunyuan-t1-latest] offline"},
		{"only chat", []llm.Provider{provider("x", other, "bge-m3", "text-embedding-3-small", "gpt-4o", "dall-e-3", "whisper-1", "tts-1", "qwen3-reranker-8b", "omni-moderation-latest")}, "gpt-4o offline"},
		{"the same model twice", []llm.Provider{provider("a", other, "qwen2.5"), provider("b", other, "qwen2.5")}, "qwen2.5 b/qwen2.5=qwen2.5 offline"},
		{"a spec id goes to the first", []llm.Provider{provider("a", ds, "deepseek-chat"), provider("b", other, "deepseek-chat")}, "deep_seek_v3=deepseek-chat b/deepseek-chat=deepseek-chat offline"},
		{"a model called offline", []llm.Provider{provider("a", other, "offline")}, "a/offline=offline offline"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := registry(llm.Settings{Providers: tt.providers})
			if got := shape(r.Models()); got != tt.want {
				t.Fatalf("got  %s\nwant %s", got, tt.want)
			}
			for _, m := range r.Models() {
				if m.Name.En == "" || m.Name.ZhTW == "" || m.Description.ZhCN == "" || (!m.Builtin && !strings.Contains(m.Name.En+m.Description.En, m.Upstream)) {
					t.Errorf("%s: name %q, description %q", m.ID, m.Name.En, m.Description.En)
				}
				if c, ok := r.Resolve(m.ID, ""); !ok || c.Upstream != m.Upstream || c.Info.ID != m.ID {
					t.Errorf("%s resolves to %+v, %v", m.ID, c, ok)
				}
				for _, sub := range m.SubModels {
					for _, asked := range [][2]string{{m.ID, sub.ID}, {sub.ID, ""}, {sub.ID, sub.ID}} {
						if c, ok := r.Resolve(asked[0], asked[1]); !ok || !c.Thinking || c.Upstream != sub.Upstream {
							t.Errorf("%v resolves to %+v, %v", asked, c, ok)
						}
					}
				}
			}
		})
	}
}

func whoAnswers(t *testing.T, c llm.Choice) named {
	t.Helper()
	for d := range c.Model.Stream(t.Context(), llm.Request{}) {
		return named(d.Text)
	}
	return ""
}

// An old id of a model still denotes the model; Resolve returns the model with its current
// id.
func TestOldID(t *testing.T) {
	t.Parallel()
	r := registry(llm.Settings{Providers: []llm.Provider{provider("t", "https://t.example/v1", "qwen2.5", "hunyuan-turbos-latest")}})
	if c, ok := r.Resolve("hunyuan_gpt_175B_0404", ""); !ok || c.Upstream != "hunyuan-turbos-latest" || c.Info.ID != "hunyuan" {
		t.Errorf("%+v %t", c.Info, ok)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	a := provider("a", "https://api.deepseek.com/v1", "deepseek-chat", "deepseek-reasoner")
	b := provider("b", "https://b.example/v1", "qwen2.5")
	b.Aliases = map[string]string{"house": "qwen2.5"}
	r := registry(llm.Settings{Providers: []llm.Provider{a, b}, DefaultModel: "house"})
	tests := []struct {
		model, sub string
		upstream   string
		provider   named
		thinking   bool
		ok         bool
	}{
		{"", "", "qwen2.5", "b", false, true},
		{"house", "", "qwen2.5", "b", false, true},
		{"qwen2.5", "", "qwen2.5", "b", false, true},
		{"b/qwen2.5", "", "qwen2.5", "b", false, true},
		{"deep_seek_v3", "", "deepseek-chat", "a", false, true},
		{"deepseek-reasoner", "", "deepseek-reasoner", "a", true, true},
		{"deep_seek", "deep_seek", "deepseek-reasoner", "a", true, true},
		{"deep_seek_v3", "nonsense", "deepseek-chat", "a", false, false},
		{"hunyuan", "", "qwen2.5", "b", false, false},
		{"hunyuan_gpt_175B_0404", "", "qwen2.5", "b", false, false},
		{"offline", "", "offline", "offline", false, true},
		{strings.Repeat("x", 10_000), "\x00", "qwen2.5", "b", false, false},
	}
	for _, tt := range tests {
		c, ok := r.Resolve(tt.model, tt.sub)
		if ok != tt.ok || c.Upstream != tt.upstream || whoAnswers(t, c) != tt.provider || c.Thinking != tt.thinking {
			t.Errorf("%.20s/%q: %s by %v thinking %v, %v", tt.model, tt.sub, c.Upstream, whoAnswers(t, c), c.Thinking, ok)
		}
	}
	if got := shape(r.Models()); !strings.HasPrefix(got, "house=qwen2.5 ") {
		t.Errorf("the default is not first: %s", got)
	}
}

func TestDiscovery(t *testing.T) {
	t.Parallel()
	srv, url := llmtest.Start(t, llmtest.Options{Models: []string{"deepseek-chat", "deepseek-reasoner", "bge-m3"}, Key: "k"})
	_ = srv
	p := llm.Provider{ID: "llm", Name: "here", BaseURL: url + "/v1", Key: "k", Local: true}
	r := llm.NewRegistry(llm.Settings{Providers: []llm.Provider{p}}, func(p llm.Provider) llm.Model { return openai.New(p, openai.Options{}) }, named("offline"), slog.New(slog.DiscardHandler))
	if got := r.Default(); got.Info.ID != llm.OfflineID || got.Fault == nil {
		t.Fatalf("default before the first look: %s, %v", got.Info.ID, got.Fault)
	}
	changed, stop := r.Watch()
	defer stop()
	r.Reprobe(t.Context())
	<-changed
	<-r.Settled()
	if got := shape(r.Models()); got != "deep_seek_v3=deepseek-chat[deep_seek=deepseek-reasoner] offline" {
		t.Fatal(got)
	}
	if got := r.Providers()[0].Models; got != 1 {
		t.Errorf("the provider has %d models; the list has one", got)
	}
	model := r.Default().Model
	r.Reprobe(t.Context())
	if r.Default().Model != model {
		t.Error("the client was made anew although nothing changed")
	}
	select {
	case <-changed:
		t.Error("told of a change that was none")
	default:
	}
	for _, c := range r.Capabilities() {
		if c.ID == llm.CapEmbeddings && (c.State != llm.StateReady || c.Upstream != "bge-m3") {
			t.Errorf("embeddings: %+v", c)
		}
	}
	text := ""
	c, _ := r.Resolve("deep_seek_v3", "deep_seek")
	for d, err := range c.Model.Stream(t.Context(), llm.Request{Model: c.Upstream, Thinking: c.Thinking, Messages: []llm.Message{{Role: llm.User, Content: "问"}}}) {
		if err != nil {
			t.Fatal(err)
		}
		text += d.Reasoning
	}
	if text == "" {
		t.Error("no thinking")
	}
}

// A question right after the start waits for the first search for models, but at most
// FirstProbe. If the provider cannot be reached, the answer states why the built-in
// engine answers.
func TestReady(t *testing.T) {
	t.Parallel()
	r := func(url string) *llm.Registry {
		p := llm.Provider{ID: "llm", Name: "here", BaseURL: url, Key: "k", Local: true}
		return llm.NewRegistry(llm.Settings{Providers: []llm.Provider{p}}, func(p llm.Provider) llm.Model { return openai.New(p, openai.Options{}) },
			named("offline"), slog.New(slog.DiscardHandler))
	}
	t.Run("looked at", func(t *testing.T) {
		t.Parallel()
		_, url := llmtest.Start(t, llmtest.Options{Models: []string{"deepseek-chat"}, Key: "k"})
		r := r(url + "/v1")
		go r.Reprobe(t.Context())
		r.Ready(t.Context())
		if c := r.Default(); c.Info.Builtin || c.Fault != nil {
			t.Errorf("%s answers, %v", c.Info.ID, c.Fault)
		}
	})
	t.Run("out of reach", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		url := "http://" + l.Addr().String() + "/v1"
		_ = l.Close()
		r := r(url)
		r.Reprobe(t.Context())
		r.Ready(t.Context())
		if c := r.Default(); !c.Info.Builtin || !errs.Is(c.Fault, errs.Network) {
			t.Errorf("%s answers, %v", c.Info.ID, c.Fault)
		}
		if c, _ := r.Resolve(llm.OfflineID, ""); c.Fault != nil {
			t.Errorf("it stands in although it was chosen: %v", c.Fault)
		}
	})
	t.Run("no longer than it may", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			r := r("http://127.0.0.1:1/v1")
			begun := time.Now()
			r.Ready(t.Context())
			if waited := time.Since(begun); waited != llm.FirstProbe {
				t.Errorf("waited %v", waited)
			}
		})
	})
}

func TestDiscoveryFailures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		handle http.HandlerFunc
		code   errs.Code
	}{
		{"401", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }, errs.ModelKey},
		{"404", http.NotFound, errs.StreamFail},
		{"a web page", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "<html>") }, errs.StreamFail},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		}, errs.StreamFail},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := httptest.NewServer(tt.handle)
			t.Cleanup(h.Close)
			bare := llm.Provider{ID: "a", BaseURL: h.URL, Key: "sk-secret-key-1"}
			stated := provider("b", h.URL, "qwen2.5")
			r := registry(llm.Settings{Providers: []llm.Provider{bare, stated}})
			r.Reprobe(t.Context())
			for _, p := range r.Providers() {
				if p.Err == nil || p.Err.Code != tt.code || p.Checked.IsZero() || p.Provider.Key != "" || strings.Contains(p.Err.Error(), "secret") {
					t.Errorf("%s: %+v", p.Provider.ID, p)
				}
			}
			if got := shape(r.Models()); got != "qwen2.5 offline" {
				t.Error("stated models must stay: " + got)
			}
		})
	}
}

func targets(id, url string) []llm.Target { return []llm.Target{{ID: id, Base: url}} }

func TestProbe(t *testing.T) {
	t.Parallel()
	_, ollama := llmtest.Start(t, llmtest.Options{Ollama: true, Models: []string{"nomic-embed-text", "qwen3:8b"}})
	_, vllm := llmtest.Start(t, llmtest.Options{Owner: "vllm", Models: []string{"Qwen/Qwen3-32B"}})
	_, plain := llmtest.Start(t, llmtest.Options{})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "<html>wenqu</html>") }))
	t.Cleanup(page.Close)
	away := httptest.NewServer(http.RedirectHandler(ollama+"/api/tags", http.StatusFound))
	t.Cleanup(away.Close)
	props := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			_, _ = fmt.Fprint(w, `{"object":"list","data":[{"id":"qwen2.5-7b.gguf","owned_by":"llamacpp","meta":{"n_ctx_train":131072}}]}`)
		case "/props":
			_, _ = fmt.Fprint(w, `{"default_generation_settings":{"n_ctx":3584}}`)
		}
	}))
	t.Cleanup(props.Close)
	studio := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v0/models" {
			_, _ = fmt.Fprint(w, `{"data":[{"id":"a-embed","type":"embeddings","state":"loaded"},{"id":"far","type":"llm","state":"not-loaded","max_context_length":9},{"id":"near","type":"vlm","state":"loaded","loaded_context_length":7777,"max_context_length":9999}]}`)
		}
	}))
	t.Cleanup(studio.Close)
	tests := []struct {
		name    string
		targets []llm.Target
		own     []string
		want    string
		context int
	}{
		{"ollama", targets("ollama", ollama), nil, "qwen3:8b[qwen3:8b_thinking=qwen3:8b] offline", 16_384},
		{"vllm", targets("vllm", vllm), nil, "Qwen/Qwen3-32B[Qwen/Qwen3-32B_thinking=Qwen/Qwen3-32B] offline", 40_960},
		{"llama.cpp", targets("llamacpp", props.URL), nil, "qwen2.5-7b.gguf offline", 3584},
		{"LM Studio, loaded first", targets("lmstudio", studio.URL), nil, "near far offline", 7777},
		{"own address", targets("ollama", ollama), []string{strings.TrimPrefix(ollama, "http://")}, "offline", 0},
		{"no signature", targets("vllm", plain), nil, "offline", 0},
		{"another Wenqu", targets("llamacpp", page.URL), nil, "offline", 0},
		{"a redirect", targets("ollama", away.URL), nil, "offline", 0},
		{"not loopback", targets("ollama", "http://192.0.2.1:11434"), nil, "offline", 0},
		{"nobody", targets("ollama", "http://127.0.0.1:1"), nil, "offline", 0},
		{"several", append(targets("vllm", vllm), targets("ollama", ollama)...), nil, "Qwen/Qwen3-32B[Qwen/Qwen3-32B_thinking=Qwen/Qwen3-32B] qwen3:8b[qwen3:8b_thinking=qwen3:8b] offline", 40_960},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := registry(llm.Settings{Probe: true, ProbeTime: time.Minute, Loopback: true, ProbeTargets: tt.targets, OwnAddrs: tt.own})
			r.Reprobe(t.Context())
			if got := shape(r.Models()); got != tt.want {
				t.Fatalf("got  %s\nwant %s", got, tt.want)
			}
			if got := r.Models()[0].Context; tt.context > 0 && got != tt.context {
				t.Errorf("context %d, want %d", got, tt.context)
			}
		})
	}
	t.Run("off", func(t *testing.T) {
		t.Parallel()
		r := registry(llm.Settings{Loopback: true, ProbeTargets: targets("ollama", ollama)})
		r.Reprobe(t.Context())
		if got := shape(r.Models()); got != "offline" {
			t.Fatal(got)
		}
	})
	t.Run("a configured provider comes alone", func(t *testing.T) {
		t.Parallel()
		r := registry(llm.Settings{Probe: true, ProbeTime: time.Minute, Loopback: true, ProbeTargets: targets("ollama", ollama), Providers: []llm.Provider{provider("x", "http://127.0.0.1:1/v1")}})
		r.Reprobe(t.Context())
		if got := shape(r.Models()); got != "offline" {
			t.Fatal(got)
		}
	})
	t.Run("offered where others can reach Wenqu", func(t *testing.T) {
		t.Parallel()
		r := registry(llm.Settings{Probe: true, ProbeTime: time.Minute, ProbeTargets: targets("ollama", ollama)})
		r.Reprobe(t.Context())
		if got := shape(r.Models()); got != "offline" || len(r.Offers()) != 1 {
			t.Fatalf("%s, offers %v", got, r.Offers())
		}
		if r.Accept("vllm") || !r.Accept("ollama") || len(r.Offers()) != 0 {
			t.Fatal("accepting")
		}
		for range 2 {
			if got := shape(r.Models()); !strings.HasPrefix(got, "qwen3:8b") {
				t.Fatal(got)
			}
			r.Reprobe(t.Context())
		}
	})
}

// Requests to a local Ollama use Ollama's own API, its parameter for thinking, and a context
// size chosen by Wenqu.
func TestOllamaAnswers(t *testing.T) {
	t.Parallel()
	srv, url := llmtest.Start(t, llmtest.Options{Ollama: true, Models: []string{"qwen3:8b"}})
	r := llm.NewRegistry(llm.Settings{Probe: true, ProbeTime: time.Minute, Loopback: true, ProbeTargets: targets("ollama", url)},
		func(p llm.Provider) llm.Model { return openai.New(p, openai.Options{}) }, named("offline"), slog.New(slog.DiscardHandler))
	r.Reprobe(t.Context())
	for _, id := range []string{"qwen3:8b", "qwen3:8b_thinking"} {
		c, ok := r.Resolve(id, "")
		if !ok {
			t.Fatal(id)
		}
		reasoning, finish := "", llm.FinishNone
		for d, err := range c.Model.Stream(t.Context(), llm.Request{Model: c.Upstream, Thinking: c.Thinking, Messages: []llm.Message{{Role: llm.User, Content: "问"}}}) {
			if err != nil {
				t.Fatal(err)
			}
			reasoning += d.Reasoning
			if d.Finish != "" {
				finish = d.Finish
			}
		}
		if (reasoning != "") != c.Thinking || finish != llm.FinishStop {
			t.Errorf("%s: reasoning %q, finish %q", id, reasoning, finish)
		}
	}
	for _, q := range srv.Requests() {
		if q.Path != "/api/chat" || !strings.Contains(q.Body, `"num_ctx":16384`) {
			t.Errorf("%s %s", q.Path, q.Body)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	_, url := llmtest.Start(t, llmtest.Options{})
	r := registry(llm.Settings{Providers: []llm.Provider{{ID: "a", BaseURL: url + "/v1"}}})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { r.Run(ctx) })
	for range 8 {
		wg.Go(func() {
			for range 50 {
				r.Resolve("deep_seek", "")
				r.Capabilities()
				r.Providers()
				_, stop := r.Watch()
				stop()
			}
		})
	}
	<-r.Settled()
	cancel()
	wg.Wait()
}

func TestCapabilityTable(t *testing.T) {
	t.Parallel()
	for _, c := range registry(llm.Settings{}).Capabilities() {
		want := llm.StateMissing
		if c.ID == llm.CapChat || c.ID == llm.CapVision {
			want = llm.StateBuiltin
		}
		if c.State != want || len(c.Set) == 0 || c.Name.ZhCN == "" || c.Name.ZhTW == "" || c.Name.En == "" {
			t.Errorf("%+v", c)
		}
	}
	var later []llm.CapabilityID
	for _, c := range registry(llm.Settings{}).Capabilities() {
		if c.Later {
			later = append(later, c.ID)
		}
	}
	if want := []llm.CapabilityID{llm.CapRerank, llm.CapImage, llm.CapTTS, llm.CapASR}; !slices.Equal(later, want) {
		t.Errorf("Later is set for %v, want %v", later, want)
	}
	full := registry(llm.Settings{Providers: []llm.Provider{provider("x", "https://x.example/v1", "gpt-4o", "deepseek-reasoner", "text-embedding-3-small", "bge-reranker-v2", "dall-e-3", "tts-1", "whisper-1")}})
	got := map[llm.CapabilityID]string{}
	for _, c := range full.Capabilities() {
		got[c.ID] = c.Upstream
		if (c.State == llm.StateReady) != (len(c.Set) == 0) {
			t.Errorf("%+v", c)
		}
	}
	want := map[llm.CapabilityID]string{
		llm.CapChat: "gpt-4o", llm.CapThinking: "deepseek-reasoner", llm.CapVision: "gpt-4o", llm.CapTools: "gpt-4o", llm.CapSearch: "",
		llm.CapEmbeddings: "text-embedding-3-small", llm.CapRerank: "bge-reranker-v2", llm.CapImage: "dall-e-3", llm.CapTTS: "tts-1", llm.CapASR: "whisper-1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}
