package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

// stream returns the bytes of a streamed answer of 64 tokens.
func stream() []byte {
	var b strings.Builder
	pieces := make([]string, 64)
	for i := range pieces {
		pieces[i] = "字词"
	}
	for _, s := range llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: pieces}).Steps {
		b.WriteString(s.Send)
	}
	return []byte(b.String())
}

func BenchmarkDecoder(b *testing.B) {
	raw := stream()
	b.ReportAllocs()
	for b.Loop() {
		d := openai.NewDecoder(false)
		for rest := raw; len(rest) > 0; {
			n := min(len(rest), 260) // each read returns about one event
			if _, err := d.Feed(rest[:n]); err != nil {
				b.Fatal(err)
			}
			rest = rest[n:]
		}
		if _, err := d.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStandardLibrary decodes the answer of BenchmarkDecoder with encoding/json. The difference in
// time justifies this package's own scanner.
func BenchmarkStandardLibrary(b *testing.B) {
	raw := stream()
	b.ReportAllocs()
	for b.Loop() {
		for line := range strings.SplitSeq(string(raw), "\n") {
			data, ok := strings.CutPrefix(line, "data: ")
			if !ok || data == "[DONE]" {
				continue
			}
			var v struct {
				Choices []struct {
					Delta struct {
						Content string `json:"content"`
					} `json:"delta"`
					Finish *string `json:"finish_reason"`
				} `json:"choices"`
			}
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func ask64(b *testing.B) (*llmtest.Server, string) {
	b.Helper()
	srv, url := llmtest.Start(b, llmtest.Options{})
	pieces := make([]string, 64)
	for i := range pieces {
		pieces[i] = "字词"
	}
	script := llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: pieces})
	srv.On("", script)
	return srv, url
}

func BenchmarkClient(b *testing.B) {
	_, url := ask64(b)
	c := openai.New(llm.Provider{BaseURL: url + "/v1", Local: true, Proxy: "direct"}, openai.Options{})
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			for _, err := range c.Stream(b.Context(), question("问")) {
				if err != nil {
					b.Error(errs.From(err))
				}
			}
		}
	})
}

// BenchmarkBareRead reads the answers of BenchmarkClient without decoding them.
func BenchmarkBareRead(b *testing.B) {
	_, url := ask64(b)
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			resp, err := hc.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(`{"model":"m","messages":[]}`))
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	})
}
