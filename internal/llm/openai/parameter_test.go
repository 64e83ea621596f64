package openai_test

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

// picky is a server that refuses every temperature except 1.
type picky struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string
}

func newPicky(t *testing.T) *picky {
	p := &picky{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		p.sent = append(p.sent, string(b))
		p.mu.Unlock()
		var body struct {
			Temperature *float64
			Options     struct{ Temperature *float64 }
		}
		_ = json.Unmarshal(b, &body)
		if sent := cmp.Or(body.Temperature, body.Options.Temperature); sent != nil && *sent != 1 {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model."}}`)
			return
		}
		if r.URL.Path == "/api/chat" {
			_, _ = io.WriteString(w, `{"message":{"content":"好"},"done":true,"done_reason":"stop"}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"好\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *picky) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[len(p.sent)-1]
}

// The parameters of a call to the open API are sent to the provider. If the provider refuses the
// temperature of one request, later requests still contain their own temperature.
func TestParameters(t *testing.T) {
	t.Parallel()
	p := newPicky(t)
	c := openai.New(llm.Provider{ID: "p", BaseURL: p.URL, Local: true}, openai.Options{})
	ask := func(temperature float64, more llm.Parameters) {
		t.Helper()
		_, err := llm.Complete(t.Context(), llm.Choice{Model: c, Upstream: "m"}, llm.Request{
			Messages: []llm.Message{{Role: llm.User, Content: "好"}}, Temperature: &temperature, Parameters: more,
			Tools: []llm.Tool{{Name: "f", Parameters: []byte(`{"type":"object"}`)}},
		}, llm.CompleteOptions{})
		if err != nil {
			t.Fatal(err)
		}
	}
	seed, no := int64(7), false
	ask(0.2, llm.Parameters{
		Seed: &seed, Stop: []string{"完"}, ParallelToolCalls: &no, ToolChoice: json.RawMessage(`"required"`),
		ResponseFormat: json.RawMessage(`{"type":"json_object"}`),
	})
	for _, part := range []string{`"seed":7`, `"stop":["完"]`, `"parallel_tool_calls":false`, `"tool_choice":"required"`, `"response_format":{"type":"json_object"}`} {
		if !strings.Contains(p.last(), part) {
			t.Errorf("%s was not sent: %s", part, p.last())
		}
	}
	if strings.Contains(p.last(), "temperature") {
		t.Errorf("the refused temperature was sent again: %s", p.last())
	}
	ask(1, llm.Parameters{})
	if !strings.Contains(p.last(), `"temperature":1`) {
		t.Errorf("a temperature that fits was left out because another did not: %s", p.last())
	}
}

// If a server refuses a parameter in a request to Ollama's own API, the request is repeated without this
// parameter.
func TestParametersOfOllama(t *testing.T) {
	t.Parallel()
	p := newPicky(t)
	c := openai.New(llm.Provider{ID: "p", BaseURL: p.URL + "/v1", Local: true, Quirks: &llm.Quirks{Dialect: llm.DialectOllama}}, openai.Options{})
	temperature, seed := 0.2, int64(7)
	_, err := llm.Complete(t.Context(), llm.Choice{Model: c, Upstream: "m"}, llm.Request{
		Messages: []llm.Message{{Role: llm.User, Content: "好"}}, Temperature: &temperature, Parameters: llm.Parameters{Seed: &seed},
	}, llm.CompleteOptions{})
	if err != nil || strings.Contains(p.last(), "temperature") || !strings.Contains(p.last(), `"seed":7`) {
		t.Errorf("%v: %s", err, p.last())
	}
}
